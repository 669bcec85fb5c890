/** Copying texts and pictures. */

import { notice } from "./announce.js";
import { h } from "./dom.js";
import { fromRoot } from "./server.js";
import { t } from "./text.js";

/**
 * Copy a text. Where the browser does not allow that, show it to be copied by hand.
 * @param {string} text
 * @param {string} done what is said then
 */
export async function copyText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    notice(done, 4000);
  } catch {
    show(text);
  }
}

/**
 * Copy a picture.
 * @param {string} path of a PNG
 * @param {string} done what is said then
 */
export async function copyPicture(path, done) {
  if (!navigator.clipboard || !("ClipboardItem" in window)) return notice(t("copy.noPicture")); // before anything is drawn
  try {
    const picture = fetch(fromRoot(path)).then((answer) => (answer.ok ? answer.blob() : Promise.reject(new Error(answer.statusText))));
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    notice(done, 4000);
  } catch {
    notice(t("copy.noPicture"));
  }
}

/** @param {string} text */
function show(text) {
  const title = h("h2", { id: "copy-title", class: "heading" }, t("copy.title"));
  const area = h("textarea", { class: "copied", readonly: true, rows: "6", "aria-labelledby": title.id }, text);
  const close = h("button", { type: "button", onClick: () => dialog.close() }, t("page.close"));
  const dialog = h("dialog", { id: "copy", "aria-labelledby": title.id }, title, h("p", { class: "help" }, t("copy.help")), area, h("div", { class: "buttons" }, close));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  area.select();
}
