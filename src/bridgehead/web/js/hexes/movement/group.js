/** Several selected units: where they can go, and how. */

/** @typedef {import("../../game/parts.js").HexContext} HexContext */
/** @typedef {import("../../types.js").Gathering} Gathering */

export class Group {
  /** @param {HexContext} context */
  constructor(context) {
    this.context = context;
    /** @type {string[]} in the order in which they go */
    this.units = [];
    /** @type {Map<string, number>} for each hex how many of them can get there */
    this.reach = new Map();
    /** @type {Map<string, Promise<Gathering>>} what the server was asked of a hex */
    this.asked = new Map();
    this.edge = ""; // the edge hex by which they come in
  }

  get many() {
    return this.units.length > 1;
  }

  /**
   * Select units, and ask how far they can go.
   * @param {string[]} units
   * @param {string} edge
   * @returns {Promise<void>} when the answer has come
   */
  async choose(units, edge) {
    this.units = units;
    this.edge = edge;
    this.asked = new Map();
    this.reach = new Map();
    if (!this.many) return;
    for (const unit of units) this.count(Object.entries(this.ways(unit)).flatMap(([, places]) => places));
    if (!units.some((unit) => this.ways(unit).enter)) return; // who comes in moves on from the edge
    const found = await this.context.ask("group", { units: this.verbs(), edge });
    if (this.units !== units) return;
    this.reach = new Map();
    for (const hexes of Object.values(found)) this.count(hexes);
  }

  /** @param {string[]} hexes where one of them can get */
  count(hexes) {
    for (const hex of new Set(hexes)) this.reach.set(hex, (this.reach.get(hex) ?? 0) + 1);
  }

  /** A unit's destinations by each verb that needs no other unit. @param {string} unit */
  ways(unit) {
    const verbs = this.context.model.verbs(unit);
    const together = this.context.model.going().filter((verb) => verbs[verb] && !this.context.model.verb(verb).leaves); // who leaves the map goes alone
    return Object.fromEntries(together.map((verb) => [verb, verbs[verb] ?? []]));
  }

  /** The verbs of each unit, for the server. */
  verbs() {
    return Object.fromEntries(this.units.map((unit) => [unit, Object.keys(this.ways(unit))]));
  }

  /** Whether all of them can reach a hex. @param {string} hex */
  isForAll(hex) {
    return this.reach.get(hex) === this.units.length;
  }

  /** Ask how they would go to a hex. @param {string} hex @returns {Promise<Gathering>} */
  gather(hex) {
    const found = this.asked.get(hex) ?? this.context.ask("gather", { units: this.verbs(), hex, edge: this.edge });
    this.asked.set(hex, found);
    return found;
  }
}
