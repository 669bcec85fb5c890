/** The panel's questions for each decision: title, note, buttons, and other controls. */

import { h } from "../../common/dom.js";
import { filled, t } from "../../common/text.js";
import { aboutQuestion, notice, strikesDue, titleOf } from "./subject.js";
import { Amounts } from "./amounts.js";
import { everything } from "./all_actions.js";
import { shopList } from "./shop.js";
import { airTable } from "../air_table.js";
import { stackList } from "../stack.js";

/** @typedef {import("./orders.js").Orders} Orders */
/** @typedef {import("../../game/panel/decision.js").Choice} Choice */
/** @typedef {import("./words.js").Order} Order */

const STANDING = Object.freeze(["end"]); // it has a button of its own
const MANY = 14; // buttons that stand open

/** The present question of an `Orders`. */
export class Questions {
  /** @param {Orders} orders */
  constructor(orders) {
    this.of = orders;
  }

  get model() {
    return this.of.model;
  }

  /** The notice shown if there is only one answer. */
  notice() {
    return notice(this.model, this.of.orders);
  }

  /** Whether everything is set up, and only ending the set-up is left. */
  isSetUp() {
    return this.model.state.step === "setup" && !this.of.withPlaces().length;
  }

  title() {
    if (this.isSetUp()) return t("routes.setUp.title");
    const only = this.notice();
    if (only) return only.title;
    if (this.of.aim) return this.aimTitle(this.of.aim);
    const asked = titleOf(this.model);
    if (asked) return asked;
    if (this.of.hand.length === 1) return this.model.unit(this.of.hand[0] ?? "").name;
    if (this.of.hand.length > 1) return t("routes.severalUnits", { n: this.of.hand.length });
    return (this.isIdle() && this.model.step.idle) || this.model.step.ask;
  }

  /** The question about a target place. @param {string} place */
  aimTitle(place) {
    const name = this.model.placeName(place);
    return filled(this.model.verb(this.of.verb ?? "").aim ?? name, { place: name });
  }

  /** Whether there is nothing left to do at the step. */
  isIdle() {
    const { idle, target = "" } = this.model.step;
    return Boolean(idle) && !this.of.placeVerbs().includes(target);
  }

  note() {
    const { step } = this.model;
    if (this.isSetUp()) return this.of.draft.note(this.model.endLabel());
    const due = strikesDue(this.model);
    const only = this.notice();
    if (only || due) return [due, only?.note].filter(Boolean).join(" ");
    if (this.of.orders.length === 1 && this.of.orders[0]?.verb === "end" && this.model.state.decision?.count === 1) return t("play.onlyEnd");
    if (this.isIdle() && !this.of.verb) return "";
    if (this.of.aim) return "";
    if (this.of.hand.length) {
      if (this.of.stepwise) return t("routes.stepwiseNote", { way: this.of.via.map((place) => this.model.placeName(place)).join(", ") });
      const verb = this.of.verb ?? "move";
      const many = this.of.targets().length + this.of.crossing.places().length;
      if (this.of.some().length) return t("several.handNote");
      const [unit = ""] = this.of.hand;
      if (many && this.of.hand.length === 1 && titleOf(this.model)) return t("routes.handNoteOf", { unit: this.model.unit(unit).name, n: many });
      return many ? t("routes.handNote", { verb: this.model.mode(verb), n: many }) : t("routes.nowhere");
    }
    if (this.of.verb && !step.target) return t("routes.modeNote", { verb: this.model.mode(this.of.verb) });
    return filled(step.note ?? "", { n: this.of.able().length });
  }

  /** Actions of a single counter: fire, be lost, break down. */
  unitChoices() {
    return this.model.step.listed ? [] : this.of.orders.filter(({ unit, way }) => unit && !way.length);
  }

  /** @returns {Choice[]} */
  choices() {
    const { step } = this.model.state;
    if (this.model.step.part === "plan") return [];
    const only = this.notice();
    if (only) return only.do === "end" ? [] : [{ do: only.do, label: t("routes.goOn"), hexes: aboutPlaces(this.of.orders) }];
    if (this.of.sheet.active) return [];
    /** @type {Choice[]} */
    const found = [];
    const deploy = this.of.orders.find(({ verb }) => verb === "deploy");
    if (deploy && this.of.hand.length) found.push(this.asChoice(deploy));
    if (this.of.hand.length) found.push(...this.handChoices());
    else if (!this.of.aim) {
      const verbs = this.of.placeVerbs();
      if (verbs.length > 1 || (verbs.length && this.of.able().length)) {
        found.push(...verbs.map((verb) => ({ mode: verb, label: this.model.mode(verb), pressed: this.of.verb === verb })));
      }
      const single = this.unitChoices().concat(this.of.orders.filter(({ unit, way, verb }) => !unit && !way.length && !STANDING.includes(verb)));
      found.push(...single.map((order) => this.asChoice(order)));
      const goals = this.of.withPlaces();
      if (!this.model.step.listed && (goals.length <= MANY || step !== "movement")) found.push(...this.listed(goals)); // a move begins on the map
      const named = this.of.orders.filter(({ unit, way, verb }) => !unit && way.length && !this.model.verb(verb).amount && verb === this.of.verb);
      found.push(...this.listed(named));
    }
    found.push(...this.of.draft.choices((unit) => this.model.placeName(this.model.hexOf(unit) ?? "")));
    return found;
  }

