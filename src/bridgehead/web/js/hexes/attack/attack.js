/** Combat: choose the target and the attackers, see the odds, fire. */

import { say } from "../../common/announce.js";
import { ApiError } from "../../network/api.js";
import { turned } from "../../game/parts.js";
import { percent, t } from "../../common/text.js";
import { effectOf, range } from "./odds.js";
import { PhasePlan } from "./phase_plan.js";
import { keep, prepared } from "./prepared.js";

/** @typedef {import("../../game/parts.js").HexContext} HexContext */
/** @typedef {import("../../game/parts.js").Part} Part */
/** @typedef {import("../../game/parts.js").Spot} Spot */
/** @typedef {import("../../game/map/overlay.js").Mark} Mark */
/** @typedef {import("./panel.js").AttackPanel} AttackPanel */
/** @typedef {import("../../types.js").AttackOffer} AttackOffer */

/** @implements {Part} */
export class Attack {
  /** @param {HexContext} context @param {AttackPanel} sheet */
  constructor(context, sheet) {
    this.context = context;
    this.sheet = sheet;
    /** @type {AttackOffer|null} */
    this.offer = null;
    /** @type {string[]} the defending hexes, ascending */
    this.hexes = [];
    /** @type {string[]} in the order of the counter list */
    this.attackers = [];
    this.support = false;
    /** @type {Record<string, number>} airstrikes and naval guns, in the order in which they are declared */
    this.markers = {};
    this.number = 0; // of the question about odds that was asked last
    /** @type {string|null} the hex that `next` went to last */
    this.looked = null;
    this.firing = false;
    this.opened = false; // whether a decision of this window's has been begun
    sheet.element.addEventListener("change", (event) => this.change(/** @type {HTMLInputElement} */ (event.target)));
    sheet.body.addEventListener("click", (event) => this.press(/** @type {Element} */ (event.target)));
    sheet.fire.addEventListener("click", () => this.fire());
    sheet.cancel.addEventListener("click", () => this.cancel());
    sheet.plan.addEventListener("click", () => this.putIntoPlan());
    this.plan = new PhasePlan(context, { edit: (attack) => this.aim(attack.hexes, attack), changed: () => this.planChanged(), onCase: sheet.onCase });
    /** Called when other hexes can be attacked than before. */
    this.targetsChanged = () => {};
    /** @type {string|null} the hex whose units are being dragged to a target */
    this.dragged = null;
  }

  drop() {
    this.offer = null;
    this.hexes = [];
    this.attackers = [];
    this.support = false;
    this.markers = {};
    this.number += 1; // an answer that comes now is late
    this.sheet.hide();
  }

  /** Whether the attack is partly declared, so that it can be extended but not dropped. */
  get isDeclared() {
    const { state, step } = this.context.model;
    return step.part === "attack" && Boolean(state.combat);
  }

  /** Whether an attack is being chosen: this part leads, and none is being made. */
  get isChosen() {
    const { shown, step, state } = this.context.model;
    return Boolean(shown && state.mine && step.part === "attack" && !this.isDeclared);
  }

  /** The declared defending hexes. */
  get declared() {
    const { combat } = this.context.model.state;
    return this.isDeclared && combat ? combat.hexes ?? [combat.hex] : [];
  }

  /** @param {boolean} fresh */
  begin(fresh) {
    const kept = this.opened ? null : prepared(this.context.model);
    this.opened = true;
    if (!this.isDeclared) this.plan.begin(fresh);
    if (fresh && this.isDeclared) this.aim(this.declared, kept);
    else if (kept && this.targets().includes(kept.hexes[0] ?? "")) this.aim(kept.hexes, kept);
    this.draw();
  }

  /** The hexes that can be attacked. */
  targets() {
    return this.plan.targets(this.context.model.state.decision?.hexes.attack ?? []);
  }

