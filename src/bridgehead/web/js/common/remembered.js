/** Lists of texts that this browser remembers. */

/** The texts of a list. @param {string} key of the list @returns {string[]} */
export function remembered(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // private windows may refuse
  }
}

/** Add a text to a list, which keeps the last ones. @param {string} key @param {string} text @param {number} [most] */
export function remember(key, text, most = 200) {
  try {
    localStorage.setItem(key, JSON.stringify([...new Set([...remembered(key), text])].slice(-most)));
  } catch {
    // as above
  }
}
