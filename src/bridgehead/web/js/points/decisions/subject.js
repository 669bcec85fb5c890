/** The subject of a question: the place or theater that it names, as the deciding side can see it. */

import { filled, t } from "../../common/text.js";
import { parse } from "./words.js";

/** @typedef {import("../model.js").PointModel} PointModel */
/**
 * places: the places, the most important one first.
 * @typedef {{places: string[], theaters: string[], values: Record<string, string|number>}} About
 */

/** The subject of the pending question; null if it is the whole map. @param {PointModel} model @returns {About|null} */
export function aboutQuestion(model) {
  const { view, turn } = model.state;
  const kind = model.step.about;
  if (!kind) return null;
  if (kind === "theater") {
    const theater = String(view.air_theater ?? model.hello.theaters[0]?.id) // a view leaves out the first;
    return { places: [], theaters: [theater], values: { theater: model.word("theaters", theater) } };
  }
  if (kind === "unit") {
    const unit = view.event_unit;
    return unit ? { places: [], theaters: [], values: { unit: model.unit(unit).name, turn } } : null;
  }
  if (kind === "event") return view.event ? { places: [], theaters: [], values: { event: model.word("events", view.event) } } : null;
  const place = view[kind] ?? view.battle;
  if (!place) return null;
  const places = [...new Set([place, ...(view.takeoff ? [view.takeoff] : []), ...goals(model)])].filter((one) => model.places.has(one));
  return { places, theaters: [], values: { place: model.placeName(place), from: view.takeoff ? model.placeName(view.takeoff) : "", n: strikes(view) } };
}

/** Where units can retreat to. @param {PointModel} model @returns {string[]} */
function goals(model) {
  const { mine, decision } = model.state;
  if (!mine || !decision || !model.step.retreats) return [];
  return decision.actions.flatMap((text) => parse(model, text).way.slice(-1));
}

/** The possible targets, at a step that asks for one. @param {PointModel} model @returns {string[]} */
export function aimed(model) {
  const { decision } = model.state;
  const verb = model.step.target;
  if (!verb || !decision) return [];
  return [...new Set(decision.actions.map((text) => parse(model, text)).filter((order) => order.verb === verb).flatMap(({ way }) => way.slice(-1)))];
}

/** The number of strikes in the present raid. @param {Record<string, any>} view */
function strikes(view) {
  return Object.values(view.task ?? {}).filter((number) => number === view.raid).length;
}

/** How many strikes must still be chosen as losses, and their fate; "" if none. @param {PointModel} model */
export function strikesDue(model) {
  const { step, view, toMove } = model.state;
  if (!step.endsWith("_loss")) return "";
  const [refit, lost] = [view.air_refit?.[toMove ?? ""] ?? 0, view.air_lost?.[toMove ?? ""] ?? 0];
  const parts = [refit && t("routes.due.refit", { n: refit }), lost && t("routes.due.lost", { n: lost })].filter(Boolean);
  return t("routes.due.still", { what: parts.length ? parts.join(", ") : t("routes.due.one") });
}

/** The question with its place, if it has one. @param {PointModel} model */
export function titleOf(model) {
  const about = aboutQuestion(model);
  const { ask_by: by, ask_of: text } = model.step;
  const asked = by?.[model.state.view.asked] ?? text;
  return about && asked ? filled(asked, about.values) : null;
}

/**
 * The text shown instead of a question if there is only one answer. It stays until the player continues, because the
 * speed must not tell the other side whether there was a choice.
 * @param {PointModel} model
 * @param {import("./words.js").Order[]} orders
 * @returns {{title: string, note: string, do: string}|null}
 */
export function notice(model, orders) {
  const { step, state: { decision } } = model;
  const [only] = orders;
  if (!only || decision?.count !== 1) return null;
  const place = only.way.length ? model.placeName(only.way.at(-1) ?? "") : "";
  const told = step.only?.[only.verb];
  if (only.verb === "end" && !told) return null; // its button says it
  return {
    title: titleOf(model) ?? (told && step.only_title ? filled(step.only_title, { place }) : t("routes.oneAnswer")),
    note: told ? filled(told, { place }) : model.aboutAction(only.text),
    do: only.text,
  };
}
