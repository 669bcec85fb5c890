/** The data of a game of points and routes, and values derived from them. */

import { Model } from "../game/model.js";
import { inSentence, sentence, t } from "../common/text.js";
import { aboutAction } from "./decisions/words.js";

/** @typedef {import("./types.js").PointHello} PointHello */
/** @typedef {import("./types.js").PointState} PointState */
/** @typedef {import("./types.js").Counter} Counter */
/** @typedef {import("./types.js").Place} Place */

const MARKS = Object.freeze(["moved", "fought", "in_command", "looked", "helped", "by_water", "flew", "dropped", "sam_fired", "fired", "sortie"]);

/** @extends {Model<PointHello, PointState, Place>} */
export class PointModel extends Model {
  /** @param {PointHello} hello */
  meet(hello) {
    this.know(hello, hello.places.map((place) => [place.id, place]));
  }

  /** @param {string} id */
  placeName(id) {
    return this.places.get(id)?.name ?? this.wordOf("boxes", id) ?? id.replaceAll("-", " ");
  }

  /** The number of hidden counters in a place. @param {string} place */
  hiddenAt(place) {
    return Number(this.state.view.hidden?.[place] ?? 0);
  }

  /** The side that controls a place. @param {string} place */
  controlOf(place) {
    return this.state.view.control?.[place] ?? this.places.get(place)?.control ?? "none";
  }

  /** @param {string} id what a unit has done, in words */
  marksOf(id) {
    const { view } = this.state;
    return MARKS.filter((mark) => view[mark]?.includes(id)).map((mark) => t(`routes.marks.${mark}`));
  }

  /** @param {string} id */
  aboutUnit(id) {
    const one = this.unit(id);
    return [one.name, this.side(one.side), inSentence(one.typeLabel), t("routes.strength", { n: printed(one) }), ...this.marksOf(id)].join(", ");
  }

  /** @param {string} id */
  aboutPlace(id) {
    const place = this.state.units[id];
    return place ? this.boxName(place) : t("routes.hiddenPlace");
  }

  /** A counter's place in words: a place, a box, the turn track. @param {string} place */
  boxName(place) {
    if (place.startsWith("turn-track:")) return t("routes.arrives", { turn: place.slice(11) });
    const [theater = "", mission] = place.split(":");
    if (mission) return t("routes.mission", { theater: this.word("theaters", theater), mission: this.word("missions", mission) });
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
    return [...parts, ...this.besides(hex)].map(sentence).join(" ").replace(/\.$/, "");
  }

  /** @param {string} id @returns {string|undefined} */
  nameOf(id) {
    return super.nameOf(id) ?? (id.includes("-") ? this.places.get(id)?.name : undefined);
  }

  /** @param {string} action */
  aboutAction(action) {
    return aboutAction(this, action);
  }

  /** A verb as the name of a way of moving, or of a purchase. @param {string} verb */
  mode(verb) {
    return this.verb(verb).mode ?? verb;
  }

  /** The label of the button that ends a phase, or continues after a notice. */
  endLabel() {
    const { step, state: { decision } } = this;
    if (decision?.count === 1 && step.only?.end) return t("routes.goOn");
    return step.end ?? this.verb("end").says ?? "";
  }

  /** All legal actions except moves, of which a counter has hundreds. @returns {string[]} */
  actions() {
    return this.state.decision?.actions ?? [];
  }

  /** The theater in which all units on the map are, as in a scenario of one front; "" if there are some in both. @param {import("./types.js").PointState} state */
  onlyTheater(state) {
    const of = Object.values(state.units).map((place) => this.places.get(place)?.theaters ?? []);
    const [only, another] = new Set(of.filter((one) => one.length === 1).flat()); // a reserve may belong to both
    return only && !another ? only : "";
  }

  /** Units that can act, in the order of the counter list. */
  movers() {
    const { decision } = this.state;
    if (!decision) return [];
    const able = new Set([...decision.movers, ...decision.actions.map((text) => text.split(" ")[1] ?? "")]);
    return this.hello.units.map(({ id }) => id).filter((id) => able.has(id));
  }
}

/** @param {Counter} counter */
export function printed({ strength, bracket }) {
  return bracket === null ? String(strength) : `${strength} [${bracket}]`;
}
