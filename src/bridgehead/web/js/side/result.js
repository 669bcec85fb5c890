/** How a game ended. */

import { h, refill } from "../common/dom.js";
import { points, sentence, sideName, t } from "../common/text.js";
import { caseButton } from "./case.js";

const COUNTED = ["points", "map", "across", "exited", "eliminated"];

/** @typedef {{text: string, name: string, begin: () => void}} Again   a game that can follow at once */

/** @param {{outcome: HTMLElement, onReplay: () => void, onPlayOn: () => void, onAnalysis: () => void, onCase: (number: string) => void}} given `outcome`: what it meant for the player */
export function createResult({ outcome, onReplay, onPlayOn, onAnalysis, onCase }) {
  const element = h("section", { id: "result", class: "result", hidden: true, "aria-labelledby": "result-title" });

  return {
    element,
    /**
     * @param {import("../types.js").Result} result
     * @param {import("../types.js").State} state
     * @param {import("../types.js").Side[]} sides
     * @param {Again[]} again the first stands out
     * @param {string} mine the side of the one who reads it, "" for nobody's
     */
    show(result, { counts: given, ledger }, sides, again, mine) {
      const counts = Object.fromEntries(sides.map(({ id }) => [id, { ...given[id], ...(ledger ? { points: ledger[id]?.points ?? 0 } : {}) }]));
      const winner = sides.find((side) => side.id === result.winner);
      const label = winner?.label ?? sideName(result.winner);
      element.hidden = false;
      element.dataset.winner = result.winner;
      refill(element,
        h("h2", { id: "result-title" }, heading(result, label, mine)),
        h("p", null, sentence(result.reason), " ", result.case && caseButton(result.case, onCase)),
        outcome,
        h("div", { class: "buttons" },
          again.map(({ name, text, begin }, k) => h("button", { type: "button", class: k ? null : "primary", dataset: { again: name }, onClick: begin }, text)),
          h("button", { type: "button", class: again.length ? null : "primary", onClick: onReplay }, t("result.replay")),
          h("button", { type: "button", dataset: { earlier: "" }, onClick: onPlayOn }, t("result.playOn")),
          h("button", { type: "button", dataset: { analyze: "" }, onClick: onAnalysis }, t("result.analysis")),
          h("button", { type: "button", onClick: () => (location.hash = "#/") }, t("result.new"))),
        table(counts, sides));
    },
  };
}

/** @param {import("../types.js").Result} result @param {string} label the winner's @param {string} mine */
function heading({ ending, winner }, label, mine) {
  if (ending === "cancelled" || ending === "aborted") return t("result.cancelled");
  if (winner === "draw") return t("result.draw");
  const told = t("result.winner", { side: label });
  return mine ? t(winner === mine ? "result.youWon" : "result.youLost", { told }) : told;
}

/** @param {Record<string, Record<string, number>>} counts @param {import("../types.js").Side[]} sides */
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
