/** A strip of landscape behind the title: decoration in the style of the map sheet, not the map. */

import { svg } from "../common/dom.js";

const SIZE = 30; // from a hex's center to its corner
const HIGH = (SIZE * Math.sqrt(3)) / 2; // from its center to its upper side
const COLORS = { c: "#f3e7c3", s: "#e9cf94", e: "#d29c5e", f: "#c6cf8f", w: "#8dbcd8", b: "#cddba8" };

// One string per column, from the west: bank, canal, then clear, sand, elevated, farm.
const COUNTRY = ["bbbb", "wwww", "cccc", "cccs", "csec", "ccec", "cccs", "ccfc", "cscc", "sscs", "ccse", "csse", "scee", "ceec", "ccsc", "cccc"];
const COUNTERS = [
  { column: 4, row: 2, side: "blue", symbol: "oval", values: "4-12", band: "#1d5fb4" },
  { column: 5, row: 1, side: "blue", symbol: "cross", values: "3-8", band: "#6d3f98" },
  { column: 7, row: 1, side: "brown", symbol: "cross", values: "2-10", band: "#f7efd8" },
  { column: 10, row: 1, side: "brown", symbol: "oval", values: "3-10", band: "#e3b23c" },
];
const ROAD = "M-30 132C10 126 40 132 62 122 130 84 140 150 226 130S330 96 396 118 500 70 560 78 660 118 760 84";
const SIDES = {
  blue: { fill: "#cfe2f2", ink: "#10233b", rim: "#1f4e86", shape: "M-17-20h34q3 0 3 3v34q0 3-3 3h-34q-3 0-3-3v-34q0-3 3-3z" },
  brown: { fill: "#b4582f", ink: "#fff8ea", rim: "#4d1d0c", shape: "M-15-20h30l5 5v30l-5 5h-30l-5-5v-30z" },
};

/** @param {number} column @param {number} row */
function center(column, row) {
  return { x: column * SIZE * 1.5, y: row * 2 * HIGH + (column % 2 ? HIGH : 0) };
}

/** @param {number} column @param {number} row @param {string} kind */
function hex(column, row, kind) {
  const { x, y } = center(column, row);
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (corner * Math.PI) / 3;
    return `${(x + SIZE * Math.cos(angle)).toFixed(1)},${(y + SIZE * Math.sin(angle)).toFixed(1)}`;
  });
  const color = COLORS[/** @type {keyof typeof COLORS} */ (kind)];
  return `<polygon points="${corners.join(" ")}" fill="${color}"/>`;
}

/** @param {(typeof COUNTERS)[number]} counter */
function drawn({ column, row, side, symbol, values, band }) {
  const { x, y } = center(column, row);
  const { fill, ink, rim, shape } = SIDES[/** @type {keyof typeof SIDES} */ (side)];
  const sign = symbol === "oval" ? `<rect x="-6" y="-5" width="12" height="6" rx="3"/>` : `<path d="M-11-8 11 4M11-8-11 4"/>`;
  return `<g transform="translate(${x} ${y})"><path d="${shape}" fill="${fill}" stroke="${rim}" stroke-width="2"/>
    <rect x="-18" y="-18" width="36" height="6" fill="${band}"/>
    <g fill="#fff" stroke="#2b2118" stroke-width="1.300"><rect x="-11" y="-8" width="22" height="12"/><g fill="none">${sign}</g></g>
    <text y="16" text-anchor="middle" fill="${ink}" font-size="12" font-weight="700">${values}</text></g>`;
}

/** @returns {SVGElement} */
export function ornament() {
  const hexes = COUNTRY.flatMap((column, x) => [...column].map((kind, y) => hex(x, y, kind)));
  return svg(`<svg xmlns="http://www.w3.org/2000/svg" class="ornament" viewBox="-14 26 660 142" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
    <g stroke="#8a6a3a" stroke-opacity=".55">${hexes.join("")}</g>
    <path d="${ROAD}" fill="none" stroke="#8f2a1c" stroke-width="5" stroke-linejoin="round"/>
    <path d="${ROAD}" fill="none" stroke="#d7765e" stroke-width="1.600" stroke-linejoin="round"/>
    ${COUNTERS.map(drawn).join("")}</svg>`);
}
