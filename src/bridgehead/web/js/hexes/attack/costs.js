/** The costs of an attack besides its losses, shown before it is fired. */

import { h } from "../../common/dom.js";
import { caseButton } from "../../side/case.js";
import { points, t } from "../../common/text.js";

/** @typedef {import("../../types.js").Costs} Costs */

const ELIMINATES = Object.freeze(["De", "Ae", "Ee", "DE", "AE", "EX"]); // results whose name says so

/**
 * @param {import("../model.js").HexModel} model
 * @param {Costs|null} costs
 * @param {{unit: string, case: string, text: string}[]} careful
 * @param {(number: string) => void} onCase
 */
export function costLines(model, costs, careful, onCase) {
  const warned = careful.map((one) => line("careful", model.prose(one.text), one.case, onCase));
  if (!costs) return warned;
  const given = costs.points.map((one) => line("points",
    t("attack.gives", { side: model.side(one.side), n: points(one.points), what: model.word("ledger", one.name.replace(/\W+/g, "_")) }), one.case ?? "", onCase));
  return [...warned, ...given, ...effects(model, costs).map((text) => line("effect", text, "", onCase))];
}

/** @param {string} kind @param {string} text @param {string} number @param {(number: string) => void} onCase */
const line = (kind, text, number, onCase) => h("li", { "data-cost": kind }, text, " ", number && caseButton(number, onCase));

/** Results with more or less effect than their names say; those with equal effect together. @param {import("../model.js").HexModel} model @param {Costs} costs */
function effects(model, costs) {
  /** @type {Map<string, string[]>} the results of each effect */
  const found = new Map();
  for (const [result, { gone, works }] of Object.entries(costs.effects)) {
    if (works && (!gone.length || ELIMINATES.includes(result))) continue;
    const effect = gone.map((unit) => model.name(unit)).join(", ");
    found.set(effect, [...(found.get(effect) ?? []), result]);
  }
  return [...found].map(([units, results]) => t(`attack.${units ? "eliminates" : "idle"}${results.length === 1 ? "" : "Many"}`, { results: results.join(", "), units }));
}
