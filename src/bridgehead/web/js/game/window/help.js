/** The keys of the board, as a dialog. */

import { h } from "../../common/dom.js";
import { t } from "../../common/text.js";

/** @param {readonly string[]} keys @param {(key: string) => string} does */
export function createHelp(keys, does) {
  const rows = keys.map((key) => h("tr", null, h("th", { scope: "row" }, h("kbd", null, t(`board.keys.${key}.key`))), h("td", null, does(key))));
  const close = h("button", { type: "button", class: "primary", "data-back": true, onClick: () => element.close() }, t("board.keys.close"));
  const element = h("dialog", { id: "keys", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title", tabindex: "-1", autofocus: true }, t("board.keys.title")),
    h("p", { class: "help" }, t("board.keys.note")),
    h("table", { class: "keys" }, h("tbody", null, rows)),
    h("div", { class: "buttons" }, close));
  return { element, ask: () => element.showModal() };
}
