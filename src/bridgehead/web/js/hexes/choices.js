/** Decisions between a few choices: bombard, lose, retreat, advance, a table, a turn. Each is shown on the map. */

import { turned } from "../game/parts.js";
import { filled, t } from "../common/text.js";
import { isHex } from "./model.js";
import { summary } from "./attack/odds.js";

/** @typedef {import("../game/parts.js").HexContext} HexContext */
/** @typedef {import("../game/parts.js").Part} Part */
/** @typedef {import("../game/parts.js").Spot} Spot */
/** @typedef {import("../game/map/overlay.js").Mark} Mark */
/** @typedef {import("../game/panel/decision.js").Choice} Choice */

/** @implements {Part} */
export class Choices {
  /** @param {HexContext} context */
  constructor(context) {
    this.context = context;
    /** @type {string|null} the unit whose choices alone are shown */
    this.unit = null;
    /** @type {string|null} the hex that several choices lead to, while it is asked which */
    this.fork = null;
    /** @type {string|null} the choice that `next` went to */
    this.current = null;
    /** @type {string[]} the moves that would complete a retreat, as the server proposes them */
    this.chain = [];
    /** @type {string|null} the unit of the chain that is dragged to another hex */
    this.dragged = null;
  }

  /** @param {boolean} fresh */
  begin(fresh) {
    if (fresh) {
      this.unit = null;
      this.fork = null;
      this.current = null;
      this.chain = [];
      this.context.chosen(null);
      this.context.reveal(this.asked());
      if (this.context.model.step.chains) this.propose();
    }
    this.draw();
  }

  /** Ask how the retreat could be completed, and show it. */
  async propose() {
    const { ask, model, reveal } = this.context;
    const { at } = model.state;
    const chain = /** @type {string[]} */ (await ask("chain", {}).catch(() => [])); // without a connection every move is chosen
    if (at !== model.state.at || chain.length < 2) return;
    this.chain = chain;
    reveal(chain.flatMap((action) => this.hexesOf(action)));
    this.draw();
  }

  followChain() {
    if (this.chain.length) this.context.plan(this.chain);
  }

  /** The unit there that chooses, or that a proposed chain moves. @param {Spot} spot */
  movable({ hex, unit }) {
    const chain = this.chain.map((action) => action.split(" ")[1] ?? "");
    const able = [...this.unitsThatChoose(), ...chain];
    return able.find((one) => one === unit) ?? able.find((one) => this.context.model.hexOf(one) === hex) ?? null;
  }

  /** @param {Spot} spot @returns {""|"held"|"free"} */
  grabs(spot) {
    const unit = this.movable(spot);
    return unit ? (unit === this.unit ? "held" : "free") : "";
  }

  /** @param {Spot} spot */
  grab(spot) {
    const unit = this.movable(spot);
    if (unit && this.unitsThatChoose().includes(unit)) {
      if (unit !== this.unit) this.pick(unit);
    } else this.dragged = unit;
  }

  /** Carry out the proposed chain up to a unit, and send that unit elsewhere. @param {string} unit @param {string} hex */
  turnAside(unit, hex) {
    const at = this.chain.findIndex((action) => action.split(" ")[1] === unit);
    const [verb = ""] = (this.chain[at] ?? "").split(" ");
    this.context.plan([...this.chain.slice(0, at), `${verb} ${unit} ${hex}`]);
  }

  /** The hexes that the question is about: those of the choices, or of the battle. @returns {string[]} */
  asked() {
    const places = this.places();
    return places.length ? places : this.context.model.battle();
  }

  /** Every hex that matters to the choices. @returns {string[]} */
  places() {
    return [...new Set(this.actions().flatMap((action) => this.hexesOf(action)))];
  }

  /** The actions to choose from, as the server lists them. */
  actions() {
    return this.context.model.choices();
  }

  /** The actions that are shown: of the chosen unit, for the chosen hex, or all. */
  offered() {
    return this.actions().filter((action) => {
      const [, unit] = action.split(" ");
      if (this.fork) return this.place(action) === this.fork;
      return !this.unit || unit === this.unit || !unit;
    });
  }

