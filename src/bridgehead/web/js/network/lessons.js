/** Begin lessons, and remember which somebody has finished in this browser. */

import { clearNotice, notice } from "../common/announce.js";
import { ApiError, post } from "./api.js";

const KEY = "bridgehead-lessons";

/** Their keys. @returns {Set<string>} */
export function finished() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(found) ? found : []);
  } catch {
    return new Set(); // no storage, or not ours
  }
}

/** Remember a lesson. @param {string} key */
export function finish(key) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...finished().add(key)]));
  } catch {
    // without storage it is not marked
  }
}

let begun = false;

/** Begin a lesson, and go there. @param {string} game @param {string} lesson */
export async function learn(game, lesson) {
  if (begun) return;
  begun = true;
  try {
    const { id } = await post("/api/saved", { game, lesson });
    clearNotice();
    location.hash = `#/game/${id}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notice(error.message, 0);
  } finally {
    begun = false;
  }
}
