/** What the page lays over the map: hexes to choose from, paths, targets, the cursor. */

import { isHex } from "./model.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {"mover"|"reach"|"selected"|"target"|"candidate"|"attacker"|"offer"|"choice"} Kind */
/** @typedef {{hex: string, kind: Kind, label?: string}} Mark */
/** @typedef {{x: number, y: number}} Point */

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 44; // of a hex, as in render/geometry.py
const HIGH = SIDE * Math.sqrt(3);

/** How far inside the hex each kind's outline runs: two kinds in one hex are both seen. */
const INSET = Object.freeze({
  mover: 3, reach: 2.2, selected: 3, target: 3.4, candidate: 3, attacker: 3, offer: 3, choice: 3,
});

export class Overlay {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Record<string, SVGGElement>} */
    this.groups = {};
  }

  /** Put the layers into a new picture: one under the counters, one above. */
  attach() {
    const picture = this.board.svg;
    const units = picture?.querySelector("#layer-units");
    if (!picture || !units) return;
    const below = group("layer-page", ["recent", "marks", "path", "told", "advised-places"], this.groups);
    const above = group("layer-above", ["moved", "arrows", "numbers", "advised", "chosen", "cursor"], this.groups);
    units.before(below);
    picture.append(above);
  }

  /**
   * Show marked hexes, and nothing else that was marked before.
   * @param {Mark[]} marks
   */
  marks(marks) {
    this.put("marks", ...marks.flatMap((mark) => this.mark(mark)));
    const labels = marks.filter((mark) => mark.label);
    this.put("numbers", ...labels.map((mark) => this.label(mark.hex, mark.label ?? "", "left")));
  }

  /**
   * @param {Mark} mark
   * @returns {SVGElement[]}
   */
  mark({ hex, kind }) {
    if (!this.board.centers.has(hex)) return [];
    const outline = draw("path", { d: this.outline(hex, INSET[kind]), class: `mark ${kind}`, "data-mark": hex });
    if (kind === "target" || kind === "attacker") {
      return [outline, draw("path", { d: this.ticks(hex), class: `ticks ${kind}` })];
    }
    if (kind === "selected" || kind === "choice") {
      return [outline, draw("path", { d: this.outline(hex, 6.5), class: `inner ${kind}` })];
    }
    if (kind === "mover") {
      return [draw("path", { d: this.outline(hex, INSET[kind]), class: "casing mover" }), outline];
    }
    return [outline];
  }

  /**
   * Show the way under the pointer, and what it costs.
   * @param {string[]|null} path the hexes from first to last
   * @param {string} [cost]
   */
  path(path, cost = "") {
    const points = (path ?? []).map((hex) => this.center(hex));
    const last = points.at(-1);
    if (!last) {
      this.put("path");
      return;
    }
    const d = `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
    const tag = draw("g", { class: "price", transform: `translate(${last.x} ${last.y - 24})` });
    if (cost) {
      const wide = 16 + cost.length * 6.6;
      tag.append(draw("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 11 }), text(cost, 0, 4.8));
    }
    this.put(
      "path",
      draw("path", { d, class: "way casing" }),
      draw("path", { d, class: "way" }),
      ...points.slice(0, -1).map(({ x, y }) => draw("circle", { cx: x, cy: y, r: 4, class: "step" })),
      draw("circle", { cx: last.x, cy: last.y, r: 9, class: "goal" }),
      tag,
    );
  }

  /**
   * Show where something happened just now.
   * @param {string[]} hexes
   */
  recent(hexes) {
    this.put("recent", ...this.outlines(hexes, 4.5, "recent"));
  }

  /**
   * Show the hexes an entry of the log speaks of.
   * @param {string[]|null} hexes
   */
  told(hexes) {
    this.put("told", ...this.outlines(hexes ?? [], 1.5, "told"));
  }

  /**
   * Show who attacks whom.
   * @param {{from: string, to: string}[]} arrows
   */
  arrows(arrows) {
    this.put("arrows", ...this.drawn(arrows, "attack"));
  }

  /**
   * Show which way units went last.
   * @param {{from: string, to: string}[]} moves
   */
  moved(moves) {
    this.put("moved", ...this.drawn(moves, "moved"));
  }

  /**
   * Show a plan: its arrows, the places it is about, the order of its deeds where there are several.
   * @param {import("./plan.js").Stroke[]} strokes
   */
  advised(strokes) {
    const known = strokes.filter(({ to }) => this.board.centers.has(to));
    const arrows = known.flatMap(({ from, to, kind }) => (from && this.board.centers.has(from) ? [{ from, to, kind }] : []));
    this.put("advised-places", ...this.outlines([...new Set(known.map(({ to }) => to))], 2, "advised"));
    this.put("advised",
      ...arrows.map(({ from, to, kind }) => this.arrow(this.center(from), this.center(to), `advised ${kind}`)),
      ...numbered(known).map(({ to, n }) => this.number(to, n)));
  }

  /**
   * @param {string} hex
   * @param {string} words
   */
  number(hex, words) {
    const { x, y } = this.center(hex);
    const wide = 14 + words.length * 9;
    const tag = draw("g", { class: "order", transform: `translate(${x} ${y - 27})` });
    tag.append(draw("rect", { x: -wide / 2, y: -12, width: wide, height: 24, rx: 12 }), text(words, 0, 6));
    return tag;
  }

  /**
   * @param {{from: string, to: string}[]} arrows
   * @param {string} kind
   */
  drawn(arrows, kind) {
    const known = arrows.filter(({ from, to }) => this.board.centers.has(from) && this.board.centers.has(to));
    return known.map(({ from, to }) => this.arrow(this.center(from), this.center(to), kind));
  }

  /**
   * @param {Point} a
   * @param {Point} b
   * @param {string} kind
   */
  arrow(a, b, kind) {
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
    const [start, stop, half] = /attack/.test(kind) ? [26, far - 22, 6] : [0, far - 30, 5.5];
    const neck = stop - half * 2.6;
    /** @type {(along: number, off: number) => string} */
    const at = (along, off) => `${round(a.x + ux * along - uy * off)} ${round(a.y + uy * along + ux * off)}`;
    const d = [
      at(start, -half * 0.5), at(neck, -half), at(neck, -half * 2.4), at(stop, 0),
      at(neck, half * 2.4), at(neck, half), at(start, half * 0.5),
    ];
    return draw("path", { d: `M${d.join("L")}Z`, class: `arrow ${kind}` });
  }

  /**
   * Show which counter beside the map is chosen.
   * @param {string|null} unit
   */
  chosen(unit) {
    const counter = unit && this.board.svg?.querySelector(`#unit-${CSS.escape(unit)}`);
    const beside = counter instanceof SVGElement && !isHex(counter.dataset.place);
    const transform = beside && counter.getAttribute("transform");
    this.put("chosen", ...(transform ? [draw("rect", { x: -31, y: -31, width: 62, height: 62, rx: 9, transform, class: "chosen" })] : []));
  }

  /**
   * Show the keyboard's cursor.
   * @param {string|null} hex
   */
  cursor(hex) {
    if (!hex || !this.board.centers.has(hex)) {
      this.put("cursor");
      return;
    }
    const d = this.outline(hex, -1);
    this.put("cursor", draw("path", { d, class: "cursor casing" }), draw("path", { d, class: "cursor" }));
  }

  // Shapes

  /**
   * @param {string} hex
   * @returns {Point}
   */
  center(hex) {
    return this.board.centers.get(hex) ?? { x: 0, y: 0 };
  }

  /**
   * @param {string[]} hexes
   * @param {number} inset
   * @param {string} kind
   */
  outlines(hexes, inset, kind) {
    const known = hexes.filter((hex) => this.board.centers.has(hex));
    return known.map((hex) => draw("path", { d: this.outline(hex, inset), class: kind }));
  }

  /**
   * @param {string} hex
   * @param {number} inset
   */
  outline(hex, inset) {
    return `M${this.corners(hex, inset).map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}Z`;
  }

  /**
   * @param {string} hex
   * @param {number} inset
   * @returns {Point[]}
   */
  corners(hex, inset) {
    const { x, y } = this.center(hex);
    const reach = SIDE * (1 - inset / (HIGH / 2));
    return [0, 60, 120, 180, 240, 300].map((angle) => {
      const a = (angle * Math.PI) / 180;
      return { x: x + reach * Math.cos(a), y: y + reach * Math.sin(a) };
    });
  }

  /**
   * Short strokes from the corners inward: a target is known without its color.
   * @param {string} hex
   */
  ticks(hex) {
    const [outer, inner] = [this.corners(hex, 3), this.corners(hex, 11)];
    return outer.map((point, k) => `M${round(point.x)} ${round(point.y)}L${round(inner[k]?.x ?? 0)} ${round(inner[k]?.y ?? 0)}`).join("");
  }

  /**
   * @param {string} hex
   * @param {string} words
   * @param {string} kind
   */
  label(hex, words, kind) {
    const { x, y } = this.center(hex);
    return text(words, x, y + 9, kind);
  }

  /**
   * @param {string} name
   * @param {...SVGElement} parts
   */
  put(name, ...parts) {
    this.groups[name]?.replaceChildren(...parts);
  }
}

