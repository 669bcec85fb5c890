/** The parts shown for every state, whoever decides: the attack in progress, and the die. */

import { refill } from "../../common/dom.js";
import { named } from "../../common/text.js";
import { broughtBy } from "../../side/dice.js";
import { rolledColumn } from "./odds.js";

/** @typedef {import("../../types.js").HexState} HexState */
/** @typedef {import("../../types.js").Combat} Combat */
/** @typedef {import("../model.js").HexModel} HexModel */

/** Arrows from attackers to hexes: an adjacent one, or for fire from range the first. @param {HexModel} model @param {Combat} combat */
export function aims(model, combat) {
  const hexes = combat.hexes ?? [combat.hex];
  return [...new Set(Object.values(combat.attackers))].flatMap((from) => {
    const near = hexes.filter((to) => model.isNext(from, to));
    return (near.length ? near : [combat.hex]).map((to) => ({ from, to }));
  });
}

/** The attack being rolled, resolved or declared by the other side; and the die. */
export class Fight {
  /**
   * @param {ReturnType<typeof import("../../game/window/fixed_parts.js").furnish>} ui
   * @param {import("./panel.js").AttackPanel} sheet
   * @param {import("../../game/parts.js").HexContext} context
   */
  constructor(ui, sheet, context) {
    this.ui = ui;
    this.sheet = sheet;
    this.context = context;
    /** @type {Combat|null} the attack that was rolled last: with its roll it may be over */
    this.combat = null;
    this.told = { result: "", text: "" }; // what the roll that is shown has brought
  }

  /** @param {HexState} state */
  show(state) {
    const { ui: { die, panel }, sheet, context: { overlay, model } } = this;
    const { combat, roll } = state;
    if (roll) die.show(roll.face, roll.result ? `${roll.result}: ${this.brought(roll.result, state)}` : broughtBy(roll));
    if (combat) this.combat = combat;
    overlay.arrows([]);
    const seen = combat ?? (roll ? this.combat : null);
    const odds = state.odds ?? roll?.odds ?? null;
    refill(panel.rolled, roll && roll.result && odds ? rolledColumn(odds, roll.face) : null);
    if (!seen || !odds || (combat && model.step.part && state.mine)) {
      sheet.hide();
      return;
    }
    sheet.watch(model, seen);
    sheet.show(odds, roll?.result ? roll : null);
    if (combat && !combat.result) overlay.arrows(aims(model, combat));
  }

  /**
   * The effect of a roll: an immediate loss, for example without a retreat, or else the meaning of the result.
   * @param {string} result
   * @param {HexState} state
   */
  brought(result, { log: { entries } }) {
    const roll = entries.findLast((entry) => entry.roll);
    if (!roll && this.told.result === result) return this.told.text; // still the one that was told
    const also = entries.find((entry) => entry.n === roll?.n && !entry.roll);
    this.told = { result, text: also ? also.text : named("attack.results", result) };
    return this.told.text;
  }
}
