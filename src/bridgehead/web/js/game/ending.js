/** Questions before what cannot be taken back: the end of a phase with something left undone, giving up. */

import { h, refill } from "../dom.js";
import { t } from "../text.js";
import { caseButton } from "../side/case.js";

/** @typedef {import("../types.js").Reminder} Reminder */

/**
 * A native dialog with a confirming button and one that goes back.
 * @param {string} id
 * @param {{title: string, confirm: string, back: string}} texts
 */
function question(id, { title, confirm, back }) {
  const body = h("div", { class: "dialog-body" });
  const heading = h("h2", { id: `${id}-title` }, title);
  const yes = h("button", { type: "button", class: "primary", "data-confirm": true }, confirm);
  const no = h("button", { type: "button", "data-back": true }, back);
  const element = h("dialog", { id, "aria-labelledby": heading.id }, heading, body, h("div", { class: "buttons" }, no, yes));
  no.addEventListener("click", () => element.close());
  /** @type {() => void} */
  let then = () => {};
  yes.addEventListener("click", () => {
    element.close();
    then();
  });
  return {
    element,
    heading,
    /** @param {Node[]} content @param {() => void} act */
    ask(content, act) {
      refill(body, content);
      then = act;
      element.showModal();
      no.focus();
    },
  };
}

/**
 * @param {import("./model.js").Model} model
 * @param {(number: string) => void} onCase opens a rule
 */
export function createEnding(model, onCase) {
  const dialog = question("ending", { title: t("play.ending.title"), confirm: t("play.ending.confirm"), back: t("play.ending.back") });
  return {
    element: dialog.element,
    /**
     * End, after asking where something would be left undone.
     * @param {Reminder[]} reminders
     * @param {() => void} end
     */
    ask(reminders, end) {
      if (!reminders.length) {
        end();
        return;
      }
      const lines = reminders.map((one) => h("li", null, model.prose(one.text), " ", one.case && caseButton(one.case, close(onCase))));
      dialog.ask([h("ul", { class: "reminders" }, lines)], end);
    },
  };

  /** @param {(number: string) => void} open */
  function close(open) {
    return (/** @type {string} */ number) => {
      dialog.element.close();
      open(number);
    };
  }
}

/** @param {import("./model.js").Model} model */
export function createResigning(model) {
  const dialog = question("resign", { title: "", confirm: t("play.resign.confirm"), back: t("play.resign.back") });
  return {
    element: dialog.element,
    /**
     * @param {string} side who resigns
     * @param {() => void} resign
     */
    ask(side, resign) {
      const other = model.hello.game.sides.find(({ id }) => id !== side)?.id ?? null;
      dialog.heading.textContent = t("play.resign.title", { side: model.side(side) });
      dialog.ask([h("p", null, t("play.resign.text", { side: model.side(side), winner: model.side(other) }))], resign);
    },
  };
}

/** The keys, as a dialog. */
export function createHelp() {
  const keys = ["arrows", "sides", "enter", "escape", "next", "fire", "cross", "undo", "end", "advise", "zoom", "center", "help"];
  const rows = keys.map((key) => h("tr", null, h("th", { scope: "row" }, h("kbd", null, t(`board.keys.${key}.key`))), h("td", null, t(`board.keys.${key}.does`))));
  const close = h("button", { type: "button", class: "primary", "data-back": true }, t("board.keys.close"));
  const element = h("dialog", { id: "keys", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, t("board.keys.title")),
    h("p", { class: "help" }, t("board.keys.note")),
    h("table", { class: "keys" }, h("tbody", null, rows)),
    h("div", { class: "buttons" }, close));
  close.addEventListener("click", () => element.close());
  return { element, ask: () => element.showModal() };
}
