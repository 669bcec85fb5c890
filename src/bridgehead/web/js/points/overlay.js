/** What the page lays over a map of points: points to choose from, ways, targets, the cursor. */

import { numbered } from "../game/overlay.js";

/** @typedef {import("../game/board.js").Board} Board */
/** @typedef {"mover"|"reach"|"selected"|"target"|"choice"} Kind */
/** @typedef {{hex: string, kind: Kind, label?: string}} Mark */

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 43;
const EXTRA = Object.freeze({ mover: 3, reach: 0, selected: 6, target: 2, choice: 2, advised: 4, recent: 8, told: 6, cursor: 12 });

export class PointOverlay {
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
    units.before(this.group("layer-page", ["recent", "told", "marks", "path", "advised"]));
    picture.append(this.group("layer-above", ["moved", "numbers", "advised-orders", "cursor"]));
  }

  /**
   * @param {string} id
   * @param {string[]} names
   */
  group(id, names) {
    const layer = draw("g", { id, "pointer-events": "none", "aria-hidden": "true" });
    for (const name of names) {
      const part = /** @type {SVGGElement} */ (draw("g", { class: `page-${name}` }));
      this.groups[name] = part;
      layer.append(part);
    }
    return layer;
  }

  /** @param {Mark[]} marks */
  marks(marks) {
    this.put("marks", marks.flatMap(({ hex, kind }) => this.outline(hex, `mark ${kind}`, EXTRA[kind])));
    this.put("numbers", marks.flatMap(({ hex, label }) => (label ? this.label(hex, label) : [])));
  }

  /**
   * @param {string[]|null} places from first to last
   * @param {string} [cost] not shown here
   */
  path(places, cost = "") {
    void cost;
    const points = (places ?? []).map((place) => this.at(place));
    if (points.length < 2) return this.put("path", []);
    const d = `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
    const last = points[points.length - 1] ?? { x: 0, y: 0 };
    return this.put("path", [
      draw("path", { d, class: "way casing" }),
      draw("path", { d, class: "way" }),
      draw("circle", { cx: last.x, cy: last.y, r: 11, class: "goal" }),
    ]);
  }

  /** @param {string[]} places */
  recent(places) {
    this.put("recent", places.flatMap((place) => this.outline(place, "recent", EXTRA.recent)));
  }

  /** @param {string[]|null} places */
  told(places) {
    this.put("told", (places ?? []).flatMap((place) => this.outline(place, "told", EXTRA.told)));
  }

  /** @param {{from: string, to: string}[]} moves */
  moved(moves) {
    this.put("moved", moves.map(({ from, to }) => {
      const [a, b] = [this.at(from), this.at(to)];
      return draw("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}`, class: "moved-line" });
    }));
  }

  /**
   * Show a plan: its ways, the places it is about, the order of its deeds where there are several.
   * @param {import("../game/plan.js").Stroke[]} strokes
   */
  advised(strokes) {
    const places = [...new Set(strokes.map(({ to }) => to))];
    this.put("advised", [
      ...places.flatMap((place) => this.outline(place, "advised", EXTRA.advised)),
      ...strokes.flatMap(({ from, to, kind }) => (from ? this.line(from, to, kind) : [])),
    ]);
    this.put("advised-orders", numbered(strokes).flatMap(({ to, n }) => this.order(to, n)));
  }

  /**
   * A line that ends at the rim of a place, with a head.
   * @param {string} from
   * @param {string} to
   * @param {string} kind
   */
  line(from, to, kind) {
    const [a, b] = [this.at(from), this.at(to)];
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    if (far < RADIUS * 1.5) return [];
    const [ux, uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
    const stop = far - RADIUS - 6;
    /** @type {(along: number, off: number) => string} */
    const at = (along, off) => `${a.x + ux * along - uy * off} ${a.y + uy * along + ux * off}`;
    const d = `M${at(0, -4)}L${at(stop - 26, -7)}L${at(stop - 26, -18)}L${at(stop, 0)}L${at(stop - 26, 18)}L${at(stop - 26, 7)}L${at(0, 4)}Z`;
    return [draw("path", { d, class: `advised-arrow ${kind}` })];
  }

  /**
   * @param {string} place
   * @param {string} words
   */
  order(place, words) {
    const { x, y } = this.at(place);
    const wide = 22 + words.length * 13;
    const tag = draw("g", { class: "order", transform: `translate(${x} ${y - RADIUS - 14})` });
    const element = draw("text", { x: 0, y: 9 });
    element.textContent = words;
    tag.append(draw("rect", { x: -wide / 2, y: -18, width: wide, height: 36, rx: 18 }), element);
    return [tag];
  }

  /** @param {string|null} unit */
  chosen(unit) {
    void unit; // which counters are chosen is seen where the stack is laid out
  }

  /** @param {string|null} place */
  cursor(place) {
    this.put("cursor", place ? [...this.outline(place, "cursor casing", EXTRA.cursor), ...this.outline(place, "cursor", EXTRA.cursor)] : []);
  }

  /** @param {string} place */
  at(place) {
    const band = this.bands(place)[0];
    if (!band) return this.board.centers.get(place) ?? { x: 0, y: 0 };
    const { x, y, width, height } = band.getBBox();
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** The rectangles of a reserve area; none where the place is a point. @param {string} place */
  bands(place) {
    const id = CSS.escape(place);
    return /** @type {SVGRectElement[]} */ ([...(this.board.svg?.querySelectorAll(`#layer-hexes :is([data-hex="${id}"], [data-again="${id}"]) > rect`) ?? [])]);
  }

  /**
   * @param {string} place
   * @param {string} kind
   * @param {number} extra
   */
  outline(place, kind, extra) {
    const bands = this.bands(place);
    if (bands.length) {
      return bands.map((band) => {
        const { x, y, width, height } = band.getBBox();
        return draw("rect", { x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 7, class: kind, "data-mark": place });
      });
    }
    const center = this.board.centers.get(place);
    return center ? [draw("circle", { cx: center.x, cy: center.y, r: RADIUS + extra, class: kind, "data-mark": place })] : [];
  }

  /**
   * @param {string} place
   * @param {string} words
   */
  label(place, words) {
    const { x, y } = this.at(place);
    const element = draw("text", { x, y: y + 9, class: "left" });
    element.textContent = words;
    return [element];
  }

  /**
   * @param {string} name
   * @param {SVGElement[]} parts
   */
  put(name, parts) {
    this.groups[name]?.replaceChildren(...parts);
  }
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
