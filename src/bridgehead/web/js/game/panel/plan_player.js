/** Plays a plan action by action with pauses, until it ends, fails, or is stopped. */

/** @typedef {import("../actions.js").Actions} Actions */

const PAUSE = 450; // ms between two actions
const WHOLE = 12000; // ms that the pauses of a plan take at most
const IGNORED = Object.freeze(["Tab", "Shift", "Control", "Alt", "Meta"]); // keys that stop nothing
const STOPPING = Object.freeze(["pointerdown", "keydown"]);

export class PlanPlay {
  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.running = false;
    this.goOn = () => {}; // ends the pause
    /** Any key or click stops it. @type {(event: Event) => void} */
    this.halt = (event) => {
      if (event instanceof KeyboardEvent) {
        if (IGNORED.includes(event.key)) return;
        event.preventDefault(); // it does nothing else
        event.stopPropagation();
        if (event.repeat) return; // the key that began the plan is still down
      }
      this.stop();
    };
  }

  /**
   * @param {readonly string[]} actions
   * @param {boolean} more whether the plan goes on after them
   * @returns {Promise<boolean>} whether all were carried out
   */
  async play(actions, more = false) {
    this.running = true;
    for (const kind of STOPPING) document.addEventListener(kind, this.halt, { capture: true });
    try {
      for (let done = 0; done < actions.length; done += 1) {
        if (done) await this.pause(Math.min(PAUSE, WHOLE / actions.length));
        if (!this.running) return false;
        this.actions.planned = more || done + 1 < actions.length;
        const found = await this.actions.plan(actions.slice(done), { first: 1, before: done });
        if (!found || found.stopped) return false;
      }
      return true;
    } finally {
      this.stop();
    }
  }

  /** @param {number} ms @returns {Promise<void>} */
  pause(ms) {
    return new Promise((resolve) => {
      const timer = window.setTimeout(resolve, ms);
      this.goOn = () => {
        window.clearTimeout(timer);
        resolve();
      };
    });
  }

  stop() {
    for (const kind of STOPPING) document.removeEventListener(kind, this.halt, { capture: true });
    this.running = this.actions.planned = false;
    this.goOn();
  }
}
