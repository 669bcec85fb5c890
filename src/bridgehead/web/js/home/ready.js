/** What the program still has to prepare before a game can begin. */

import { get } from "../api.js";

const EVERY = 1000; // ms

/**
 * Ask until everything is ready; the listener gets every answer.
 * @param {(ready: import("../types.js").Ready) => void} listener
 * @returns {() => void} how to stop
 */
export function watchReadiness(listener) {
  let stopped = false;
  /** @type {number|undefined} */
  let timer;

  async function ask() {
    /** @type {import("../types.js").Ready|null} */
    const ready = await get("/api/ready").catch(() => null); // a server that restarts is asked again
    if (stopped) return;
    if (ready) listener(ready);
    const done = ready?.ready && Object.values(ready.players).every(Boolean);
    if (!done) timer = window.setTimeout(ask, EVERY);
  }

  ask();
  return () => {
    stopped = true;
    window.clearTimeout(timer);
  };
}