  /**
   * The hex of a choice on the map: its destination, or its unit's place.
   * @param {string} action
   * @returns {string|null}
   */
  place(action) {
    const [, first = ""] = action.split(" ");
    const last = action.split(" ").at(-1);
    if (last && isHex(last)) return last;
    const { model } = this.context;
    return model.units.has(first) ? model.hexOf(first) : null;
  }

  /** Every hex that matters to a choice. @param {string} action @returns {string[]} */
  hexesOf(action) {
    const [, first = ""] = action.split(" ");
    const { model } = this.context;
    const from = model.units.has(first) ? model.hexOf(first) : null;
    return [...new Set([from, this.place(action)])].flatMap((hex) => hex ?? []);
  }

  // Requests

  /** @param {Spot} spot */
  click(spot) {
    const { dragged } = this;
    this.dragged = null;
    if (!spot.hex) return;
    if (dragged) {
      this.turnAside(dragged, spot.hex);
      return;
    }
    const there = this.offered().filter((action) => this.place(action) === spot.hex);
    const [action] = there;
    const unit = spot.unit ?? this.context.model.at(spot.hex);
    if (there.length > 1 && !this.fork) {
      this.fork = spot.hex;
      this.draw();
    } else if (there.length === 1 && action) this.context.act(action);
    else if (unit && this.unitsThatChoose().includes(unit)) this.pick(unit);
    else this.point(spot);
  }

  /** The units that have a choice of hexes. */
  unitsThatChoose() {
    const { model } = this.context;
    return model.movers().filter((unit) => Object.values(model.verbs(unit)).some((places) => places.some(Boolean)));
  }

  /** @param {string} unit */
  pick(unit) {
    if (!this.unitsThatChoose().includes(unit)) return;
    this.unit = this.unit === unit ? null : unit;
    this.fork = null;
    this.context.chosen(this.unit);
    this.draw();
  }

  /** @returns {boolean} whether something was in hand */
  back() {
    if (!this.unit && !this.fork) return false;
    if (this.fork) this.fork = null;
    else this.unit = null;
    this.context.chosen(this.unit);
    this.draw();
    return true;
  }

  /** @param {1|-1} step @returns {string|null} */
  next(step) {
    const action = turned(this.offered(), this.current, step);
    if (!action) return null;
    this.current = action;
    this.context.hint.show(this.context.model.aboutAction(action));
    return this.place(action);
  }

  /** @param {Spot|null} spot */
  point(spot) {
    const { model, hint, why, overlay } = this.context;
    why("", null);
    overlay.path(null);
    if (!spot?.hex) return hint.tell(spot);
    const { hex } = spot;
    const about = `${model.aboutHex(hex)}.`;
    const there = this.offered().filter((action) => this.place(action) === hex);
    const [only] = there;
    if (only) {
      const [, unit = ""] = only.split(" ");
      const from = model.units.has(unit) ? model.hexOf(unit) : null;
      if (there.length === 1 && from && from !== hex) overlay.path([from, hex]);
      return hint.show(`${about} ${there.map((action) => model.aboutAction(action)).join(", ")}.`);
    }
    hint.show(about);
    return why(about, this.unreachable(hex));
  }

  /** The action that would lead to a hex if it were legal. @param {string} hex */
  unreachable(hex) {
    const { model } = this.context;
    const [verb = ""] = model.step.verbs;
    const { objects } = model.verb(verb);
    const unit = model.at(hex);
    if (objects === "hex") return unit && model.unit(unit).side !== model.state.toMove ? `${verb} ${hex}` : null;
    if (objects === "unit") return unit ? `${verb} ${unit}` : null;
    if (objects !== "unit hex") return null;
    const who = this.unit ?? (this.unitsThatChoose().length === 1 ? this.unitsThatChoose()[0] : null);
    return who && who !== unit ? `${verb} ${who} ${hex}` : null;
  }

  // Rendering

