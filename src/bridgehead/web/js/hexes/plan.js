/** A plan of several actions, as drawn on a hex map, and as sent. */

import { isHex } from "./model.js";

/** @typedef {import("../game/map/overlay.js").Stroke} Stroke */
/** @typedef {import("../types.js").HexState} HexState */

/** @param {import("./model.js").HexModel} model @param {readonly string[]} plan @returns {Stroke[]} */
export function strokes(model, plan) {
  /** @type {Map<string, string>} where the plan has brought units */
  const places = new Map();
  let target = model.state.combat?.hex ?? null;
  let n = 0;
  return plan.flatMap((action) => {
    const [verb = "", first = "", ...rest] = action.split(" ");
    const last = rest.at(-1);
    const from = places.get(first) ?? (model.units.has(first) ? model.hexOf(first) : null);
    if (verb === "with") {
      const to = target ?? from;
      return to && from ? [{ from, to, kind: /** @type {const} */ ("attacks"), n: Math.max(n, 1) }] : [];
    }
    if (verb === "attack") target = first;
    const to = last && isHex(last) ? last : isHex(first) ? first : from;
    if (!to) return [];
    if (verb !== model.further) n += 1;
    if (model.units.has(first) && isHex(last)) places.set(first, to);
    const goes = from !== null && from !== to;
    return [{ from: goes ? from : null, to, kind: verb === "attack" ? "attacks" : goes ? "goes" : "spot", n: Math.max(n, 1) }];
  });
}

/** The first action of a plan as sent: a whole attack is one text. @param {import("./model.js").HexModel} model @param {readonly string[]} plan */
export function firstAction({ further }, plan) {
  const [first = ""] = plan;
  const fire = plan.indexOf("fire");
  if (!first.startsWith("attack ") || fire < 0) return first;
  const rest = plan.slice(1, fire);
  /** @param {string} word */
  const of = (word) => rest.filter((action) => action.startsWith(`${word} `)).map((action) => action.slice(word.length + 1));
  const [hexes, units] = [of(further), of("with")];
  const others = rest.filter((action) => ![further, "with"].includes(action.split(" ")[0] ?? ""));
  return [first, ...(hexes.length ? [further, ...hexes] : []), ...(units.length ? ["with", ...units] : []), ...others, "fire"].join(" ");
}

/**
 * The moves of a computer between two states, from hex to hex.
 * @param {import("../types.js").HexState|null} before
 * @param {import("../types.js").HexState} after
 * @returns {{from: string, to: string}[]}
 */
export function movesBetween(before, after) {
  if (!before || before.mine || after.at !== before.at + 1) return [];
  return Object.entries(after.units).flatMap(([unit, to]) => {
    const from = before.units[unit];
    return from && from !== to && isHex(from) && isHex(to) ? [{ from, to }] : [];
  });
}
