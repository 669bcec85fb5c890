/** Pointer and button input on the game screen. */

import { mendClicks } from "./clicks.js";
import { listenDrags } from "../map/drag.js";

/**
 * @typedef {import("../parts.js").MapContext & {element: HTMLElement, hint: import("../panel/hint_line.js").Hint,
 *   panel: import("../panel/decision.js").Decision, several: HTMLElement, part: () => import("../parts.js").Part,
 *   put: (place: string|null) => void, buttons: Record<"fit"|"end"|"undo"|"now"|"pause"|"next", () => void>, act: (action: string) => void}} InputContext
 *   element: the screen of the game; put: the cursor is moved there; buttons: what those of the screen do; act: carry out an action
 */
/** @typedef {import("../map/board.js").Spot} Spot */

const FORGOTTEN = "?"; // no spot's: leaving the board is told as well

/** @param {InputContext} context @returns {{forget: () => void}} `forget`: what is under the pointer may be something else now */
export function listen(context) {
  const { element, frame, model, board, overlay, viewport, hint, panel, part } = context;
  let under = ""; // what the pointer was on last: moving within it asks nothing

  /** @param {Spot|null} spot */
  function point(spot) {
    const key = spot ? `${spot.hex} ${spot.unit} ${spot.box}` : "";
    if (key === under || !model.shown) return;
    under = key;
    hint.aloud = false;
    part().point(spot);
  }

  const drags = listenDrags({ ...context, many: () => Number(panel.element.dataset.many ?? 1) }, point);
  mendClicks(element, frame, () => viewport.dragged);
  frame.addEventListener("click", (event) => {
    // A click's target is the common ancestor of the elements where it was pressed and released.
    const spot = board.spot(event.detail ? document.elementFromPoint(event.clientX, event.clientY) : event.target);
    context.put(spot.hex);
    const more = event.shiftKey || event.ctrlKey || event.metaKey || drags.several;
    if (model.shown && (spot.hex || spot.unit || spot.box)) part().click(more ? { ...spot, more } : spot);
  });
  frame.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && !event.buttons) point(board.spot(event.target));
  });
  frame.addEventListener("pointerleave", () => point(null));
  element.addEventListener("click", (event) => {
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button || button.disabled) return;
    press(context, button, more);
    // The button's question is answered; the next one is often about the map.
    if (!button.isConnected && document.activeElement === document.body) frame.focus({ preventScroll: true });
  });

  /** Highlight the hexes of a decision's button. @param {EventTarget|null} target */
  function light(target) {
    const button = target instanceof Element ? target.closest("[data-hexes]") : null;
    overlay.told(button instanceof HTMLElement ? (button.dataset.hexes ?? "").split(" ") : null);
  }

  const { choices } = panel;
  for (const name of ["pointerover", "focusin"]) choices.addEventListener(name, (event) => light(event.target));
  for (const name of ["pointerleave", "focusout"]) choices.addEventListener(name, () => overlay.told(null));
  return { forget: () => (under = FORGOTTEN) };
}

/** @param {InputContext} context @param {HTMLButtonElement} button @param {boolean} more whether a unit is chosen beside those in hand */
function press({ viewport, buttons, act, part: decides }, button, more) {
  const { zoom, choose, attack, mode, toggle, whole } = button.dataset;
  const part = decides();
  if (zoom === "in") viewport.closer();
  else if (zoom === "out") viewport.farther();
  else if (zoom === "fit") buttons.fit();
  else if (button.dataset.do === "end") buttons.end();
  else if (button.dataset.do) act(button.dataset.do);
  else if (choose && more && part.toggle) part.toggle(choose);
  else if (choose) part.pick(choose);
  else if (button.dataset.takeBack) part.takeBack?.();
  else if ("chain" in button.dataset) part.followChain?.();
  else if (mode) part.mode?.(mode);
  else if (toggle) part.toggle?.(toggle);
  else if (whole) part.whole?.(whole);
  else if (attack) part.click({ hex: attack, unit: null, box: null });
  else if (button.matches("#decision [data-back]")) part.back();
  else if (button.matches("#undo, [data-undo]")) buttons.undo();
  else if (button.id === "next") buttons.next();
  else if (button.id === "now") buttons.now();
  else if (button.id === "pause") buttons.pause();
}
