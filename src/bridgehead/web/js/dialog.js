/** Questions that are answered before anything else goes on. */

import { h } from "./dom.js";

/**
 * Ask a question that has two answers. Escape is the answer that changes nothing.
 * @param {{id: string, title: string, body?: import("./dom.js").Child[], confirm: string, back: string}} question
 * @returns {Promise<boolean>} whether it was confirmed
 */
export function confirmDialog({ id, title, body = [], confirm, back }) {
  return new Promise((resolve) => {
    const heading = h("h2", { id: `${id}-title`, class: "heading" }, title);
    const yes = h("button", { class: "primary", type: "button", dataset: { confirm: "" } }, confirm);
    const no = h("button", { type: "button", dataset: { back: "" } }, back);
    const dialog = h("dialog", { id, "aria-labelledby": heading.id }, heading, ...body, h("div", { class: "buttons" }, yes, no));
    yes.addEventListener("click", () => dialog.close("yes"));
    no.addEventListener("click", () => dialog.close(""));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
    no.focus();
  });
}
