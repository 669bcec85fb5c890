/** The attacks of a phase, laid out before the first is fought: all odds, who is left over, and each carried out when wanted. */

import { notice, say } from "../../common/announce.js";
import { center, h, refill } from "../../common/dom.js";
import { caseButton } from "../../side/case.js";
import { t } from "../../common/text.js";
import { oddsHead, shiftsView } from "./odds.js";

/** @typedef {import("../../game/parts.js").HexContext} HexContext */
/** @typedef {{hexes: string[], attackers: string[], support: boolean, markers: Record<string, number>, text: string}} Planned   text: the attack as an action, without `fire` */
/** @typedef {{odds: import("../../types.js").Odds|null, refused: {case: string, text: string}|null}} Told */
/** @typedef {{attacks: Told[], targets: string[], left: string[]}} Answer   targets: what can be attacked besides; left: who can attack and is in no attack */

export class PhasePlan {
  /**
   * @param {HexContext} context
   * @param {{edit: (attack: Planned) => void, changed: () => void, onCase: (number: string) => void}} does
   */
  constructor(context, does) {
    this.context = context;
    this.does = does;
    /** @type {readonly Planned[]} */
    this.list = [];
    /** @type {Answer|null} */
    this.answer = null;
    this.key = ""; // of the phase whose attacks they are
    this.going = false; // whether they are carried out one after the other
    this.added = false; // whether the last one is new, and its odds are not told yet
    this.element = h("section", { class: "phase-plan", "aria-label": t("plan.title"), hidden: true });
    this.element.addEventListener("click", (event) => this.press(/** @type {Element} */ (event.target)));
    context.panel.count.before(this.element);
  }

  /** Whether attacks can be laid out: no lesson or puzzle asks for one. */
  get offered() {
    const { state } = this.context.model;
    return !state.lesson && !state.puzzle && !state.line;
  }

  get texts() {
    return this.list.map(({ text }) => text);
  }

  /** The units that are in a planned attack. */
  get units() {
    return new Set(this.list.flatMap(({ attackers }) => attackers));
  }

  /** The hexes that can be attacked besides the planned ones. @param {string[]} all those that can be attacked now */
  targets(all) {
    if (!this.list.length) return all;
    const planned = new Set(this.list.flatMap(({ hexes }) => hexes));
    return (this.answer?.targets ?? all).filter((hex) => !planned.has(hex));
  }

  /** The arrows of the planned attacks. */
  arrows() {
    const { model } = this.context;
    return this.list.flatMap(({ hexes, attackers }) => [...new Set(attackers.flatMap((unit) => model.hexOf(unit) ?? []))].flatMap((from) => {
      const near = hexes.filter((to) => model.isNext(from, to));
      return (near.length ? near : hexes.slice(0, 1)).map((to) => ({ from, to }));
    }));
  }

  /** A decision about attacks begins. @param {boolean} fresh */
  begin(fresh) {
    const { state, hello } = this.context.model;
    const key = [hello.record.id, state.turn, state.phase, state.toMove].join(" ");
    if (key !== this.key) {
      this.key = key;
      this.list = kept(key);
      this.answer = null;
      this.going = false;
    }
    if (fresh && this.list.length) this.ask();
    else if (fresh) this.going = false;
  }

  /** @param {readonly Planned[]} list */
  put(list) {
    this.list = list;
    this.answer = null;
    keep(this.key, list);
    this.does.changed();
    if (list.length) this.ask();
  }

  /** @param {Planned} attack */
  add(attack) {
    this.put([...this.list.filter(({ hexes }) => !hexes.some((hex) => attack.hexes.includes(hex))), attack]);
    this.added = true;
  }

  /** Lay out what a quick computer player would attack. */
  async suggest() {
    const { at } = this.context.model.state;
    try {
      const found = await this.context.ask("suggested", {});
      if (at !== this.context.model.state.at) return;
      if (found.length) this.put(found);
      else notice(t("plan.nothing"));
    } catch (error) {
      this.context.complain(error);
    }
  }

  /** Ask what has become of the planned attacks: a battle may have made them impossible. */
  async ask() {
    const { list, context } = this;
    const { at } = context.model.state;
    try {
      const answer = /** @type {Answer} */ (await context.ask("attacks", { actions: this.texts }));
      if (at !== context.model.state.at || list !== this.list) return;
      this.answer = answer;
      this.does.changed();
      this.showAdded();
      if (this.going) this.goOn();
      else say(this.told());
    } catch (error) {
      this.going = false;
      context.complain(error);
    }
  }

  /** Scroll to the attack that was planned last, once its odds are told. */
  showAdded() {
    const last = /** @type {HTMLElement|null} */ (this.element.querySelector(".planned:last-child"));
    if (this.added && last) center(last, this.context.panel.scroller);
    this.added = false;
  }

