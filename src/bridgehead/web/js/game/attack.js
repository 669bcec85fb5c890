/** Combat: choose whom to attack, with whom, look at the odds, fire. */

import { say } from "../announce.js";
import { named, percent, t } from "../text.js";
import { range } from "./odds.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Part} Part */
/** @typedef {import("./desk.js").Spot} Spot */
/** @typedef {import("./overlay.js").Mark} Mark */
/** @typedef {import("./attackpanel.js").AttackPanel} AttackPanel */
/** @typedef {import("../types.js").AttackOffer} AttackOffer */

/** @implements {Part} */
export class Attack {
  /**
   * @param {Desk} desk
   * @param {AttackPanel} sheet
   */
  constructor(desk, sheet) {
    this.desk = desk;
    this.sheet = sheet;
    /** @type {AttackOffer|null} */
    this.offer = null;
    /** @type {string[]} in the order of the counter list */
    this.attackers = [];
    this.support = false;
    this.number = 0; // of the question about odds that was asked last
    /** @type {string|null} the hex that `next` went to last */
    this.looked = null;
    this.timer = 0;
    this.firing = false;
    sheet.element.addEventListener("change", (event) => this.change(/** @type {HTMLInputElement} */ (event.target)));
    sheet.fire.addEventListener("click", () => this.fire());
    sheet.cancel.addEventListener("click", () => this.cancel());
  }

  drop() {
    this.offer = null;
    this.attackers = [];
    this.support = false;
    this.number += 1; // an answer that comes now is late
    this.sheet.hide();
  }

  /** Whether the attack is declared in part: it can be added to, and not be dropped. */
  get isDeclared() {
    return this.desk.model.state.combat?.step === "attackers";
  }

  /** @param {boolean} fresh */
  begin(fresh) {
    if (fresh) {
      const { combat } = this.desk.model.state;
      if (combat?.step === "attackers") this.aim(combat.hex);
    }
    this.draw();
  }

  /** The hexes that can be attacked. */
  targets() {
    return this.desk.model.state.decision?.hexes.attack ?? [];
  }

  /**
   * Take aim at a hex: ask who can join, and let all of them join.
   * @param {string} hex
   */
  async aim(hex) {
    const { ask, complain, model, reveal } = this.desk;
    const { at } = model.state;
    try {
      const offer = /** @type {AttackOffer} */ (await ask("attack", { hex }));
      if (model.state.at !== at) return;
      const order = model.hello.units.map((unit) => unit.id);
      const all = new Set([...offer.inside, ...offer.must.map((one) => one.unit), ...offer.candidates]);
      this.offer = { ...offer, candidates: order.filter((unit) => all.has(unit)) };
      this.attackers = this.offer.candidates;
      this.support = Boolean(model.state.combat?.support);
      this.sheet.declare(model, this.offer, this.support);
      this.sheet.droppable(!this.isDeclared || model.state.canUndo);
      reveal([hex, ...this.attackers.flatMap((unit) => model.hexOf(unit) ?? [])]);
      this.update();
      if (document.activeElement?.matches("[data-attack], body")) this.sheet.fire.focus({ preventScroll: true });
    } catch (error) {
      complain(error);
    }
  }

  // What the person does

  /** @param {Spot} spot */
  click(spot) {
    const { model } = this.desk;
    const hex = spot.hex;
    if (!hex) return;
    const unit = model.at(hex);
    if (this.offer && unit && this.offer.candidates.includes(unit)) this.toggle(unit);
    else if (this.targets().includes(hex)) this.aim(hex);
    else this.point(spot);
  }

  /** @param {string} unit */
  pick(unit) {
    const hex = this.desk.model.hexOf(unit);
    this.click({ unit, hex, box: null });
    if (hex) this.desk.reveal([hex]);
  }

  /** @param {string} unit */
  toggle(unit) {
    const { model, hint } = this.desk;
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
    if (box.dataset.attacker) this.toggle(box.dataset.attacker);
    else {
      this.support = box.checked;
      this.update();
    }
  }

  /** Drop the attack: what is declared of it is taken back. */
  async cancel() {
    if (!this.isDeclared) this.back();
    while (this.isDeclared) if (!(await this.desk.undo())) return;
  }

  /** @returns {boolean} whether an attack was in hand */
  back() {
    if (!this.offer || this.isDeclared) return false;
    this.drop();
    this.draw();
    return true;
  }

  /**
   * @param {1|-1} step
   * @returns {string|null}
   */
  next(step) {
    const { model } = this.desk;
    const places = this.offer
      ? [this.offer.hex, ...this.offer.candidates.flatMap((unit) => model.hexOf(unit) ?? [])]
      : this.targets();
    const from = places.indexOf(this.looked ?? "");
    const at = from < 0 ? (step > 0 ? 0 : places.length - 1) : (from + step + places.length) % places.length;
    this.looked = places[at] ?? null;
    return this.looked;
  }

