/** The address of a position that is set up: "#/position/GAME/LINE", or "#/position/GAME?options=…" for a start. */

/** @typedef {{game: string, options: string[], line: string}} Address   "" for none; line: the position, as text */

/** @param {string} text what stands behind "#" @returns {Address|null} null if it is another address */
export function readAddress(text) {
  const found = /^\/position(?:\/([\w-]+))?(?:\?options=([\w=:,-]*))?(?:\/(bh\d+:[\w:-]+))?$/.exec(text);
  if (!found) return null;
  const [, game = "", options = "", line = ""] = found;
  return { game, options: options.split(",").filter(Boolean), line };
}

/** @param {string} game "" for the first one @param {readonly string[]} options that are on */
export const startAddress = (game, options) => `#/position${game ? `/${game}` : ""}${options.length ? `?options=${options.join(",")}` : ""}`;

/** @param {string} game @param {string} line the position, as text */
export const lineAddress = (game, line) => `#/position/${game}/${line}`;
