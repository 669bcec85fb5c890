/** The panel of an attack: who attacks, with or without artillery, the odds, fire. */

import { h, refill, tellMore } from "../dom.js";
import { caseButton } from "../side/case.js";
import { t } from "../text.js";
import { oddsView } from "./odds.js";

/** @typedef {import("../types.js").AttackOffer} AttackOffer */
/** @typedef {import("../types.js").Odds} Odds */
/** @typedef {import("./model.js").Model} Model */

export class AttackPanel {
  /** @param {(number: string) => void} onCase opens a rule */
  constructor(onCase) {
    this.onCase = onCase;
    this.title = h("h2", null);
    this.body = h("div", { class: "attackers" });
    this.must = h("ul", { class: "must" });
    this.odds = h("div", { class: "odds-place", "aria-live": "off" });
    this.fire = h("button", { type: "button", class: "primary fire", "data-fire": true }, t("attack.fire"));
    this.cancel = h("button", { type: "button", class: "quiet", "data-cancel": true }, t("attack.cancel"));
    // On a phone the panel stands where the decision with its own undo stood.
    this.undo = h("button", { type: "button", class: "quiet undo", "data-undo": true, hidden: true }, t("play.undo"));
    this.foot = h("div", { class: "row" }, this.undo, this.cancel, this.fire);
    const scroller = h("div", { class: "attack-body" }, this.body, this.must, this.odds);
    this.element = h(
      "section",
      { id: "attack", hidden: true, "aria-label": t("attack.label") },
      this.title,
      scroller,
      this.foot,
    );
    tellMore(scroller, this.body, this.must, this.odds);
  }

  hide() {
    this.element.hidden = true;
  }

  /**
   * The attack a person declares.
   * @param {Model} model
   * @param {AttackOffer} offer
   * @param {boolean} given whether support is declared already
   */
  declare(model, offer, given) {
    this.element.hidden = false;
    this.title.textContent = t("attack.on", { unit: model.name(offer.target), hex: offer.hex });
    const locked = new Set([...offer.inside, ...offer.must.map((one) => one.unit)]);
    const boxes = offer.candidates.map((unit) => attackerBox(model, unit, locked.has(unit)));
    const support = h(
      "label",
      { class: "support" },
      h("input", { type: "checkbox", "data-support": true, disabled: !offer.support || given, checked: given }),
      h("span", null, t(offer.support || given ? "attack.support" : "attack.noSupport")),
    );
    const refused = offer.refused.map((one) => this.reason(model, one));
    refill(
      this.body,
      h("fieldset", null, h("legend", null, t("attack.attackers")), boxes, support),
      refused.length > 0 && h("details", { class: "refused" }, h("summary", null, t("attack.refused", { n: refused.length })), h("ul", null, refused)),
    );
    refill(this.must, offer.must.map((one) => this.reason(model, one)));
    this.undo.hidden = !model.state.canUndo;
    this.foot.hidden = false;
  }

  /** @param {boolean} can whether the attack can be dropped */
  droppable(can) {
    this.cancel.hidden = !can;
  }

  /**
   * Why a unit must or cannot join.
   * @param {Model} model
   * @param {{unit: string, case: string, text: string}} one
   */
  reason(model, one) {
    const name = model.name(one.unit);
    const named = one.text.startsWith(name); // the reason itself says of whom it speaks
    return h("li", null, !named && h("b", null, name), ` ${model.prose(one.text)} `, one.case && caseButton(one.case, this.onCase));
  }

  /**
   * Tick the attackers' boxes.
   * @param {string[]} attackers
   * @param {boolean} support
   */
  tick(attackers, support) {
    for (const box of this.body.querySelectorAll("input")) {
      const unit = box.dataset.attacker;
      box.checked = unit ? attackers.includes(unit) : support;
    }
    this.fire.disabled = attackers.length === 0;
  }

  /**
   * @param {Odds|null} odds
   * @param {{face: number, result: string}|null} [roll]
   */
  show(odds, roll = null) {
    refill(this.odds, odds ? oddsView(odds, this.onCase, roll) : h("p", { class: "note" }, t("attack.needsOne")));
  }

  /**
   * An attack that is looked at: the other side's, or one whose die is rolled.
   * @param {Model} model
   * @param {{hex: string, target: string, attackers: string[], support: boolean}} combat
   */
  watch(model, { hex, target, attackers, support }) {
    this.element.hidden = false;
    this.title.textContent = t("attack.on", { unit: model.name(target), hex });
    const names = attackers.map((unit) => h("li", { class: model.unit(unit).side }, model.name(unit), " ", h("small", null, model.unit(unit).strength)));
    refill(this.body, h("ul", { class: "names" }, names, support && h("li", null, t("attack.support"))));
    refill(this.must);
    this.foot.hidden = true;
  }
}

/**
 * @param {Model} model
 * @param {string} unit
 * @param {boolean} locked declared already, or has to join
 */
function attackerBox(model, unit, locked) {
  const { name, strength, side, typeLabel } = model.unit(unit);
  return h(
    "label",
    { class: `attacker ${side}`, title: typeLabel },
    h("input", { type: "checkbox", "data-attacker": unit, disabled: locked }),
    h("span", null, name),
    h("b", null, String(strength)),
  );
}
