/** Moving several units at once: stacks, entering columns, units in a selection box. */

import { t } from "../../common/text.js";
import { Group } from "./group.js";
import { groupOf, limitsOf, waitingOf } from "./questions.js";

/** @typedef {import("./movement.js").Movement} Movement */
/** @typedef {import("../../game/parts.js").Spot} Spot */
/** @typedef {import("../../game/map/overlay.js").Mark} Mark */
/** @typedef {import("../../game/panel/decision.js").Question} Question */
/** @typedef {import("../../types.js").Gathering} Gathering */

const PATIENCE = 60; // ms the pointer rests before the server is asked how they would go

export class Together {
  /** @param {Movement} movement */
  constructor(movement) {
    this.movement = movement;
    this.context = movement.context;
    this.group = new Group(movement.context);
    this.timer = 0;
  }

  get many() {
    return this.group.many;
  }

  /** Whether several units can be selected now. */
  get isOpen() {
    return this.context.model.state.step === "movement";
  }

  /** Clear the selection of several units. */
  drop() {
    window.clearTimeout(this.timer);
    this.group.choose([], "");
    this.context.overlay.gathered([]);
  }

  /** Those of these units that can go somewhere without others. @param {readonly string[]} units */
  able(units) {
    const movers = new Set(this.context.model.movers());
    return units.filter((unit) => movers.has(unit) && Object.keys(this.group.ways(unit)).length);
  }

  /** @param {readonly string[]} units @returns {boolean} whether there are several that can go */
  choose(units) {
    const { movement, context } = this;
    const found = this.able(units);
    if (found.length < 2 || !this.isOpen) return false;
    movement.clear();
    this.group.choose(found, movement.edge).then(() => movement.draw(), context.complain);
    movement.draw();
    if (!found.some((unit) => context.model.hexOf(unit))) context.reveal([...this.group.reach.keys()]); // where they can come in
    context.hint.show(t("several.chosen", { n: found.length, units: this.names(found) }));
    return true;
  }

  /** The selection of one or several units. */
  inHand() {
    if (this.many) return this.group.units;
    return this.movement.unit ? [this.movement.unit] : [];
  }

  /** Add a unit to the selection, or remove it. @param {string} unit */
  toggle(unit) {
    const now = this.inHand();
    this.set(now.includes(unit) ? now.filter((one) => one !== unit) : [...now, unit]);
  }

  /** @param {readonly string[]} units */
  set(units) {
    if (this.choose(units)) return;
    const [only] = this.able(units);
    if (only) this.movement.pick(only);
    else this.movement.back();
  }

  /** @param {string[]} units @param {boolean} more beside those in hand */
  box(units, more) {
    const found = this.able(units);
    if (found.length) this.set(more ? [...new Set([...this.inHand(), ...found])] : found);
    else this.context.hint.show(t("several.nobody"));
  }

  /** @param {Spot} spot @returns {boolean} whether the click was for several */
  click(spot) {
    const { model } = this.context;
    const here = spot.unit ?? model.at(spot.hex);
    if (spot.more && this.isOpen) {
      const [able] = this.able(here ? [here] : []);
      if (able) this.toggle(able);
      return Boolean(able);
    }
    if (this.many && spot.hex && this.group.reach.has(spot.hex)) {
      this.go(spot.hex);
      return true;
    }
    const stack = this.able(model.all(spot.hex));
    if (this.many && here && this.group.units.includes(here)) {
      this.movement.pick(stack[0] ?? here); // one of them alone
      return true;
    }
    return !stack.includes(this.movement.unit ?? "") && this.choose(stack);
  }

  /** Send them to a hex; those that could not go stay selected. @param {string} hex */
  async go(hex) {
    const { context, movement, group } = this;
    const { at } = context.model.state;
    try {
      const found = await group.gather(hex);
      if (context.model.state.at !== at) return;
      if (!found.moves.length) {
        this.tell(found);
        return;
      }
      const [edge] = found.moves.map(({ action }) => action.split(" ")).filter((words) => words[0] === "enter").map((words) => words[2] ?? "");
      if (edge) movement.edge = edge;
      const done = await context.plan(found.moves.map(({ action }) => action));
      if (done?.stopped || !found.left.length) return;
      this.set(found.left.map(({ unit }) => unit));
      this.tell(found);
    } catch (error) {
      context.complain(error);
    }
  }

  /** Say who goes and who stays. @param {Gathering} found @param {string} [about] */
  tell({ moves, left }, about = "") {
    const [first] = left;
    const goes = moves.length ? t("several.goes", { n: moves.length, of: moves.length + left.length }) : "";
    const stays = first ? t("several.stays", { units: this.names(left.map(({ unit }) => unit)) }) : "";
    this.context.hint.show([about, goes, stays].filter(Boolean).join(" "), first?.text ? { text: first.text, case: first.case } : null);
  }

  /** @param {readonly string[]} units */
  names(units) {
    return units.map((unit) => this.context.model.name(unit)).join(", ");
  }

  /** @param {Spot|null} spot */
  point(spot) {
    const { context, group } = this;
    window.clearTimeout(this.timer);
    context.overlay.gathered([]);
    const hex = spot?.hex;
    if (!hex) {
      context.hint.tell(spot);
      return;
    }
    const about = `${context.model.aboutHex(hex)}.`;
    const n = group.reach.get(hex);
    if (!n) {
      context.hint.show(about);
      return;
    }
    context.hint.show(`${about} ${t("several.reach", { n, of: group.units.length })}`);
    const { units } = group;
    const ask = () => group.gather(hex).then((found) => {
      if (group.units !== units || this.movement.under?.hex !== hex) return;
      context.overlay.gathered(found.moves);
      this.tell(found, about);
    }, () => {}); // the connection is lost, or the position another
    this.timer = window.setTimeout(ask, PATIENCE);
  }

  /** @returns {Mark[]} */
  marks() {
    const { group, context: { model } } = this;
    const here = new Set(group.units.flatMap((unit) => model.hexOf(unit) ?? []));
    const reach = [...group.reach.keys()].map((hex) => ({ hex, kind: /** @type {"reach"|"some"} */ (group.isForAll(hex) ? "reach" : "some") }));
    return [...reach, ...[...here].map((hex) => ({ hex, kind: /** @type {const} */ ("selected") }))];
  }

  /** @returns {Question} */
  question() {
    const { model } = this.context;
    const { units, reach } = this.group;
    /** @param {string} unit @param {boolean} pressed */
    const chip = (unit, pressed) => {
      const { values, side } = model.unit(unit);
      return { toggle: unit, label: model.name(unit), note: values, side, pressed };
    };
    const waits = units.some((unit) => !model.hexOf(unit));
    const others = waits ? this.able(waitingOf(model)).filter((unit) => !units.includes(unit)) : [];
    const choices = [...units.map((unit) => chip(unit, true)), ...others.map((unit) => ({ ...chip(unit, false), group: groupOf(model, unit) }))];
    const note = [reach.size ? t("several.where") : t("play.nowhere"), limitsOf(model, units)].filter(Boolean).join(" ");
    return { title: t("several.title", { n: units.length }), note, choices, back: true };
  }
}
