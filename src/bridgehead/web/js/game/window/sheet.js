/** A sheet over the column of a small window: a tap on it, or a swipe down, closes it. */

import { compact } from "../../common/compact.js";

const FAR = 48; // px down from where letting go takes it away
const STILL = 8; // px that a tap may move

/**
 * @param {HTMLElement} element
 * @param {() => void} close
 * @returns {{readonly lies: boolean}} whether it is a sheet now: a wide screen has room beside things
 */
export function createSheet(element, close) {
  const small = compact();
  let from = 0;
  let down = 0; // px that it was moved
  let held = false;

  element.addEventListener("pointerdown", (event) => {
    if (!small.matches || !event.isPrimary) return;
    held = true;
    from = event.clientY;
    down = 0;
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (!held) return;
    down = event.clientY - from;
    element.style.translate = `0 ${Math.max(down, 0)}px`;
  });
  // At its beginning a scrolled list does not take the swipe down, which closes it.
  element.addEventListener("touchmove", (event) => {
    if (held && element.scrollTop <= 0 && event.touches[0].clientY > from) event.preventDefault();
  }, { passive: false });
  for (const name of ["pointerup", "pointercancel"]) {
    element.addEventListener(name, () => {
      if (!held) return;
      held = false;
      element.style.translate = "";
      if (name === "pointerup" && (down > FAR || Math.abs(down) < STILL)) close();
    });
  }
  return {
    get lies() {
      return small.matches;
    },
  };
}
