/** The keyboard on a hex map: keys move through hexsides. */

import { Cursor } from "../game/map/cursor.js";

/** Keys for the neighbor across one hexside. */
const SIDES = Object.freeze({ w: "n", e: "ne", d: "se", s: "s", a: "sw", q: "nw", ArrowUp: "n", ArrowDown: "s" });

export class HexCursor extends Cursor {
  get model() {
    return /** @type {import("./model.js").HexModel} */ (this.context.model);
  }

  /** @param {string} here @param {string} key */
  neighbor(here, key) {
    const neighbors = this.model.places.get(here)?.neighbors ?? {};
    if (key === "ArrowLeft") return sideways(here, neighbors.nw, neighbors.sw);
    if (key === "ArrowRight") return sideways(here, neighbors.ne, neighbors.se);
    return key in SIDES ? neighbors[SIDES[/** @type {keyof typeof SIDES} */ (key)]] ?? null : undefined;
  }

  /** If no unit can act it starts at one's own units. */
  first() {
    const { model } = this;
    const own = model.hello.units.find(({ id, side }) => side === model.state.toMove && model.hexOf(id));
    return model.movers().some((unit) => model.hexOf(unit)) || !own ? super.first() : model.hexOf(own.id) ?? "";
  }

  spot() {
    return { ...super.spot(), unit: this.model.at(this.hex) };
  }

  /** @param {string} hex */
  chosen(hex) {
    const unit = this.context.chosen(); // it may be off the map
    return unit && this.model.at(hex) !== unit ? `${this.model.aboutUnit(unit)}.` : "";
  }

  /** @param {string} key */
  shortcut(key) {
    const { viewport } = this.context;
    const part = this.context.part();
    const center = this.context.board.centers.get(this.hex ?? this.first());
    if (key === "f") part.fire?.();
    else if (key === "x" || key === "v") part.cross?.();
    else if (key === "m" && center) viewport.center(center);
    return ["f", "x", "v", "m"].includes(key) || super.shortcut(key);
  }
}

/**
 * The neighbor in the same printed row, so that repeated keys go straight; null at the edge.
 * @param {string} here
 * @param {string|undefined} upper
 * @param {string|undefined} lower
 */
function sideways(here, upper, lower) {
  const row = here.slice(2);
  return [upper, lower].find((hex) => hex?.slice(2) === row) ?? upper ?? lower ?? null;
}
