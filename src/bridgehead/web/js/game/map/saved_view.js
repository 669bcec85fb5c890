/** The visible part of the map, saved in the window's storage for a reload. */

/**
 * @typedef {object} Sheets which of several maps is shown
 * @property {string} id of the game
 * @property {import("./viewport.js").Viewport} viewport
 * @property {() => string} sheet the one that is shown
 * @property {(sheet: string) => boolean} asksOn whether the present question concerns it
 * @property {(sheet: string) => void} turnSheet show it
 */
/** @typedef {{part: string, sheet: string, x: number, y: number, k: number}} Kept
 *   part: of the game in which it was seen; sheet: which of several maps; k: px a unit of the picture */

/** @param {string} id */
const key = (id) => `bridgehead-map-${id}`;

/** Save the visible part. @param {Sheets} sheets @param {string} part */
export function keep({ id, viewport, sheet }, part) {
  const { x, y, width, height } = viewport.seen;
  /** @type {Kept} */
  const kept = { part, sheet: sheet(), x: x + width / 2, y: y + height / 2, k: viewport.scale * viewport.zoom };
  try {
    sessionStorage.setItem(key(id), JSON.stringify(kept));
  } catch {
    // no storage in this window: a reload shows where the action is
  }
}

/** Restore the part shown in this phase of the game; false if nothing is saved, or the question is elsewhere. @param {Sheets} sheets @param {string} part */
export function restore({ id, viewport, asksOn, turnSheet }, part) {
  const kept = read(id);
  if (kept?.part !== part || !asksOn(kept.sheet)) return false;
  turnSheet(kept.sheet);
  viewport.look(kept, kept.k);
  return true;
}

/** @param {string} id @returns {Kept|null} */
function read(id) {
  try {
    const { part, sheet, x, y, k } = JSON.parse(sessionStorage.getItem(key(id)) ?? "{}");
    return [x, y, k].every(Number.isFinite) ? { part, sheet, x, y, k } : null;
  } catch {
    return null;
  }
}
