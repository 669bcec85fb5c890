/** Dragging counters to a destination, and selection boxes. The map is dragged in viewport.js. */

import { h } from "../../common/dom.js";

/** @typedef {import("../parts.js").MapContext & {several: HTMLElement, many: () => number, part: () => import("../parts.js").Part,
 *   outside?: (at: Element|null) => void}} DragContext
 *   several: the button that makes clicks take more in hand; many: how many counters are in hand; part: of the decision now;
 *   outside: what is in hand was dropped there, beside the map */
/** @typedef {import("./board.js").Spot} Spot */
/** @typedef {{x: number, y: number}} Point */

const STRAY = 6; // px a pointer may stray before a press becomes a drag

/**
 * @param {DragContext} context
 * @param {(spot: Spot|null) => void} point tells the part what the pointer is on
 * @returns {{readonly several: boolean}} `several`: whether clicks take more in hand
 */
export function listenDrags({ model, frame, board, viewport, several, many, part, outside }, point) {
  const box = h("div", { class: "box-select", hidden: true });
  frame.append(box);
  /** @type {{id: number, start: Point, spot: Spot, kind: "box"|"unit", begun: boolean, ghost: HTMLElement|null}|null} */
  let press = null;
  let swallow = false; // the click that the browser sends after a drag

  const spotAt = (/** @type {Point} */ { x, y }) => board.spot(document.elementFromPoint(x, y));
  const isSeveral = () => !several.hidden && several.getAttribute("aria-pressed") === "true";
  several.addEventListener("click", () => several.setAttribute("aria-pressed", String(several.getAttribute("aria-pressed") !== "true")));

  /** @param {PointerEvent} event what it begins, "" where it is for the map */
  function begins(event) {
    if (!event.isPrimary || event.button !== 0 || !model.shown) return "";
    const now = part();
    if (now.box && !several.hidden && (isSeveral() || (event.shiftKey && event.pointerType === "mouse"))) return "box";
    const grabs = now.grabs?.(board.spot(event.target)) ?? "";
    return grabs && (event.pointerType === "mouse" || grabs === "held") ? "unit" : "";
  }

  viewport.spares = (event) => {
    const kind = begins(event);
    swallow = false;
    if (!kind) return false;
    press = { id: event.pointerId, start: { x: event.clientX, y: event.clientY }, spot: board.spot(event.target), kind, begun: false, ghost: null };
    return true;
  };

  frame.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { start, kind } = press;
    const now = { x: event.clientX, y: event.clientY };
    if (!press.begun) {
      if (Math.hypot(now.x - start.x, now.y - start.y) < STRAY) return;
      press.begun = true;
      frame.setPointerCapture(event.pointerId);
      if (kind === "unit") {
        part().grab?.(press.spot);
        press.ghost = ghost(press.spot);
      }
    }
    if (kind === "box") draw(start, now);
    else {
      lay(press.ghost, now);
      point(spotAt(now));
    }
  });

  for (const name of ["pointerup", "pointercancel"]) {
    frame.addEventListener(name, (raw) => {
      const event = /** @type {PointerEvent} */ (raw);
      if (!press || event.pointerId !== press.id) return;
      const done = press;
      press = null;
      done.ghost?.remove();
      box.hidden = true;
      if (!done.begun) return;
      swallow = true;
      window.setTimeout(() => (swallow = false));
      if (name === "pointercancel") return;
      const now = { x: event.clientX, y: event.clientY };
      if (done.kind === "box") part().box?.(inside(done.start, now), event.shiftKey || event.ctrlKey || isSeveral());
      else drop(done.spot, now);
    });
  }
  frame.addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.stopImmediatePropagation();
  }, true);

  /** @param {Spot} from @param {Point} at */
  function drop(from, at) {
    const to = spotAt(at);
    if (!(to.hex ?? to.unit ?? to.box)) outside?.(document.elementFromPoint(at.x, at.y));
    else if ((to.hex ?? to.box) && (to.hex !== from.hex || to.box !== from.box)) part().click(to);
  }

  /** @param {Point} a @param {Point} b */
  function draw(a, b) {
    const { left, top } = frame.getBoundingClientRect();
    box.hidden = false;
    Object.assign(box.style, {
      left: `${Math.min(a.x, b.x) - left}px`, top: `${Math.min(a.y, b.y) - top}px`,
      width: `${Math.abs(a.x - b.x)}px`, height: `${Math.abs(a.y - b.y)}px`,
    });
  }

  /** The units whose counter's center is in the box. @param {Point} a @param {Point} b */
  function inside(a, b) {
    const units = [...frame.querySelectorAll("#layer-units [data-unit]")].filter((counter) => {
      const { x, y, width, height } = counter.getBoundingClientRect();
      const [cx, cy] = [x + width / 2, y + height / 2];
      return cx >= Math.min(a.x, b.x) && cx <= Math.max(a.x, b.x) && cy >= Math.min(a.y, b.y) && cy <= Math.max(a.y, b.y);
    });
    return units.map((counter) => /** @type {SVGElement} */ (counter).dataset.unit ?? "");
  }

  /** A copy of the counter that follows the pointer. @param {Spot} spot */
  function ghost(spot) {
    const unit = spot.unit ?? model.all(spot.hex)[0];
    const counter = unit && frame.querySelector(`#unit-${CSS.escape(unit)}`);
    if (!(counter instanceof SVGGraphicsElement)) return null;
    const { width, height } = counter.getBoundingClientRect();
    const drawn = /** @type {SVGGraphicsElement} */ (counter.cloneNode(true));
    drawn.removeAttribute("id");
    drawn.removeAttribute("transform");
    const { x, y, width: w, height: hh } = counter.getBBox();
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", `${x} ${y} ${w} ${hh}`);
    picture.append(drawn);
    const element = h("div", { class: "drag-ghost", "aria-hidden": "true" }, picture);
    Object.assign(element.style, { width: `${width}px`, height: `${height}px` });
    const n = part().grabs?.(spot) === "held" ? many() : 1;
    if (n > 1) element.append(h("b", { class: "many" }, `×${n}`));
    frame.append(element);
    return element;
  }

  /** @param {HTMLElement|null} element @param {Point} at */
  function lay(element, { x, y }) {
    if (!element) return;
    const { left, top } = frame.getBoundingClientRect();
    element.style.transform = `translate(${x - left}px, ${y - top}px) translate(-50%, -50%)`;
  }

  return {
    get several() {
      return isSeveral();
    },
  };
}
