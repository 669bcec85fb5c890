/** Download links that the server may refuse: a refusal is shown, and no broken file is saved. */

import { notice } from "./announce.js";
import { t } from "./text.js";

/**
 * Check a link with the server before it is followed.
 * @param {HTMLAnchorElement} link with `download`
 * @returns {HTMLAnchorElement}
 */
export function asked(link) {
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      if (answer.ok) saveAs(await answer.blob(), nameOf(answer));
      else notice((await answer.json().catch(() => null))?.error?.text ?? answer.statusText, 0);
    } catch {
      notice(t("errors.noAnswer"));
    }
  });
  return link;
}

/** @param {Response} answer */
const nameOf = (answer) => /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? "record.json";

/** Save data as a file. @param {Blob} data @param {string} name */
export function saveAs(data, name) {
  const href = URL.createObjectURL(data);
  const link = document.createElement("a");
  Object.assign(link, { href, download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
