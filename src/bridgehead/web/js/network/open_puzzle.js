/** Beginning a puzzle: the server makes a game of it, which the page opens. */

import { clearNotice, notice } from "../common/announce.js";
import { fromRoot, isForMany } from "../common/server.js";
import { ApiError, post } from "./api.js";

let begun = false;

/**
 * Begin a puzzle: the first of these that there is.
 * @param {readonly string[]} wanted ids, "today", "next" or "due"
 * @param {{game?: string, after?: string}} [next] the game of the next one, if possible, and the id of the last one
 */
export async function openPuzzle(wanted, { game, after } = {}) {
  if (isForMany) {
    const query = new URLSearchParams({ ...(game && { game }), ...(after && { after }) });
    return location.assign(fromRoot(`/puzzle/${wanted[0]}${wanted[0] === "next" ? `?${query}` : ""}`));
  }
  if (begun) return; // a second click while the first is under way
  begun = true;
  try {
    for (const [k, puzzle] of wanted.entries()) {
      try {
        const { id } = await post("/api/saved", game ? { puzzle, game } : { puzzle });
        clearNotice();
        location.hash = `#/game/${id}`;
        return;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status !== 404 || k === wanted.length - 1) return notice(error.message, 0);
      }
    }
  } finally {
    begun = false;
  }
}
