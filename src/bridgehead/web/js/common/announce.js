/** Announcements for screen readers, and notices on the page. */

import { byId, h, refill } from "./dom.js";
import { hasText, t } from "./text.js";

const KEPT = 30000; // ms until a sentence that was told is taken out again, unheard of anybody

/** Announce a text after earlier ones; every text is read, also a repeated one. @param {string} text */
export function say(text) {
  if (!text) return;
  const line = h("p", null, text);
  byId("live").append(line);
  window.setTimeout(() => line.remove(), KEPT);
}

/** Announce what is under the cursor, in place of the previous announcement. @param {string} text */
export function sayNow(text) {
  const place = byId("live-now");
  refill(place, h("p", null, text)); // made anew, so that the same words are heard again
}

/** Cancel pending announcements, because another person is at the screen now. */
export function hush() {
  for (const id of ["live", "live-now"]) refill(byId(id));
}

/** @type {number|undefined} */
let timer;

/** Show a popover element above everything, including dialogs, also if it is shown already. @param {HTMLElement} element */
export function raise(element) {
  if (element.matches(":popover-open")) element.hidePopover();
  element.hidden = false;
  element.showPopover();
}

/** Hide a raised element. @param {HTMLElement} element */
export function lower(element) {
  element.hidden = true;
  if (element.matches(":popover-open")) element.hidePopover();
}

/**
 * Show a notice at the top of the page, and announce it. It disappears by itself, or when it is closed.
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

/** Remove the previous screen's notice when another screen opens, unless it is meant for that one. */
export function leaveNotice() {
  const place = byId("notice");
  if (!place.hasAttribute("data-goes")) clearNotice();
  place.removeAttribute("data-goes");
}

/** Remove the notice. */
export function clearNotice() {
  lower(byId("notice"));
}
