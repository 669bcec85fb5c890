/** What both sides have in the air, as a table: a line for each mission in each theater, a column for each side. */

import { h } from "../common/dom.js";

/** @typedef {import("./model.js").PointModel} PointModel */

/**
 * @param {PointModel} model
 * @param {readonly string[]} theaters those that are shown
 * @param {boolean} whole also what is ready or used
 * @returns {HTMLTableElement|null} null if there is nothing
 */
export function airTable(model, theaters, whole) {
  const { hello, state, units } = model;
  /** @type {Map<string, string[]>} by box and side */
  const found = new Map();
  for (const [unit, place] of Object.entries(state.units)) {
    const one = units.get(unit);
    if (one?.air) found.set(`${place} ${one.side}`, [...(found.get(`${place} ${one.side}`) ?? []), unit]);
  }
  const sides = hello.game.sides;
  const missions = Object.keys(hello.words.missions ?? {});
  const boxes = [...theaters.flatMap((theater) => missions.map((mission) => `${theater}:${mission}`)), ...(whole ? ["ready", "used"] : [])];
  const rows = boxes.filter((box) => sides.some(({ id }) => found.has(`${box} ${id}`))).map((box) => h("tr", { "data-box": box },
    h("th", { scope: "row" }, theaters.length > 1 ? model.boxName(box) : model.word("missions", box.split(":")[1] ?? "")),
    sides.map(({ id }) => h("td", null, strikes(model, found.get(`${box} ${id}`) ?? [])))));
  if (!rows.length) return null;
  return h("table", { class: "air-table" },
    h("thead", null, h("tr", null, h("td"), sides.map(({ id, label }) => h("th", { scope: "col" }, h("span", { class: "side", "data-side": id }, label))))),
    h("tbody", null, rows));
}

/** Strikes in numbers: "Egypt: 12 TAC, 2 SSM", without the nation where a side has one. @param {PointModel} model @param {string[]} strikes */
function strikes(model, strikes) {
  const nations = [...new Set(strikes.map((unit) => model.unit(unit).nation))];
  return nations.map((nation) => {
    const kinds = Object.entries(model.hello.words.kinds ?? {}).flatMap(([kind, label]) => {
      const n = strikes.filter((unit) => model.unit(unit).nation === nation && model.unit(unit).type.replaceAll("_", "-") === kind).length;
      return n ? [`${n} ${label}`] : [];
    });
    const { side } = model.unit(strikes.find((unit) => model.unit(unit).nation === nation) ?? "");
    const alone = new Set(model.hello.units.filter((one) => one.air && one.side === side).map((one) => one.nation)).size < 2;
    return alone ? kinds.join(", ") : `${model.word("nations", nation)}: ${kinds.join(", ")}`;
  }).join("; ") || "–";
}
