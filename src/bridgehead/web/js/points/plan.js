/** A plan as drawn on a map of points. */

import { parse } from "./decisions/words.js";

/** @typedef {import("../game/map/overlay.js").Stroke} Stroke */

/** @param {import("./model.js").PointModel} model @param {readonly string[]} plan @returns {Stroke[]} */
export function strokes(model, plan) {
  /** @type {Map<string, string>} where the plan has brought counters */
  const places = new Map();
  return plan.flatMap((action, k) => {
    const { verb, unit, way } = parse(model, action);
    const from = unit ? (places.get(unit) ?? model.hexOf(unit)) : null;
    const to = way.filter((place) => model.places.has(place)).at(-1) ?? from;
    if (!to) return [];
    if (unit) places.set(unit, to);
    const goes = from !== null && from !== to;
    return [{ from: goes ? from : null, to, kind: verb === "attack" ? "attacks" : goes ? "goes" : "spot", n: k + 1 }];
  });
}
