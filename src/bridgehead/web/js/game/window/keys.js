/** Shortcuts for wherever the focus is; on the board the cursor handles them. */

const TYPED = "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]"; // keys are letters there
const TO_BOARD = Object.freeze(["n", "N"]); // what goes on with the keyboard on the map

/**
 * @param {{model: import("../parts.js").Model, frame: HTMLElement, shortcut: (key: string) => boolean}} context shortcut: do
 *   what a key does; false where it does nothing
 * @returns {() => void} how to stop
 */
export function listenToKeys({ model, frame, shortcut }) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!model.shown || model.shown.curtain || !(target instanceof Element) || target === frame || target.matches(TYPED)) return;
    if (document.querySelector("dialog[open]") || key === "Enter" || key === " ") return;
    if (key === "Escape" && target.closest("[role=tabpanel]")) return; // what is open there closes first
    if (TO_BOARD.includes(key)) frame.focus({ preventScroll: true });
    if (shortcut(key)) event.preventDefault();
  }
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
