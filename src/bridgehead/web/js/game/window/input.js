/** Pointer and button input on the game screen. */

import { mendClicks } from "./clicks.js";
import { listenDrags } from "../map/drag.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../map/board.js").Spot} Spot */

const FORGOTTEN = "?"; // no spot's: leaving the board is told as well

/** @param {Game} game @returns {{forget: () => void}} `forget`: what is under the pointer may be something else now */
export function listen(game) {
  const { ui, element } = game;
  const frame = ui.layout.board;
  let under = ""; // what the pointer was on last: moving within it asks nothing

  /** @param {Spot|null} spot */
  function point(spot) {
    const key = spot ? `${spot.hex} ${spot.unit} ${spot.box}` : "";
    if (key === under || !game.model.shown) return;
    under = key;
    ui.hint.aloud = false;
    game.part.point(spot);
  }

  const drags = listenDrags({ ...game.map, several: ui.layout.several, many: () => Number(ui.panel.element.dataset.many ?? 1), part: () => game.part }, point);
  mendClicks(element, frame, () => ui.viewport.dragged);
  frame.addEventListener("click", (event) => {
    // A click's target is the common ancestor of the elements where it was pressed and released.
    const spot = ui.board.spot(event.detail ? document.elementFromPoint(event.clientX, event.clientY) : event.target);
    game.cursor.put(spot.hex);
    const more = event.shiftKey || event.ctrlKey || event.metaKey || drags.several;
    if (game.model.shown && (spot.hex || spot.unit || spot.box)) game.part.click(more ? { ...spot, more } : spot);
  });
  frame.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && !event.buttons) point(ui.board.spot(event.target));
  });
  frame.addEventListener("pointerleave", () => point(null));
  element.addEventListener("click", (event) => {
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button || button.disabled) return;
    press(game, button, more);
    // The button's question is answered; the next one is often about the map.
    if (!button.isConnected && document.activeElement === document.body) frame.focus({ preventScroll: true });
  });

  /** Highlight the hexes of a decision's button. @param {EventTarget|null} target */
  function light(target) {
    const button = target instanceof Element ? target.closest("[data-hexes]") : null;
    ui.overlay.told(button instanceof HTMLElement ? (button.dataset.hexes ?? "").split(" ") : null);
  }

  const { choices } = ui.panel;
  for (const name of ["pointerover", "focusin"]) choices.addEventListener(name, (event) => light(event.target));
  for (const name of ["pointerleave", "focusout"]) choices.addEventListener(name, () => ui.overlay.told(null));
  return { forget: () => (under = FORGOTTEN) };
}

/** @param {Game} game @param {HTMLButtonElement} button @param {boolean} more whether a unit is chosen beside those in hand */
function press(game, button, more) {
  const { viewport } = game.ui;
  const { zoom, choose, attack, mode, toggle, whole } = button.dataset;
  if (zoom === "in") viewport.closer();
  else if (zoom === "out") viewport.farther();
  else if (zoom === "fit") game.attention.toggle();
  else if (button.dataset.do === "end") game.deeds.end();
  else if (button.dataset.do) game.deeds.act(button.dataset.do);
  else if (choose && more && game.part.toggle) game.part.toggle(choose);
  else if (choose) game.part.pick(choose);
  else if (button.dataset.takeBack) game.part.takeBack?.();
  else if (mode) game.part.mode?.(mode);
  else if (toggle) game.part.toggle?.(toggle);
  else if (whole) game.part.whole?.(whole);
  else if (attack) game.part.click({ hex: attack, unit: null, box: null });
  else if (button.matches("#decision [data-back]")) game.part.back();
  else if (button.matches("#undo, [data-undo]")) game.deeds.undo();
  else if (button.id === "now") game.play.send({ type: "now" });
  else if (button.id === "pause") game.play.send({ type: "pause", on: !game.live?.paused });
}
