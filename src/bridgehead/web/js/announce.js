/** What a screen reader hears. */

import { byId, h, refill } from "./dom.js";
import { hasText, t } from "./text.js";

/** Say something when there is a pause. @param {string} text */
export function say(text) {
  byId("live").textContent = text;
}

/** @type {number|undefined} */
let timer;

/**
 * Show a notice at the top of the page, and say it. It goes away by itself, or when it is closed.
 * @param {string} text
 * @param {number} [ms] how long it stays, 0 until it is closed
 */
export function notice(text, ms = 8000) {
  const place = byId("notice");
  const name = hasText("page.close") ? t("page.close") : ""; // the texts themselves may not have come
  refill(place, h("span", null, text), h("button", { type: "button", class: "quiet close", "aria-label": name, onClick: clearNotice }));
  place.hidden = false;
  window.clearTimeout(timer);
  if (ms) timer = window.setTimeout(() => (place.hidden = true), ms);
}

/** Take the notice away. */
export function clearNotice() {
  byId("notice").hidden = true;
}
