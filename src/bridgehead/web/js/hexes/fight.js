/** What is shown of every state, whoever decides: the attack in progress, and the die. */

import { refill } from "../dom.js";
import { named } from "../text.js";
import { rolledColumn } from "./odds.js";

/** @typedef {import("../types.js").HexState} HexState */
/** @typedef {import("../types.js").Combat} Combat */
/** @typedef {import("./model.js").HexModel} HexModel */

const AIMED = Object.freeze(["attackers", "declare", "fpf", "table", "night_roll", "roll"]); // steps of an attack that is not rolled yet

/** Who attacks which hex: those beside it, or, from afar, the first. @param {HexModel} model @param {Combat} combat */
export function aims(model, combat) {
  const hexes = combat.hexes ?? [combat.hex];
  return [...new Set(Object.values(combat.attackers))].flatMap((from) => {
    const near = hexes.filter((to) => model.isNext(from, to));
    return (near.length ? near : [combat.hex]).map((to) => ({ from, to }));
  });
}

/** The attack that is rolled or resolved, or that the other side declares; and the die. */
export class Fight {
  /**
   * @param {ReturnType<typeof import("../game/furniture.js").furnish>} ui
   * @param {import("./attackpanel.js").AttackPanel} sheet
   * @param {import("../game/desk.js").HexDesk} desk
   */
  constructor(ui, sheet, desk) {
    this.ui = ui;
    this.sheet = sheet;
    this.desk = desk;
    /** @type {Combat|null} the attack that was rolled last: with its roll it may be over */
    this.combat = null;
    this.told = { result: "", text: "" }; // what the roll that is shown has brought
  }

  /** @param {HexState} state */
  show(state) {
    const { ui: { die, panel }, sheet, desk: { overlay, model } } = this;
    const { combat, roll } = state;
    if (roll) die.show(roll.face, roll.result ? `${roll.result}: ${this.brought(roll.result, state)}` : "");
    if (combat) this.combat = combat;
    overlay.arrows([]);
    const seen = combat ?? (roll ? this.combat : null);
    const odds = state.odds ?? roll?.odds ?? null;
    refill(panel.rolled, roll && roll.result && odds ? rolledColumn(odds, roll.face) : null);
    if (!seen || !odds || (["attackers", "declare", "fpf"].includes(state.step) && state.mine)) {
      sheet.hide();
      return;
    }
    sheet.watch(model, seen);
    sheet.show(odds, roll?.result ? roll : null);
    if (combat && AIMED.includes(state.step)) overlay.arrows(aims(model, combat));
  }

  /**
   * What a roll has brought: where somebody is gone at once, as without a retreat, that, and else what the result says.
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
