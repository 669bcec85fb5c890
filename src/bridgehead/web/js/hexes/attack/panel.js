/** The panel of an attack: attackers, artillery support, odds, fire. */

import { h, refill, shortcut, tellMore } from "../../common/dom.js";
import { caseButton } from "../../side/case.js";
import { inSentence, t } from "../../common/text.js";
import { costLines } from "./costs.js";
import { markerFields, setMarkers } from "./markers.js";
import { oddsHead, oddsView } from "./odds.js";

/** @typedef {import("../../types.js").AttackOffer} AttackOffer */
/** @typedef {import("../../types.js").Odds} Odds */
/** @typedef {import("../model.js").HexModel} HexModel */

export class AttackPanel {
  /** @param {(number: string) => void} onCase opens a rule */
  constructor(onCase) {
    this.onCase = onCase;
    this.title = h("h2", null);
    this.body = h("div", { class: "attackers" });
    this.must = h("ul", { class: "must" });
    this.odds = h("div", { class: "odds-place", "aria-live": "off" });
    this.head = h("div", { class: "odds odds-head" }); // in sight whatever is scrolled
    this.warnings = h("ul", { class: "attack-costs", id: "attack-costs", hidden: true });
    this.fire = h("button", { type: "button", class: "primary fire", "data-fire": true, ...shortcut("f") }, t("attack.fire"));
    this.cancel = h("button", { type: "button", class: "quiet", "data-cancel": true }, t("attack.cancel"));
    // On a phone the panel replaces the decision, which has its own undo button.
    this.undo = h("button", { type: "button", class: "quiet undo", "data-undo": true, hidden: true }, t("play.undo"));
    this.plan = h("button", { type: "button", class: "quiet", "data-plan": true, hidden: true, title: t("plan.addWhy") }, t("plan.add"));
    this.foot = h("div", { class: "row" }, this.undo, this.cancel, this.plan, this.fire);
    const scroller = h("div", { class: "attack-body", tabindex: "0" }, this.body, this.must, this.odds);
    this.element = h(
      "section",
      { id: "attack", hidden: true, "aria-label": t("attack.label") },
      this.title,
      scroller,
      this.head,
      this.warnings,
      this.foot,
    );
    tellMore(scroller, this.body, this.must, this.odds);
  }

  hide() {
    this.element.hidden = true;
  }

  /**
   * Show an attack that a person declares.
   * @param {HexModel} model
   * @param {AttackOffer} offer
   * @param {{support: boolean, hexes: string[], fixed: string[], markers: Record<string, number>}} now what is declared
   *   already, and the defending hexes, of which some are `fixed`
   */
  declare(model, offer, { support: given, hexes, fixed, markers }) {
    this.element.hidden = false;
    this.title.textContent = t("attack.on", { unit: hexes.map((hex) => model.namesAt(hex)).join(", "), hex: hexes.join(", ") });
    const locked = new Set([...offer.inside, ...offer.must.map((one) => one.unit)]);
    const careful = new Map((offer.careful ?? []).map((one) => [one.unit, model.prose(one.text)]));
    /** @param {boolean} ranged */
    const boxes = (ranged) => offer.candidates
      .filter((unit) => (offer.roles?.[unit] === "ranged") === ranged)
      .map((unit) => attackerBox(model, unit, locked.has(unit), counted(model.unit(unit).strength, offer.values?.[unit]), careful.get(unit)));
    const [near, far] = [boxes(false), boxes(true)];
    const support = !offer.roles && h(
      "label",
      { class: "support" },
      h("input", { type: "checkbox", "data-support": true, disabled: !offer.support || given, checked: given }),
      h("span", null, t(offer.support || given ? "attack.support" : "attack.noSupport")),
    );
    const refused = this.reasons(model, offer.refused);
    const further = [...new Set([...hexes.slice(1), ...(offer.also ?? [])])].sort();
    refill(
      this.body,
      further.length > 0 && h("fieldset", { class: "named" }, h("legend", null, t("attack.also")), further.map((hex) => alsoBox(model, hex, hexes.includes(hex), fixed.includes(hex)))),
      (near.length > 0 || !far.length) && h("fieldset", null, h("legend", null, t("attack.attackers")), near,
        offer.everybody.length > offer.suggested.length && h("button", { type: "button", class: "quiet", "data-everybody": true, title: t("attack.everybodyWhy") }, t("attack.everybody", { n: offer.everybody.length })), support),
      far.length > 0 && h("fieldset", { class: "named" }, h("legend", null, t("attack.ranged")), far),
      Object.keys(offer.markers ?? {}).length > 0 && h("fieldset", { class: "markers" }, h("legend", null, t("attack.fireFrom")), markerFields(model, offer.markers ?? {}, markers)),
      refused.length > 0 && h("details", { class: "refused" }, h("summary", null, t("attack.refused", { n: offer.refused.length })), h("ul", null, refused)),
    );
    refill(this.must,
      this.reasons(model, offer.must),
      (offer.protection ?? []).length > 0 && h("li", { class: "protection" }, t("attack.protection", { what: (offer.protection ?? []).map((one) => protectionText(model, one)).join(", ") })));
    this.undo.hidden = !model.state.canUndo;
    this.fire.textContent = t("attack.fire");
    this.foot.hidden = false;
  }

