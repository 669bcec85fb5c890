/** What a screen reader hears. */

import { byId, h, refill } from "./dom.js";
import { hasText, t } from "./text.js";

const KEPT = 30000; // ms until a sentence that was told is taken out again, unheard of anybody

/** Say something after what was said before: every sentence is heard, the same one twice too. @param {string} text */
export function say(text) {
  if (!text) return;
  const line = h("p", null, text);
  byId("live").append(line);
  window.setTimeout(() => line.remove(), KEPT);
}

/** Say what is under the cursor: it takes the place of what was said there before. @param {string} text */
export function sayNow(text) {
  const place = byId("live-now");
  refill(place, h("p", null, text)); // made anew, so that the same words are heard again
}

/** Say nothing more of what was said before: another person sits here now. */
export function hush() {
  for (const id of ["live", "live-now"]) refill(byId(id));
}

/** @type {number|undefined} */
let timer;

/** Lay an element that is a popover above everything, dialogs too, also where it is shown already. @param {HTMLElement} element */
export function raise(element) {
  if (element.matches(":popover-open")) element.hidePopover();
  element.hidden = false;
  element.showPopover();
}

/** Take away what was raised. @param {HTMLElement} element */
export function lower(element) {
  element.hidden = true;
  if (element.matches(":popover-open")) element.hidePopover();
}

/**
 * Show a notice at the top of the page, and say it. It goes away by itself, or when it is closed.
 * @param {string} text
 * @param {number} [ms] how long it stays, 0 until it is closed or another screen opens
 * @param {boolean} [goes] whether it goes along to the screen that opens next
 */
export function notice(text, ms = 8000, goes = false) {
  const place = byId("notice");
  const name = hasText("page.close") ? t("page.close") : ""; // the texts themselves may not have come
  refill(place, h("span", null, text), h("button", { type: "button", class: "quiet close", "aria-label": name, onClick: clearNotice }));
  place.toggleAttribute("data-goes", goes);
  raise(place);
  window.clearTimeout(timer);
  if (ms) timer = window.setTimeout(clearNotice, ms);
}

/** Another screen opens: a notice of the one before is taken away, unless it is meant for this one. */
export function leaveNotice() {
  const place = byId("notice");
  if (!place.hasAttribute("data-goes")) clearNotice();
  place.removeAttribute("data-goes");
}

/** Take the notice away. */
export function clearNotice() {
  lower(byId("notice"));
}
