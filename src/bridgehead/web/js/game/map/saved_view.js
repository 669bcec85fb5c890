/** The visible part of the map, saved in the window's storage for a reload. */

/** @typedef {import("../game.js").Game} Game */
/** @typedef {{part: string, sheet: string, x: number, y: number, k: number}} Kept
 *   part: of the game in which it was seen; sheet: which of several maps; k: px a unit of the picture */

/** @param {Game} game */
const key = (game) => `bridgehead-map-${game.id}`;

/** Save the visible part. @param {Game} game @param {string} part */
export function keep(game, part) {
  const { viewport } = game.ui;
  const { x, y, width, height } = viewport.seen;
  /** @type {Kept} */
  const kept = { part, sheet: game.sheet, x: x + width / 2, y: y + height / 2, k: viewport.scale * viewport.zoom };
  try {
    sessionStorage.setItem(key(game), JSON.stringify(kept));
  } catch {
    // no storage in this window: a reload shows where the action is
  }
}

/** Restore the part shown in this phase of the game; false if nothing is saved, or the question is elsewhere. @param {Game} game @param {string} part */
export function restore(game, part) {
  const kept = read(game);
  if (kept?.part !== part || !game.asksOn(kept.sheet)) return false;
  game.turnSheet(kept.sheet);
  game.ui.viewport.look(kept, kept.k);
  return true;
}

/** @param {Game} game @returns {Kept|null} */
function read(game) {
  try {
    const { part, sheet, x, y, k } = JSON.parse(sessionStorage.getItem(key(game)) ?? "{}");
    return [x, y, k].every(Number.isFinite) ? { part, sheet, x, y, k } : null;
  } catch {
    return null;
  }
}
