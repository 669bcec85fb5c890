/** Dragging a counter out of the list of its stack to a place on the map: only this counter goes. */

import { h } from "../common/dom.js";

const STRAY = 6; // px a pointer may stray before a press becomes a drag

/**
 * @param {HTMLElement} list where the counters are buttons
 * @param {{spot: (target: EventTarget|null) => import("../game/map/board.js").Spot, face: (unit: string) => SVGElement|null,
 *   send: (unit: string, place: string) => void, point: (spot: import("../game/map/board.js").Spot|null) => void}} given
 */
export function listenDragsOut(list, { spot, face, send, point }) {
  /** @type {{unit: string, id: number, x: number, y: number, ghost: HTMLElement|null}|null} */
  let press = null;

  list.addEventListener("pointerdown", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-choose]") : null;
    if (!(button instanceof HTMLElement) || event.button !== 0 || event.pointerType !== "mouse") return;
    press = { unit: button.dataset.choose ?? "", id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  });

  /** @param {PointerEvent} event */
  function move(event) {
    if (!press || event.pointerId !== press.id) return;
    const { clientX: x, clientY: y } = event;
    if (!press.ghost) {
      if (Math.hypot(x - press.x, y - press.y) < STRAY) return;
      press.ghost = h("div", { class: "drag-out", "aria-hidden": "true" }, face(press.unit));
      document.body.append(press.ghost);
    }
    press.ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    point(spot(document.elementFromPoint(x, y)));
  }

  /** @param {PointerEvent} event */
  function drop(event) {
    if (!press || event.pointerId !== press.id) return;
    const { unit, ghost } = press;
    press = null;
    if (!ghost) return;
    ghost.remove();
    const { hex } = spot(document.elementFromPoint(event.clientX, event.clientY));
    if (event.type === "pointerup" && hex) send(unit, hex);
  }

  document.addEventListener("pointermove", move);
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) document.addEventListener(name, drop);
  return () => {
    document.removeEventListener("pointermove", move);
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) document.removeEventListener(name, drop);
  };
}
