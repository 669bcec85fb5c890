/** The counters of a place, listed with names and strengths. */

import { h } from "../common/dom.js";
import { t } from "../common/text.js";
import { face } from "./counters.js";
import { printed } from "./model.js";

/** @typedef {import("./model.js").PointModel} PointModel */

/**
 * @param {PointModel} model
 * @param {string} place
 * @param {string[]} hand the counters that are chosen
 * @param {(unit: string) => boolean} able whether a counter can be chosen
 */
export function stackList(model, place, hand, able) {
  const hidden = model.hiddenAt(place);
  const units = model.all(place);
  const rows = units.map((unit) => {
    const one = model.unit(unit);
    const done = model.marksOf(unit);
    const about = [printed(one), ...done].join(", ");
    const inside = [face(model, unit), h("span", { class: "stack-name" }, one.name, h("small", null, about))];
    if (!able(unit)) return h("li", { class: `stack-unit ${one.side}`, "data-counter": unit }, inside);
    return h("li", { class: `stack-unit ${one.side}` },
      h("button", { type: "button", "data-choose": unit, "aria-pressed": String(hand.includes(unit)) }, inside));
  });
  return h("section", { class: "stack", "data-stack": place },
    h("h3", null, model.placeName(place)),
    h("ul", null, rows),
    hidden > 0 && h("p", { class: "note" }, hidden === 1 ? t("routes.oneHidden") : t("routes.hidden", { n: hidden })),
    !rows.length && !hidden && h("p", { class: "note" }, t("routes.nobody")));
}
