/** Texts for chances, with no more precision than they have. */

import { h } from "./dom.js";
import { t } from "./text.js";

/** "about 63%", "less than 1%", "more than 99%". @param {number} share */
export function aboutChance(share) {
  if (share < 0.01) return t("chance.least");
  if (share > 0.99) return t("chance.most");
  return t("chance.about", { n: Math.round(share * 100) });
}

/** Percentage points with their sign: "+12%", "−3%". @param {number} share */
export function signed(share) {
  const n = Math.round(share * 100);
  return n === 0 ? t("chance.none") : t(n > 0 ? "chance.plus" : "chance.minus", { n: Math.abs(n) });
}

/**
 * A bar filled in a side's color according to its chance.
 * @param {number} share
 * @param {string} side
 * @param {string} text what it says, beside it
 */
export function chanceBar(share, side, text) {
  return h("div", { class: "chance-bar" },
    h("div", { class: "chance-track", "aria-hidden": "true" }, h("div", { class: "chance-fill", dataset: { side }, style: `width: ${(share * 100).toFixed(1)}%` })),
    h("p", { class: "chance-words" }, text));
}
