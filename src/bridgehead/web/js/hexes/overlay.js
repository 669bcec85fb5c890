/** Overlays on a hex map: outlines, costs of paths, attack arrows. */

import { arrow, draw, Overlay, round, way } from "../game/map/overlay.js";
import { isHex } from "./model.js";

/** @typedef {{from: string, to: string}} Pair */
/** @typedef {import("../game/map/overlay.js").Point} Point */

const SIDE = 44; // of a hex, as in render/hexes/geometry.py
const HIGH = SIDE * Math.sqrt(3);
const NEAR = 1.1 * HIGH; // from hex to hex, and a little more
const INNER = 6.5;

/** How far inside the hex each kind's outline is drawn, so that two kinds in one hex are both visible. */
const INSET = Object.freeze(/** @type {Record<string, number>} */ ({ mover: 0.5, reach: 2.2, some: 2.2, gathered: 3, target: 3.4, recent: 4.5, told: 1.5, lit: 1.5, advised: 2, lesson: 0, cursor: -1, "layer-0": 0.6, "layer-1": 4, "layer-2": 7, "layer-3": 10 }));
const USUAL = 3;

const LOOK = {
  below: ["layers", "recent", "marks", "path", "told", "lit", "advised-places"],
  above: ["able", "objectives", "turn", "moved", "gathered", "arrows", "numbers", "advised", "chosen", "layer-tags", "ahead", "lesson", "cursor"],
  plate: { up: 27, high: 24, pad: 14, letter: 9 },
  badge: { x: -32, y: -31, r: 11 },
  label: 31,
};
const PRICE = { up: 24, high: 22, pad: 16, letter: 6.6, base: 4.8 };

export class HexOverlay extends Overlay {
  /** @param {import("../game/map/board.js").Board} board */
  constructor(board) {
    super(board, LOOK);
    /** @type {unknown} the picture whose hexes were looked at */
    this.mapped = null;
    /** @type {Map<string, (string|null)[]>} the neighbors of those hexes */
    this.found = new Map();
  }

  /** The outline of all hexes in reach, as one. @param {import("../game/map/overlay.js").Mark[]} marks */
  regions(marks) {
    const d = this.border(marks.filter(({ kind }) => kind === "reach").map(({ hex }) => hex));
    return d ? ["region casing", "region"].map((css) => draw("path", { d, class: css })) : [];
  }

  /** The hexsides between some hexes and all others. @param {string[]} hexes */
  border(hexes) {
    const inside = new Set(hexes);
    return hexes.flatMap((hex) => {
      const corners = this.corners(hex, 0);
      return this.beyond(hex).flatMap((other, k) => { // over the side between this corner and the next
        const [from, to] = [corners[k], corners[(k + 1) % 6]];
        return !from || !to || (other && inside.has(other)) ? [] : [`M${from.x} ${from.y}L${to.x} ${to.y}`];
      });
    }).join("");
  }

  /** The neighbor across each hexside, null if there is none. @param {string} hex @returns {(string|null)[]} */
  beyond(hex) {
    const { centers } = this.board;
    if (this.mapped !== centers) [this.mapped, this.found] = [centers, new Map()]; // another picture
    const known = this.found.get(hex);
    if (known) return known;
    const { x, y } = this.at(hex);
    const near = [...centers].filter(([, other]) => Math.abs(other.x - x) < NEAR && Math.abs(other.y - y) < NEAR);
    const found = [30, 90, 150, 210, 270, 330].map((angle) => {
      const a = (angle * Math.PI) / 180;
      const there = { x: x + HIGH * Math.cos(a), y: y + HIGH * Math.sin(a) };
      return near.find(([, other]) => isSame(other, there))?.[0] ?? null;
    });
    this.found.set(hex, found);
    return found;
  }

  /** Enlarged counters cover the rim of their hex, so units that can act are marked above them. @param {import("../game/map/overlay.js").Mark[]} marks */
  marks(marks) {
    super.marks(marks.filter(({ kind }) => kind !== "mover"));
    this.put("able", ...marks.flatMap((mark) => (mark.kind === "mover" ? this.mark(mark) : [])));
  }

