/** The game in which somebody read a rule and opened a worked example of it: the way back from the example. */

const KEY = "bridgehead-read-in";

/** @param {string} example its game and name */
export function readIn(example) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ example, address: location.hash }));
  } catch {
    // no storage in this window: Back of the browser leads there
  }
}

/** The address of the game in which an example was opened, "" if it was not opened in one. @param {string} example */
export function wayBack(example) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return kept.example === example && /^#\/game\/\w+/.test(kept.address) ? String(kept.address) : "";
  } catch {
    return "";
  }
}
