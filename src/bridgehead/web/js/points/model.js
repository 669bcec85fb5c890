/** What is known of a game of points and routes, and what follows from it. */

import { Model } from "../game/model.js";
import { hasText, sentence, t } from "../text.js";
import { aboutAction } from "./words.js";

/** @typedef {import("./types.js").PointHello} PointHello */
/** @typedef {import("./types.js").PointState} PointState */
/** @typedef {import("./types.js").Counter} Counter */
/** @typedef {import("./types.js").Place} Place */

export const MARKS = Object.freeze(["moved", "fought", "in_command", "looked", "helped", "by_water", "flew", "dropped", "sam_fired", "fired", "sortie"]);

export class PointModel extends Model {
  constructor() {
    super();
    /** @type {PointHello|null} */
    this.told = null;
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Map<string, Counter>} */
    this.counters = new Map();
  }

  /** @param {any} hello a `PointHello` */
  meet(hello) {
    this.told = hello;
    this.places = new Map(hello.places.map((/** @type {Place} */ place) => [place.id, place]));
    this.counters = new Map(hello.units.map((/** @type {Counter} */ unit) => [unit.id, unit]));
    const hexes = Object.fromEntries([...this.places.values()].map(({ id, text }) => [id, { neighbors: {}, terrain: "", text }]));
    const units = hello.units.map((/** @type {Counter} */ one) => ({ ...one, group: "", fpf: 0, values: printed(one), told: printed(one), arrives: null, entry: "" }));
    super.meet({ ...hello, units, hexes });
  }

  /** @param {any} state a `PointState` */
  take(state) {
    this.shown = state;
    this.occupants = new Map();
    for (const { id } of this.known?.units ?? []) {
      const place = state.units[id];
      if (place && this.places.has(place)) this.occupants.set(place, [...(this.occupants.get(place) ?? []), id]);
    }
  }

  /** The hello as this kind of title has it. */
  get words() {
    if (!this.told) throw new Error("the server has not said hello yet");
    return this.told;
  }

  /** The state as this kind of title has it. @returns {PointState} */
  get now() {
    return /** @type {any} */ (this.state);
  }

  /** @param {string} id */
  counter(id) {
    const found = this.counters.get(id);
    if (!found) throw new Error(`no counter ${id} in this game`);
    return found;
  }

  /** @param {string} id */
  placeName(id) {
    return this.places.get(id)?.name ?? (hasText(`routes.boxes.${id}`) ? t(`routes.boxes.${id}`) : id.replaceAll("-", " "));
  }

  /** How many hidden counters lie in a place. @param {string} place */
  hiddenAt(place) {
    return Number(this.now.view.hidden?.[place] ?? 0);
  }

  /** Who controls a place. @param {string} place */
  controlOf(place) {
    return this.now.view.control?.[place] ?? this.places.get(place)?.control ?? "none";
  }

  /** @param {string} id */
  hexOf(id) {
    const place = this.now.units[id];
    return place && this.places.has(place) ? place : null;
  }

  /** @param {string} id what a unit has done, in words */
  marksOf(id) {
    const { view } = this.now;
    return MARKS.filter((mark) => view[mark]?.includes(id)).map((mark) => t(`routes.marks.${mark}`));
  }

  /** @param {string} id */
  aboutUnit(id) {
    const one = this.counter(id);
    return [one.name, this.side(one.side), one.typeLabel.toLowerCase(), t("routes.strength", { n: printed(one) }), ...this.marksOf(id)].join(", ");
  }

  /** @param {string} id */
  aboutPlace(id) {
    const place = this.now.units[id];
    return place ? this.boxName(place) : t("routes.boxes.hidden");
  }

  /** Where a counter is, in words: a place, a box, the turn track. @param {string} place */
  boxName(place) {
    if (place.startsWith("turn-track:")) return t("routes.arrives", { turn: place.slice(11) });
    const [theater = "", mission] = place.split(":");
    if (mission) return t("routes.mission", { theater: t(`routes.theaters.${theater}`), mission: t(`routes.missions.${mission}`) });
    return this.placeName(place);
  }

  /** @param {string} hex */
  aboutHex(hex) {
    const place = this.places.get(hex);
    if (!place) return hex;
    const control = this.controlOf(hex);
    const parts = [place.text];
    if (control !== "none") parts.push(t("routes.controlled", { side: this.side(control) }));
    const units = this.all(hex);
    if (units.length) parts.push(units.map((id) => this.name(id)).join(", "));
    const hidden = this.hiddenAt(hex);
    if (hidden) parts.push(hidden === 1 ? t("routes.oneHidden") : t("routes.hidden", { n: hidden }));
    return parts.join(". ");
  }

  /** @param {string} text */
  prose(text) {
    return sentence(text.replace(/[\w-]+/g, (word) => this.counters.get(word)?.name ?? (word.includes("-") ? this.places.get(word)?.name : undefined) ?? word));
  }

  /** @param {string} action */
  aboutAction(action) {
    return aboutAction(this, action);
  }

  /** Units that can do something, in the order of the counter list. */
  movers() {
    const { decision } = this.now;
    if (!decision) return [];
    const able = new Set([...decision.movers, ...decision.actions.map((text) => text.split(" ")[1] ?? "")]);
    return this.words.units.map(({ id }) => id).filter((id) => able.has(id));
  }
}

/** @param {Counter} counter */
export function printed({ strength, bracket }) {
  return bracket === null ? String(strength) : `${strength} [${bracket}]`;
}
