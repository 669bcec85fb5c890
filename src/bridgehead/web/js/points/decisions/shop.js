/** Lists of counters that arrive, are bought, formed or set up: equal ones in one line, with the price. */

import { h } from "../../common/dom.js";
import { points, t } from "../../common/text.js";
import { named } from "../counters.js";

/** @typedef {import("../model.js").PointModel} PointModel */
/** @typedef {import("./words.js").Order} Order */

const PLACES = 6; // so many have a button each; more are chosen on the map

/** @param {PointModel} model @param {Order[]} orders @param {string[]} hand */
export function shopList(model, orders, hand) {
  const units = [...new Set(orders.flatMap(({ unit }) => unit ?? []))];
  /** @type {Map<string, string[]>} */
  const verbs = new Map();
  for (const unit of units) {
    const verb = orders.find((order) => order.unit === unit)?.verb ?? "";
    verbs.set(verb, [...(verbs.get(verb) ?? []), unit]);
  }
  return h("div", { class: "shop" }, stocks(model, orders), [...verbs].map(([verb, found]) => h("section", null,
    h("h3", null, model.mode(verb)),
    h("ul", null, found.map((unit) => row(model, orders, verb, unit, hand))))));
}

/** The points available to spend. @param {PointModel} model @param {Order[]} orders */
function stocks(model, orders) {
  if (!orders.some(({ unit, verb }) => model.step.spends || verb in (model.hello.prices[unit ?? ""] ?? {}))) return null;
  const { view, toMove } = model.state;
  const mine = model.hello.stocks.filter((stock) => model.hello.units.some(({ nation, side }) => nation === stock && side === toMove));
  return h("p", { class: "purse" }, mine.map((stock) => h("span", null,
    t("routes.purse", { stock: model.word("nations", stock), n: view.points?.[stock] ?? 0, spent: points((view.spent?.[stock] ?? 0) / 2) }))));
}

/**
 * @param {PointModel} model
 * @param {Order[]} orders
 * @param {string} verb
 * @param {string} unit of equal counters the first
 * @param {string[]} hand
 */
function row(model, orders, verb, unit, hand) {
  const { key } = model.unit(unit);
  const many = verb === "place" ? 1 : model.hello.units.filter((one) => one.key === key && model.state.units[one.id] === model.state.units[unit]).length;
  const mine = orders.filter((order) => order.unit === unit);
  const price = /** @type {Record<string, number>} */ (model.hello.prices[unit] ?? {})[verb];
  const cost = price === undefined ? null : h("span", { class: "price" }, t("routes.price", { n: points(price) }));
  const alone = mine.filter(({ way }) => !way.length);
  const placed = mine.filter(({ way }) => way.length);
  const chosen = hand.includes(unit);
  const buttons = [
    ...alone.map((order) => h("button", { type: "button", class: "choice", "data-do": order.text }, model.mode(order.verb))),
    ...(placed.length <= PLACES ? placed.map((order) => h("button", { type: "button", class: "choice", "data-do": order.text, "data-hexes": order.way.join(" ") }, model.placeName(order.way.at(-1) ?? ""))) : []),
    placed.length > PLACES && h("button", { type: "button", class: "choice", "data-choose": unit, "aria-pressed": String(chosen) }, t(chosen ? "routes.onMap" : "routes.choosePlace")),
  ];
  return h("li", { class: chosen ? "shop-row chosen" : "shop-row", "data-shop": unit }, named(model, unit, many), cost, h("span", { class: "shop-buttons" }, buttons));
}
