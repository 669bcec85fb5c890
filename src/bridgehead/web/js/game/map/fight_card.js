/** The panel of an attack or a battle as a card beside it: near the target, over neither attackers nor defenders. */

import { compact } from "../../common/compact.js";
import * as settings from "../../common/settings.js";

/** @typedef {import("../parts.js").MapContext & {panel: HTMLElement, places: () => string[]}} FightCardContext   panel: of the fight; places: where it is fought, the target first */

const AROUND = 60; // units of the picture around the center of a place that belong to it
const EDGE = 8; // px between the card and the edges of the map
const BAR = 56; // px at the left edge, where the layers stand

export class FightCard {
  /** @param {FightCardContext} context */
  constructor(context) {
    this.context = context;
    this.small = compact();
    this.watcher = new MutationObserver(() => this.place());
    this.watcher.observe(context.panel, { attributes: true, attributeFilter: ["hidden"], childList: true, subtree: true });
    this.small.addEventListener("change", this.place);
    this.stop = settings.subscribe("fightCard", () => this.place());
  }

  destroy() {
    this.watcher.disconnect();
    this.small.removeEventListener("change", this.place);
    this.stop();
  }

  /** Place the card anew: the map was moved, or the attack has changed. */
  place = () => {
    const { panel, frame, board, overlay, viewport, places } = this.context;
    const found = settings.get("fightCard") && !this.small.matches && !panel.hidden ? places().filter((place) => board.centers.has(place)) : [];
    panel.classList.toggle("beside", found.length > 0);
    if (!found.length) return;
    const reach = AROUND * viewport.scale * viewport.zoom;
    const spots = found.map((place) => viewport.inFrame(overlay.at(place))).filter(({ x, y }) => x > -reach && y > -reach && x < viewport.was.x + reach && y < viewport.was.y + reach);
    const [target] = spots;
    const size = { width: panel.offsetWidth, height: panel.offsetHeight };
    const { x, y } = target ? freePlace(target, spots, reach, size, viewport.was) : { x: viewport.was.x - size.width - EDGE, y: EDGE };
    const { left, top } = frame.getBoundingClientRect();
    panel.style.setProperty("--left", `${Math.round(left + x)}px`);
    panel.style.setProperty("--top", `${Math.round(top + y)}px`);
  };
}

/** @typedef {{x: number, y: number}} Point */

/**
 * The place for a card nearest to the target that covers the fewest of some spots.
 * @param {Point} target
 * @param {Point[]} spots what is not to be covered
 * @param {number} reach px around each
 * @param {{width: number, height: number}} size of the card
 * @param {Point} frame its size
 * @returns {Point}
 */
export function freePlace(target, spots, reach, { width, height }, frame) {
  const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))];
  const columns = [target.x + reach, right + reach, target.x - reach - width, left - reach - width, target.x - width / 2, BAR, frame.x - width - EDGE];
  const rows = [target.y - height / 2, target.y + reach, bottom + reach, target.y - reach - height, top - reach - height, EDGE, frame.y - height - EDGE];
  const fitted = (/** @type {number} */ at, /** @type {number} */ least, /** @type {number} */ most) => Math.max(Math.min(at, most), least);
  const covered = (/** @type {Point} */ at) => spots.filter(({ x, y }) => x > at.x - reach && x < at.x + width + reach && y > at.y - reach && y < at.y + height + reach).length;
  const far = (/** @type {Point} */ at) => Math.hypot(at.x + width / 2 - target.x, at.y + height / 2 - target.y);
  return columns.flatMap((x) => rows.map((y) => ({ x: fitted(x, BAR, frame.x - width - EDGE), y: fitted(y, EDGE, frame.y - height - EDGE) })))
    .reduce((best, one) => (covered(one) - covered(best) || far(one) - far(best)) < 0 ? one : best);
}