  /**
   * Aim at hexes: ask who can join, and add the units that the server suggests.
   * @param {string[]} hexes
   * @param {Omit<import("./prepared.js").Prepared, "at">|null} [kept] what was chosen before a reload, or in a plan
   */
  async aim(hexes, kept = null) {
    const { ask, complain, model, frame } = this.context;
    const { at, combat } = model.state;
    const sorted = [...hexes].sort();
    this.context.preview.hide();
    try {
      const offer = /** @type {AttackOffer} */ (await ask("attack", { hexes: sorted, ...this.planned }));
      if (model.state.at !== at) return;
      const order = model.hello.units.map((unit) => unit.id);
      const all = new Set([...offer.inside, ...offer.must.map((one) => one.unit), ...offer.candidates]);
      const taken = this.isDeclared ? new Set() : this.plan.units;
      this.offer = { ...offer, candidates: order.filter((unit) => all.has(unit) && !taken.has(unit)) };
      this.hexes = sorted;
      this.attackers = this.offer.candidates.filter((unit) => offer.suggested.includes(unit));
      this.support = Boolean(combat?.support);
      this.markers = Object.fromEntries(Object.keys(offer.markers ?? {}).map((name) => [name, this.isDeclared ? (combat?.markers?.[name] ?? 0) : 0]));
      if (kept) this.resume(kept);
      this.sheet.declare(model, this.offer, { support: this.support, hexes: sorted, fixed: this.declared, markers: this.markers });
      this.sheet.droppable(!this.isDeclared || model.state.canUndo);
      this.sheet.plan.hidden = this.isDeclared || !this.plan.offered;
      frame([...sorted, ...this.attackers.flatMap((unit) => model.hexOf(unit) ?? [])]);
      this.update();
      if (document.activeElement?.matches("[data-attack], body")) this.sheet.fire.focus({ preventScroll: true });
    } catch (error) {
      complain(error);
    }
  }

  /** What is asked of an attack is asked of the position after the planned ones. */
  get planned() {
    return this.plan.list.length && !this.isDeclared ? { planned: this.plan.texts } : {};
  }

  planChanged() {
    if (!this.isChosen) return;
    this.draw();
    this.targetsChanged();
  }

  /** Put the attack into the plan of the phase. */
  putIntoPlan() {
    if (!this.offer || !this.isSomething || this.isDeclared) return;
    const { hexes, attackers, support } = this;
    const attack = { hexes, attackers, support, markers: { ...this.markers }, text: this.actions().join(" ") };
    this.drop();
    keep(this.context.model, null);
    this.plan.add(attack);
  }

  // Dragging: from attackers to the target, which puts the attack into the plan

  /** @param {Spot} spot @returns {""|"free"} */
  grabs({ hex }) {
    const { model } = this.context;
    const own = hex && model.all(hex).some((unit) => model.unit(unit).side === model.state.toMove);
    return own && this.isChosen && this.plan.offered && this.targets().length ? "free" : "";
  }

  /** @param {Spot} spot */
  grab({ hex }) {
    this.dragged = hex ?? null;
  }

  /** Attack with those who were dragged to it, and those who attack it already. @param {string} from @param {string} hex */
  async dragTo(from, hex) {
    const { model } = this.context;
    const before = this.plan.list.find(({ hexes }) => hexes.includes(hex));
    if (before) this.plan.put(this.plan.list.filter((one) => one !== before));
    const attackers = [...(before?.attackers ?? []), ...model.all(from)];
    const { support = false, markers = {} } = before ?? {};
    await this.aim(before?.hexes ?? [hex], { hexes: [hex], attackers, support, markers });
    if (this.offer && this.attackers.some((unit) => model.hexOf(unit) === from)) this.putIntoPlan();
    else if (before && !this.offer) this.plan.add(before);
  }

  /** Restore an earlier selection as far as it is still possible. @param {Omit<import("./prepared.js").Prepared, "at">} kept */
  resume({ attackers, support, markers }) {
    const { inside = [], must = [], candidates = [], markers: most = {} } = this.offer ?? {};
    const chosen = new Set([...attackers, ...inside, ...must.map(({ unit }) => unit)]);
    this.attackers = candidates.filter((unit) => chosen.has(unit));
    this.support = support;
    for (const [name, n] of Object.entries(this.markers)) this.markers[name] = Math.min(Math.max(markers[name] ?? 0, n), most[name] ?? 0);
  }