  /**
   * Show protective fire that a person can add.
   * @param {HexModel} model
   * @param {{units: {unit: string, value: number}[], markers: Record<string, number>}} offer
   */
  protect(model, { units, markers }) {
    this.element.hidden = false;
    this.warnings.hidden = true;
    const { combat } = model.state;
    const hexes = combat ? combat.hexes ?? [combat.hex] : [];
    this.title.textContent = t("attack.protect", { unit: hexes.map((hex) => model.namesAt(hex)).join(", ") });
    refill(
      this.body,
      combat && h("p", { class: "against" }, t("attack.against", { attackers: attackersOf(model, combat).join(", "), hexes: hexes.join(", ") })),
      units.length > 0 && h("fieldset", null, h("legend", null, t("attack.artillery")), units.map(({ unit, value }) => attackerBox(model, unit, false, value))),
      Object.keys(markers).length > 0 && h("fieldset", { class: "markers" }, h("legend", null, t("attack.fireFrom")), markerFields(model, markers)),
    );
    refill(this.must);
    this.undo.hidden = !model.state.canUndo;
    this.cancel.hidden = this.plan.hidden = true;
    this.fire.disabled = false;
    this.fire.textContent = t("attack.done");
    this.foot.hidden = false;
  }

  /** Show who cannot give protective fire now, and why. @param {HexModel} model @param {{unit: string, case: string, text: string}[]} units */
  bar(model, units) {
    refill(this.must, this.reasons(model, units));
  }

  /** @param {boolean} can whether the attack can be dropped */
  droppable(can) {
    this.cancel.hidden = !can;
  }

  /**
   * Why units must or cannot join: each reason once, with all its units.
   * @param {HexModel} model
   * @param {{unit: string, case: string, text: string}[]} all
   */
  reasons(model, all) {
    /** @type {Map<string, {units: string[], text: string, case: string}>} */
    const found = new Map();
    for (const one of all) {
      const name = model.name(one.unit);
      const told = model.prose(one.text);
      const [text, units] = told.includes(name) ? [told, []] : [told, [name]]; // the reason itself says of whom it speaks
      const key = told.includes(name) ? told.replaceAll(name, "…") : told;
      const same = found.get(key);
      if (!same) found.set(key, { units: units.length ? units : [name], text, case: one.case });
      else same.units.push(name);
    }
    return [...found].map(([key, { units, text, case: number }]) => {
      const itself = key.includes("…");
      const alone = itself && units.length === 1;
      const words = alone ? text : itself ? text.replaceAll(units[0] ?? "", t("attack.theUnit")) : text;
      return h("li", null, !alone && h("b", null, units.join(", ")), !alone && ": ", words, " ", number && caseButton(number, this.onCase));
    });
  }

  /**
   * Tick the attackers' boxes, and show the numbers of markers.
   * @param {string[]} attackers
   * @param {boolean} support
   * @param {Record<string, number>} [markers]
   * @param {Record<string, number>} [most] how many there are of each
   */
  tick(attackers, support, markers = {}, most = {}) {
    for (const box of this.body.querySelectorAll("input")) {
      const { attacker, support: isSupport } = box.dataset;
      if (attacker) box.checked = attackers.includes(attacker);
      else if (isSupport !== undefined) box.checked = support;
    }
    setMarkers(this.body, markers, most);
  }

  /** @param {Odds|null} odds @param {{face: number, result: string}|null} [roll] */
  show(odds, roll = null) {
    refill(this.head, odds ? oddsHead(odds) : null);
    refill(this.odds, odds ? oddsView(odds, this.onCase, roll) : h("p", { class: "note" }, t(this.body.querySelector("[data-marker]") ? "attack.needsAny" : "attack.needsOne")));
  }

