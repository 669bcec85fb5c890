/** Case numbers of the rulebook, as buttons that open the rule. */

import { h } from "../common/dom.js";
import { t } from "../common/text.js";

/**
 * A button with a case number that opens its rule.
 * @param {string} number
 * @param {(number: string) => void} onCase
 * @returns {HTMLButtonElement}
 */
export function caseButton(number, onCase) {
  return h("button", {
    type: "button", class: "case", dataset: { case: number }, "aria-label": t("rules.open", { case: number }),
    onClick: (/** @type {Event} */ event) => {
      event.stopPropagation(); // what it stands in may be clicked too
      onCase(number);
    },
  }, number);
}

const NUMBER = /\d{1,2}\.\d{1,2}(?:\(\d+\))?(?!\d)/g;

/**
 * A text in which known case numbers open their rules.
 * @param {string} text
 * @param {(number: string) => boolean} known
 * @param {(number: string) => void} onCase
 * @returns {(Node|string)[]}
 */
export function withCases(text, known, onCase) {
  /** @type {(Node|string)[]} */
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(NUMBER)) {
    if (!known(found[0])) continue;
    parts.push(text.slice(end, found.index), caseButton(found[0], onCase));
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}
