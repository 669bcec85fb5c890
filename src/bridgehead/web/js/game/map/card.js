/** An enlarged counter with its details: at the pointer after a moment, on a long press, or at the cursor. */

import { h, refill } from "../../common/dom.js";
import { createSheet } from "../window/sheet.js";
import { t } from "../../common/text.js";

/**
 * @typedef {import("../parts.js").MapContext & {
 *   told: (unit: string) => {name: string, kind: string, values: string, state: string, may: string},
 *   face: (unit: string) => SVGElement|null, chosen: () => string,
 *   fanned?: (place: string|null) => boolean,
 *   conditions: (unit: string, place: string|null) => Promise<{text: string, holds: boolean}[]>}} CardContext
 *   told: what stands on the card; face: the counter's drawing; chosen: the unit in hand, "" if there is none; fanned: whether the counters of a place are side by side already; conditions: what holds for a unit in a place, such as supply
 */

const REST = 450; // ms the pointer, a finger or the cursor rests
const MOST = 6; // units of a stack that are laid out beside the pointer
const GAP = 34; // px between a place and its card
const EDGE = 10; // px between a card aside and the frame
const EDGE_TOP = 56; // at the top the maps may be chosen

export class Card {
  /** @param {CardContext} context */
  constructor(context) {
    this.context = context;
    this.key = ""; // what is under the pointer, or at the cursor
    this.timer = 0;
    this.element = h("div", { class: "counter-card", "aria-hidden": "true", hidden: true }); // the hint line says it aloud
    this.sheet = createSheet(this.element, () => this.hide());
    const { frame } = context;
    frame.after(this.element);
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerdown", (event) => this.press(event));
    for (const name of ["pointerleave", "pointerup", "pointercancel"]) frame.addEventListener(name, () => window.clearTimeout(this.timer));
    frame.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.hide());
    frame.addEventListener("wheel", () => this.hide(), { passive: true });
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.pointerType !== "mouse") {
      if (this.context.viewport.dragged) window.clearTimeout(this.timer);
      return;
    }
    if (event.buttons) return;
    const { hex, unit } = this.context.board.spot(event.target);
    this.await(hex, hex ? null : unit, { x: event.clientX, y: event.clientY });
  }

  /** A long press asks for details. @param {PointerEvent} event */
  press(event) {
    this.hide();
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    const { hex, unit } = this.context.board.spot(event.target);
    this.await(hex, hex ? null : unit, { x: event.clientX, y: event.clientY }, () => {
      this.context.viewport.dragged = true; // what follows is no click
    });
  }

  /** The keyboard's cursor is on a place, or on none. @param {string|null} place */
  cursor(place) {
    if (place) this.await(place, null, null);
    else if (this.key.endsWith("cursor")) this.hide();
  }

  /**
   * Show a card after the pointer has rested.
   * @param {string|null} place
   * @param {string|null} unit one that is off the map
   * @param {{x: number, y: number}|null} pointer null: the cursor of the keyboard is there
   * @param {() => void} [then]
   */
  await(place, unit, pointer, then) {
    const key = place || unit ? `${place} ${unit} ${pointer ? "pointer" : "cursor"}` : "";
    if (key === this.key) return;
    this.hide();
    this.key = key;
    if (!key) return;
    this.timer = window.setTimeout(() => {
      if (this.show(place, unit, pointer)) then?.();
    }, REST);
  }

  hide() {
    window.clearTimeout(this.timer);
    this.key = "";
    this.element.hidden = true;
  }

  /**
   * @param {string|null} place
   * @param {string|null} unit
   * @param {{x: number, y: number}|null} pointer
   * @returns {boolean} whether there is anything to show
   */
  show(place, unit, pointer) {
    const { model } = this.context;
    if (!model.shown || model.shown.curtain || (pointer && !this.sheet.lies && this.context.fanned?.(place))) return false;
    const units = place ? model.all(place) : unit && model.units.has(unit) ? [unit] : [];
    if (!units.length) return false;
    const most = this.sheet.lies ? units.length : MOST; // a sheet can be scrolled
    const more = units.length - most;
    refill(this.element, units.slice(0, most).map((/** @type {string} */ one) => this.row(one)), more > 0 && h("p", { class: "note" }, t("card.more", { n: more })));
    this.element.classList.toggle("alone", units.length === 1);
    this.element.dataset.card = place ?? unit ?? "";
    this.element.hidden = false;
    const chosen = this.context.chosen();
    if (this.sheet.lies) this.element.style.left = this.element.style.top = "";
    else if (pointer && !units.includes(chosen)) this.put(place, pointer);
    else this.putAside(place);
    return true;
  }

  /** @param {string} unit */
  row(unit) {
    const { name, kind, values, state, may } = this.context.told(unit);
    return h("div", { class: "card-unit", "data-of": unit },
      this.context.face(unit),
      h("div", null,
        h("b", null, name), h("p", null, kind), h("p", null, values),
        state && h("p", { class: "card-state" }, state), may && h("p", { class: "card-may" }, may), this.conditions(unit)));
  }

  /** What holds for a unit where it is, once the server has answered. @param {string} unit */
  conditions(unit) {
    const line = h("p", { class: "card-conditions" });
    const { conditions, model } = this.context;
    conditions(unit, model.hexOf(unit)).then((found) => {
      if (!found.length) line.remove();
      line.append(...found.map(({ text, holds }) => h("span", { dataset: { holds: String(holds) } }, text)));
    });
    return line;
  }

  /** Place the card in a corner, away from its unit, so that the destinations stay visible. @param {string|null} place */
  putAside(place) {
    const { overlay, viewport, board } = this.context;
    const at = place && board.centers.has(place) ? viewport.inFrame(overlay.at(place)) : { x: 0, y: 0 };
    const left = at.x > viewport.was.x / 2 ? EDGE : viewport.was.x - this.element.offsetWidth - EDGE;
    const top = at.y > viewport.was.y / 2 ? EDGE_TOP : viewport.was.y - this.element.offsetHeight - EDGE;
    this.element.style.left = `${Math.round(left)}px`;
    this.element.style.top = `${Math.round(top)}px`;
  }

  /** Place the card beside its subject, inside the frame. @param {string|null} place @param {{x: number, y: number}|null} pointer */
  put(place, pointer) {
    const { overlay, viewport, frame, board } = this.context;
    const { left, top } = frame.getBoundingClientRect();
    const there = place && board.centers.has(place) ? viewport.inFrame(overlay.at(place)) : null;
    const at = there ?? { x: (pointer?.x ?? left) - left, y: (pointer?.y ?? top) - top };
    const gap = Math.max(GAP, 52 * viewport.scale * viewport.zoom);
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const right = at.x + gap + width <= viewport.was.x;
    const x = right ? at.x + gap : Math.max(at.x - gap - width, 4);
    const narrow = !right && at.x - gap - width < 4; // then above or below
    const y = narrow ? (at.y > viewport.was.y / 2 ? at.y - gap - height : at.y + gap) : at.y - height / 2;
    this.element.style.left = `${Math.round(Math.min(x, viewport.was.x - width - 4))}px`;
    this.element.style.top = `${Math.round(Math.min(Math.max(y, 4), Math.max(viewport.was.y - height - 4, 4)))}px`;
  }
}
