/** Handles decisions: counters, places, numbers, and a plain list of everything. */

import { ApiError } from "../../network/api.js";
import { refill } from "../../common/dom.js";
import { turned } from "../../game/parts.js";
import { Draft } from "../../game/setup/draft.js";
import { inWords, t } from "../../common/text.js";
import { aboutQuestion } from "./subject.js";
import { AirPlan } from "./airplan.js";
import { Crossing } from "./crossing.js";
import { Questions } from "./questions.js";
import { PhaseSheet } from "./phase_sheet.js";
import { refuse } from "./refusals.js";
import { stackList } from "../stack.js";
import { parse } from "./words.js";

/** @typedef {import("../../game/parts.js").Part} Part */
/** @typedef {import("../../game/map/board.js").Spot} Spot */
/** @typedef {import("./words.js").Order} Order */
/**
 * @typedef {Omit<import("../../game/parts.js").Context, "model"|"overlay"|"board"> & {
 *   model: import("../model.js").PointModel, overlay: import("../overlay.js").PointOverlay,
 *   id: string, extra: HTMLElement, forecast: (action: string) => void, end: () => void}} PointContext   id: of the game; extra: where the panel has room for more than buttons; forecast: show what an action leads to; end: end the phase
 */

/** @implements {Part} */
export class Orders {
  /** @param {PointContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Order[]} */
    this.orders = [];
    this.plan = new AirPlan(context);
    this.questions = new Questions(this);
    this.crossing = new Crossing(this);
    this.draft = new Draft(context, () => this.show());
    this.sheet = new PhaseSheet(context);
    /** @type {string|null} the place whose counters are laid out */
    this.place = null;
    /** @type {string[]} counters in hand */
    this.hand = [];
    /** @type {string|null} the verb that clicks on the map mean */
    this.verb = null;
    /** @type {string[]} places that were clicked on the way */
    this.via = [];
    this.stepwise = false; // whether clicks give the way, point by point
    /** @type {string|null} the place for which a number is asked */
    this.aim = null;
    /** @type {Map<string, string[][]>} the ways of each counter in hand, by this verb */
    this.ways = new Map();
  }

  /** Clear the selection. */
  drop() {
    this.draft.drop();
    this.place = this.verb = this.aim = null;
    this.hand = [];
    this.via = [];
    this.stepwise = false;
    this.ways = new Map();
  }

  get model() {
    return this.context.model;
  }

  /** @param {boolean} fresh */
  begin(fresh) {
    const { decision } = this.model.state;
    this.orders = (decision?.actions ?? []).map((text) => parse(this.model, text));
    if (fresh) {
      this.context.overlay.path(null);
      this.context.hint.clear();
    }
    if (fresh) {
      this.drop();
      this.context.chosen(null);
      this.plan.begin(this.orders);
      this.sheet.begin(this.orders);
    }
    this.settle();
    this.show();
  }

  /** Select automatically: the only verb, the only counter. */
  settle() {
    if (this.sheet.active) return;
    const { step } = this.model.state;
    const places = this.placeVerbs();
    const first = this.model.step.target;
    const able = this.able();
    if (first && places.includes(first)) this.verb ??= first;
    else if (!able.length && places.length === 1 && !first) this.verb ??= places[0] ?? null;
    if (!this.hand.length && able.length === 1 && this.withPlaces().length && !places.length && step !== "movement") this.take(able[0] ?? "");
    if (!this.hand.length && step === "setup" && able[0]) this.take(able[0]);
  }

  // Available actions

  /** Verbs with a place and no counter. */
  placeVerbs() {
    return [...new Set(this.orders.filter(({ unit, way }) => !unit && way.length).map(({ verb }) => verb))];
  }

  /** Actions with a counter and a place. */
  withPlaces() {
    return this.orders.filter(({ unit, way }) => unit && way.length);
  }

  /** Counters that can go somewhere, in the order of the counter list. */
  able() {
    const { decision } = this.model.state;
    const found = new Set([...(decision?.movers ?? []), ...this.withPlaces().map(({ unit }) => unit ?? "")]);
    return this.model.hello.units.map(({ id }) => id).filter((id) => found.has(id));
  }

  /** @param {string} unit the verbs by which it goes to a place */
  verbsOf(unit) {
    const { decision } = this.model.state;
    const found = decision?.movers.includes(unit) ? ["move"] : [];
    for (const order of this.withPlaces()) if (order.unit === unit && !found.includes(order.verb)) found.push(order.verb);
    return found;
  }

  /** The places that can be clicked for the selection, or the mode. */
  targets() {
    if (this.hand.length) return this.stepwise ? this.nextSteps() : this.ends();
    if (this.verb) return [...new Set(this.orders.filter(({ unit, verb }) => !unit && verb === this.verb).flatMap(({ way }) => way.slice(-1)))];
    return [];
  }

  /** The common destinations of all selected counters. */
  ends() {
    const lists = this.hand.map((unit) => new Set((this.ways.get(unit) ?? []).map((way) => way.at(-1) ?? "")));
    const [first, ...others] = lists;
    return [...(first ?? [])].filter((place) => place !== this.place && others.every((list) => list.has(place)));
  }

  /** Destinations of some of the selected counters only. */
  some() {
    if (this.hand.length < 2 || this.stepwise) return [];
    const all = this.ends();
    const any = new Set(this.hand.flatMap((unit) => (this.ways.get(unit) ?? []).map((way) => way.at(-1) ?? "")));
    return [...any].filter((place) => place && place !== this.place && !all.includes(place));
  }

  /** The possible next places of a path that is clicked step by step. */
  nextSteps() {
    const [unit = ""] = this.hand;
    const fits = (this.ways.get(unit) ?? []).filter((way) => this.via.every((place, k) => way[k] === place));
    return [...new Set(fits.flatMap((way) => way[this.via.length] ?? []))];
  }

  // Selection

  /** @param {string} unit */
  async take(unit) {
    const verbs = this.verbsOf(unit);
    if (!verbs.length) return;
    this.hand = this.hand.includes(unit) ? this.hand.filter((one) => one !== unit) : [...this.hand, unit];
    if (this.hand.length > 1 || !this.verb || !verbs.includes(this.verb)) this.verb = verbs[0] ?? null;
    if (!this.hand.length) this.verb = null;
    this.via = [];
    this.aim = null;
    this.place ??= this.model.hexOf(unit);
    this.context.chosen(this.hand.at(-1) ?? null);
    this.show(); // who is chosen is seen at once, where it can go when the server has said so
    await this.learn();
  }

  /** Request the paths of the selected counter. */
  async learn() {
    const { at } = this.model.state;
    for (const unit of this.hand) {
      const ways = await this.waysOf(unit, this.verb ?? "move");
      if (at !== this.model.state.at) return;
      this.ways.set(unit, ways);
    }
    this.show();
  }

  /**
   * Every path of a counter by a verb.
   * @param {string} unit
   * @param {string} verb
   * @returns {Promise<string[][]>}
   */
  async waysOf(unit, verb) {
    if (verb !== "move") return this.withPlaces().filter((order) => order.unit === unit && order.verb === verb).map(({ way }) => way);
    if (!this.model.state.decision?.movers.includes(unit)) return [];
    try {
      return (await this.context.ask("movement", { unit })).ways;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.context.complain(error);
      return [];
    }
  }

  // Part

  /** @param {Spot} spot */
  click(spot) {
    const place = spot.hex;
    if (!place || this.clickDraft(place)) return;
    if (this.targets().includes(place) || this.some().includes(place)) {
      if (this.stepwise) this.step(place);
      else if (this.hand.length) this.go(place);
      else this.aimAt(place);
      return;
    }
    if (this.stepwise && this.via.at(-1) === place) this.go(place, this.via);
    else if (this.crossing.places().includes(place)) this.crossing.go(place);
    else if (this.hand.length && place !== this.place && !this.able().some((unit) => this.model.hexOf(unit) === place)) refuse(this, place);
    else this.open(place);
  }

  /**
   * Handle a click during set-up: move a placed counter, release it, or select one.
   * @param {string} place
   * @returns {boolean} whether the click was for a counter that is placed
   */
  clickDraft(place) {
    const { draft } = this;
    const there = draft.at(place);
    if (draft.goals().includes(place)) draft.go(place);
    else if (this.hand.length && this.targets().includes(place)) return false;
    else {
      const next = there[there.indexOf(draft.unit ?? "") + 1];
      if (next) this.pick(next);
      else if (!draft.unit || !this.back()) return false;
    }
    return true;
  }

  takeBack() {
    this.draft.takeBack();
  }

  /** Spread out a place's counters; the first that can act is selected. @param {string} place */
  open(place) {
    const same = this.place === place && this.hand.length > 0;
    const own = this.able().filter((unit) => this.model.hexOf(unit) === place);
    this.place = place;
    this.aim = null;
    this.via = [];
    this.stepwise = false;
    if (!same) this.hand = [];
    const [first] = own;
    if (first && !same && this.model.state.step === "movement" && own.length > 1 && own.every((unit) => this.verbsOf(unit).includes("move"))) this.takeAll(place);
    else if (first && !same) this.take(first);
    else this.context.chosen(this.hand.at(-1) ?? null);
    if (!own.length && !same) refuse(this, place);
    this.show();
  }

  /** @param {string} place */
  step(place) {
    this.via.push(place);
    if (!this.nextSteps().length) {
      this.go(place, this.via);
      return;
    }
    this.show();
  }

  /** @param {string} place a target of a verb without a counter */
  aimAt(place) {
    const found = this.orders.filter(({ unit, verb, way }) => !unit && verb === this.verb && way.at(-1) === place);
    if (found.length === 1 && !this.model.verb(this.verb ?? "").amount) {
      this.context.act(found[0]?.text ?? "");
      return;
    }
    this.aim = place;
    this.show();
  }

  /**
   * Send the selection to a place.
   * @param {string} place
   * @param {string[]} [given] the way that was clicked
   */
  async go(place, given) {
    const verb = this.verb ?? "move";
    const start = this.place;
    if (this.hand.length > 1) {
      await this.goTogether(place, verb);
    } else {
      const unit = this.hand[0] ?? "";
      const mover = this.standIn(unit, verb);
      const ways = mover ? await this.waysOf(mover, verb) : [];
      const way = given?.length && ways.some((one) => one.join() === given.join()) ? given : shortest(ways, place);
      if (mover && way) await this.context.act([verb, mover, ...way].join(" "));
      else this.context.hint.show(t("routes.cannotFollow", { unit: this.model.unit(unit).name, place: this.model.placeName(place) }));
    }
    if (start && this.model.state.mine && this.model.state.step === "movement" && !this.hand.length) {
      this.place = start;
      this.show();
    }
  }

  /** Send one counter to a place, by the first of its ways of going that leads there. @param {string} unit @param {string} place */
  async sendOnly(unit, place) {
    const { at } = this.model.state;
    const start = this.model.hexOf(unit);
    const verbs = this.model.step.verbs.filter((verb) => this.standIn(unit, verb));
    for (const verb of verbs) {
      const mover = this.standIn(unit, verb) ?? unit;
      const way = shortest(await this.waysOf(mover, verb), place);
      if (at !== this.model.state.at) return;
      if (!way) continue;
      await this.context.act([verb, mover, ...way].join(" "));
      if (start && this.model.state.mine && this.model.state.step === "movement") {
        this.place = start;
        this.show();
      }
      return;
    }
    this.context.hint.show(t("routes.cannotFollow", { unit: this.model.unit(unit).name, place: this.model.placeName(place) }));
  }

  /**
   * Send all selected counters that can go to a place, as one plan; the others stay selected.
   * @param {string} place
   * @param {string} verb
   */
  async goTogether(place, verb) {
    const able = this.hand.filter((unit) => shortest(this.ways.get(unit) ?? [], place));
    const left = this.hand.filter((unit) => !able.includes(unit));
    const start = this.place;
    /** @type {Set<string>} */
    const named = new Set();
    const actions = able.map((unit) => {
      const mover = this.firstEqual(unit, named);
      named.add(mover);
      return [verb, mover, ...(shortest(this.ways.get(unit) ?? [], place) ?? [])].join(" ");
    });
    const found = await this.context.plan(actions);
    if (!found || found.stopped || !left.length || !start || !this.model.state.mine || this.model.state.step !== "movement") return;
    this.hold(start, left);
  }

  /** Keep those selected that are still in a place and can go from there. @param {string} place @param {string[]} hand */
  hold(place, hand) {
    this.place = place;
    this.verb = "move";
    this.hand = hand.filter((unit) => this.model.hexOf(unit) === place && this.standIn(unit, "move"));
    this.learnAll();
  }

  /**
   * The counter to name for one of several equal ones: the first that has not gone.
   * @param {string} unit
   * @param {Set<string>} named those that were named before
   */
  firstEqual(unit, named) {
    const { key } = this.model.unit(unit);
    return this.model.all(this.place).find((one) => this.model.unit(one).key === key && !this.hasMoved(one) && !named.has(one)) ?? unit;
  }

  /** @param {string} unit */
  hasMoved(unit) {
    return Boolean(this.model.state.view.moved?.includes(unit));
  }

  /**
   * Of equal counters in a place only the first has actions: it represents the others.
   * @param {string} unit
   * @param {string} verb
   */
  standIn(unit, verb) {
    if (this.verbsOf(unit).includes(verb)) return unit;
    if (this.hasMoved(unit)) return null;
    const { key } = this.model.unit(unit);
    const place = this.model.hexOf(unit) ?? this.place;
    return this.able().find((one) => this.model.hexOf(one) === place && this.model.unit(one).key === key && this.verbsOf(one).includes(verb)) ?? null;
  }

  /** @param {Spot|null} spot */
  point(spot) {
    const { hint, overlay, why } = this.context;
    const place = spot?.hex;
    why("", null);
    if (!place) {
      overlay.path(null);
      hint.clear();
      return;
    }
    const about = `${this.model.aboutHex(place)}.`;
    if (this.draft.unit) {
      hint.show([about, this.draft.about(place)].filter(Boolean).join(" "));
      return;
    }
    if (this.targets().includes(place) && this.hand.length) {
      const way = shortest(this.ways.get(this.hand[0] ?? "") ?? [], place) ?? [place];
      overlay.path(this.place ? [this.place, ...way] : null);
      const told = `${about} ${t("routes.canGo")}`;
      hint.show(told);
      this.foretell(told, place);
      this.context.forecast(`${this.verb ?? ""} ${this.hand[0]} ${place}`);
      return;
    }
    overlay.path(null);
    const onto = this.hand.length ? [] : this.orders.filter(({ unit, way }) => !unit && way.at(-1) === place);
    this.context.forecast(onto.length === 1 ? onto[0]?.text ?? "" : "");
    if (this.crossing.places().includes(place)) {
      hint.show(`${about} ${t("routes.canCross", { n: this.crossing.actions(place).length, of: this.hand.length })}`);
    } else if (this.some().includes(place)) {
      const n = this.hand.filter((unit) => shortest(this.ways.get(unit) ?? [], place)).length;
      hint.show(`${about} ${t("several.reach", { n, of: this.hand.length })}`);
    } else if (this.hand.length && this.verb && place !== this.place) refuse(this, place, about);
    else hint.show(about);
  }

  /** Add what would hold for the unit in hand where it is to go. @param {string} told what the hint says @param {string} place */
  async foretell(told, place) {
    const [unit = ""] = this.hand;
    const { hint, conditions, ahead } = this.context;
    const [found, risk] = await Promise.all([conditions(unit, place), ahead(unit, place)]);
    if (!found.length || !hint.says(told) || this.hand[0] !== unit) return;
    const there = t("routes.there", { what: found.map(({ text }) => text).join(", ") });
    hint.show([told, there, inWords(risk?.note ?? [])].filter(Boolean).join(" "));
  }

  back() {
    if (this.draft.unit) {
      this.drop();
      this.context.chosen(null);
      this.settle(); // who is to be placed is in hand again
    } else if (this.via.length) this.via = [];
    else if (this.stepwise) this.stepwise = false;
    else if (this.aim) this.aim = null;
    else if (this.hand.length || this.place) {
      const setup = this.model.state.step === "setup";
      this.drop();
      if (setup) this.place = null;
      this.context.chosen(null);
    } else if (this.verb && !this.model.step.target) this.verb = null;
    else return false;
    this.context.overlay.path(null);
    this.show();
    return true;
  }

  /** @param {Spot} spot @returns {""|"held"|"free"} */
  grabs({ hex }) {
    if (!hex || this.model.state.step !== "movement" || this.stepwise) return "";
    if (this.hand.length && this.place === hex) return "held";
    return this.able().some((unit) => this.model.hexOf(unit) === hex && this.verbsOf(unit).includes("move")) ? "free" : "";
  }

  /** @param {Spot} spot */
  grab({ hex }) {
    if (hex && this.grabs({ hex, unit: null, box: null }) === "free") this.open(hex);
  }

  /** @param {1|-1} step */
  next(step) {
    const targets = this.hand.length ? [] : this.targets();
    if (targets.length) return turned(targets, this.aim ?? "", step);
    const able = [...this.able().filter((unit) => this.model.hexOf(unit)), ...this.draft.units()];
    const unit = turned(able, this.draft.unit ?? this.hand.at(-1) ?? "", step);
    if (!unit) return null;
    if (this.draft.has(unit)) {
      this.pick(unit);
      return this.place;
    }
    this.drop();
    this.place = this.model.hexOf(unit);
    this.take(unit);
    return this.place;
  }

  /** @param {string} unit chosen in the panel */
  pick(unit) {
    if (this.draft.has(unit)) {
      this.drop();
      this.place = this.model.hexOf(unit);
      this.draft.pick(unit);
      return;
    }
    if (this.draft.unit) this.drop();
    const mover = this.verbsOf(unit).length ? unit : this.standIn(unit, this.verb ?? "move") ? unit : null;
    if (!mover) return;
    if (!this.verbsOf(unit).length) {
      this.hand = this.hand.includes(unit) ? this.hand.filter((one) => one !== unit) : [...this.hand, unit];
      const double = this.standIn(unit, this.verb ?? "move") ?? unit;
      this.verb ??= this.verbsOf(double)[0] ?? null;
      this.waysOf(double, this.verb ?? "move").then((ways) => {
        this.ways.set(unit, ways);
        this.show();
      });
      return;
    }
    const home = this.model.hexOf(unit);
    if (home !== this.place || this.model.step.listed) {
      const again = this.hand.length === 1 && this.hand[0] === unit;
      this.hand = [];
      this.place = home;
      if (again) {
        this.verb = null;
        this.show();
        return;
      }
    }
    this.take(unit);
  }

  /** @param {string} verb */
  mode(verb) {
    if (this.crossing.press(verb)) return;
    if (verb === "stepwise") this.stepwise = !this.stepwise;
    else if (verb === "all") this.hand = this.together();
    else if (verb === "none") this.hand = [];
    else {
      this.verb = this.verb === verb && !this.hand.length ? null : verb;
      this.stepwise = false;
    }
    this.via = [];
    this.aim = null;
    if (this.hand.length) this.learnAll();
    else this.show();
  }

  /** All own counters of the place that can go, including equal ones. */
  together() {
    const verb = this.verb ?? "move";
    return this.model.all(this.place).filter((unit) => this.standIn(unit, verb));
  }

  /** Select the whole stack of a place. @param {string} place */
  takeAll(place) {
    this.place = place;
    this.verb = "move";
    this.hand = this.together();
    this.context.chosen(this.hand.at(-1) ?? null);
    this.learnAll();
  }

  /** Request the paths of all selected counters at once. */
  async learnAll() {
    const { at } = this.model.state;
    const { hand } = this;
    const verb = this.verb ?? "move";
    this.show();
    const movers = new Map(hand.map((unit) => [unit, this.standIn(unit, verb)]));
    if (verb === "move") {
      const units = [...new Set([...movers.values()].flatMap((mover) => mover ?? []))];
      try {
        const found = units.length ? await this.context.ask("group", { units }) : {};
        if (at !== this.model.state.at || hand !== this.hand) return;
        for (const [unit, mover] of movers) this.ways.set(unit, found[mover ?? ""] ?? []);
      } catch (error) {
        this.context.complain(error);
      }
    } else for (const [unit, mover] of movers) this.ways.set(unit, mover ? await this.waysOf(mover, verb) : []);
    this.show();
  }

  // Rendering

  show() {
    const { decision } = this.model.state;
    if (!decision || !this.model.state.mine) return;
    const { overlay, panel } = this.context;
    if (this.draft.unit) {
      overlay.marks(this.draft.marks());
      panel.ask(this.draft.question());
      refill(this.context.extra, [this.place && stackList(this.model, this.place, [this.draft.unit], (unit) => this.draft.has(unit))]);
      return;
    }
    const targets = this.targets();
    const kind = /** @type {import("../../game/map/overlay.js").Kind} */ (this.hand.length ? "reach" : "target");
    const waiting = this.hand.length ? [] : [...new Set([...this.able(), ...this.draft.units()].flatMap((unit) => this.model.hexOf(unit) ?? []))];
    const choosing = this.questions.unitChoices();
    overlay.marks([
      ...waiting.filter((place) => !targets.includes(place)).map((hex) => ({ hex, kind: /** @type {const} */ ("mover") })),
      ...targets.map((hex) => ({ hex, kind })),
      ...[...this.some(), ...this.crossing.places()].map((hex) => ({ hex, kind: /** @type {const} */ ("some") })),
      ...[...new Set(choosing.flatMap(({ unit }) => this.model.hexOf(unit ?? "") ?? []))].map((hex) => ({ hex, kind: /** @type {const} */ ("choice") })),
      ...(aboutQuestion(this.model)?.places ?? []).map((hex) => ({ hex, kind: /** @type {const} */ ("asked") })),
      ...(this.place ? [{ hex: this.place, kind: /** @type {const} */ ("selected") }] : []),
      ...(this.aim ? [{ hex: this.aim, kind: /** @type {const} */ ("selected") }] : []),
    ]);
    panel.ask({ title: this.questions.title(), note: this.questions.note(), choices: this.questions.choices(), back: Boolean(this.hand.length || this.aim || this.place) });
    refill(this.context.extra, this.questions.special());
  }
}

/** @param {string[][]} ways @param {string} place */
function shortest(ways, place) {
  return ways.filter((way) => way.at(-1) === place).sort((a, b) => a.length - b.length)[0] ?? null;
}
