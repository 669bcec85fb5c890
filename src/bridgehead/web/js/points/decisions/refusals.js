/** Why a counter cannot go to a place; the server is asked, because it knows the rules. */

import { t } from "../../common/text.js";

/** @typedef {import("./orders.js").Orders} Orders */
/** @typedef {import("../model.js").PointModel} PointModel */

const FAR = 3; // steps: no counter goes farther than one more

/**
 * Show why the selected counter, or any, cannot go to a place.
 * @param {Orders} orders
 * @param {string} place
 * @param {string} [about]
 */
export function refuse(orders, place, about = `${orders.model.aboutHex(place)}.`) {
  orders.context.hint.show(about);
  const unit = orders.hand[0] ?? ownAt(orders, place);
  if (!unit) return;
  const verb = orders.hand.length ? (orders.verb ?? "move") : "move";
  const start = orders.model.hexOf(unit);
  const goal = orders.hand.length ? place : "";
  const way = verb === "move" ? (start && goal ? walk(orders.model, start, goal) : firstStep(orders.model, place)) : [goal];
  if (!way[0]) {
    if (verb === "move" && goal) orders.context.hint.show(`${about} ${t("routes.tooFar")}`);
    return;
  }
  orders.context.why(about, [verb, unit, ...way].join(" "));
}

/** An own counter of a place that could be meant. @param {Orders} orders @param {string} place */
function ownAt(orders, place) {
  const { toMove, step } = orders.model.state;
  if (step !== "movement") return null;
  return orders.model.all(place).find((unit) => orders.model.unit(unit).side === toMove) ?? null;
}

/** @param {PointModel} model @param {string} place */
function firstStep(model, place) {
  const route = model.places.get(place)?.routes.find(({ by }) => by === "road" || by === "edge");
  return route ? [route.to] : [];
}

/**
 * The shortest path over routes, whether they are open or not.
 * @param {PointModel} model
 * @param {string} from
 * @param {string} to
 */
function walk(model, from, to) {
  /** @type {Map<string, string[]>} */
  const ways = new Map([[from, []]]);
  for (const [here, way] of ways) {
    if (way.length > FAR) break;
    for (const { to: next } of model.places.get(here)?.routes ?? []) if (!ways.has(next)) ways.set(next, [...way, next]);
  }
  return ways.get(to) ?? [];
}
