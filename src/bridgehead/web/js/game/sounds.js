/** Sounds of a game: dice, moves, losses, your decision, and the end. */

import { play, wake } from "../common/sounds.js";

/** @typedef {import("../types.js").State} State */

export class Hearing {
  constructor() {
    this.rolled = false; // whether the next roll has been heard
    this.others = false; // whether somebody else has decided since you did
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, wake);
  }

  /** @param {State|null} before @param {State} state the newest, which may be many actions later */
  take(before, state) {
    const own = this.others && state.mine;
    this.others = !state.mine && (this.others || state.toMove !== "dice");
    if (!before || state.at <= before.at) return;
    if (state.result && !before.result) return play("over");
    if (!this.rolled && state.log.entries.some(({ roll }) => roll !== undefined)) play("dice");
    this.rolled = false;
    if (lost(state) > lost(before)) play("gone");
    else if (isMoved(before, state)) play("move");
    if (own) play("turn");
  }

  /** The die tumbles before the new state is shown. */
  roll() {
    this.rolled = true;
    play("dice");
  }

  destroy() {
    for (const event of ["pointerdown", "keydown"]) document.removeEventListener(event, wake);
  }
}

/** The number of eliminated units of both sides. @param {State} state */
function lost({ counts }) {
  return Object.values(counts).reduce((sum, { eliminated = 0 }) => sum + eliminated, 0);
}

/** Whether a unit has moved to another place. @param {State} before @param {State} state */
function isMoved(before, state) {
  return Object.entries(state.units).some(([unit, place]) => before.units[unit] !== place);
}