  /**
   * Show the other costs of the attack, and results without effect.
   * @param {HexModel} model
   * @param {import("../../types.js").Costs|null} costs null: not known
   * @param {{unit: string, case: string, text: string}[]} careful of the attackers, whose loss costs more than a unit
   */
  warn(model, costs, careful) {
    const lines = costLines(model, costs, careful, this.onCase);
    this.warnings.hidden = !lines.length;
    refill(this.warnings, lines);
  }

  /** Show why the selection is not an attack. @param {HexModel} model @param {{text: string, case: string}} why */
  refuse(model, why) {
    refill(this.head);
    refill(this.odds, h("p", { class: "why" }, model.prose(why.text), " ", why.case && caseButton(why.case, this.onCase)));
  }

  /**
   * Show an attack without input: the other side's, or one that is being rolled.
   * @param {HexModel} model
   * @param {import("../../types.js").Combat} combat
   */
  watch(model, combat) {
    this.element.hidden = false;
    this.warnings.hidden = true;
    const hexes = combat.hexes ?? [combat.hex];
    const targets = combat.targets ?? [combat.target];
    this.title.textContent = t("attack.on", { unit: targets.map((unit) => model.name(unit)).join(", "), hex: hexes.join(", ") });
    const protectors = Object.keys(combat.protectors ?? {});
    refill(this.body,
      h("ul", { class: "names" }, names(model, Object.keys(combat.attackers), (unit) => counted(model.unit(unit).strength, combat.values?.[unit])), strikes(model, combat.markers), combat.support && h("li", null, t("attack.support"))),
      (protectors.length > 0 || Object.keys(combat.covers ?? {}).length > 0) &&
        h("ul", { class: "names covering", "aria-label": t("attack.covering") }, h("li", { class: "lead" }, t("attack.covering")), names(model, protectors, (unit) => combat.values?.[unit] ?? model.unit(unit).strength), strikes(model, combat.covers)));
    refill(this.must);
    this.foot.hidden = true;
  }
}

/** The attackers with all markers, in words. @param {HexModel} model @param {import("../../types.js").Combat} combat */
export function attackersOf(model, combat) {
  const markers = Object.entries(combat.markers ?? {}).filter(([, n]) => n > 0);
  return [...Object.keys(combat.attackers).map((unit) => model.name(unit)), ...markers.map(([name, n]) => [model.marker(name), model.isNumbered(name) && n].filter(Boolean).join(" "))];
}

/** The printed strength of an attacker and, if another counts, what counts: "6 → 3". @param {number} strength @param {number} [value] */
const counted = (strength, value = strength) => (value === strength ? String(strength) : `${strength} → ${value}`);

/** Units with what each adds to a combat. @param {HexModel} model @param {string[]} units @param {(unit: string) => string|number} worth */
function names(model, units, worth) {
  return units.map((unit) => h("li", { class: `unit ${model.unit(unit).side}` }, model.name(unit), " ", h("small", null, worth(unit))));
}

/** @param {HexModel} model @param {Record<string, number>} [markers] */
function strikes(model, markers = {}) {
  return Object.entries(markers).filter(([, n]) => n > 0).map(([name, n]) => h("li", null, model.marker(name), model.isNumbered(name) && [" ", h("small", null, String(n))]));
}

/**
 * Possible protective fire, in words.
 * @param {HexModel} model
 * @param {{name: string, value: number}} one a unit or a marker
 */
function protectionText(model, { name, value }) {
  const unit = model.units.get(name);
  return `${unit ? `${unit.name} ${inSentence(unit.typeLabel)}` : model.marker(name)} +${value}`;
}

/**
 * The checkbox of a further hex that can be attacked, too.
 * @param {HexModel} model
 * @param {string} hex
 * @param {boolean} taken
 * @param {boolean} fixed declared already
 */
function alsoBox(model, hex, taken, fixed) {
  return h("label", { class: "attacker" },
    h("input", { type: "checkbox", "data-also": hex, checked: taken, disabled: fixed }),
    h("span", null, model.namesAt(hex)), h("small", null, hex));
}

/**
 * @param {HexModel} model
 * @param {string} unit
 * @param {boolean} locked declared already, or has to join
 * @param {string|number} worth what it adds
 * @param {string} [careful] why one should rather keep it out
 */
function attackerBox(model, unit, locked, worth, careful = "") {
  const { name, side, typeLabel } = model.unit(unit);
  return h(
    "label",
    { class: `attacker unit ${side}`, title: typeLabel },
    h("input", { type: "checkbox", "data-attacker": unit, disabled: locked }),
    h("span", null, name, careful && h("span", { class: "careful", title: careful }, " ⚠"), h("small", { class: "attacker-type" }, ` ${inSentence(typeLabel)}`)),
    h("b", null, String(worth)),
  );
}
