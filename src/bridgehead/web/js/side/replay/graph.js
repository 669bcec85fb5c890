/** The graph of an analysis: the chance of the first side, action by action. */

import { svg } from "../../common/dom.js";
import { t } from "../../common/text.js";

/** @typedef {import("../../types.js").AnalysisData} AnalysisData */
/** @typedef {import("../../types.js").TurningPoint} TurningPoint */
/**
 * @typedef {object} Frame
 * @property {number} width px
 * @property {number} height px
 * @property {number} length actions of the game
 */

const EDGE = Object.freeze({ left: 40, right: 12, top: 12, bottom: 24 }); // px around the curve
const NEAR = 22; // px within which a turning point is hit
const APART = 20; // px between two numbers of turns

/** The position of a value in the graph. @param {Frame} frame */
export function scale({ width, height, length }) {
  const wide = width - EDGE.left - EDGE.right;
  const high = height - EDGE.top - EDGE.bottom;
  return {
    /** @param {number} n */
    x: (n) => EDGE.left + (wide * n) / Math.max(length, 1),
    /** @param {number} chance */
    y: (chance) => EDGE.top + high * (1 - chance),
    /** The number of actions at a position in the graph. @param {number} x */
    n: (x) => Math.max(0, Math.min(length, Math.round(((x - EDGE.left) / Math.max(wide, 1)) * length))),
  };
}

/**
 * @param {AnalysisData} data
 * @param {Frame} frame
 * @param {{first: string, second: string}} sides their ids
 * @param {string} title for ears
 * @returns {SVGElement}
 */
export function drawGraph(data, frame, sides, title) {
  const { x, y } = scale(frame);
  const right = frame.width - EDGE.right;
  const dots = curve(data).map(({ n, chance }) => `${x(n).toFixed(1)} ${y(chance).toFixed(1)}`);
  const area = `M${x(0)} ${y(0.5)}L${dots.join("L")}L${x(curve(data).at(-1)?.n ?? 0)} ${y(0.5)}Z`;
  const half = y(0.5) - y(1);
  return svg(`<svg xmlns="http://www.w3.org/2000/svg" class="graph" role="img" width="${frame.width}" height="${frame.height}"
    viewBox="0 0 ${frame.width} ${frame.height}"><title>${escaped(title)}</title>
    <clipPath id="graph-over"><rect x="0" y="${y(1)}" width="${frame.width}" height="${half}"/></clipPath>
    <clipPath id="graph-under"><rect x="0" y="${y(0.5)}" width="${frame.width}" height="${half}"/></clipPath>
    ${[0, 0.25, 0.5, 0.75, 1].map((chance) => `<path class="${chance === 0.5 ? "even" : "rule"}" d="M${EDGE.left} ${y(chance)}H${right}"/>`).join("")}
    ${turns(data, frame)}
    <path class="area" data-side="${sides.first}" clip-path="url(#graph-over)" d="${area}"/>
    <path class="area" data-side="${sides.second}" clip-path="url(#graph-under)" d="${area}"/>
    <path class="curve" d="M${dots.join("L")}"/>
    ${[1, 0.5, 0].map((chance) => `<text class="scale" x="${EDGE.left - 6}" y="${y(chance) + 4}">${escaped(t("analysis.scale", { n: chance * 100 }))}</text>`).join("")}
    <g class="points">${data.turning_points.map((point, k) => marker(point, k, frame)).join("")}</g>
    <path class="now" d=""/></svg>`);
}

/** The points of the curve: numbers of actions, and the chance after each. @param {AnalysisData} data */
function curve({ steps }) {
  const [first] = steps;
  const start = first ? [{ n: first.from - 1, chance: first.before }] : [];
  return [...start, ...steps.map(({ to, after }) => ({ n: to, chance: after }))];
}

/**
 * The first side's chance after n actions, as far as it was measured.
 * @param {AnalysisData} data
 * @param {number} n
 */
export function chanceAt(data, n) {
  return curve(data).filter((one) => one.n <= n).at(-1)?.chance ?? data.steps[0]?.before ?? 0.5;
}

/** The first step of each turn. @param {AnalysisData} data */
export function turnsOf({ steps }) {
  return steps.filter((step, k) => step.turn !== steps[k - 1]?.turn);
}

/**
 * A line at the beginning of each turn, with its number if there is room.
 * @param {AnalysisData} data
 * @param {Frame} frame
 */
function turns(data, frame) {
  const { x, y } = scale(frame);
  let last = -APART;
  return turnsOf(data).map(({ from, turn }) => {
    const at = x(from - 1);
    const room = at - last >= APART;
    if (room) last = at;
    const number = room ? `<text class="turn" x="${at.toFixed(1)}" y="${y(0) + 17}">${turn}</text>` : "";
    return `<path class="turn" d="M${at.toFixed(1)} ${y(1)}V${y(0) + 4}"/>${number}`;
  }).join("");
}

/**
 * A turning point: a die, a disk for a decision, a flag for a resignation.
 * @param {TurningPoint} point
 * @param {number} k
 * @param {Frame} frame
 */
function marker({ kind, to, after, favours }, k, frame) {
  const { x, y } = scale(frame);
  const shape = kind === "dice"
    ? '<rect class="shape" x="-7" y="-7" width="14" height="14" rx="3"/><circle class="pip" cx="-3" cy="-3" r="1.800"/><circle class="pip" cx="3" cy="3" r="1.800"/>'
    : `<circle class="shape" r="7.500"/>${kind === "decision" ? "" : '<path class="pip" d="M-3-3 3 3M3-3-3 3"/>'}`;
  return `<g class="point" data-point="${k}" data-side="${favours}" transform="translate(${x(to).toFixed(1)} ${y(after).toFixed(1)})"><circle class="halo" r="13"/>${shape}</g>`;
}

/**
 * Whether a label in the right corner is farther from the curve than in the left.
 * @param {AnalysisData} data
 * @param {number} edge 1 for the upper corners, 0 for the lower ones
 */
export function roomRight(data, edge) {
  const dots = curve(data);
  const from = dots[0]?.n ?? 0;
  const length = (dots.at(-1)?.n ?? 0) - from;
  /** @type {(low: number, high: number) => number} */
  const room = (low, high) => Math.min(1, ...dots.flatMap(({ n, chance }) => (n >= from + low * length && n <= from + high * length ? [Math.abs(edge - chance)] : [])));
  return room(0.75, 1) > room(0, 0.25);
}

/**
 * The turning point at a position in the graph; -1 for none.
 * @param {AnalysisData} data
 * @param {Frame} frame
 * @param {{x: number, y: number}} place
 */
export function hit(data, frame, place) {
  const { x, y } = scale(frame);
  const far = data.turning_points.map(({ to, after }) => Math.hypot(x(to) - place.x, y(after) - place.y));
  const least = Math.min(...far);
  return least <= NEAR ? far.indexOf(least) : -1;
}

/**
 * Mark the position on the board in the graph.
 * @param {Element} graph
 * @param {Frame} frame
 * @param {number} n
 */
export function pointAt(graph, frame, n) {
  const { x, y } = scale(frame);
  graph.querySelector(".now")?.setAttribute("d", `M${x(n).toFixed(1)} ${y(1) - 4}V${y(0) + 4}`);
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
