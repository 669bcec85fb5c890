/** Where the chosen unit can go, and what the server was asked about it. */

import { GOING } from "./model.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").Movement} Answer */
/** @typedef {import("../types.js").Way} Way */
/** @typedef {Way & {cost: number, left: number}} Paid */
/** @typedef {import("./hint.js").Reason} Reason */

/**
 * Whether points are paid: who is placed or comes by air pays none.
 * @param {Way} way
 * @returns {way is Paid}
 */
const isPaid = (way) => way.cost !== null && way.left !== null && way.path.length > 0;

export class Reach {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Map<string, Promise<Answer>>} */
    this.answers = new Map();
    /** @type {Map<string, Promise<Reason|null>>} */
    this.reasons = new Map();
    /** @type {string|null} */
    this.unit = null;
    /** @type {Answer|null} what the server said of the chosen unit */
    this.answer = null;
  }

  /** What was asked of the server holds for one position only. */
  forget() {
    this.answers.clear();
    this.reasons.clear();
    this.choose(null);
  }

  /** @param {string|null} unit */
  choose(unit) {
    this.unit = unit;
    this.answer = null;
  }

  /** @param {string} hex */
  verbsTo(hex) {
    const verbs = this.unit ? this.desk.model.verbs(this.unit) : {};
    return GOING.filter((verb) => verbs[verb]?.includes(hex));
  }

  /** The hexes where the chosen unit can go. */
  goals() {
    const verbs = this.unit ? this.desk.model.verbs(this.unit) : {};
    return [...new Set(GOING.flatMap((verb) => verbs[verb] ?? []))];
  }

  /**
   * The ways of the chosen unit to a hex that are known, and whether points are paid for them.
   * @param {string} hex
   * @returns {{verb: string, paid: Paid|null}[]}
   */
  ways(hex) {
    return this.verbsTo(hex).flatMap((verb) => {
      const way = this.answer?.verbs[verb]?.[hex];
      return way ? [{ verb, paid: isPaid(way) ? way : null }] : [];
    });
  }

  /**
   * The way to a hex that points are paid for: it has a path, a cost and something left.
   * @param {string} hex
   */
  paid(hex) {
    return this.ways(hex).find((way) => way.paid)?.paid ?? null;
  }

  /** @param {string} unit */
  movement(unit) {
    const found = this.answers.get(unit) ?? this.desk.ask("movement", { unit });
    this.answers.set(unit, found);
    return found;
  }

  /**
   * Why the chosen unit cannot go to a hex.
   * @param {string} unit
   * @param {string} hex
   */
  why(unit, hex) {
    const key = `${unit} ${hex}`;
    const { model, ask } = this.desk;
    const verbs = model.verbs(unit);
    const fallback = model.state.step === "setup" ? "place" : model.hexOf(unit) ? "move" : "enter";
    const verb = GOING.find((one) => verbs[one]) ?? fallback;
    const found = this.reasons.get(key) ?? ask("why", { action: `${verb} ${key}` });
    this.reasons.set(key, found);
    return found;
  }
}
