/** Odds of an attack: the differential, each shift with its reason, the table, the chances. */

import { h } from "../../common/dom.js";
import { caseButton } from "../../side/case.js";
import { named, percent, points, t } from "../../common/text.js";

/** @typedef {import("../../types.js").Odds} Odds */
/** @typedef {import("../../types.js").Shift} Shift */

/**
 * The part of the odds that is always visible: differential, column, and chances as a bar.
 * @param {Odds} odds
 * @returns {HTMLElement[]}
 */
export function oddsHead(odds) {
  const tables = odds.choices ? Object.entries(odds.choices) : [["", odds]];
  return [
    h(
      "p",
      { class: "sum", "data-odds": odds.column_label },
      h("span", { class: "difference" }, t("attack.sum", { attack: points(odds.attack), defense: points(odds.defense) })),
      " ",
      h("strong", null, signed(odds.differential)),
      h("span", { class: "column-name" }, t("attack.column", { column: range(odds.column_label) })),
    ),
    ...tables.map(([name, one]) => h("div", { class: "one-bar" },
      name && h("small", null, named("attack.tables", String(name))), bar({ ...odds, .../** @type {import("../../types.js").OneTable} */ (one) }))),
  ];
}

/**
 * The other parts of the odds: shifts, the table, the chances in words.
 * @param {Odds} odds
 * @param {(number: string) => void} onCase opens a rule
 * @param {{face: number, result: string}|null} [roll] the die, once it is rolled
 * @returns {HTMLElement}
 */
export function oddsView(odds, onCase, roll = null) {
  const tables = odds.choices ? Object.entries(odds.choices) : null;
  return h(
    "div",
    { class: "odds" },
    shiftsView(odds, onCase),
    tables
      ? tables.map(([name, one]) => h("section", { class: "one-table", "data-table": name }, h("h3", null, named("attack.tables", name)), chances({ ...odds, ...one }), table({ ...odds, ...one }, roll, name)))
      : [odds.on && h("h3", { class: "table-name" }, named("attack.tables", odds.on)), chances(odds), table(odds, roll, odds.on ?? "")],
  );
}

/**
 * What moves the column away from the differential's: each shift with its reason.
 * @param {Odds} odds
 * @param {((number: string) => void)|null} onCase opens a rule; null where nothing can be clicked
 */
export function shiftsView({ shifts, night_die: night }, onCase) {
  return [
    shifts.length > 0 && h("ul", { class: "shifts" }, shifts.map((shift) => shiftLine(shift, onCase))),
    night && h("p", { class: "note" }, t("attack.nightDie")),
  ];
}

/** The chances of a table in one line. @param {import("../../types.js").OneTable} odds */
export function summary(odds) {
  return likely(odds).map(([name, share]) => `${name} ${percent(share)}`).join(" · ");
}

/** @param {Shift} shift @param {((number: string) => void)|null} onCase */
function shiftLine(shift, onCase) {
  const n = Math.abs(shift.columns);
  const way = shift.columns > 0 ? "right" : "left";
  const text = t(`attack.${way}${n === 1 ? "" : "Many"}`, { n });
  return h(
    "li",
    { class: way },
    h("span", { class: "arrow", "aria-hidden": "true" }, (shift.columns > 0 ? "▸" : "◂").repeat(n)),
    h("span", { class: "reason" }, upper(shift.name), " ", onCase && shift.case && caseButton(shift.case, onCase)),
    h("span", { class: "by" }, text),
  );
}

/** The possible results. @param {import("../../types.js").OneTable} odds */
const likely = (odds) => Object.entries(odds.results).filter(([, share]) => share > 0);

/** The effect of a result in this attack, in words. @param {Odds} odds @param {string} name */
export function effectOf(odds, name) {
  return odds.idle?.includes(name) ? t("attack.noEffect") : named("attack.results", name);
}

/** The class of a result; those without effect in this attack are gray. @param {Odds} odds @param {string} name */
const look = (odds, name) => (odds.idle?.includes(name) ? `${name} idle` : name);

/** The chance of each result, as a bar. @param {Odds} odds */
function bar(odds) {
  const parts = likely(odds).map(([name, share]) => h("span", { class: `chance ${look(odds, name)}`, style: `flex-grow:${share}` }, name));
  return h("div", { class: "bar", "aria-hidden": "true" }, parts);
}

/** The chance of each result, in words. @param {Odds} odds */
function chances(odds) {
  const list = likely(odds).map(([name, share]) =>
    h("li", { class: look(odds, name) }, h("b", null, name), " ", h("span", null, effectOf(odds, name)), " ", h("em", null, percent(share))),
  );
  return h(
    "div",
    { class: "chances" },
    h("ul", { "aria-label": t("attack.chances") }, list),
  );
}

/**
 * The combat results table, with this attack's column and the row of the roll marked.
 * @param {Odds} odds
 * @param {{face: number}|null} roll
 * @param {string} name of the table, where there are several
 */
function table(odds, roll, name) {
  const mark = (/** @type {number} */ k) => (k === odds.column ? "column" : k === odds.unshifted_column ? "unshifted" : "");
  const head = odds.columns.map((label, k) =>
    h("th", { scope: "col", class: mark(k), "aria-current": k === odds.column ? "true" : null }, range(label)),
  );
  const rows = odds.table.map((row, k) => {
    const rolled = roll?.face === k + 1;
    const cells = row.map((result, column) => {
      const here = column === odds.column;
      return h("td", { class: `${mark(column)} ${here ? look(odds, result) : result}`, "aria-current": here && (!roll || rolled) ? "true" : null }, result);
    });
    return h("tr", { class: rolled ? "rolled" : null }, h("th", { scope: "row" }, String(k + 1)), cells);
  });
  return h(
    "table",
    { class: "crt" },
    h("caption", { class: "unseen" }, name ? `${t("attack.table")}: ${named("attack.tables", name)}` : t("attack.table")),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, h("span", { class: "unseen" }, t("attack.die"))), head)),
    h("tbody", null, rows),
  );
}

/**
 * The column of a roll, face by face, where there is no room for the whole table.
 * @param {Odds} odds
 * @param {number} face the die
 */
export function rolledColumn(odds, face) {
  const faces = odds.table.map((row, k) => {
    const result = row[odds.column] ?? "";
    return h("li", { class: look(odds, result), "aria-current": face === k + 1 ? "true" : null }, h("small", null, String(k + 1)), ` ${result}`);
  });
  return h("ol", { class: "rolled-column", "aria-label": t("attack.column", { column: range(odds.column_label) }) }, faces);
}

/** A column's differentials as printed: "..-3" is "−3 or less". @param {string} label */
export function range(label) {
  const [low = "", high = ""] = label.split("..");
  if (!label.includes("..")) return minus(label);
  if (!low) return t("attack.orLess", { n: minus(high) });
  if (!high) return t("attack.orMore", { n: minus(low) });
  return low === high ? minus(low) : t("attack.range", { low: minus(low), high: minus(high) });
}

/** @param {string} text */
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} text */
const minus = (text) => text.replace("-", "−");

/** @param {number} value */
function signed(value) {
  return value > 0 ? `+${points(value)}` : minus(String(value));
}
