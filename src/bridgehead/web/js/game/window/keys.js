/** Shortcuts for wherever the focus is; on the board the cursor handles them. */

/** @typedef {import("../game.js").Game} Game */

const TYPED = "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]"; // keys are letters there
const TO_BOARD = Object.freeze(["n", "N"]); // what goes on with the keyboard on the map

/**
 * @param {Game} game
 * @returns {() => void} how to stop
 */
export function listenToKeys(game) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { board } = game.ui.layout;
    if (!game.model.shown || game.model.shown.curtain || !(target instanceof Element) || target === board || target.matches(TYPED)) return;
    if (document.querySelector("dialog[open]") || key === "Enter" || key === " ") return;
    if (key === "Escape" && target.closest("[role=tabpanel]")) return; // what is open there closes first
    if (TO_BOARD.includes(key)) board.focus({ preventScroll: true });
    if (game.cursor.shortcut(key)) event.preventDefault();
  }
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
