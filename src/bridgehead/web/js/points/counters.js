/** Counters outside the map, drawn with the definitions of the picture of the board. */

import { h, svg } from "../common/dom.js";
import { printed } from "./model.js";

/** @typedef {import("./model.js").PointModel} PointModel */

const BOX = "-29 -29 58 58";

/** The face of a counter. @param {PointModel} model @param {string} unit */
export function face(model, unit) {
  const { faces } = model.hello;
  const back = model.shown && model.state.view.back?.includes(unit);
  const drawn = (back && faces[`${unit}:back`]) || faces[unit] || "";
  return svg(`<svg xmlns="http://www.w3.org/2000/svg" class="face" viewBox="${BOX}" aria-hidden="true">${drawn}</svg>`);
}

/**
 * A counter with its name, and the number of equal ones.
 * @param {PointModel} model
 * @param {string} unit
 * @param {number} [many]
 */
export function named(model, unit, many = 1) {
  const { name } = model.unit(unit);
  return h("span", { class: "counter-name" }, face(model, unit), h("span", null, name), many > 1 && h("b", { class: "many" }, `×${many}`));
}

/**
 * Groups of equal counters, by key and nation.
 * @param {PointModel} model
 * @param {string[]} units
 * @returns {string[][]}
 */
export function equal(model, units) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const unit of units) {
    const one = model.unit(unit);
    const key = `${one.key} ${printed(one)} ${model.state.view.back?.includes(unit) ?? ""}`;
    found.set(key, [...(found.get(key) ?? []), unit]);
  }
  return [...found.values()];
}