  /** @param {import("../game/map/overlay.js").Mark} mark */
  mark({ hex, kind }) {
    const [outline] = this.outline(hex, kind, `mark ${kind}`);
    if (!outline) return [];
    outline.setAttribute("data-mark", hex);
    if (kind === "target" || kind === "attacker") return [outline, draw("path", { d: this.ticks(hex), class: `ticks ${kind}` })];
    if (kind === "selected" || kind === "choice") return [outline, draw("path", { d: this.rim(hex, INNER), class: `inner ${kind}` })];
    return kind === "mover" ? [...this.outline(hex, kind, "casing mover"), outline] : [outline];
  }

  /**
   * Show the path under the pointer, and its cost.
   * @param {string[]|null} path the hexes from first to last
   * @param {string} [cost]
   */
  path(path, cost = "") {
    const last = path?.at(-1);
    if (!path || !last) return this.put("path");
    const points = path.map((hex) => this.at(hex));
    const [casing, line, goal] = way(points, 9);
    const steps = points.slice(0, -1).map(({ x, y }) => draw("circle", { cx: x, cy: y, r: 4, class: "step" }));
    return this.put("path", ...[casing, line, ...steps, goal].flatMap((part) => part ?? []), this.plate(last, "price", cost, PRICE));
  }

  /** Show arrows from attackers to targets. @param {Pair[]} pairs */
  arrows(pairs) {
    this.put("arrows", ...this.drawn(pairs, "attack"));
  }

  /** Show where several units would go. @param {{from: string|null, to: string}[]} moves */
  gathered(moves) {
    const goals = moves.flatMap(({ to }) => this.outline(to, "gathered"));
    this.put("gathered", ...goals, ...moves.flatMap(({ from, to }) => (from ? this.drawn([{ from, to }], "gathered") : [])));
  }

  /** Show the latest moves. @param {Pair[]} pairs */
  moved(pairs) {
    this.put("moved", ...this.drawn(pairs, "moved"));
  }

  /** @param {Pair[]} pairs @param {string} kind */
  drawn(pairs, kind) {
    const { centers } = this.board;
    return pairs.flatMap(({ from, to }) => (centers.has(from) && centers.has(to) ? this.arrow(from, to, kind) : []));
  }

  /** @param {string} from @param {string} to @param {string} kind */
  arrow(from, to, kind) {
    const [start, short, half] = /attack/.test(kind) ? [26, 22, 6] : [0, 30, 5.5];
    return [arrow(this.at(from), this.at(to), { start, short, head: half * 2.6, tail: half * 0.5, half, wing: half * 2.4 }, `arrow ${kind}`)];
  }

  /** Mark the selected counter beside the map. @param {string|null} unit */
  chosen(unit) {
    const counter = unit && this.board.svg?.querySelector(`#unit-${CSS.escape(unit)}`);
    const beside = counter instanceof SVGElement && !isHex(counter.dataset.place);
    const transform = beside && counter.getAttribute("transform");
    this.put("chosen", ...(transform ? [draw("rect", { x: -31, y: -31, width: 62, height: 62, rx: 9, transform, class: "chosen" })] : []));
  }

  // Shapes

  /** @param {string} hex @param {string} kind */
  outline(hex, kind, css = kind) {
    return this.board.centers.has(hex) ? [draw("path", { d: this.rim(hex, INSET[kind] ?? USUAL), class: css })] : [];
  }

  /** @param {string} hex @param {number} inset */
  rim(hex, inset) {
    return `M${this.corners(hex, inset).map(({ x, y }) => `${x} ${y}`).join("L")}Z`;
  }

  /** @param {string} hex @param {number} inset */
  corners(hex, inset) {
    const { x, y } = this.at(hex);
    const reach = SIDE * (1 - inset / (HIGH / 2));
    return [0, 60, 120, 180, 240, 300].map((angle) => {
      const a = (angle * Math.PI) / 180;
      return { x: round(x + reach * Math.cos(a)), y: round(y + reach * Math.sin(a)) };
    });
  }

  /** Short strokes from the corners inward, so that a target is visible without its color. @param {string} hex */
  ticks(hex) {
    const [outer, inner] = [this.corners(hex, 3), this.corners(hex, 11)];
    return outer.map((point, k) => `M${point.x} ${point.y}L${inner[k]?.x ?? 0} ${inner[k]?.y ?? 0}`).join("");
  }
}

/** Whether two points are the same except for rounding. @param {Point} a @param {Point} b */
const isSame = (a, b) => Math.abs(a.x - b.x) < 2 && Math.abs(a.y - b.y) < 2;
