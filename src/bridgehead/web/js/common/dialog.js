/** Dialogs: questions that must be answered first, and texts in their own window. */

import { h } from "./dom.js";

/**
 * Ask a question with two answers. Escape chooses the one that changes nothing.
 * @param {{id: string, title: string, body?: import("./dom.js").Child[], confirm: string, back: string, css?: string,
 *   around?: HTMLElement}} question `css` of the title; `around`: what it belongs to
 * @returns {Promise<boolean>} whether it was confirmed
 */
export function confirmDialog({ id, title, body = [], confirm, back, css, around = document.body }) {
  return new Promise((resolve) => {
    const heading = h("h2", { id: `${id}-title`, class: css }, title);
    const yes = h("button", { class: "primary", type: "button", dataset: { confirm: "" } }, confirm);
    const no = h("button", { type: "button", dataset: { back: "" } }, back);
    const dialog = h("dialog", { id, "aria-labelledby": heading.id }, heading, ...body, h("div", { class: "buttons" }, no, yes));
    yes.addEventListener("click", () => dialog.close("yes"));
    no.addEventListener("click", () => dialog.close(""));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    around.append(dialog);
    dialog.showModal();
    no.focus();
  });
}
