/** Crossing the canal: an assault by the selected units that can, and the bridge that the others need. */

import { t } from "../../common/text.js";

/** @typedef {import("./orders.js").Orders} Orders */
/** @typedef {import("../../game/panel/decision.js").Choice} Choice */

const BOTH = "span"; // the mode of a button that crosses and lays a bridge

export class Crossing {
  /** @param {Orders} orders */
  constructor(orders) {
    this.of = orders;
  }

  /** The places across the canal that some of the selection can reach. @returns {string[]} */
  places() {
    const { hand, verb, stepwise, orders } = this.of;
    if (!hand.length || verb !== "move" || stepwise) return [];
    const ends = orders.flatMap((order) => (order.verb === "cross" ? order.way.slice(-1) : []));
    return [...new Set(ends)].filter((place) => this.actions(place).length);
  }

  /** The crossings of the selection to a place; in a lesson only the requested ones. @param {string} place */
  actions(place) {
    const { hand, orders, model: { state: { lesson } } } = this.of;
    /** @type {Set<string>} */
    const named = new Set();
    const found = hand.flatMap((unit) => {
      const one = this.of.standIn(unit, "cross");
      if (!orders.some((order) => order.verb === "cross" && order.unit === one && order.way.at(-1) === place)) return [];
      const mover = this.of.firstEqual(unit, named);
      named.add(mover);
      return [`cross ${mover} ${place}`];
    });
    return lesson ? found.filter((action) => [...lesson.all, ...lesson.wanted].includes(action)) : found;
  }

  /** The bridge that an engineer near the selection can lay to a place. @param {string} place @returns {string[]} */
  bridge(place) {
    const { orders, model } = this.of;
    const order = orders.find(({ verb, unit, way }) => verb === "bridge" && way.at(-1) === place && unit && model.hexOf(unit) === this.of.place);
    return order && !model.state.lesson ? [order.text] : [];
  }

  /** @returns {Choice[]} */
  choices() {
    return this.places().flatMap((place) => {
      const values = { place: this.of.model.placeName(place), n: this.actions(place).length };
      const over = { mode: `cross ${place}`, label: t("routes.crossTo", values), hexes: [place] };
      return this.bridge(place).length ? [over, { mode: `${BOTH} ${place}`, label: t("routes.crossAndBridge", values), hexes: [place] }] : [over];
    });
  }

  /** Handle one of these buttons. @param {string} mode @returns {boolean} whether it was one */
  press(mode) {
    const [what, place = ""] = mode.split(" ");
    if (!place) return false;
    this.go(place, what === BOTH);
    return true;
  }

  /** Cross to a place; units that did not go stay selected. @param {string} place @param {boolean} [bridged] lay a bridge, too */
  async go(place, bridged = false) {
    const { context, model, hand, place: start } = this.of;
    const actions = [...this.actions(place), ...(bridged ? this.bridge(place) : [])];
    const [only = ""] = actions;
    const done = actions.length > 1 ? await context.plan(actions) : await context.act(only);
    if (done && start && model.state.mine && model.state.step === "movement") this.of.hold(start, hand);
  }
}
