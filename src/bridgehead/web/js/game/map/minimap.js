/** A small overview of the whole map while a part is shown: units, and the visible part. A click moves there. */

import { h } from "../../common/dom.js";
import { draw } from "./overlay.js";

/** @typedef {import("../parts.js").MapContext} MapContext */

const LEFT_OUT = "#layer-units, #layer-marks, #layer-numbers, #layer-names, #layer-page, #layer-above, #layer-zones, #layer-line, title";
const SPOT = 66; // units of the picture: a side of what stands for units
const NEAR = 34; // px around it
const CORNERS = Object.freeze(["bottom left", "bottom right", "top right"]); // at the top left maps may be chosen
const WAIT = 400; // ms: the map itself comes first

export class Minimap {
  /** @param {MapContext} context */
  constructor(context) {
    this.context = context;
    this.picture = h("img", { alt: "", draggable: "false" });
    this.spots = draw("g", {});
    this.part = draw("rect", { class: "part" });
    this.plan = /** @type {SVGSVGElement} */ (draw("svg", {}));
    this.plan.append(this.spots, this.part);
    // Hidden from screen readers: the keyboard uses the map itself.
    this.element = h("div", { class: "minimap", "aria-hidden": "true", "data-corner": CORNERS[0], hidden: true }, this.picture, this.plan);
    this.drawn = ""; // which picture it is of
    this.timer = 0;
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("pointermove", (event) => event.buttons && this.go(event));
    context.frame.after(this.element);
  }

  /** Another picture has been loaded. */
  anew() {
    this.drawn = "";
    this.follow();
  }

  /** Move to the corner that covers the fewest units and places to choose; stay if none is better. */
  makeWay() {
    const { model, overlay, viewport, board } = this.context;
    if (this.element.hidden || !model.shown) return;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const { x: right, y: bottom } = viewport.was;
    const seen = [...model.occupants.keys(), ...overlay.marked].filter((place) => board.centers.has(place)).map((place) => viewport.inFrame(overlay.at(place)));
    const covered = (/** @type {string} */ corner) => {
      const [left, top] = [corner.includes("right") ? right - width : 0, corner.includes("top") ? 0 : bottom - height];
      return seen.filter(({ x, y }) => x > left - NEAR && y > top - NEAR && x < left + width + NEAR && y < top + height + NEAR).length;
    };
    const now = this.element.dataset.corner ?? "";
    const best = CORNERS.reduce((found, corner) => (covered(corner) < covered(found) ? corner : found), now);
    this.element.dataset.corner = best;
  }

  /** The visible part of the map has changed. */
  follow() {
    const { viewport, board } = this.context;
    const { hidden } = this.element;
    this.element.hidden = !(board.svg && viewport.isZoomed);
    if (this.element.hidden) return;
    if (hidden) this.units(); // they may have moved meanwhile
    const { box, seen } = viewport;
    const given = `${box.x} ${box.y} ${box.width} ${box.height}`;
    if (this.plan.getAttribute("viewBox") !== given) {
      this.plan.setAttribute("viewBox", given);
      this.element.style.aspectRatio = `${box.width} / ${box.height}`;
      this.element.classList.toggle("high", box.height > box.width);
      this.units();
    }
    for (const [name, value] of Object.entries(seen)) this.part.setAttribute(name, String(Math.round(value)));
    const key = `${given} ${board.svg?.getAttribute("class")}`;
    if (key === this.drawn) return;
    this.drawn = key;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.copy(), WAIT);
  }

  /** Copy the printed map, without units, as one picture. */
  copy() {
    const { svg } = this.context.board;
    if (!svg) {
      this.drawn = ""; // once there is one
      return;
    }
    const copied = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
    for (const part of copied.querySelectorAll(LEFT_OUT)) part.remove();
    const text = new XMLSerializer().serializeToString(copied);
    this.release();
    this.picture.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  }

  release() {
    if (this.picture.src) URL.revokeObjectURL(this.picture.src);
  }

  /** Draw the units. */
  units() {
    const { model, overlay, board } = this.context;
    if (this.element.hidden || !model.shown) return;
    const places = [...model.occupants].filter(([place]) => board.centers.has(place));
    this.spots.replaceChildren(...places.map(([place, [unit]]) => {
      const { x, y } = overlay.at(place);
      return draw("rect", { x: x - SPOT / 2, y: y - SPOT / 2, width: SPOT, height: SPOT, "data-side": model.unit(unit).side });
    }));
  }

  /** @param {PointerEvent} event */
  press(event) {
    event.preventDefault(); // the focus stays where it is
    this.element.setPointerCapture(event.pointerId);
    this.go(event);
  }

  /** Center the large map on a place of the small one. @param {PointerEvent} event */
  go(event) {
    const { viewport } = this.context;
    const { left, top, width, height } = this.plan.getBoundingClientRect();
    const { box } = viewport;
    viewport.center({ x: box.x + ((event.clientX - left) / width) * box.width, y: box.y + ((event.clientY - top) / height) * box.height });
  }

  destroy() {
    window.clearTimeout(this.timer);
    this.release();
  }
}
