/** The positions before and after, for undo and redo. */

/** @typedef {import("./fields.js").PositionData} PositionData */

export class Changes {
  /** @type {PositionData[]} */
  before = [];
  /** @type {PositionData[]} */
  after = [];

  /** A position was changed: what was undone is forgotten. @param {PositionData} old */
  changed(old) {
    this.before.push(old);
    this.after = [];
  }

  /** The position that a step leads to, null if there is none. @param {-1|1} step */
  at(step) {
    return (step < 0 ? this.before : this.after).at(-1) ?? null;
  }

  /** The step was made. @param {-1|1} step @param {PositionData} from the position that was left */
  went(step, from) {
    const [source, target] = step < 0 ? [this.before, this.after] : [this.after, this.before];
    source.pop();
    target.push(from);
  }
}
