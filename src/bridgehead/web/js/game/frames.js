/** States may come faster than the screen can show them: one is drawn at once, then only the newest, once a frame. */

/** @typedef {import("../types.js").State} State */

export class Frames {
  /** @param {(state: State) => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {State|null} the newest, with every change of the log since the last frame */
    this.waiting = null;
    this.frame = 0; // until when nothing more is drawn
  }

  /** @param {State} state */
  put(state) {
    this.waiting = this.waiting ? { ...state, log: joined(this.waiting.log, state.log) } : state;
    if (!this.frame) this.flush();
  }

  /** Draw at once what waits: who has acted goes on from the position that came of it. */
  flush() {
    const state = this.waiting;
    this.stop();
    if (!state) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.flush();
    });
    this.draw(state);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.waiting = null;
  }
}

/**
 * Two changes of the log, one after the other, as one.
 * @param {State["log"]} first
 * @param {State["log"]} then
 * @returns {State["log"]}
 */
function joined(first, then) {
  if (then.from <= first.from) return then;
  return { from: first.from, entries: [...first.entries.slice(0, then.from - first.from), ...then.entries] };
}
