/** Actions in words, for buttons and screen readers. */

import { filled, t } from "../../common/text.js";

/** @typedef {import("../model.js").PointModel} PointModel */
/**
 * An action taken apart. `way` are the places it names, in their order.
 * @typedef {{text: string, verb: string, unit: string|null, way: string[], number: number|null,
 *   kind: string|null, nation: string|null, rest: string[]}} Order
 */

/** @param {PointModel} model @param {string} text @returns {Order} */
export function parse(model, text) {
  const [verb = "", ...words] = text.split(" ");
  const unit = words[0] && model.units.has(words[0]) ? words[0] : null;
  const rest = unit ? words.slice(1) : words;
  const way = rest.filter((word) => model.places.has(word) || word === "ready");
  const number = rest.find((word) => /^\d+$/.test(word));
  return {
    text, verb, unit, way, rest,
    number: number === undefined ? null : Number(number),
    kind: rest.find((word) => model.wordOf("kinds", word)) ?? null,
    nation: rest.find((word) => model.wordOf("nations", word)) ?? null,
  };
}

/** @param {PointModel} model @param {string} text */
export function aboutAction(model, text) {
  const order = parse(model, text);
  const { verb, unit, way, rest } = order;
  const values = {
    unit: unit ? model.unit(unit).name : (rest[0] ?? ""),
    place: way.length ? model.placeName(way.at(-1) ?? "") : "",
    way: way.map((place) => model.placeName(place)).join(", "),
    number: order.number ?? "",
    kind: order.kind ? model.word("kinds", order.kind) : "",
    nation: order.nation ? model.word("nations", order.nation) : "",
    theater: model.wordOf("theaters", rest[2] ?? "") ?? "",
    mission: model.wordOf("missions", rest[3] ?? "") ?? "",
    event: model.word("events", rest[0] ?? ""),
  };
  const said = model.step.says?.[verb] ?? model.verb(verb).says;
  return said ? filled(said, values) : text;
}

/** A result of the table in words. @param {string} result */
export function resultText(result) {
  const several = /^\d+$/.test(result) && (result === "1" ? "hit" : "hits");
  const word = several || ({ r: "one_retreats", R: "all_retreat", A: "a" }[result] ?? "nothing");
  return t(`routes.results.${word}`, { n: result });
}
