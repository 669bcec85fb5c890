/** The keys on a map of points, as a dialog. */

import { h } from "../dom.js";
import { t } from "../text.js";

const SHARED = Object.freeze(["enter", "escape", "next", "undo", "end", "advise", "zoom", "help"]);

export function createKeys() {
  const row = (/** @type {string} */ key, /** @type {string} */ does) => h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, does));
  const rows = [row(t("board.keys.arrows.key"), t("routes.keys.arrows")), ...SHARED.map((key) => row(t(`board.keys.${key}.key`), t(`routes.keys.${key}`)))];
  const close = h("button", { type: "button", class: "primary", "data-back": true }, t("board.keys.close"));
  const element = h("dialog", { id: "keys", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, t("board.keys.title")),
    h("p", { class: "help" }, t("board.keys.note")),
    h("table", { class: "keys" }, h("tbody", null, rows)),
    h("div", { class: "buttons" }, close));
  close.addEventListener("click", () => element.close());
  return { element, ask: () => element.showModal() };
}
