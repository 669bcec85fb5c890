/** Clicks interrupted by a redraw: browsers send none if the pressed element is gone on release. */

/**
 * Send such a click to the element there now: the board, or a button with the same effect.
 * @param {HTMLElement} element where clicks are taken
 * @param {HTMLElement} board
 * @param {() => boolean} isDrag whether the press has moved the map
 */
export function mendClicks(element, board, isDrag) {
  /** @type {Element|null} what the only pointer that is down has pressed */
  let pressed = null;
  let sent = false; // whether the click of the last press was sent from here

  const drop = () => (pressed = null);
  for (const name of ["pointercancel", "contextmenu"]) element.addEventListener(name, drop, true);
  element.addEventListener("pointerdown", (event) => {
    sent = false;
    pressed = event.isPrimary && event.button === 0 && event.target instanceof Element ? event.target : null;
  }, true);
  element.addEventListener("pointerup", (event) => {
    const was = pressed;
    drop();
    if (!was || was.isConnected || !event.isPrimary || event.button !== 0 || isDrag()) return;
    const { clientX, clientY } = event;
    const there = document.elementFromPoint(clientX, clientY);
    const target = board.contains(there) ? there : sameButton(was, there);
    if (!target) return;
    sent = true;
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window, detail: 1, clientX, clientY }));
  });
  // A browser may send the click anyway, as after a tap. A click by a key, without a pointer, has no detail.
  element.addEventListener("click", (event) => {
    if (!sent || !event.isTrusted || !event.detail) return;
    sent = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, true);
}

/**
 * The button at that place, if it has the same effect as the pressed one.
 * @param {Element} was
 * @param {Element|null} there
 */
function sameButton(was, there) {
  const [old, now] = [was.closest("button"), there?.closest("button")];
  if (!old || !now || now.disabled) return null;
  return JSON.stringify(old.dataset) === JSON.stringify(now.dataset) ? now : null;
}