/**
 * Which deeds lead to each place, by their numbers; nothing where there is one deed only.
 * @param {import("./plan.js").Stroke[]} strokes
 * @returns {{to: string, n: string}[]}
 */
export function numbered(strokes) {
  if (strokes.every(({ n }) => n === strokes[0]?.n)) return [];
  const places = [...new Set(strokes.map(({ to }) => to))];
  return places.map((to) => ({ to, n: [...new Set(strokes.flatMap((one) => (one.to === to ? [one.n] : [])))].join(" ") }));
}

/**
 * @param {string} id
 * @param {string[]} names
 * @param {Record<string, SVGGElement>} into
 */
function group(id, names, into) {
  const layer = draw("g", { id, "pointer-events": "none", "aria-hidden": "true" });
  for (const name of names) {
    const part = /** @type {SVGGElement} */ (draw("g", { class: `page-${name}` }));
    into[name] = part;
    layer.append(part);
  }
  return layer;
}

/**
 * @param {string} tag
 * @param {Record<string, string|number>} given
 * @returns {SVGElement}
 */
function draw(tag, given) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, String(value));
  return element;
}

/**
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {string} [kind]
 */
function text(words, x, y, kind = "") {
  const element = draw("text", { x, y, class: kind });
  element.textContent = words;
  return element;
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