  draw() {
    const { model, panel, overlay } = this.context;
    const { step } = model;
    const offered = this.offered();
    overlay.marks(this.marks(offered));
    overlay.path(null);
    const [only, ...others] = this.unitsThatChoose();
    const one = this.unit ?? (step.single && only && !others.length ? only : null);
    const title = one && step.ask_of ? filled(step.ask_of, { unit: model.name(one) }) : step.ask;
    const note = this.fork ? t("play.fork", { hex: this.fork }) : this.note();
    if (step.idle && !this.actions().length) return panel.ask({ title: step.idle, note: t("play.onlyEnd") });
    const [sure = "", ...rest] = offered;
    const [verb = "", first = "", hex = ""] = sure.split(" ");
    const sole = model.verb(verb).only;
    if (!rest.length && sole && this.actions().length === 1 && !this.chain.length) {
      return panel.ask({ title: filled(sole, { unit: model.name(first), hex }), note: t("play.noOther"), choices: [{ do: sure, label: t("play.goOnWith"), hexes: this.hexesOf(sure) }] });
    }
    if (sure && model.state.skip?.why === "same") {
      return panel.ask({ title, note: t("play.sameTables", { chances: this.chances(sure) }), choices: [{ do: sure, label: t("play.goOnWith") }] });
    }
    const all = offered.map((action) => this.button(action));
    const shown = this.chain.length > 0 && !this.unit && !this.fork;
    overlay.gathered(shown ? this.chainArrows() : []);
    return panel.ask({ title, note, choices: shown ? [this.chainButton(), ...all] : all, back: Boolean(this.unit || this.fork) });
  }

  /** The moves of the proposed chain, from hex to hex. */
  chainArrows() {
    /** @type {Map<string, string>} where the chain has brought units */
    const places = new Map();
    return this.chain.flatMap((action) => {
      const [, unit = "", to = ""] = action.split(" ");
      const from = places.get(unit) ?? this.context.model.hexOf(unit);
      places.set(unit, to);
      return from && isHex(to) ? [{ from, to }] : [];
    });
  }

  /** @returns {Choice} */
  chainButton() {
    const { model } = this.context;
    const { chain } = this;
    return { chain: true, label: t("play.chain", { n: chain.length }), note: chain.map((action) => model.aboutAction(action)).join(". "), hexes: chain.flatMap((action) => this.hexesOf(action)) };
  }

  note() {
    const { model } = this.context;
    const { step, state } = model;
    const due = model.verb(step.verbs[0] ?? "").objects === "unit" && state.combat?.loss_due;
    if (due) return t("play.lossDue", { n: due });
    return [step.note, ...(state.limits ?? []).map((one) => t("play.limit", { text: one.text, case: one.case }))].filter(Boolean).join(" ");
  }

  /** @param {string} action @returns {Choice} */
  button(action) {
    const { model } = this.context;
    const [verb = "", first = "", hex] = action.split(" ");
    const alone = model.step.single && this.unitsThatChoose().length === 1;
    if (alone && hex) return { do: action, label: t("play.toHex", { hex }), said: model.aboutAction(action), hexes: this.hexesOf(action) };
    const target = model.verb(verb).objects === "hex" ? model.at(first) : null;
    if (!target) {
      const note = model.verb(verb).note ?? this.chances(verb);
      return { do: action, label: model.aboutAction(action), note, hexes: this.hexesOf(action) };
    }
    const { name, side } = model.unit(target);
    return { do: action, label: name, said: model.aboutAction(action), note: first, side, hexes: [first] };
  }

  /** The chance of each result on a table, in short. @param {string} verb its name */
  chances(verb) {
    const odds = this.context.model.state.odds?.choices?.[verb];
    return odds ? summary(odds) : "";
  }

  /** @param {string[]} offered @returns {Mark[]} */
  marks(offered) {
    const { model } = this.context;
    /** @type {Map<string, Mark>} */
    const marks = new Map();
    for (const unit of this.unitsThatChoose()) {
      const hex = model.hexOf(unit);
      if (hex) marks.set(hex, { hex, kind: unit === this.unit ? "selected" : "choice" });
    }
    for (const action of offered) {
      const hex = this.place(action);
      if (!hex) continue;
      const { objects } = model.verb(action.split(" ")[0] ?? "");
      marks.set(hex, { hex, kind: objects === "hex" ? "target" : objects === "unit" ? "choice" : "offer" });
    }
    return [...marks.values()];
  }
}
