/** Beginning a game: the server makes it, and the page opens it. */

import { clearNotice, notice } from "../common/announce.js";
import { ApiError, post } from "./api.js";

let begun = false;

/**
 * Begin a game and go there; a refusal is a notice. A second call while the first is under way does nothing.
 * @param {object} wanted the body of `POST /api/saved`
 */
export async function beginGame(wanted) {
  if (begun) return;
  begun = true;
  try {
    const { id } = await post("/api/saved", wanted);
    clearNotice();
    location.hash = `#/game/${id}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notice(error.message, 0);
  } finally {
    begun = false;
  }
}
