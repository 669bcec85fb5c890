/** Between two people at one screen: says who is to look, and hides everything until they click. */

import { h } from "../common/dom.js";
import { t } from "../common/text.js";

/** @param {(side: string) => void} onLook */
export function createCurtain(onLook) {
  let side = "";
  const title = h("h2", { id: "curtain-title" });
  const note = h("p", { class: "note" });
  const button = h("button", { type: "button", class: "primary", "data-look": true, onClick: () => onLook(side) });
  const badge = h("span", { class: "side" });
  const element = h("div", { id: "curtain", role: "dialog", "aria-modal": "true", "aria-labelledby": title.id, hidden: true },
    h("div", { class: "curtain-card" }, badge, title, note, button));
  return {
    element,
    /**
     * @param {string|null} whose
     * @param {string} label the side's name
     * @param {string} what is to be decided
     */
    show(whose, label, what) {
      const fresh = whose !== null && (element.hidden || whose !== side);
      element.hidden = whose === null;
      side = whose ?? "";
      if (whose === null) return;
      badge.dataset.side = whose;
      badge.textContent = label;
      title.textContent = t("routes.curtain.title", { side: label });
      note.textContent = t("routes.curtain.note", { what });
      button.textContent = t("routes.curtain.look", { side: label });
      if (fresh) button.focus();
    },
  };
}