  // Requests

  /** @param {Spot} spot */
  click(spot) {
    const { model } = this.context;
    const hex = spot.hex;
    const { dragged } = this;
    this.dragged = null;
    if (!hex) return;
    if (dragged && (model.state.decision?.hexes.attack ?? []).includes(hex)) {
      this.dragTo(dragged, hex);
      return;
    }
    const unit = spot.unit ?? this.joining(hex) ?? model.at(hex);
    if (this.offer && unit && this.offer.candidates.includes(unit)) this.toggle(unit);
    else if (this.offer && [...(this.offer.also ?? []), ...this.hexes.slice(1)].includes(hex)) this.alsoAt(hex);
    else if (this.offer?.hex === hex && !this.isDeclared) this.back();
    else if (this.targets().includes(hex)) this.aim([hex]);
    else this.point(spot);
  }

  /**
   * The unit in a hex that can join; of several one that is not in the attack, so that clicks reach all.
   * @param {string} hex
   */
  joining(hex) {
    const there = this.context.model.all(hex).filter((unit) => this.offer?.candidates.includes(unit));
    return there.find((unit) => !this.attackers.includes(unit)) ?? there[0] ?? null;
  }

  /** Add a further hex to the attack, or remove it. @param {string} hex */
  alsoAt(hex) {
    if (this.declared.includes(hex)) return;
    this.aim(this.hexes.includes(hex) ? this.hexes.filter((one) => one !== hex) : [...this.hexes, hex]);
  }

  /** @param {string} unit */
  pick(unit) {
    const hex = this.context.model.hexOf(unit);
    this.click({ unit, hex, box: null });
    if (hex) this.context.reveal([hex]);
  }

  /** @param {string} unit */
  toggle(unit) {
    const { model, hint } = this.context;
    if (!this.offer) return;
    if (this.offer.inside.includes(unit)) {
      hint.show(t("attack.locked", { unit: model.name(unit) }));
      return;
    }
    const must = this.offer.must.find((one) => one.unit === unit);
    if (must) {
      hint.show(t("attack.must", { unit: model.name(unit) }), must);
      return;
    }
    const joins = !this.attackers.includes(unit);
    this.attackers = this.offer.candidates.filter((one) => (one === unit ? joins : this.attackers.includes(one)));
    hint.show(t(joins ? "attack.joins" : "attack.leaves", { unit: model.name(unit) }));
    this.update();
  }

  /** @param {HTMLInputElement} box */
  change(box) {
    const { attacker, also, marker } = box.dataset;
    if (attacker) this.toggle(attacker);
    else if (also) this.alsoAt(also);
    else if (marker) this.mark(marker, box.type === "checkbox" ? Number(box.checked) : Number(box.value));
    else {
      this.support = box.checked;
      this.update();
    }
  }

  /** Handle the buttons: all who can join, or one marker more or less. @param {Element} target */
  press(target) {
    if (target.closest("[data-everybody]") && this.offer) {
      const { candidates, everybody } = this.offer;
      this.attackers = candidates.filter((unit) => everybody.includes(unit) || this.attackers.includes(unit));
      this.update();
      return;
    }
    const button = target.closest("button[data-step]");
    if (!(button instanceof HTMLElement)) return;
    const { of = "", step: more } = button.dataset;
    this.mark(of, (this.markers[of] ?? 0) + Number(more));
  }

  /** Set the number of markers of a kind, as far as there are any. @param {string} name @param {number} number */
  mark(name, number) {
    const most = this.offer?.markers?.[name] ?? 0;
    const least = this.isDeclared ? (this.context.model.state.combat?.markers?.[name] ?? 0) : 0;
    this.markers[name] = Math.min(Math.max(Math.round(number) || 0, least), most);
    this.update();
  }

