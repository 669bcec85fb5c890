/** The units beside the map, by side and by where they are: each can be taken in hand and put elsewhere. */

import { h, keepFocus, refill } from "../common/dom.js";
import { t } from "../common/text.js";

const FEW = 4; // places beside the map that are shown although nobody is there
const STRAY = 6; // px a pointer may stray before a press becomes a drag

/**
 * @typedef {object} TrayContext
 * @property {any} model
 * @property {() => readonly import("./fields.js").Word[]} offMap where a unit can be that is not on the map
 * @property {(unit: string) => SVGElement} face
 * @property {() => string} hand the unit in hand, "" for none
 * @property {(unit: string) => void} pick
 * @property {(unit: string) => void} grab take a unit in hand to drag it
 * @property {(place: string) => void} put put what is in hand there
 * @property {(at: Element|null) => void} drop what is in hand was dropped on that element
 */

/**
 * A button that takes a unit in hand.
 * @param {any} model
 * @param {string} unit
 * @param {SVGElement} face
 * @param {Record<string, any>} props
 */
export function counterButton(model, unit, face, props) {
  const about = model.aboutUnit(unit);
  return h("button", { type: "button", class: "setup-counter", title: about, ...props }, face, h("span", { "aria-hidden": "true" }, model.name(unit)), h("span", { class: "unseen" }, about));
}

export class Tray {
  /** @param {TrayContext} context */
  constructor(context) {
    this.context = context;
    this.side = ""; // whose units are shown
    this.element = h("section", { class: "setup-tray", "aria-labelledby": "setup-tray-title" });
    this.element.addEventListener("click", (event) => this.click(event));
    this.element.addEventListener("pointerdown", (event) => this.press(event));
  }

  /** Show the units of a side. */
  draw() {
    const { model, offMap, hand } = this.context;
    const { sides } = model.hello.game;
    const held = hand();
    if (!sides.some((/** @type {{id: string}} */ { id }) => id === this.side)) this.side = sides[0].id;
    const places = offMap();
    const groups = places.map(({ id, label }) => this.group(id, label, this.unitsIn(id), places.length <= FEW, held));
    refill(this.element,
      h("h2", { class: "heading", id: "setup-tray-title" }, t("setUp.tray")),
      h("div", { class: "setup-sides", role: "group", "aria-label": t("setUp.sides") }, sides.map((/** @type {import("../types.js").Side} */ { id, label }) =>
        h("button", { type: "button", id: `setup-side-${id}`, dataset: { showSide: id }, "aria-pressed": String(id === this.side) }, h("span", { class: "side", dataset: { side: id } }, label)))),
      groups);
  }

  /** The units of the side in a place beside the map. @param {string} place @returns {string[]} */
  unitsIn(place) {
    const { model } = this.context;
    return model.hello.units.map((/** @type {{id: string}} */ { id }) => id)
      .filter((/** @type {string} */ id) => model.unit(id).side === this.side && (model.state.units[id] ?? "eliminated") === place);
  }

  /** @param {string} id @param {string} label @param {string[]} units @param {boolean} always @param {string} held */
  group(id, label, units, always, held) {
    if (!units.length && !always) return null;
    const fits = held && this.context.model.unit(held).side === this.side && this.context.model.state.units[held] !== id;
    return h("section", { class: "setup-group", dataset: { box: id } },
      h("h3", null, label, " ", h("span", { class: "count" }, String(units.length)),
        fits && h("button", { type: "button", class: "small", id: `setup-put-${id}`, dataset: { put: id } }, t("setUp.putHere"))),
      units.length > 0 && h("ul", null, units.map((unit) => this.row(unit, unit === held))));
  }

  /** @param {string} unit @param {boolean} held */
  row(unit, held) {
    const { model, face } = this.context;
    return h("li", null, counterButton(model, unit, face(unit), { id: `setup-unit-${unit}`, dataset: { pick: unit }, "aria-pressed": String(held) }));
  }

  /** Show the side of a unit. @param {string} unit */
  show(unit) {
    this.side = this.context.model.unit(unit).side;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    const { showSide, pick, put } = button.dataset;
    if (showSide) {
      this.side = showSide;
      keepFocus(() => this.draw());
    } else if (pick) this.context.pick(pick);
    else if (put) this.context.put(put);
  }

  /** Drag a unit from here to the map, or to another place beside it. @param {PointerEvent} event */
  press(event) {
    const button = event.target instanceof Element ? /** @type {HTMLElement|null} */ (event.target.closest("[data-pick]")) : null;
    if (!button || event.pointerType !== "mouse" || event.button !== 0) return;
    const unit = button.dataset.pick ?? "";
    const start = { x: event.clientX, y: event.clientY };
    /** @type {HTMLElement|null} */
    let ghost = null;
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
      if (!ghost && Math.hypot(x - start.x, y - start.y) < STRAY) return;
      if (!ghost) {
        ghost = h("div", { class: "drag-ghost setup-ghost", "aria-hidden": "true" }, this.context.face(unit));
        document.body.append(ghost);
        this.context.grab(unit);
      }
      ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    }, { signal });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      window.addEventListener(name, ({ clientX: x, clientY: y, type }) => {
        stop.abort();
        if (!ghost) return;
        ghost.remove();
        if (type === "pointerup") this.context.drop(document.elementFromPoint(x, y));
      }, { signal });
    }
    event.preventDefault(); // no text is selected
    button.focus();
  }
}