  /** @returns {Choice[]} */
  handChoices() {
    const [unit = ""] = this.of.hand;
    const crossing = this.of.crossing.choices();
    const verbs = this.of.verbsOf(this.of.standIn(unit, this.of.verb ?? "move") ?? unit);
    /** @type {Choice[]} */
    const found = [...crossing];
    if (verbs.length > 1 && this.of.hand.length === 1) found.push(...verbs.map((verb) => ({ mode: verb, label: this.model.mode(verb), pressed: this.of.verb === verb })));
    const alone = this.of.orders.filter((order) => order.unit === unit && !order.way.length);
    if (this.of.hand.length === 1) found.push(...alone.map((order) => this.asChoice(order)));
    if (this.of.verb === "move") {
      if (this.of.together().length > this.of.hand.length) found.push({ mode: "all", label: t("routes.all") });
      if (this.of.hand.length > 1) found.push({ mode: "none", label: t("several.none") });
      if (this.of.hand.length === 1) found.push({ mode: "stepwise", label: t("routes.stepwise"), pressed: this.of.stepwise });
      const last = this.of.via.at(-1);
      const whole = (this.of.ways.get(unit) ?? []).some((way) => way.join() === this.of.via.join());
      if (last && whole) found.push({ do: ["move", unit, ...this.of.via].join(" "), label: t("routes.goTo", { place: this.model.placeName(last) }) });
    } else found.push(...this.listed(this.of.withPlaces().filter((order) => order.unit === unit && order.verb === this.of.verb)));
    return found;
  }

  /**
   * A button for each action. Many are folded by counter or by verb, whichever separates them.
   * @param {Order[]} orders
   * @returns {Choice[]}
   */
  listed(orders) {
    const names = orders.map(({ unit, verb }) => (unit ? this.model.unit(unit).name : this.model.mode(verb)));
    const folded = orders.length > MANY && (new Set(names).size > 1 || this.model.step.listed); // there a list of counters follows
    return orders.map((order, k) => ({ ...this.asChoice(order), ...(folded ? { group: names[k] } : {}) }));
  }

  /** @param {Order} order @returns {Choice} */
  asChoice(order) {
    const hexes = order.way.length ? order.way : order.unit ? [this.model.hexOf(order.unit) ?? ""].filter(Boolean) : [];
    const named = this.of.hand.length === 1 && this.of.hand[0] === order.unit && this.model.verb(order.verb).in_hand; // above
    const label = named ? filled(named, { place: this.model.placeName(order.way.at(-1) ?? "") }) : this.model.aboutAction(order.text);
    return { do: order.text, label, hexes };
  }

  /** Controls other than buttons. @returns {(Node|null)[]} */
  special() {
    const { part, target = "" } = this.model.step;
    if (part === "plan") return [this.of.plan.element, everything(this.model, this.of.orders, [], true)];
    /** @type {(Node|null)[]} */
    const found = [];
    if (this.of.aim && this.model.verb(this.of.verb ?? "").amount) {
      found.push(new Amounts(this.of.context, this.of.orders.filter(({ verb, way }) => verb === this.of.verb && way.at(-1) === this.of.aim)).element);
    }
    const { about } = this.model.step;
    if (about === "theater") found.push(airTable(this.model, aboutQuestion(this.model)?.theaters ?? [], false));
    if (this.of.sheet.active) found.push(this.of.sheet.element);
    else if (this.model.step.listed) found.push(shopList(this.model, this.of.orders, this.of.hand));
    else if (this.of.place) found.push(stackList(this.model, this.of.place, this.of.hand, (unit) => Boolean(this.of.standIn(unit, this.of.verb ?? "move") || this.of.verbsOf(unit).length)));
    if (this.model.verb(target).amount) found.push(this.sent());
    const ways = this.of.verb === "move" && this.of.hand.length === 1 ? (this.of.ways.get(this.of.hand[0] ?? "") ?? []).map((way) => ["move", this.of.hand[0], ...way].join(" ")) : [];
    found.push(everything(this.model, this.of.orders, ways, !this.model.state.decision?.movers.length));
    return found;
  }

  /** The raids that have been named. */
  sent() {
    const { view } = this.model.state;
    const raids = /** @type {string[]} */ (view.raid_at ?? []);
    if (!raids.length) return null;
    const lines = raids.map((place, k) => {
      const strikes = Object.entries(view.task ?? {}).filter(([, number]) => number === k + 1).map(([unit]) => unit);
      return h("li", null, t("routes.raid", { place: this.model.placeName(place), n: strikes.length }));
    });
    return h("ul", { class: "sent" }, lines);
  }
}

/** The places in actions. @param {Order[]} orders */
function aboutPlaces(orders) {
  return orders.flatMap(({ way }) => way);
}
