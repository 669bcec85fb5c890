/** What is shown of every state, whoever decides: the attack in progress, the die, the standing buttons. */

import { refill } from "../dom.js";
import { named, t } from "../text.js";
import { rolledColumn } from "./odds.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Combat} Combat */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./furniture.js").Furniture} Furniture */

const AIMED = Object.freeze(["attackers", "declare", "fpf", "table", "night_roll", "roll"]); // steps of an attack that is not rolled yet

/**
 * Who attacks which hex: those beside it, or, from afar, the first.
 * @param {Model} model
 * @param {Combat} combat
 */
function aims(model, combat) {
  const hexes = combat.hexes ?? [combat.hex];
  return [...new Set(Object.values(combat.attackers))].flatMap((from) => {
    const near = hexes.filter((to) => model.isNext(from, to));
    return (near.length ? near : [combat.hex]).map((to) => ({ from, to }));
  });
}

/** The attack that is rolled or resolved, or that the other side declares; and the die. */
export class Fight {
  /**
   * @param {Furniture} ui
   * @param {Model} model
   */
  constructor(ui, model) {
    this.ui = ui;
    this.model = model;
    /** @type {Combat|null} the attack that was rolled last: with its roll it may be over */
    this.combat = null;
  }

  /** @param {State} state */
  show(state) {
    const { die, sheet, overlay, panel } = this.ui;
    const { combat, roll } = state;
    if (roll) die.show(roll.face, roll.result ? `${roll.result}: ${named("attack.results", roll.result)}` : "");
    else die.clear();
    if (combat) this.combat = combat;
    overlay.arrows([]);
    const seen = combat ?? (roll ? this.combat : null);
    const odds = state.odds ?? roll?.odds ?? null;
    refill(panel.rolled, roll && roll.result && odds ? rolledColumn(odds, roll.face) : null);
    if (!seen || !odds || (["attackers", "declare", "fpf"].includes(state.step) && state.mine)) {
      sheet.hide();
      return;
    }
    sheet.watch(this.model, seen);
    sheet.show(odds, roll?.result ? roll : null);
    if (combat && AIMED.includes(state.step)) overlay.arrows(aims(this.model, combat));
  }
}

/**
 * Undo, pause, move now, end, and whose decision it is.
 * @param {Furniture} ui
 * @param {Model} model
 * @param {boolean} live whether a person can do anything now
 */
export function showButtons({ panel, result }, model, live) {
  const { state } = model;
  const players = Object.values(model.hello.record.players);
  panel.undo.disabled = !(live && state.canUndo);
  panel.undo.hidden = !players.includes("human");
  panel.now.hidden = !live || !state.waiting;
  panel.now.disabled = state.paused;
  panel.pause.hidden = !live || Boolean(state.result) || players.every((player) => player === "human");
  panel.pause.textContent = t(state.paused ? "play.goOn" : "play.pause");
  panel.pause.setAttribute("aria-pressed", String(state.paused));
  const decides = live && state.mine;
  const placing = Boolean(state.decision?.plain.includes("deploy")); // that much is to do says the question
  panel.ending(decides && Boolean(state.decision?.plain.includes("end")), decides && !placing ? state.endRefused : null);
  const side = state.toMove === "dice" ? state.side : state.toMove;
  const whose = side ? t("play.whose", { side: model.side(side), phase: named("phases", state.phase) }) : "";
  panel.element.toggleAttribute("data-trouble", Boolean(state.trouble));
  panel.whose(side, whose, Boolean(state.waiting) && !state.paused);
  if (state.result) result.show(state.result, state.counts, model.hello.game.sides, state.ledger);
  result.element.hidden = !state.result;
}
