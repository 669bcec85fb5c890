/** The picture of the board: fetched once; then changed groups are replaced. */

import { ApiError, answered } from "../../network/api.js";
import { parsed } from "../../common/dom.js";
import { Groups } from "./groups.js";

/** @typedef {import("../../types.js").State} State */
/** @typedef {{hex: string|null, unit: string|null, box: string|null, more?: boolean}} Spot what is under a point; more: it is to be taken beside what is in hand */

const NOTHING = Object.freeze({ hex: null, unit: null, box: null });

/** Whether the system setting asks for reduced motion. */
export const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Board {
  /**
   * @param {string} id of the saved game
   * @param {HTMLElement} view where the picture goes
   * @param {{ms: number, least: number}} [motion] how long counters glide, and how far they must go for it
   */
  constructor(id, view, motion = { ms: 250, least: 0 }) {
    this.id = id;
    this.view = view;
    this.motion = motion;
    /** @type {SVGSVGElement|null} */
    this.svg = null;
    /** @type {Map<string, {x: number, y: number}>} */
    this.centers = new Map();
    /** @type {State|null} what waits for the picture */
    this.waiting = null;
    this.fetched = 0;
    /** @type {Map<string, string>} each group as it was drawn last */
    this.drawn = new Map();
    this.groups = new Groups((part) => this.hush(part));
  }

  /** The address of the picture, with or without the surroundings of the map. @type {(sheet: boolean) => string} */
  address = (sheet) => `/api/saved/${this.id}/board.svg?sheet=${sheet ? 1 : 0}`;

  /**
   * Fetch the picture, with or without the surroundings of the map.
   * @param {boolean} sheet
   * @returns {Promise<boolean>} whether it is there; another fetch may have come later
   */
  async load(sheet) {
    const turn = ++this.fetched;
    const answer = await answered(this.address(sheet));
    if (!answer.ok) {
      const data = await answer.json().catch(() => null);
      throw new ApiError(data?.error ?? { kind: "request", text: answer.statusText }, answer.status);
    }
    const text = await answer.text();
    if (turn !== this.fetched) return false;
    const drawn = parsed(text);
    const picture = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(drawn, true)));
    this.groups.begin(picture, drawn);
    this.take(picture, sheet);
    return true;
  }

  /** @param {SVGSVGElement} picture @param {boolean} sheet */
  take(picture, sheet) {
    picture.removeAttribute("width"); // the viewport sizes it
    picture.removeAttribute("height");
    picture.setAttribute("focusable", "false");
    picture.classList.toggle("map-alone", !sheet);
    this.svg = picture;
    this.drawn.clear();
    this.centers = new Map();
    for (const use of picture.querySelectorAll("#layer-hexes [data-hex]")) {
      const at = { x: Number(use.getAttribute("x")), y: Number(use.getAttribute("y")) };
      this.centers.set(/** @type {SVGElement} */ (use).dataset.hex ?? "", at);
    }
    this.hush(picture);
    this.view.replaceChildren(picture);
    if (this.waiting) this.show(this.waiting, false);
  }

  /** Turn titles into labels, because the hint line describes what is under the pointer. @param {Element} part */
  hush(part) {
    for (const title of part.querySelectorAll("title")) {
      title.parentElement?.setAttribute("aria-label", title.textContent ?? "");
      title.remove();
    }
  }

  /**
   * Draw a state: replace the changed groups, and move counters smoothly from their old places.
   * @param {State} state
   * @param {boolean} glide
   */
  show(state, glide) {
    this.waiting = state;
    if (!this.svg) return;
    const before = this.places();
    for (const [name, markup] of Object.entries(state.board)) {
      if (!markup || this.drawn.get(name) === markup) continue; // a click on what stays is not lost
      this.drawn.set(name, markup);
      this.groups.show(parsed(markup));
    }
    if (glide && !still()) this.glide(before);
  }

  /** The position of each counter: the numbers of its transform. */
  places() {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const unit of this.svg?.querySelectorAll("#layer-units [data-unit]") ?? []) {
      found.set(unit.id, unit.getAttribute("transform") ?? "");
    }
    return found;
  }

  /** Move counters smoothly from their old positions. @param {Map<string, string>} before */
  glide(before) {
    for (const unit of this.svg?.querySelectorAll("#layer-units [data-unit]") ?? []) {
      const [from, to] = [before.get(unit.id) ?? "", unit.getAttribute("transform") ?? ""];
      if (from === to) continue;
      const [was, now] = [numbers(from), numbers(to)];
      if (!was || !now || !(Math.hypot(was[0] - now[0], was[1] - now[1]) > this.motion.least)) continue;
      this.goes(unit);
      unit.animate([{ transform: styled(was) }, { transform: styled(now) }], { duration: this.motion.ms, easing: "ease-in-out" });
    }
  }

  /** Additional effects when a counter moves. @param {Element} _unit */
  goes(_unit) {}

  /** The unit or place of an element in the picture. @param {EventTarget|null} target @returns {Spot} */
  spot(target) {
    if (!(target instanceof Element) || !this.svg?.contains(target)) return NOTHING;
    const unit = /** @type {SVGElement|null} */ (target.closest("svg [data-unit]"));
    const place = /** @type {SVGElement|null} */ (target.closest("[data-hex], [data-again]"));
    return { hex: place?.dataset.hex ?? place?.dataset.again ?? null, unit: unit?.dataset.unit ?? null, box: null };
  }
}

/** The numbers of an SVG transform: x, y, scale. @param {string} transform @returns {[number, number, number]|null} */
function numbers(transform) {
  const [x, y, scale = "1"] = transform.match(/-?[\d.]+/g) ?? [];
  return x === undefined || y === undefined ? null : [Number(x), Number(y), Number(scale)];
}

/** The same as CSS, where lengths need units. @param {number[]} place */
const styled = ([x = 0, y = 0, scale = 1]) => `translate(${x}px, ${y}px) scale(${scale})`;
