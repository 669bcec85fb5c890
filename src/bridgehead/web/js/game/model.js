/** What is known of a game: the hello, the state that is shown, and what follows from both. */

import { hasText, named, points, sentence, t } from "../text.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Hello} Hello */
/** @typedef {import("../types.js").Unit} Unit */

/** The verbs by which a unit goes to a hex on its own: they are offered together, the others each for itself. */
export const GOING = Object.freeze(["move", "enter", "land", "drop", "exit", "place"]);

/** Words that have a button of their own beside the choices of a decision. */
const STANDING = Object.freeze(["end", "deploy"]);

/** @type {readonly string[]} */
const NOBODY = Object.freeze([]);

export class Model {
  constructor() {
    /** @type {Hello|null} */
    this.known = null;
    /** @type {State|null} */
    this.shown = null;
    /** @type {Map<string, Unit>} */
    this.units = new Map();
    /** @type {Map<string, string[]>} the units in each occupied hex, in the order of the counter list */
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
    for (const { id } of this.known?.units ?? []) {
      const place = state.units[id];
      if (place && isHex(place)) this.occupants.set(place, [...(this.occupants.get(place) ?? []), id]);
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
   * @returns {readonly string[]} the units in a hex
   */
  all(hex) {
    return (hex && this.occupants.get(hex)) || NOBODY;
  }

  /**
   * @param {string|null} hex
   * @returns {string|null} the unit in a hex: of several the first that can act, or else the first
   */
  at(hex) {
    const units = this.all(hex);
    const able = units.length > 1 && this.shown?.decision?.units;
    return (able && units.find((unit) => unit in able)) || units[0] || null;
  }

  /** Whether two hexes touch. @param {string} a @param {string} b */
  isNext(a, b) {
    return Object.values(this.hello.hexes[a]?.neighbors ?? {}).includes(b);
  }

  /** The units in a hex by name. @param {string} hex */
  namesAt(hex) {
    return this.all(hex).map((unit) => this.name(unit)).join(", ");
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
    const { units = {}, hexes = {}, plain = [] } = this.state.decision ?? {};
    const there = Object.entries(hexes).flatMap(([verb, found]) => found.map((hex) => `${verb} ${hex}`));
    const found = Object.entries(units).flatMap(([unit, verbs]) =>
      Object.entries(verbs).flatMap(([verb, places]) => places.map((place) => `${verb} ${unit} ${place}`.trim())),
    );
    return [...there, ...found, ...plain.filter((word) => !STANDING.includes(word))];
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
    const whose = unit.group && unit.group !== this.side(unit.side) ? [this.side(unit.side), unit.group] : [this.side(unit.side)];
    return [unit.name, ...whose, unit.typeLabel, unit.told, ...done].join(", ");
  }

  /**
   * A hex in one line: what it is and who stands there.
   * @param {string} hex
   */
  aboutHex(hex) {
    const text = this.hello.hexes[hex]?.text ?? hex;
    return [text, ...this.all(hex).map((unit) => this.aboutUnit(unit))].join(". ");
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
    const [verb = "", first = "", ...rest] = action.split(" ");
    const unit = this.units.get(first);
    const helper = rest.length > 1 ? this.units.get(rest[0] ?? "") : undefined;
    const values = { unit: unit ? unit.name : first, hex: unit ? (rest.at(-1) ?? "") : first, helper: helper?.name ?? "" };
    const step = this.shown?.step ?? "";
    if (hasText(`play.verbsAt.${step}.${verb}`)) return t(`play.verbsAt.${step}.${verb}`, values);
    if (helper) return t(`play.verbsBy.${verb}`, values);
    if (hasText(`play.verbs.${verb}`)) return t(`play.verbs.${verb}`, values);
    return [named("attack.markers", verb), first, ...rest].filter(Boolean).join(" ");
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
