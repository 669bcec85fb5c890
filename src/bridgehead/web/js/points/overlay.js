/** Overlays on a map of points: rings around points, frames in reserve areas. */

import { arrow, draw, Overlay, way } from "../game/map/overlay.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Band */

const RADIUS = 43;
/** How far outside a point each kind's ring is drawn. */
const EXTRA = Object.freeze(/** @type {Record<string, number>} */ ({ mover: 3, reach: 0, some: 0, selected: 6, target: 2, choice: 2, asked: 9, advised: 4, recent: 8, told: 6, lit: 7, lesson: 10, cursor: 12, "layer-0": 12, "layer-1": 18, "layer-2": 24, "layer-3": 30 }));

const LOOK = {
  below: ["layers", "turn", "recent", "told", "lit", "marks", "path", "advised-places", "advised"],
  above: ["objectives", "numbers", "advised-orders", "layer-tags", "lesson", "cursor"],
  badge: { x: -RADIUS * 0.8, y: -RADIUS * 0.8, r: 17 },
  plate: { up: RADIUS + 14, high: 36, pad: 22, letter: 13 },
  label: 9,
};
const ARROW = { start: 0, short: RADIUS + 6, head: 26, tail: 4, half: 7, wing: 18 };

export class PointOverlay extends Overlay {
  /** @param {import("../game/map/board.js").Board} board */
  constructor(board) {
    super(board, LOOK);
    /** @type {SVGSVGElement|null} the picture whose areas were looked at */
    this.mapped = null;
    /** @type {Map<string, Band[]>} */
    this.found = new Map();
  }

  /** @param {string[]|null} places from first to last */
  path(places) {
    this.put("path", ...(places && places.length > 1 ? way(places.map((place) => this.at(place)), 11) : []));
  }

  /** An arrow that ends at the rim of a place. @param {string} from @param {string} to @param {string} kind */
  arrow(from, to, kind) {
    const [a, b] = [this.at(from), this.at(to)];
    const near = Math.hypot(b.x - a.x, b.y - a.y) < RADIUS * 1.5;
    return near ? [] : [arrow(a, b, ARROW, kind.replace("advised", "advised-arrow"))];
  }

  /** @param {string} place */
  at(place) {
    const [band] = this.bands(place);
    if (!band) return super.at(place);
    const { x, y, width, height } = band;
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** The rectangles of a reserve area; none if the place is a point. @param {string} place @returns {Band[]} */
  bands(place) {
    const { svg } = this.board;
    if (this.mapped !== svg) [this.mapped, this.found] = [svg, new Map()]; // another picture
    const known = this.found.get(place);
    if (known) return known;
    const id = CSS.escape(place);
    const found = [...(svg?.querySelectorAll(`#layer-hexes :is([data-hex="${id}"], [data-again="${id}"]) > rect`) ?? [])].map((rect) => {
      const [x = 0, y = 0, width = 0, height = 0] = ["x", "y", "width", "height"].map((name) => Number(rect.getAttribute(name)));
      return { x, y, width, height }; // asking for its box would have the page laid out
    });
    this.found.set(place, found);
    return found;
  }

  /** @param {string} place @param {string} kind */
  outline(place, kind, css = kind) {
    const bands = this.bands(place);
    if (bands.length) return bands.map(({ x, y, width, height }) => draw("rect", { x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 7, class: css, "data-mark": place }));
    const center = this.board.centers.get(place);
    return center ? [draw("circle", { cx: center.x, cy: center.y, r: RADIUS + (EXTRA[kind] ?? 0), class: css, "data-mark": place })] : [];
  }
}
