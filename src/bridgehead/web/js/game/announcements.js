/** Announcements of the changes between two states. */

import { t } from "../common/text.js";

/** @typedef {import("../types.js").State} State */

/** Whether two states show the same position to the same reader. @param {State|null} before @param {State} state */
export function isSame(before, state) {
  const alike = before !== null && before.at === state.at && before.last === state.last && before.mine === state.mine && before.viewer === state.viewer;
  return alike && (state.step !== "setup" || JSON.stringify(before.units) === JSON.stringify(state.units)); // there what was done is changed
}

const FEW = 4; // sentences of a computer's turn that are told one by one

/** Announcements: a person's action at once, a computer's turn in a few sentences at its end. */
export class Telling {
  constructor() {
    /** @type {import("../types.js").LogEntry[]} what a computer has done and nobody was told of */
    this.untold = [];
    /** @type {State|null} the state before it */
    this.from = null;
    this.quiet = false; // whether somebody else tells what is done
  }

  /** Drop pending announcements. */
  drop() {
    this.untold = [];
    this.from = null;
  }

  /**
   * The sentences about the news in a state.
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

  /** Whether a computer is still playing. @param {State} state @param {(side: string|null) => boolean} isPerson */
  goesOn({ result, paused, trouble, toMove, mine }, isPerson) {
    return !result && !paused && !trouble && !mine && (toMove === "dice" || !isPerson(toMove));
  }

  /** A summary of a computer's turn. @param {State} state @param {(side: string) => string} side @returns {string[]} */
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