  /** The selected markers as declared. */
  strikes() {
    return Object.entries(this.markers).filter(([, n]) => n > 0).map(([name, n]) => (this.context.model.isNumbered(name) ? `${name} ${n}` : name));
  }

  /** Whether there is any attacker or marker. */
  get isSomething() {
    return this.attackers.length > 0 || this.strikes().length > 0;
  }

  /** Drop the attack; declared parts are taken back. */
  async cancel() {
    if (!this.isDeclared) this.back();
    while (this.isDeclared) if (!(await this.context.undo())) return;
  }

  /** @returns {boolean} whether an attack was in hand */
  back() {
    if (!this.offer || this.isDeclared) return false;
    this.drop();
    keep(this.context.model, null);
    this.draw();
    return true;
  }

  /** @param {1|-1} step @returns {string|null} */
  next(step) {
    const { model } = this.context;
    const places = this.offer
      ? [...this.hexes, ...(this.offer.also ?? []), ...this.offer.candidates.flatMap((unit) => model.hexOf(unit) ?? [])]
      : this.targets();
    return (this.looked = turned(places, this.looked, step));
  }

  browse() {
    const hex = this.isDeclared ? null : turned(this.targets(), this.offer?.hex ?? this.looked, 1);
    if (hex) this.aim([hex]);
    return Boolean(hex);
  }

  async fire() {
    if (!this.offer || !this.isSomething || this.firing) return;
    this.firing = true; // until the answer: a double click is one attack
    try {
      for (const action of [...this.actions(), ...(this.isDeclared ? ["fire"] : [])]) {
        if (!(await this.context.act(this.isDeclared ? action : `${action} fire`))) break;
      }
    } finally {
      this.firing = false;
    }
  }

  /** The attack as actions without `fire`: one text, or the remaining declarations. */
  actions() {
    const { offer, attackers, support, hexes } = this;
    const { state: { combat }, further } = this.context.model;
    const given = this.isDeclared ? combat?.markers ?? {} : {};
    const strikes = this.strikes().filter((text) => !given[text.split(" ")[0] ?? ""]);
    if (!this.isDeclared) {
      const also = hexes.slice(1).map((hex) => `${further} ${hex}`);
      const joining = attackers.length ? ["with", ...attackers] : [];
      return [[`attack ${hexes[0]}`, ...also, ...joining, ...strikes, ...(support ? ["support"] : [])].join(" ")];
    }
    const also = hexes.filter((hex) => !this.declared.includes(hex)).map((hex) => `${further} ${hex}`);
    const joining = attackers.filter((unit) => !offer?.inside.includes(unit)).map((unit) => `with ${unit}`);
    return [...also, ...joining, ...strikes, ...(support && !combat?.support ? ["support"] : [])];
  }

  // Rendering

  /** @param {Spot|null} spot */
  point(spot) {
    const { model, hint, why, preview } = this.context;
    if (!this.offer && spot?.hex && this.targets().includes(spot.hex)) preview.target(spot.hex, this.planned);
    else preview.hide();
    if (!spot?.hex) return hint.tell(spot);
    const { hex } = spot;
    const about = `${model.aboutHex(hex)}.`;
    const unit = spot.unit ?? this.joining(hex) ?? model.at(hex);
    const refused = this.offer?.refused.find((one) => one.unit === unit);
    if (refused) hint.show(about, refused);
    else if (this.offer?.candidates.includes(unit ?? "")) {
      hint.show(`${about} ${t(this.attackers.includes(unit ?? "") ? "attack.inIt" : "attack.notInIt")}`);
    } else if (this.offer?.also?.includes(hex)) hint.show(`${about} ${t("attack.canBeToo")}`);
    else if (this.targets().includes(hex)) hint.show(`${about} ${t("attack.canBe")}`);
    else {
      hint.show(about);
      const theirs = unit && model.unit(unit).side !== model.state.toMove;
      why(about, theirs && !this.isDeclared ? `attack ${hex}` : null);
    }
  }

