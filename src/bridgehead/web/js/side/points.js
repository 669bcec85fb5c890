/** The tab "Points": both sides' victory points, entry by entry, and the track of the turns. */

import { h, refill } from "../common/dom.js";
import { points, t } from "../common/text.js";
import { caseButton } from "./case.js";

/** @typedef {import("../game/parts.js").Model} Model */
/** @typedef {import("../types.js").SideLedger} SideLedger */

/**
 * @param {{onCase: (number: string) => void}} listener
 * @returns {{element: HTMLElement, update: (model: Model) => void, shown: (there: boolean) => void}}
 *   `shown` is told whether the title counts points
 */
export function createPoints({ onCase }) {
  const ledger = h("div", { class: "ledger" });
  const track = h("ol", { class: "turn-track" });
  const lead = h("p", { class: "note lead" });
  const element = h("div", { id: "points", class: "points" }, ledger, lead, h("h3", { class: "heading" }, t("points.turns")), track);
  let drawn = "";
  const made = {
    element,
    /** @type {(there: boolean) => void} */
    shown: () => {},
    /** @param {Model} model */
    update(model) {
      const { state, hello } = model;
      made.shown(state.ledger !== null);
      const key = JSON.stringify([state.ledger, state.turn, state.turns, state.phase]);
      if (!state.ledger || drawn === key) return;
      drawn = key;
      const { sides } = hello.game;
      const { ledger: found } = state;
      refill(ledger, sides.map(({ id, label }) => table(id, label, found[id], (name) => model.word("ledger", name), onCase)));
      lead.textContent = leading(sides, found);
      refill(track, turns(state, hello.game));
    },
  };
  return made;
}

/**
 * @param {string} id
 * @param {string} label
 * @param {SideLedger|undefined} side
 * @param {(name: string) => string} called an entry in words
 * @param {(number: string) => void} onCase
 */
function table(id, label, side, called, onCase) {
  const entries = side?.entries ?? [];
  return h("table", { class: "ledger-side", "data-side": id },
    h("caption", null, h("span", { class: "side", "data-side": id }, label)),
    h("tbody", null,
      entries.map((one) => h("tr", null, h("th", { scope: "row" }, called(one.name.replace(/\W+/g, "_")), " ", one.case && caseButton(one.case, onCase)), h("td", null, points(one.points)))),
      entries.length === 0 && h("tr", null, h("td", { class: "note", colspan: "2" }, t("points.none")))),
    h("tfoot", null, h("tr", null, h("th", { scope: "row" }, t("points.sum")), h("td", { "data-points": id }, points(side?.points ?? 0)))));
}

/**
 * The leading side and its lead; also the result if the game ended now, if it is larger.
 * @param {import("../types.js").Side[]} sides
 * @param {Record<string, SideLedger>} ledger
 */
function leading(sides, ledger) {
  const told = sides.map(({ id, label }) => ({ label, n: ledger[id]?.atEnd ?? ledger[id]?.points ?? 0 }));
  const [first, second] = [...told].sort((a, b) => b.n - a.n);
  if (!first || !second) return "";
  const lead = first.n === second.n ? t("points.level") : t("points.leads", { side: first.label, n: points(first.n - second.n) });
  if (!sides.some(({ id }) => ledger[id]?.atEnd !== undefined)) return lead;
  return t("points.atEnd", { points: told.map(({ label, n }) => `${label} ${points(n)}`).join(", "), lead });
}

/**
 * The turns, with the present one marked; those that are played only if the game goes on are paler.
 * @param {import("../types.js").State} state
 * @param {import("../types.js").GameInfo} game
 */
function turns({ turn, turns: last, phase }, game) {
  return game.turns.map(({ label, night }, k) => {
    const n = k + 1;
    const now = n === turn && phase !== "setup" && phase !== "over";
    const sure = n <= Math.max(game.sureTurns, last ?? turn);
    return h("li", { class: [night ? "night" : "", sure ? "" : "unsure", n < turn || phase === "over" ? "past" : ""].join(" ").trim(), value: String(n), "aria-current": now ? "step" : null },
      h("span", null, label), sure ? null : h("small", null, t("points.unsure")), now && h("b", null, t("points.now")));
  });
}
