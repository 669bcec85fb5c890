/** Overlays on the map: places to choose, plans, targets, the cursor. Each kind of map defines their shapes. */

import { arrange } from "../../common/dom.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {"mover"|"reach"|"some"|"selected"|"target"|"candidate"|"attacker"|"offer"|"choice"|"asked"} Kind */
/** @typedef {{hex: string, kind: Kind, label?: string}} Mark */
/** @typedef {{x: number, y: number}} Point */
/**
 * A drawn plan: from a unit to its destination or target, or only a place. `n` counts the actions from 1; an attack
 * with all its attackers is one.
 * @typedef {{from: string|null, to: string, kind: "goes"|"attacks"|"spot", n: number}} Stroke
 */
/**
 * Words on a plate over a place.
 * @typedef {{up: number, high: number, pad: number, letter: number, base?: number}} Plate   letter: the width of one
 */
/**
 * The dimensions of an arrow.
 * @typedef {{start: number, short: number, head: number, tail: number, half: number, wing: number}} Arrow   short: of its goal
 */

const SVG = "http://www.w3.org/2000/svg";

export class Overlay {
  /**
   * @param {Board} board
   * @param {{below: string[], above: string[], plate: Plate, label: number, badge: {x: number, y: number, r: number}}} look
   *   the layers under the counters and above them; label: how far below the middle of a place its mark stands; badge:
   *   where the sign of an objective is
   */
  constructor(board, look) {
    this.board = board;
    this.look = look;
    /** @type {Record<string, SVGElement>} */
    this.groups = {};
    /** @type {Map<string, SVGElement[]>} the marks and their numbers as they are shown: those that stay are not drawn anew */
    this.kept = new Map();
    /** @type {string[]} the places that are marked */
    this.marked = [];
    /** Called when the marked places change. */
    this.remarked = () => {};
  }

  /** Add the layers to a new picture. */
  attach() {
    const picture = this.board.svg;
    const units = picture?.querySelector("#layer-units");
    if (!picture || !units) return;
    this.kept.clear();
    const page = this.layer("layer-page", this.look.below);
    units.before(page);
    const names = picture.querySelector("#layer-names");
    if (names) page.after(names); // no mark covers a name
    picture.append(this.layer("layer-above", this.look.above));
  }

  /** @param {string} id @param {string[]} names */
  layer(id, names) {
    const layer = draw("g", { id, "pointer-events": "none", "aria-hidden": "true" });
    for (const name of names) this.groups[name] = draw("g", { class: `page-${name}` });
    layer.append(...names.flatMap((name) => this.groups[name] ?? []));
    return layer;
  }

  // The shapes of a kind of map

  /**
   * @param {string} _place
   * @param {string} _kind of which its distance from the rim depends
   * @param {string} [_css]
   * @returns {SVGElement[]}
   */
  outline(_place, _kind, _css) {
    return [];
  }

  /** The outlines around marked places that belong together. @param {Mark[]} _marks @returns {SVGElement[]} */
  regions(_marks) {
    return [];
  }

  /** @param {Mark} mark */
  mark({ hex, kind }) {
    return this.outline(hex, kind, `mark ${kind}`);
  }

  /** @param {string} _from @param {string} _to @param {string} _kind @returns {SVGElement[]} */
  arrow(_from, _to, _kind) {
    return [];
  }

  /** The center of a place. @param {string} place @returns {Point} */
  at(place) {
    return this.board.centers.get(place) ?? { x: 0, y: 0 };
  }

  // Rendering

  /** Mark places, and remove earlier marks. @param {Mark[]} marks */
  marks(marks) {
    /** @type {Map<string, SVGElement[]>} */
    const drawn = new Map();
    /** @param {string} key @param {() => SVGElement[]} make */
    const keep = (key, make) => {
      const parts = drawn.has(key) ? make() : this.kept.get(key) ?? make(); // one place may be marked twice
      drawn.set(key, parts);
      return parts;
    };
    this.put("marks", ...this.regions(marks), ...marks.flatMap((mark) => keep(`${mark.kind} ${mark.hex}`, () => this.mark(mark))));
    this.put("numbers", ...marks.flatMap(({ hex, label }) => (label ? keep(`number ${label} ${hex}`, () => this.number(hex, label)) : [])));
    this.kept = drawn;
    const marked = marks.map(({ hex }) => hex);
    if (marked.join() === this.marked.join()) return;
    this.marked = marked;
    this.remarked();
  }

  /** @param {string} place @param {string} label */
  number(place, label) {
    const { x, y } = this.at(place);
    return [text(label, { x, y: y + this.look.label, class: "left" })];
  }

  /** Mark the places of the latest event. @param {string[]} places */
  recent(places) {
    this.put("recent", ...this.outlines(places, "recent"));
  }

  /** Mark the places of a log entry. @param {string[]|null} places */
  told(places) {
    this.put("told", ...this.outlines(places ?? [], "told"));
  }

  /** Highlight the places of a victory condition; those where it fails look different. @param {string[]} places @param {string[]} broken */
  lit(places, broken) {
    this.put("lit", ...places.flatMap((place) => this.outline(place, "lit", broken.includes(place) ? "lit broken" : "lit")));
  }

  /**
   * Draw layers, those that are named first below the others.
   * @param {{look: number, areas: import("../../types.js").Area[], lines: string[][], tags: import("../../types.js").Tag[]}[]} shown
   *   look: the way in which its areas are drawn
   */
  layers(shown) {
    const areas = shown.flatMap(({ look, areas }) => areas.flatMap(({ places, side, tone }) => places.flatMap((place) => this.area(place, look, side, tone))));
    const lines = shown.flatMap(({ lines }) => lines.flatMap((line) => this.line(line)));
    this.put("layers", ...areas, ...lines);
    this.tags("layer-tags", shown.flatMap(({ tags }) => tags));
  }

