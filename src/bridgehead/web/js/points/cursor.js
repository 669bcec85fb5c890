/** The keyboard on a map of points: arrows move to the nearest place in a direction. */

import { Cursor } from "../game/map/cursor.js";

const WAYS = Object.freeze({
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
});
const ASIDE = 2.2; // how much farther a place counts that lies aside

export class PointCursor extends Cursor {
  /** @param {string} here @param {string} key */
  neighbor(here, key) {
    const { overlay, board } = this.context;
    const [dx, dy] = WAYS[/** @type {keyof typeof WAYS} */ (key)] ?? [];
    if (dx === undefined || dy === undefined) return undefined;
    const from = overlay.at(here);
    /** @type {string|null} */
    let best = null;
    let least = Infinity;
    for (const place of board.centers.keys()) {
      if (place === here) continue;
      const to = overlay.at(place);
      const [x, y] = [to.x - from.x, to.y - from.y];
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      const far = ahead + aside * ASIDE;
      if (ahead > 8 && aside < ahead * 2 && far < least) [best, least] = [place, far];
    }
    return best;
  }
}
