/** Which counters have room: those alone in their hex, and those without neighbors. */

import { isHex } from "./model.js";

const BESIDE = 80; // units of the picture from hex to hex, and a little more

/**
 * Set classes for counters that may be enlarged, for the style sheet.
 * @param {import("./board.js").HexBoard} board
 */
export function giveRoom(board) {
  const units = /** @type {SVGElement[]} */ ([...(board.svg?.querySelectorAll("#layer-units [data-unit]") ?? [])]);
  /** @type {Map<string, number>} */
  const there = new Map();
  for (const { dataset: { place = "" } } of units) if (isHex(place)) there.set(place, (there.get(place) ?? 0) + 1);
  const centers = [...there.keys()].flatMap((place) => board.centers.get(place) ?? []);
  for (const unit of units) {
    const { place = "", unit: id = "" } = unit.dataset;
    const at = board.centers.get(place);
    const alone = Boolean(at) && there.get(place) === 1;
    const free = alone && !centers.some(({ x, y }) => at && (x !== at.x || y !== at.y) && Math.hypot(x - at.x, y - at.y) < BESIDE);
    const marks = /** @type {SVGElement[]} */ ([...(board.svg?.querySelectorAll(`#layer-marks [data-of="${CSS.escape(id)}"]`) ?? [])]);
    for (const part of [unit, ...marks]) {
      part.classList.toggle("beyond", free);
      part.classList.toggle("within", alone && !free);
    }
    // In a stack the marks have their own transform, which an origin would move.
    for (const mark of marks) mark.style.transformOrigin = alone && at ? `${at.x}px ${at.y + 3}px` : "";
  }
}
