/** Actions in words, for buttons and screen readers. */

import { filled, hasText, named, t } from "../../common/text.js";

/** @typedef {import("../model.js").PointModel} PointModel */
/**
 * An action taken apart. `way` are the places it names, in their order.
 * @typedef {{text: string, verb: string, unit: string|null, way: string[], number: number|null,
 *   kind: string|null, nation: string|null, rest: string[]}} Order
 */

const KINDS = Object.freeze(["tac", "wild-weasel", "ssm"]);

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
    kind: rest.find((word) => KINDS.includes(word)) ?? null,
    nation: rest.find((word) => hasText(`routes.nations.${word}`)) ?? null,
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
    kind: order.kind ? t(`routes.kinds.${order.kind}`) : "",
    nation: order.nation ? t(`routes.nations.${order.nation}`) : "",
    theater: rest[2] && hasText(`routes.theaters.${rest[2]}`) ? t(`routes.theaters.${rest[2]}`) : "",
    mission: rest[3] && hasText(`routes.missions.${rest[3]}`) ? t(`routes.missions.${rest[3]}`) : "",
    event: named("routes.events", rest[0] ?? ""),
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
