/** Earlier positions of a game: each requested once, the next ones in advance. */

import { request } from "../../network/api.js";

const KEPT = 60;
const AHEAD = 3;

/** @typedef {import("../../types.js").State} State */
/** @typedef {{state: Promise<State>, controller: AbortController, pending: boolean}} Asked */

/** @param {string} id the game's */
export function createHistory(id) {
  /** @type {Map<number, Asked>} the newest last */
  const asked = new Map();

  let eyes = ""; // whose view is asked for: a side's, "everything", "" for one's own

  /** @param {number} n */
  function ask(n) {
    const controller = new AbortController();
    const known = asked.get(n);
    /** @type {Asked} */
    const one = known ?? {
      state: request(`/api/saved/${id}/at/${n}${eyes && `?eyes=${eyes}`}`, { signal: controller.signal }),
      controller,
      pending: true,
    };
    asked.delete(n);
    asked.set(n, one);
    if (!known) {
      one.state.then(() => (one.pending = false), () => asked.get(n) === one && asked.delete(n));
      if (asked.size > KEPT) drop([...asked.keys()][0]);
    }
    return one.state;
  }

  /** @param {number} n */
  function drop(n) {
    const one = asked.get(n);
    asked.delete(n);
    if (one?.pending) one.controller.abort();
  }

  return {
    /**
     * The position after n actions. Requests that are no longer needed are dropped.
     * @param {number} n
     * @param {number} length how many actions the game has
     */
    async position(n, length) {
      for (const [number, { pending }] of [...asked]) if (pending && (number < n || number > n + AHEAD)) drop(number);
      const state = await ask(n);
      for (let next = n + 1; next <= Math.min(n + AHEAD, length); next++) ask(next).catch(() => null);
      return state;
    },

    /** Look through other eyes. @param {string} whose */
    see(whose) {
      eyes = whose;
      this.forget(0);
    },

    /** Whose view is asked for. */
    eyes: () => eyes,

    /** Drop the positions from n on, because the game went another way. @param {number} from */
    forget(from) {
      for (const n of [...asked.keys()]) if (n >= from) drop(n);
    },
  };
}
