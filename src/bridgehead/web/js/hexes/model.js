/** The data of a game on hexes. */

import { Model } from "../game/model.js";
import { filled, inSentence, points, t } from "../common/text.js";

/** @typedef {import("../types.js").HexHello} HexHello */
/** @typedef {import("../types.js").HexState} HexState */
/** @typedef {import("../types.js").Hex} Hex */

/** Verbs that have their own button beside the choices of a decision. */
const STANDING = Object.freeze(["end", "deploy"]);

/** @extends {Model<HexHello, HexState, Hex>} */
export class HexModel extends Model {
  /** @type {Map<string, string>} what each unit is called in a sentence */
  called = new Map();

  /** @param {HexHello} hello */
  meet(hello) {
    this.know(hello, Object.entries(hello.hexes));
    this.called = called(hello.units);
  }

  /** @param {string} id */
  place(id) {
    return this.state.units[id] ?? "eliminated";
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

  /** Whether two hexes are adjacent. @param {string} a @param {string} b */
  isNext(a, b) {
    return Object.values(this.places.get(a)?.neighbors ?? {}).includes(b);
  }

  /** The names of the units in a hex. @param {string} hex */
  namesAt(hex) {
    return this.all(hex).map((unit) => this.name(unit)).join(", ");
  }

  /** The hexes of the battle under way: of the defenders, then of the attackers. @returns {string[]} */
  battle() {
    const { combat } = this.state;
    if (!combat) return [];
    return [...(combat.hexes ?? [combat.hex]), ...Object.keys(combat.attackers).flatMap((unit) => this.hexOf(unit) ?? [])];
  }

  /** The hexes of each verb of a unit. @param {string} id */
  verbs(id) {
    return this.state.decision?.units[id] ?? {};
  }

  /** The verbs by which a unit goes to a hex without others: they are offered together, the others separately. */
  going() {
    return Object.entries(this.hello.decisions.verbs).flatMap(([verb, { goes }]) => (goes ? verb : []));
  }

  /** The name of a marker: "British airstrikes". @param {string} name */
  marker(name) {
    return this.verb(name).mode ?? name;
  }

  /** Whether a marker's action has a number: airstrikes can be several, naval guns are single. @param {string} name */
  isNumbered(name) {
    return this.verb(name).objects === "number";
  }

  /** The units that can act in this decision, in the order of the counter list. */
  movers() {
    const units = this.state.decision?.units ?? {};
    return this.hello.units.map((unit) => unit.id).filter((id) => id in units);
  }

  /** Whether a unit may be selected automatically: in a lesson only if the step mentions it. @param {string} id */
  isAsked(id) {
    const { lesson } = this.state;
    return !lesson || [...lesson.all, ...lesson.wanted].some((action) => action.split(" ").includes(id));
  }

  /** The actions of a decision between a few choices, in the server's order. @returns {string[]} */
  choices() {
    const { units = {}, hexes = {}, plain = [] } = this.state.decision ?? {};
    const there = Object.entries(hexes).flatMap(([verb, found]) => found.map((hex) => `${verb} ${hex}`));
    const found = Object.entries(units).flatMap(([unit, verbs]) =>
      Object.entries(verbs).flatMap(([verb, places]) => places.map((place) => `${verb} ${unit} ${place}`.trim())),
    );
    return [...there, ...found, ...plain.filter((word) => !STANDING.includes(word))];
  }

  /** Every legal action. @returns {string[]} */
  actions() {
    return [...this.choices(), ...(this.state.decision?.plain ?? []).filter((word) => STANDING.includes(word))];
  }

  /** What a unit has done, in words. @param {string} id */
  marksOf(id) {
    const marks = Object.entries(this.state.marks).filter(([, units]) => units.includes(id));
    return marks.map(([mark]) => t(`units.marks.${mark}`));
  }

  /** A unit's name in a sentence: no other unit has it, and it is no bare number. @param {string} id */
  name(id) {
    return this.called.get(id) ?? this.unit(id).name;
  }

  /** @param {string} id @returns {string|undefined} */
  nameOf(id) {
    return this.units.has(id) ? this.name(id) : undefined;
  }

  /** A unit in one line: name, side, type, values, and what it has done. @param {string} id */
  aboutUnit(id) {
    const unit = this.unit(id);
    const whose = unit.group && unit.group !== this.side(unit.side) ? [this.side(unit.side), unit.group] : [this.side(unit.side)];
    return [unit.name, ...whose, unit.typeLabel, unit.told, ...this.marksOf(id)].join(", ");
  }

  /** A hex in one line: its terrain and its units. @param {string} hex */
  aboutHex(hex) {
    return [this.places.get(hex)?.text ?? hex, ...this.all(hex).map((unit) => this.aboutUnit(unit)), ...this.besides(hex)].join(". ");
  }

  /** Where a unit is, in words. @param {string} id */
  aboutPlace(id) {
    const place = this.place(id);
    if (isHex(place)) return place;
    const { arrives, entry } = this.unit(id);
    if (place !== "off") return t(`units.places.${place}`);
    if (arrives === null) return t(this.isAbsent(id) ? "units.places.absent" : "units.places.off");
    return entry ? t("units.places.due", { turn: arrives, entry }) : t("units.places.dueBy", { turn: arrives });
  }

  /** Whether a unit is not in the game: it could only be placed at set-up, and was not. @param {string} id */
  isAbsent(id) {
    return this.place(id) === "off" && this.unit(id).arrives === null && this.state.phase !== "setup";
  }

  /** An action in words, for a button: "Retreat 16/4 to 0911". @param {string} action */
  aboutAction(action) {
    const [verb = "", first = "", ...rest] = action.split(" ");
    const unit = this.units.get(first);
    const helper = rest.length > 1 ? this.units.get(rest[0] ?? "") : undefined;
    const values = { unit: unit ? this.name(first) : first, hex: unit ? (rest.at(-1) ?? "") : first, helper: helper?.name ?? "" };
    const { says, helped, objects } = this.verb(verb);
    if (objects === "hex") values.unit = this.namesAt(first);
    const text = this.step.says?.[verb] ?? (helper ? helped : says);
    return text ? filled(text, values) : action;
  }
}

/** The name of each unit, with its type if it is a number or others have it too, and its size if that is not enough. @param {import("../types.js").Unit[]} units */
function called(units) {
  const names = units.map(({ name }) => name);
  const typed = units.map(({ name, typeLabel }) => (/^\d+$/.test(name) || isShared(name, names) ? `${name} ${inSentence(typeLabel)}` : name));
  return new Map(units.map(({ id, size }, n) => {
    const name = typed[n] ?? "";
    return [id, size && isShared(name, typed) ? `${name} ${inSentence(size)}` : name];
  }));
}

/** @param {string} name @param {string[]} names */
const isShared = (name, names) => names.indexOf(name) !== names.lastIndexOf(name);

/** Whether a place is a hex of the map. @param {string|undefined|null} place */
export function isHex(place) {
  return /^\d{4}$/.test(place ?? "");
}

/** Points with their unit: "1 point", "8½ points". @param {number} value */
export function pointsLeft(value) {
  return t(value > 0 && value <= 1 ? "play.point" : "play.points", { n: points(value) });
}