  /** Request the odds of the selection, and update the display. */
  async update() {
    const { offer, sheet } = this;
    if (!offer) return;
    const { ask, complain, model } = this.context;
    keep(model, this);
    sheet.tick(this.attackers, this.support, this.markers, offer.markers ?? {});
    sheet.fire.disabled = !this.isSomething;
    this.draw();
    const number = ++this.number;
    sheet.warn(this.context.model, null, this.exposed());
    if (!this.isSomething) {
      sheet.show(null);
      return;
    }
    try {
      const odds = await ask("odds", { actions: this.actions(), ...this.planned });
      if (number !== this.number) return;
      sheet.show(odds);
      say(this.told(odds));
      this.weigh(number);
    } catch (error) {
      if (number !== this.number) return;
      if (error instanceof ApiError && error.kind === "illegal") sheet.refuse(this.context.model, { text: error.message, case: error.case });
      else complain(error);
    }
  }

  /** The attackers whose loss would cost more than a unit. */
  exposed() {
    return (this.offer?.careful ?? []).filter(({ unit }) => this.attackers.includes(unit));
  }

  /** Request the other costs of the attack; the odds are shown meanwhile. @param {number} number of the question about odds */
  async weigh(number) {
    const { ask, model } = this.context;
    const costs = await ask("costs", { actions: this.actions(), ...this.planned }).catch(() => null); // the odds have said what is wrong
    if (number === this.number) this.sheet.warn(model, costs, this.exposed());
  }

  /** The attack in words, for screen readers. @param {import("../../types.js").Odds} odds */
  told(odds) {
    const { model } = this.context;
    const chances = Object.entries(odds.results).map(([name, share]) => `${effectOf(odds, name)} ${percent(share)}`);
    const strikes = Object.entries(this.markers).flatMap(([name, n]) => (n ? [`${model.marker(name)} ${n}`] : []));
    return t("attack.said", {
      unit: this.hexes.map((hex) => model.namesAt(hex)).join(", "),
      attackers: [...this.attackers.map((unit) => model.name(unit)), ...strikes].join(", "),
      differential: odds.differential,
      column: range(odds.column_label),
      chances: chances.join(", "),
    });
  }

  draw() {
    const { model, overlay, panel } = this.context;
    const { offer } = this;
    panel.aside(offer !== null);
    if (offer) this.plan.hide();
    else this.plan.draw();
    if (!offer) {
      const targets = this.targets();
      overlay.marks(targets.map((hex) => ({ hex, kind: "target" })));
      overlay.arrows(this.plan.arrows());
      const choices = targets.map((hex) => {
        const unit = model.at(hex);
        return { attack: hex, label: model.namesAt(hex) || hex, note: hex, side: unit ? model.unit(unit).side : "", hexes: [hex] };
      });
      const done = this.plan.list.length ? { title: t("plan.ready"), note: t("plan.readyNote") } : { title: t("attack.nobody"), note: t("play.onlyEnd") };
      panel.ask(targets.length ? { title: model.step.ask, note: t("attack.choose"), choices } : done);
      return;
    }
    const places = offer.candidates.map((unit) => ({ hex: model.hexOf(unit) ?? "", joins: this.attackers.includes(unit) }));
    const joins = new Set(places.flatMap((one) => (one.joins ? [one.hex] : [])));
    overlay.marks([
      ...(offer.also ?? []).map((hex) => /** @type {Mark} */ ({ hex, kind: "offer" })),
      ...[...new Set(places.map(({ hex }) => hex))].map((hex) => /** @type {Mark} */ ({ hex, kind: joins.has(hex) ? "attacker" : "candidate" })),
      ...this.hexes.map((hex) => /** @type {Mark} */ ({ hex, kind: "target" })),
    ]);
    overlay.arrows([...(this.isDeclared ? [] : this.plan.arrows()), ...[...joins].flatMap((from) => this.hexes.filter((to) => this.hexes.length === 1 || model.isNext(from, to)).map((to) => ({ from, to })))]);
    const target = this.hexes.map((hex) => model.namesAt(hex)).join(", ");
    panel.ask({ title: t("attack.who", { unit: target }), note: t("attack.tick") });
  }
}
