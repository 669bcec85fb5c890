/** How a game ended. */

import { h, refill } from "../dom.js";
import { named, points, sentence, t } from "../text.js";
import { caseButton } from "./case.js";

const COUNTED = ["points", "map", "across", "exited", "eliminated"];

/**
 * @param {{onReplay?: () => void, onAnalysis?: () => void, onNew?: () => void, onCase?: (number: string) => void}} [listener]
 * @returns {{element: HTMLElement, show: (result: import("../types.js").Result,
 *   counts: Record<string, import("../types.js").Count>, sides: import("../types.js").Side[],
 *   ledger: import("../types.js").State["ledger"]) => void}}
 */
export function createResult({ onReplay = openReplay, onAnalysis, onNew = goHome, onCase } = {}) {
  const element = h("section", { id: "result", class: "result", hidden: true, "aria-labelledby": "result-title" });

  return {
    element,
    show(result, given, sides, ledger) {
      const counts = Object.fromEntries(sides.map(({ id }) => [id, { ...given[id], ...(ledger ? { points: ledger[id]?.points ?? 0 } : {}) }]));
      const winner = sides.find((side) => side.id === result.winner);
      const label = winner?.label ?? named("sides", result.winner);
      element.hidden = false;
      element.dataset.winner = result.winner;
      refill(element,
        h("h2", { id: "result-title" }, result.winner === "draw" ? t("result.draw") : t("result.winner", { side: label })),
        h("p", null, sentence(result.reason), " ",
          result.case && onCase ? caseButton(result.case, onCase) : null),
        table(counts, sides),
        h("div", { class: "buttons" },
          h("button", { type: "button", class: "primary", onClick: onReplay }, t("result.replay")),
          onAnalysis && h("button", { type: "button", dataset: { analyze: "" }, onClick: onAnalysis }, t("result.analysis")),
          h("button", { type: "button", onClick: onNew }, t("result.new"))));
    },
  };
}

/**
 * @param {Record<string, Record<string, number>>} counts
 * @param {import("../types.js").Side[]} sides
 */
function table(counts, sides) {
  const columns = COUNTED.filter((name) => sides.some(({ id }) => counts[id]?.[name]));
  return h("table", { class: "counts" },
    h("caption", { class: "unseen" }, t("result.counts")),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, t("result.side")),
      columns.map((name) => h("th", { scope: "col" }, t(`result.${name}`))))),
    h("tbody", null, sides.map(({ id, label }) => h("tr", null,
      h("th", { scope: "row" }, h("span", { class: "side", dataset: { side: id } }, label)),
      columns.map((name) => h("td", null, points(counts[id]?.[name] ?? 0)))))));
}

function openReplay() {
  /** @type {HTMLElement|null} */ (document.querySelector("[data-tab=replay]"))?.click();
}

function goHome() {
  location.hash = "#/";
}
