/** Limits drawing to one state per frame: the first at once, then only the newest. */

/** @typedef {import("../types.js").State} State */

export class Frames {
  /** @param {(state: State) => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {State|null} the newest, with every change of the log since the last frame */
    this.waiting = null;
    this.frame = 0; // until when nothing more is drawn
    this.held = false; // whether nothing is drawn at all: a die tumbles
    /** @type {State[]} what came meanwhile: the first, and the newest since */
    this.later = [];
  }

  /** @param {State} state */
  put(state) {
    if (this.held) {
      const [first, then] = this.later;
      this.later = first ? [first, merged(then, state)] : [state];
      return;
    }
    this.waiting = merged(this.waiting, state);
    if (!this.frame) this.flush();
  }

  /** Stop drawing until `release`. */
  hold() {
    this.held = true;
  }

  /** Draw the state that was held back. */
  release() {
    this.held = false;
    const { later } = this;
    this.later = [];
    for (const state of later) {
      this.flush();
      this.put(state);
    }
  }

  /** Draw the waiting state at once, because a person who has acted continues from the new position. */
  flush() {
    const state = this.waiting;
    this.rest();
    if (!state) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.flush();
    });
    this.draw(state);
  }

  rest() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.waiting = null;
  }

  stop() {
    this.held = false;
    this.later = [];
    this.rest();
  }
}

/** @param {State|null|undefined} before that was not drawn @param {State} state */
function merged(before, state) {
  return before ? { ...state, log: joined(before.log, state.log) } : state;
}

/**
 * Two consecutive changes of the log, joined.
 * @param {State["log"]} first
 * @param {State["log"]} then
 * @returns {State["log"]}
 */
function joined(first, then) {
  if (then.from <= first.from) return then;
  return { from: first.from, entries: [...first.entries.slice(0, then.from - first.from), ...then.entries] };
}