  /** @param {Element} target */
  press(target) {
    const button = /** @type {HTMLElement|null} */ (target.closest("button"));
    if (!button) return;
    const { planFire, planEdit, planDrop } = button.dataset;
    if (planFire !== undefined) this.fire(Number(planFire));
    else if (planEdit !== undefined) this.take(Number(planEdit));
    else if (planDrop !== undefined) this.put(this.list.filter((_, k) => k !== Number(planDrop)));
    else if (button.dataset.planSuggest !== undefined) this.suggest();
    else if (button.dataset.planClear !== undefined) this.put([]);
    else if (button.dataset.planAll !== undefined) {
      this.going = true;
      this.goOn();
    }
  }

  /** Change an attack: it is out of the plan until it is put in again. @param {number} k */
  take(k) {
    const attack = this.list[k];
    if (!attack) return;
    this.put(this.list.filter((one) => one !== attack));
    this.does.edit(attack);
  }

  /** Carry out one attack. @param {number} k */
  async fire(k) {
    const attack = this.list[k];
    if (!attack) return;
    const before = this.list;
    this.list = before.filter((one) => one !== attack); // whoever comes back to it meanwhile finds the rest
    if (await this.context.act(`${attack.text} fire`)) {
      keep(this.key, this.list);
      return;
    }
    this.list = before;
    this.going = false;
    this.does.changed();
  }

  /** Carry out the next attack that is possible; what is not stays in the list, with the reason. */
  goOn() {
    const k = this.answer?.attacks.findIndex(({ refused }) => !refused) ?? -1;
    if (k >= 0) {
      this.fire(k);
      return;
    }
    this.going = false;
    if (this.list.length) notice(t("plan.rest", { n: this.list.length }));
  }

  /** The plan in a sentence. */
  told() {
    const bad = this.answer?.attacks.filter(({ refused }) => refused).length ?? 0;
    return [t("plan.said", { n: this.list.length }), bad ? t("plan.impossible", { n: bad }) : "", this.leftOver()].filter(Boolean).join(" ");
  }

  leftOver() {
    const { model } = this.context;
    if (!this.answer) return "";
    const { left } = this.answer;
    return left.length ? t("plan.left", { units: left.map((unit) => model.name(unit)).join(", ") }) : t("plan.nobodyLeft");
  }

  hide() {
    this.element.hidden = true;
  }

  draw() {
    const { model } = this.context;
    const several = this.offered && (model.state.decision?.hexes.attack ?? []).length > 1;
    this.element.hidden = !this.list.length && !several;
    this.element.classList.toggle("empty", !this.list.length);
    if (!this.list.length) {
      refill(this.element, several && h("button", { type: "button", class: "quiet", "data-plan-suggest": "", title: t("plan.suggestWhy") }, t("plan.suggest")));
      return;
    }
    const possible = this.answer?.attacks.filter(({ refused }) => !refused).length ?? 0;
    refill(this.element,
      h("h3", null, t("plan.title")),
      h("ol", null, this.list.map((attack, k) => this.line(attack, k, this.answer?.attacks[k]))),
      h("p", { class: "note" }, this.leftOver()),
      h("div", { class: "row" },
        h("button", { type: "button", class: "quiet", "data-plan-clear": "" }, t("plan.clear")),
        h("button", { type: "button", class: "primary", "data-plan-all": "", disabled: !possible }, t("plan.all", { n: possible }))));
  }

  /** @param {Planned} attack @param {number} k @param {Told|undefined} told */
  line({ hexes, attackers, markers, support }, k, told) {
    const { model } = this.context;
    const target = hexes.map((hex) => `${model.namesAt(hex)} ${hex}`).join(", ");
    const strikes = Object.entries(markers).flatMap(([name, n]) => (n ? [`${model.marker(name)}${model.isNumbered(name) ? ` ${n}` : ""}`] : []));
    const force = [...attackers.map((unit) => model.name(unit)), ...strikes, ...(support ? [t("attack.support")] : [])].join(", ");
    const why = told?.refused;
    return h("li", { class: why ? "planned refused" : "planned", "data-planned": hexes[0] },
      h("p", null, h("b", null, target), h("small", null, force)),
      told?.odds && h("div", { class: "odds" }, oddsHead(told.odds), shiftsView(told.odds, this.does.onCase)),
      why && h("p", { class: "why" }, model.prose(why.text), " ", why.case && caseButton(why.case, this.does.onCase)),
      h("div", { class: "plan-buttons" },
        h("button", { type: "button", "data-plan-fire": String(k), disabled: !told || Boolean(why), "aria-label": t("plan.fireAt", { what: target }) }, t("attack.fire")),
        h("button", { type: "button", class: "quiet", "data-plan-edit": String(k), "aria-label": t("plan.editOf", { what: target }) }, t("plan.edit")),
        h("button", { type: "button", class: "quiet", "data-plan-drop": String(k), "aria-label": t("plan.drop", { what: target }) }, "✕")));
  }
}

const STORED = "bridgehead-attack-plan";

/** Keep a plan for a reload of this window. @param {string} key @param {readonly Planned[]} list */
function keep(key, list) {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ key, list }));
  } catch {
    // no storage in this window: a reload starts without a plan
  }
}

/** The plan of a phase that was kept, [] if there is none. @param {string} wanted @returns {readonly Planned[]} */
function kept(wanted) {
  try {
    const { key, list } = JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
    return key === wanted && Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