  /** Put words on places. @param {string} name of their group @param {import("../../types.js").Tag[]} tags */
  tags(name, tags) {
    this.put(name, ...tags.flatMap(({ place, text, tone }) => (this.board.centers.has(place) ? [this.plate(place, `layer-tag ${tone}`, text)] : [])));
  }

  /** @param {string} place @param {number} look @param {string} side @param {string} tone */
  area(place, look, side, tone) {
    const shapes = this.outline(place, `layer-${look}`, `layer look-${look} ${tone}`);
    for (const shape of shapes) if (side) shape.setAttribute("data-side", side);
    return shapes;
  }

  /** @param {string[]} places from first to last */
  line(places) {
    const points = places.filter((place) => this.board.centers.has(place)).map((place) => this.at(place));
    const d = `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
    return points.length > 1 ? ["layer-line casing", "layer-line"].map((css) => draw("path", { d, class: css })) : [];
  }

  /** Mark the objectives in the colors of their owners. @param {{place: string, side: string|null}[]} marks */
  objectives(marks) {
    const { x: dx, y: dy, r } = this.look.badge;
    this.put("objectives", ...marks.filter(({ place }) => this.board.centers.has(place)).map(({ place, side }) => {
      const { x, y } = this.at(place);
      const badge = draw("g", { class: "objective", "data-objective": place, "data-side": side ?? "", transform: `translate(${x + dx} ${y + dy})` });
      badge.append(draw("circle", { r }), draw("path", { d: star(r * 0.68) }));
      return badge;
    }));
  }

  /** Show a plan: its arrows, its places, and the order of its actions if there are several. @param {Stroke[]} strokes */
  advised(strokes) {
    const known = strokes.filter(({ to }) => this.board.centers.has(to));
    const places = [...new Set(known.map(({ to }) => to))];
    const several = known.some(({ n }) => n !== known[0]?.n);
    const orders = several ? places.map((to) => this.plate(to, "order", [...new Set(known.flatMap((one) => (one.to === to ? [one.n] : [])))].join(" "))) : [];
    this.put("advised-places", ...this.outlines(places, "advised"));
    this.put("advised", ...known.flatMap(({ from, to, kind }) => (from && this.board.centers.has(from) ? this.arrow(from, to, `advised ${kind}`) : [])), ...orders);
    this.put("advised-orders", ...orders); // where they have a layer of their own
  }

  /** Show the moves and attacks of the other side's last turn. @param {{from: string, to: string, kind: string}[]} arrows */
  turn(arrows) {
    const known = arrows.filter(({ from, to }) => this.board.centers.has(from) && this.board.centers.has(to));
    this.put("turn", ...known.flatMap(({ from, to, kind }) => this.arrow(from, to, `turn ${kind}`)));
  }

  /** Mark the places that a lesson mentions. @param {string[]} places */
  lesson(places) {
    this.put("lesson", ...places.flatMap((place) => ["lesson casing", "lesson"].flatMap((css) => this.outline(place, "lesson", css))));
  }

  /** Show the keyboard's cursor. @param {string|null} place */
  cursor(place) {
    this.put("cursor", ...["cursor casing", "cursor"].flatMap((css) => (place ? this.outline(place, "cursor", css) : [])));
  }

  /** @param {string[]} places @param {string} kind */
  outlines(places, kind) {
    return places.flatMap((place) => this.outline(place, kind));
  }

  /**
   * @param {string} place
   * @param {string} css
   * @param {string} words
   * @param {Plate} [plate]
   */
  plate(place, css, words, { up, high, pad, letter, base = high / 4 } = this.look.plate) {
    const { x, y } = this.at(place);
    const wide = pad + words.length * letter;
    const tag = draw("g", { class: css, transform: `translate(${x} ${y - up})` });
    if (words) tag.append(draw("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: high / 2 }), text(words, { x: 0, y: base }));
    return tag;
  }

  /** @param {string} name @param {...SVGElement} parts */
  put(name, ...parts) {
    const group = this.groups[name];
    if (group) arrange(group, parts);
  }
}

/**
 * The path through points, with its casing and its end mark.
 * @param {Point[]} points two at least
 * @param {number} r of the goal
 */
export function way(points, r) {
  const d = `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
  const { x: cx, y: cy } = points.at(-1) ?? { x: 0, y: 0 };
  return [draw("path", { d, class: "way casing" }), draw("path", { d, class: "way" }), draw("circle", { cx, cy, r, class: "goal" })];
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {Arrow} lengths
 * @param {string} css
 */
export function arrow(a, b, { start, short, head, tail, half, wing }, css) {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const neck = far - short - head;
  const corners = [[start, -tail], [neck, -half], [neck, -wing], [far - short, 0], [neck, wing], [neck, half], [start, tail]];
  const d = corners.map(([along = 0, off = 0]) => `${round(a.x + ux * along - uy * off)} ${round(a.y + uy * along + ux * off)}`);
  return draw("path", { d: `M${d.join("L")}Z`, class: css });
}

/** A star around the origin. @param {number} r */
function star(r) {
  const corners = [...Array(10).keys()].map((k) => {
    const [far, angle] = [k % 2 ? r * 0.42 : r, (Math.PI * k) / 5 - Math.PI / 2];
    return `${round(far * Math.cos(angle))} ${round(far * Math.sin(angle))}`;
  });
  return `M${corners.join("L")}Z`;
}

/** @param {string} tag @param {Record<string, string|number>} given @returns {SVGElement} */
export function draw(tag, given) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, String(value));
  return element;
}

/** @param {string} words @param {Record<string, string|number>} given */
function text(words, given) {
  const element = draw("text", given);
  element.textContent = words;
  return element;
}

/** @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;
