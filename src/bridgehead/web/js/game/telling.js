/** What changes from one state to the next, for ears. */

import { t } from "../text.js";

/** @typedef {import("../types.js").State} State */

/** Whether two states are the same position for the same reader. @param {State|null} before @param {State} state */
export function isSame(before, state) {
  const alike = before !== null && before.at === state.at && before.last === state.last && before.mine === state.mine && before.viewer === state.viewer;
  return alike && (state.step !== "setup" || JSON.stringify(before.units) === JSON.stringify(state.units)); // there what was done is changed
}

const FEW = 4; // sentences of a computer's turn that are told one by one

/** What is told to ears: what a person does at once, a computer's turn in a few sentences when it is over. */
export class Telling {
  constructor() {
    /** @type {import("../types.js").LogEntry[]} what a computer has done and nobody was told of */
    this.untold = [];
    /** @type {State|null} the state before it */
    this.from = null;
    this.quiet = false; // whether somebody else tells what is done
  }

  /** Forget what has not been told. */
  drop() {
    this.untold = [];
    this.from = null;
  }

  /**
   * The sentences for what is new in a state.
   * @param {State} before @param {State} state
   * @param {{isPerson: (side: string|null) => boolean, side: (side: string) => string, question: (step: string) => string}} given
   * @returns {string[]}
   */
  news(before, state, { isPerson, side, question }) {
    const undone = state.at < before.at && !this.quiet;
    if (undone) this.drop();
    const entries = undone || this.quiet ? [] : state.log.entries.filter(({ n }) => n > before.at);
    const actor = before.toMove === "dice" ? before.side : before.toMove;
    /** @type {string[]} */
    const told = [];
    if (!isPerson(actor) || this.from) {
      this.from ??= before;
      this.untold.push(...entries);
      if (!this.goesOn(state, isPerson)) told.push(...this.sum(state, side));
    } else told.push(...entries.map(({ text }) => text));
    if (undone) told.push(t("play.undone"));
    if (state.trouble && state.trouble !== before.trouble) told.push(t("play.trouble"), state.trouble);
    if (state.mine && state.decision && (state.step !== before.step || !before.mine)) told.push(question(state.step));
    return told;
  }

  /** Whether a computer is still at it. @param {State} state @param {(side: string|null) => boolean} isPerson */
  goesOn({ result, paused, trouble, toMove, mine }, isPerson) {
    return !result && !paused && !trouble && !mine && (toMove === "dice" || !isPerson(toMove));
  }

  /** What a computer has done, in a few sentences. @param {State} state @param {(side: string) => string} side @returns {string[]} */
  sum(state, side) {
    const { untold, from } = this;
    this.drop();
    if (untold.length <= FEW) return untold.map(({ text }) => text);
    const lost = Object.keys(state.counts).flatMap((one) => {
      const n = (state.counts[one]?.eliminated ?? 0) - (from?.counts[one]?.eliminated ?? 0);
      return n > 0 ? [`${side(one)} ${n}`] : [];
    });
    const rolls = untold.filter(({ roll }) => roll !== undefined).length;
    return [
      t("telling.done", { side: side(untold[0]?.side ?? ""), n: untold.length }),
      rolls ? t("telling.rolls", { n: rolls }) : "",
      lost.length ? t("telling.lost", { what: lost.join(", ") }) : "",
      t("telling.last", { text: untold.at(-1)?.text ?? "" }),
      t("telling.log"),
    ].filter(Boolean);
  }
}
