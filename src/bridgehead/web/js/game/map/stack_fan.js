/** A stack fanned out: its counters side by side, all of one size, with the sum of their strengths. */

import { h, refill } from "../../common/dom.js";
import { t } from "../../common/text.js";

/**
 * @typedef {import("../parts.js").MapContext & {face: (unit: string) => SVGElement|null, chosen: () => string, pick: (unit: string) => void,
 *   card: import("./card.js").Card}} FanContext   face: a counter's drawing; chosen: the unit in hand, "" if there is none; pick: choose a unit
 */

const REST = 160; // ms the pointer rests
const OUTSIDE = 220; // ms it may be elsewhere on its way to the fan
const HALF = 30; // units of the picture: half a counter, with its rim
const EDGE = 4; // px to the edge of the frame
const OVERLAP = 6; // px over the stack, so that the pointer can go into the fan

export class StackFan {
  /** @param {FanContext} context */
  constructor(context) {
    this.context = context;
    /** @type {string|null} the place that is fanned out, or will be */
    this.place = null;
    this.timer = 0;
    /** @type {string|null} */
    this.next = null; // where the pointer has gone
    this.leaving = false;
    this.touched = false; // the last press was a finger's
    this.element = h("div", { class: "stack-fan", "aria-hidden": "true", hidden: true }); // screen readers have the decision and the hint line
    const { frame } = context;
    frame.after(this.element);
    frame.addEventListener("pointerdown", (event) => {
      this.touched = event.pointerType !== "mouse";
      this.hide();
    });
    frame.addEventListener("pointermove", (event) => event.pointerType === "mouse" && !event.buttons && this.point(context.board.spot(event.target).hex));
    frame.addEventListener("pointerleave", () => {
      this.next = null;
      this.leave();
    });
    frame.addEventListener("click", (event) => this.touched && this.show(context.board.spot(document.elementFromPoint(event.clientX, event.clientY)).hex));
    frame.addEventListener("wheel", () => this.hide(), { passive: true });
    this.element.addEventListener("pointerenter", () => this.stay());
    this.element.addEventListener("pointerleave", (event) => {
      this.next = null;
      if (event.pointerType === "mouse") this.leave();
    });
    this.element.addEventListener("pointerover", (event) => this.tell(event));
    this.element.addEventListener("click", (event) => this.press(event.target));
  }

  /** Whether a place is fanned out. @param {string|null} place */
  isOf(place) {
    return place !== null && this.place === place && !this.element.hidden;
  }

  /** The pointer is on a place. @param {string|null} place */
  point(place) {
    this.next = place;
    if (place === this.place) return this.stay();
    if (!this.element.hidden) return this.leave();
    window.clearTimeout(this.timer);
    this.place = place;
    if (place) this.timer = window.setTimeout(() => this.show(place), REST);
  }

  /** The pointer is back at the stack, or in the fan. */
  stay() {
    if (this.leaving) window.clearTimeout(this.timer);
    this.leaving = false;
  }

  /** The pointer has left: the fan stays for a moment, since it may be on its way there. */
  leave() {
    if (this.element.hidden) return this.hide();
    if (this.leaving) return;
    this.leaving = true;
    this.timer = window.setTimeout(() => {
      const { next } = this;
      this.hide();
      this.point(next);
    }, OUTSIDE);
  }

  hide() {
    window.clearTimeout(this.timer);
    this.leaving = false;
    this.place = null;
    this.element.hidden = true;
  }

  /** @param {string|null} place */
  show(place) {
    const { model, board, chosen } = this.context;
    const units = model.shown && !model.shown.curtain ? model.all(place) : [];
    const hidden = place && "hiddenAt" in model ? model.hiddenAt(place) : 0;
    const hand = chosen();
    if (!place || units.length + hidden < 2 || !units.length || !board.centers.has(place) || (hand && !units.includes(hand))) return this.hide();
    this.place = place;
    refill(this.element,
      h("div", { class: "fan-units" }, units.map((/** @type {string} */ unit) => h("button", { type: "button", tabindex: "-1", "data-fan": unit }, this.context.face(unit)))),
      h("p", { class: "fan-sum" }, this.sums(units).join(" · "), hidden > 0 && ` · ${t("fan.hidden", { n: hidden })}`));
    this.element.hidden = false;
    this.put(place);
  }

  /** The strength of the stack; of each side if there are several. @param {readonly string[]} units */
  sums(units) {
    const { model } = this.context;
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const id of units) {
      const { side, strength } = model.unit(id);
      found.set(side, (found.get(side) ?? 0) + (Number(strength) || 0));
    }
    return [...found].map(([side, n]) => (found.size > 1 ? t("fan.sideStrength", { side: model.side(side), n }) : t("fan.strength", { n })));
  }

  /** Above the stack, or below it where there is no room above. @param {string} place */
  put(place) {
    const { overlay, viewport } = this.context;
    const { x, y } = viewport.inFrame(overlay.at(place));
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const half = HALF * viewport.scale * viewport.zoom - OVERLAP;
    const top = y - half - height >= EDGE ? y - half - height : y + half;
    this.element.style.left = `${Math.round(Math.min(Math.max(x - width / 2, EDGE), viewport.was.x - width - EDGE))}px`;
    this.element.style.top = `${Math.round(top)}px`;
  }

  /** Show the card of the counter under the pointer. @param {PointerEvent} event */
  tell(event) {
    const counter = event.target instanceof Element ? event.target.closest("[data-fan]") : null;
    if (event.pointerType !== "mouse" || !(counter instanceof HTMLElement)) return;
    this.context.card.await(null, counter.dataset.fan ?? "", { x: event.clientX, y: event.clientY });
  }

  /** @param {EventTarget|null} target */
  press(target) {
    const counter = target instanceof Element ? target.closest("[data-fan]") : null;
    if (!(counter instanceof HTMLElement)) return;
    this.hide();
    this.context.card.hide();
    this.context.pick(counter.dataset.fan ?? "");
  }
}
