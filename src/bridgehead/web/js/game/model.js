/** The data of a game: the hello, the state shown, and values derived from both, for all maps. */

import { knowSides, sideName, sentence, t } from "../common/text.js";

/** @type {readonly string[]} */
const NOBODY = Object.freeze([]);
/** @type {import("../types.js").Step} */
const OVER = Object.freeze({ ask: "", verbs: [] });
/** @type {import("../types.js").Verb} */
const OTHER = Object.freeze({ objects: "" }); // such as to resign

/**
 * @template {import("../types.js").Hello} H
 * @template {import("../types.js").State} S
 * @template {{text: string}} P what a place of the map is: a hex, a point, an area
 */
export class Model {
  constructor() {
    /** @type {H|null} */
    this.known = null;
    /** @type {S|null} */
    this.shown = null;
    /** @type {Map<string, H["units"][number]>} */
    this.units = new Map();
    /** @type {Map<string, P>} */
    this.places = new Map();
    /** @type {Map<string, string[]>} the units in each occupied place, in the order of the counter list */
    this.occupants = new Map();
  }

  /** What the layers over the map say of a place. @param {string} _place @returns {string[]} */
  besides = (_place) => [];

  /** @param {H} hello @param {[string, P][]} places */
  know(hello, places) {
    this.known = hello;
    knowSides(hello.game.sides);
    this.units = new Map(hello.units.map((unit) => [unit.id, unit]));
    this.places = new Map(places);
  }

  /** @param {S} state */
  take(state) {
    this.shown = state;
    this.occupants = new Map();
    for (const { id } of this.known?.units ?? []) {
      const place = this.hexOf(id);
      if (place) this.occupants.set(place, [...(this.occupants.get(place) ?? []), id]);
    }
  }

  /** The hello, which must have arrived. */
  get hello() {
    if (!this.known) throw new Error("the server has not said hello yet");
    return this.known;
  }

  /** The state, which must have arrived. */
  get state() {
    if (!this.shown) throw new Error("no state has come yet");
    return this.shown;
  }

  /** The question of a step. @param {string} step */
  ask(step) {
    return this.stepOf(step).ask || t("play.over");
  }

  /** What is asked now. @returns {import("../types.js").Step} */
  get step() {
    return this.stepOf(this.state.step);
  }

  /** @param {string} name @returns {import("../types.js").Step} */
  stepOf(name) {
    return this.hello.decisions.steps[name] ?? OVER;
  }

  /** The words for a verb. @param {string} name @returns {import("../types.js").Verb} */
  verb(name) {
    return this.hello.decisions.verbs[name] ?? OTHER;
  }

  /** The title's word for an id, null if it has none. @param {string} group @param {string} id */
  wordOf(group, id) {
    return this.hello.words[group]?.[id] ?? null;
  }

  /** The title's word for an id, or the id. @param {string} group @param {string} id */
  word(group, id) {
    return this.wordOf(group, id) ?? id.replaceAll("_", " ");
  }

  /** The verb that adds a place to an attack, "" if each attack has only one. */
  get further() {
    return Object.entries(this.hello.decisions.verbs).find(([, verb]) => verb.further)?.[0] ?? "";
  }

  /** @param {string} id */
  unit(id) {
    const unit = this.units.get(id);
    if (!unit) throw new Error(`no unit ${id} in this game`);
    return unit;
  }

  /** @param {string} id */
  name(id) {
    return this.unit(id).name;
  }

  /** The name of a place. @param {string} id */
  placeName(id) {
    return id;
  }

  /** The place of a unit on the map, null if it is not on the map. @param {string} id */
  hexOf(id) {
    const place = this.state.units[id];
    return place && this.places.has(place) ? place : null;
  }

  /** @param {string|null} place @returns {readonly string[]} the units there */
  all(place) {
    return (place && this.occupants.get(place)) || NOBODY;
  }

  /** @param {string|null} side */
  side(side) {
    if (!side) return "";
    return sideName(side);
  }

  /** A sentence of the rules, with names instead of ids. @param {string} text */
  prose(text) {
    return sentence(text.replace(/[\w-]+/g, (word) => this.nameOf(word) ?? word));
  }

  /** The name of an id. @param {string} id @returns {string|undefined} */
  nameOf(id) {
    return this.units.get(id)?.name;
  }
}
