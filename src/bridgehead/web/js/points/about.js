/** The subject of a question: the place or theater that it names, as the deciding side can see it. */

import { hasText, named, t } from "../text.js";
import { parse } from "./words.js";

/** @typedef {import("./model.js").PointModel} PointModel */
/** @typedef {"landing"|"target"|"battle"|"theater"|"unit"|"event"} Kind */
/**
 * places: the places, the most important one first.
 * @typedef {{places: string[], theaters: string[], key: string, values: Record<string, string|number>}} About
 */

/** The subject of each step, besides the choices that it lists. */
const KINDS = Object.freeze(/** @type {Record<string, Kind>} */ ({
  ew_counter: "landing", sam_ask: "landing", umbrella: "landing", recon_loss: "landing",
  raid_ew: "target", wild_weasels: "target", air_defense: "target", air_defense_loss: "target",
  damage: "target", retreat: "target",
  nation: "battle", attacker_ew: "battle", defender_ew: "battle", fire: "battle",
  attacker_stays: "battle", defender_stays: "battle", go_back: "battle",
  superiority_ew: "theater", superiority_loss: "theater", shift: "theater", strategic_ew: "theater", strategic_loss: "theater",
  refit_arrival: "unit", event_take: "event", event_gain: "event", event_divide: "event",
}));
/** Verbs with only a place: the first meaning of a click at each step. */
export const FIRST = Object.freeze({ raids: "raid", barrages: "barrage", battles: "attack", bridges: "remove-bridge" });
const RETREATS = Object.freeze(["damage", "retreat", "go_back"]);
const FIRST_THEATER = "sinai"; // a view leaves it out

/** The subject of the pending question; null if it is the whole map. @param {PointModel} model @returns {About|null} */
export function aboutQuestion(model) {
  const { step, view, turn } = model.state;
  const kind = KINDS[step];
  if (!kind) return null;
  const key = step === "sam_ask" && view.asked !== "look" ? "sam_ask_flight" : step;
  if (kind === "theater") {
    const theater = String(view.air_theater ?? FIRST_THEATER);
    return { places: [], theaters: [theater], key, values: { theater: t(`routes.theaters.${theater}`) } };
  }
  if (kind === "unit") {
    const unit = view.event_unit;
    return unit ? { places: [], theaters: [], key, values: { unit: model.unit(unit).name, turn } } : null;
  }
  if (kind === "event") return view.event ? { places: [], theaters: [], key, values: { event: named("routes.events", view.event) } } : null;
  const place = kind === "landing" ? view.landing : kind === "battle" ? view.battle : (view.target ?? view.battle);
  if (!place) return null;
  const places = [...new Set([place, ...(view.takeoff ? [view.takeoff] : []), ...goals(model)])].filter((one) => model.places.has(one));
  return { places, theaters: [], key, values: { place: model.placeName(place), from: view.takeoff ? model.placeName(view.takeoff) : "", n: strikes(view) } };
}

/** Where units can retreat to. @param {PointModel} model @returns {string[]} */
function goals(model) {
  const { step, mine, decision } = model.state;
  if (!mine || !decision || !RETREATS.includes(step)) return [];
  return decision.actions.flatMap((text) => parse(model, text).way.slice(-1));
}

/** The possible targets, at a step that asks for one. @param {PointModel} model @returns {string[]} */
export function aimed(model) {
  const { step, decision } = model.state;
  const verb = FIRST[/** @type {keyof typeof FIRST} */ (step)];
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
  return about && hasText(`routes.askAt.${about.key}`) ? t(`routes.askAt.${about.key}`, about.values) : null;
}

/**
 * The text shown instead of a question if there is only one answer. It stays until the player continues, because the
 * speed must not tell the other side whether there was a choice.
 * @param {PointModel} model
 * @param {import("./words.js").Order[]} orders
 * @returns {{title: string, note: string, do: string}|null}
 */
export function notice(model, orders) {
  const { step, decision } = model.state;
  const [only] = orders;
  if (!only || decision?.count !== 1) return null;
  const place = only.way.length ? model.placeName(only.way.at(-1) ?? "") : "";
  const key = `${step}_${only.verb}`;
  const told = hasText(`routes.onlyAt.${key}`);
  if (only.verb === "end" && !told) return null; // its button says it
  return {
    title: titleOf(model) ?? (hasText(`routes.onlyAt.${key}_title`) ? t(`routes.onlyAt.${key}_title`, { place }) : t("routes.oneAnswer")),
    note: told ? t(`routes.onlyAt.${key}`, { place }) : model.aboutAction(only.text),
    do: only.text,
  };
}
