/** Times in the reader's time zone, with its name. */

/** @param {number|string} time milliseconds, or a text with date and time @returns {string} */
export function localTime(time) {
  return new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short",
  }).format(new Date(time));
}

/** @returns {string} the name of the browser's time zone, as "Europe/Berlin" */
export function zoneName() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

/** A day without the time. @param {string} iso @returns {string} */
export function shortDate(iso) {
  return new Intl.DateTimeFormat(document.documentElement.lang || undefined, { year: "numeric", month: "short", day: "numeric" }).format(new Date(iso));
}
