/** All legal actions in words, including those that have no other place on the page. */

import { h, refill } from "../../common/dom.js";
import { t } from "../../common/text.js";

/** @typedef {import("../model.js").PointModel} PointModel */
/** @typedef {import("./words.js").Order} Order */

const SHOWN = 120; // buttons at once; a search finds the others

let open = false; // who opened the list finds it open at the next decision

/** @param {PointModel} model @param {Order[]} orders @param {string[]} more texts besides @param {boolean} whole whether these are all that there are */
export function everything(model, orders, more, whole) {
  const texts = [...orders.map(({ text }) => text), ...more];
  const list = h("div", { class: "choice-group" });
  const search = h("input", { type: "search", "aria-label": t("routes.search"), placeholder: t("routes.search"), onInput: () => fill() });
  const rest = h("p", { class: "note" });
  const element = h("details", { class: "everything", "data-everything": true },
    h("summary", null, t(whole ? "routes.everything" : "routes.butMoves"), " ", h("small", null, String(texts.length))), whole ? null : h("p", { class: "note" }, t("routes.movesOf")), search, list, rest);

  function fill() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = texts.map((text) => ({ text, said: model.aboutAction(text) })).filter(({ said }) => words.every((word) => said.toLowerCase().includes(word)));
    refill(list, found.slice(0, SHOWN).map(({ text, said }) => h("button", { type: "button", class: "choice", "data-do": text }, said)));
    rest.textContent = found.length > SHOWN ? t("routes.more", { n: found.length - SHOWN }) : "";
    search.hidden = texts.length <= 12;
  }

  element.addEventListener("toggle", () => {
    open = element.open;
    if (open && !list.childElementCount) fill();
  });
  if (open) {
    element.open = true;
    fill();
  }
  return element;
}