  async fire() {
    const { offer, attackers, support } = this;
    if (!offer || !attackers.length || this.firing) return;
    this.firing = true; // until the answer: a double click is one attack
    try {
      for (const action of this.actions(offer, attackers, support)) {
        if (!(await this.desk.act(action))) break;
      }
    } finally {
      this.firing = false;
    }
  }

  /**
   * The attack as actions: one text, or what is left to declare.
   * @param {AttackOffer} offer
   * @param {string[]} attackers
   * @param {boolean} support
   */
  actions(offer, attackers, support) {
    if (!this.isDeclared) return [`attack ${offer.hex} with ${attackers.join(" ")}${support ? " support" : ""} fire`];
    const joining = attackers.filter((unit) => !offer.inside.includes(unit)).map((unit) => `with ${unit}`);
    const given = this.desk.model.state.combat?.support;
    return [...joining, ...(support && !given ? ["support"] : []), "fire"];
  }

  // What is shown

  /** @param {Spot|null} spot */
  point(spot) {
    const { model, hint, ask } = this.desk;
    if (!spot?.hex) {
      hint.beside(spot?.unit);
      return;
    }
    const { hex } = spot;
    const about = `${model.aboutHex(hex)}.`;
    const unit = model.at(hex);
    const refused = this.offer?.refused.find((one) => one.unit === unit);
    if (refused) hint.show(about, refused);
    else if (this.offer?.candidates.includes(unit ?? "")) {
      hint.show(`${about} ${t(this.attackers.includes(unit ?? "") ? "attack.inIt" : "attack.notInIt")}`);
    } else if (this.targets().includes(hex)) hint.show(`${about} ${t("attack.canBe")}`);
    else {
      hint.show(about);
      window.clearTimeout(this.timer);
      const theirs = unit && model.unit(unit).side !== model.state.toMove;
      if (!theirs || this.isDeclared) return;
      const tell = () => ask("why", { action: `attack ${hex}` }).then((why) => why && hint.show(about, why), () => {});
      this.timer = window.setTimeout(tell, 120);
    }
  }

  /** Ask for the odds of what is ticked, and show everything. */
  async update() {
    const { offer, attackers, support, sheet } = this;
    if (!offer) return;
    const { ask, complain } = this.desk;
    sheet.tick(attackers, support);
    this.draw();
    const number = ++this.number;
    if (!attackers.length) {
      sheet.show(null);
      return;
    }
    try {
      const odds = await ask("odds", { hex: offer.hex, attackers, support });
      if (number !== this.number) return;
      sheet.show(odds);
      say(this.told(offer.target, attackers, odds));
    } catch (error) {
      if (number === this.number) complain(error);
    }
  }

  /**
   * An attack in words, for those who do not see the panel.
   * @param {string} target
   * @param {string[]} attackers
   * @param {import("../types.js").Odds} odds
   */
  told(target, attackers, odds) {
    const { model } = this.desk;
    const chances = Object.entries(odds.results).map(([name, share]) => `${named("attack.results", name)} ${percent(share)}`);
    return t("attack.said", {
      unit: model.name(target),
      attackers: attackers.map((unit) => model.name(unit)).join(", "),
      differential: odds.differential,
      column: range(odds.column_label),
      chances: chances.join(", "),
    });
  }

  draw() {
    const { model, overlay, panel } = this.desk;
    const { offer } = this;
    panel.aside(offer !== null);
    if (!offer) {
      const targets = this.targets();
      overlay.marks(targets.map((hex) => ({ hex, kind: "target" })));
      overlay.arrows([]);
      const choices = targets.map((hex) => {
        const unit = model.at(hex);
        return { attack: hex, label: unit ? model.name(unit) : hex, note: hex, side: unit ? model.unit(unit).side : "", hexes: [hex] };
      });
      panel.ask({ title: t("play.ask.combat"), note: targets.length ? t("attack.choose") : t("attack.nobody"), choices });
      return;
    }
    const places = offer.candidates.map((unit) => ({ hex: model.hexOf(unit) ?? "", joins: this.attackers.includes(unit) }));
    overlay.marks([
      ...places.map(({ hex, joins }) => /** @type {Mark} */ ({ hex, kind: joins ? "attacker" : "candidate" })),
      { hex: offer.hex, kind: "target" },
    ]);
    overlay.arrows(places.filter((one) => one.joins).map(({ hex }) => ({ from: hex, to: offer.hex })));
    panel.ask({ title: t("attack.who", { unit: model.name(offer.target) }), note: t("attack.tick") });
  }
}
