/** What is known of a game: the hello, the state that is shown, and what follows from both. */

import { points, sentence, t } from "../text.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Hello} Hello */
/** @typedef {import("../types.js").Unit} Unit */

/** The verbs that bring a unit to a hex in the Movement Phase and at set-up. */
export const GOING = Object.freeze(["move", "enter", "land", "place"]);

/** The verbs of a choice among few, after a die is rolled. */
export const CHOOSING = Object.freeze(["lose", "retreat", "advance"]);

export class Model {
  constructor() {
    /** @type {Hello|null} */
    this.known = null;
    /** @type {State|null} */
    this.shown = null;
    /** @type {Map<string, Unit>} */
    this.units = new Map();
    /** @type {Map<string, string>} unit in each occupied hex */
    this.occupants = new Map();
  }

  /** @param {Hello} hello */
  meet(hello) {
    this.known = hello;
    this.units = new Map(hello.units.map((unit) => [unit.id, unit]));
  }

  /** @param {State} state */
  take(state) {
    this.shown = state;
    this.occupants = new Map();
    for (const [unit, place] of Object.entries(state.units)) {
      if (isHex(place)) this.occupants.set(place, unit);
    }
  }

  /** The hello, which must have come. */
  get hello() {
    if (!this.known) throw new Error("the server has not said hello yet");
    return this.known;
  }

  /** The state, which must have come. */
  get state() {
    if (!this.shown) throw new Error("no state has come yet");
    return this.shown;
  }

  /**
   * @param {string} id
   * @returns {Unit}
   */
  unit(id) {
    const unit = this.units.get(id);
    if (!unit) throw new Error(`no unit ${id} in this game`);
    return unit;
  }

  /** @param {string} id */
  name(id) {
    return this.unit(id).name;
  }

  /** @param {string} id */
  place(id) {
    return this.state.units[id] ?? "eliminated";
  }

  /**
   * The hex of a unit, null where it is not on the map.
   * @param {string} id
   */
  hexOf(id) {
    const place = this.place(id);
    return isHex(place) ? place : null;
  }

  /**
   * @param {string|null} hex
   * @returns {string|null} the unit in a hex
   */
  at(hex) {
    return (hex && this.occupants.get(hex)) || null;
  }

  /** @param {string|null} side */
  side(side) {
    if (!side) return "";
    return this.hello.game.sides.find((one) => one.id === side)?.label ?? t(`sides.${side}`);
  }

  /** The hexes each verb of a unit leads to. @param {string} id */
  verbs(id) {
    return this.state.decision?.units[id] ?? {};
  }

  /** The units that can act in this decision, in the order of the counter list. */
  movers() {
    const units = this.state.decision?.units ?? {};
    return this.hello.units.map((unit) => unit.id).filter((id) => id in units);
  }

  /**
   * The actions of a decision that is a choice among few, in the order the server lists them.
   * @returns {string[]}
   */
  choices() {
    const { units = {}, plain = [] } = this.state.decision ?? {};
    const found = Object.entries(units).flatMap(([unit, verbs]) =>
      CHOOSING.flatMap((verb) => (verbs[verb] ?? []).map((hex) => `${verb} ${unit} ${hex}`.trim())),
    );
    return [...found, ...plain.filter((word) => word === "stay")];
  }

  /**
   * What the rules say, with the units' names where they give ids: a sentence.
   * @param {string} text
   */
  prose(text) {
    return sentence(text.replace(/[\w-]+/g, (word) => this.units.get(word)?.name ?? word));
  }

  /**
   * A unit in one line: name, side, type, values, and what it has done.
   * @param {string} id
   */
  aboutUnit(id) {
    const unit = this.unit(id);
    const done = Object.entries(this.state.marks)
      .filter(([, units]) => units.includes(id))
      .map(([mark]) => t(`units.marks.${mark}`));
    const values = `${unit.strength}-${unit.movement}`;
    return [unit.name, this.side(unit.side), unit.typeLabel, values, ...done].join(", ");
  }

  /**
   * A hex in one line: what it is and who stands there.
   * @param {string} hex
   */
  aboutHex(hex) {
    const unit = this.at(hex);
    const text = this.hello.hexes[hex]?.text ?? hex;
    return unit ? `${text}. ${this.aboutUnit(unit)}` : text;
  }

  /**
   * Where a unit is, in words.
   * @param {string} id
   */
  aboutPlace(id) {
    const place = this.place(id);
    if (isHex(place)) return place;
    const { arrives, entry } = this.unit(id);
    if (place !== "off") return t(`units.places.${place}`);
    if (arrives === null) return t(this.isAbsent(id) ? "units.places.absent" : "units.places.off");
    return entry ? t("units.places.due", { turn: arrives, entry }) : t("units.places.dueBy", { turn: arrives });
  }

  /**
   * Whether a unit takes no part: it could be placed at set-up only, and was not.
   * @param {string} id
   */
  isAbsent(id) {
    return this.place(id) === "off" && this.unit(id).arrives === null && this.state.phase !== "setup";
  }

  /**
   * An action in words, for a button: "Retreat 16/4 to 0911".
   * @param {string} action
   */
  aboutAction(action) {
    const [verb = "", first = "", hex = ""] = action.split(" ");
    const unit = this.units.get(first);
    const name = unit ? unit.name : first;
    return t(`play.verbs.${verb}`, { unit: name, hex: unit ? hex : first });
  }
}

/**
 * Whether a place is a hex of the map.
 * @param {string|undefined|null} place
 */
export function isHex(place) {
  return /^\d{4}$/.test(place ?? "");
}

/**
 * Points with their unit: "1 point", "8½ points".
 * @param {number} value
 */
export function pointsLeft(value) {
  return t(value > 0 && value <= 1 ? "play.point" : "play.points", { n: points(value) });
}
