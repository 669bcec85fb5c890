/** Beginning a game: the server makes it, and the page opens it. */

import { clearNotice, notice } from "../common/announce.js";
import { ApiError, post } from "./api.js";

let begun = false;

/**
 * Begin a game and go there; a refusal is a notice. A second call while the first is under way does nothing.
 * @param {object} wanted the body of `POST /api/saved`
 * @param {{replaces?: boolean}} [how] replaces: whether Back leads to what was before the present address
 */
export async function beginGame(wanted, { replaces = false } = {}) {
  if (begun) return;
  begun = true;
  try {
    const { id } = await post("/api/saved", wanted);
    clearNotice();
    location[replaces ? "replace" : "assign"](`#/game/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notice(error.message, 0, replaces);
  } finally {
    begun = false;
  }
}
