/** A small graph of numbers, one after the other; each dot is a link. */

import { svg } from "../common/dom.js";

/** @typedef {{value: number, href: string, label: string}} Dot   href: "" for no link; label: what is said of it */

const WIDTH = 360; // units of the drawing, which is as wide as its place
const HEIGHT = 120;
const EDGE = Object.freeze({ left: 44, right: 12, top: 10, bottom: 10 });
const STEP = 100; // between two lines of the scale, at least

/**
 * @param {Dot[]} dots at least one
 * @param {string} title for ears
 * @returns {SVGElement}
 */
export function drawTrack(dots, title) {
  const values = dots.map(({ value }) => value);
  const step = STEP * Math.max(1, Math.ceil((Math.max(...values) - Math.min(...values)) / STEP / 3));
  const low = Math.floor((Math.min(...values) - 1) / step) * step;
  const high = Math.max(low + step, Math.ceil((Math.max(...values) + 1) / step) * step);
  /** @param {number} k */
  const x = (k) => EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * (dots.length === 1 ? 0.5 : k / (dots.length - 1)));
  /** @param {number} value */
  const y = (value) => EDGE.top + (HEIGHT - EDGE.top - EDGE.bottom) * (1 - (value - low) / (high - low));
  const lines = Array.from({ length: (high - low) / step + 1 }, (_, k) => low + k * step);
  const places = dots.map(({ value }, k) => `${x(k).toFixed(1)} ${y(value).toFixed(1)}`);
  return svg(`<svg xmlns="http://www.w3.org/2000/svg" class="graph track" role="group" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-label="${escaped(title)}">
    ${lines.map((line) => `<path class="rule" d="M${EDGE.left} ${y(line).toFixed(1)}H${WIDTH - EDGE.right}"/><text class="scale" x="${EDGE.left - 6}" y="${(y(line) + 4).toFixed(1)}" aria-hidden="true">${line}</text>`).join("")}
    <path class="curve" d="M${places.join("L")}"/>
    ${dots.map((dot, k) => marker(dot, places[k]?.split(" ") ?? [])).join("")}</svg>`);
}

/** @param {Dot} dot @param {string[]} place */
function marker({ href, label }, [x, y]) {
  const circles = `<circle class="halo" cx="${x}" cy="${y}" r="11"/><circle class="dot" cx="${x}" cy="${y}" r="4"/><title>${escaped(label)}</title>`;
  return href ? `<a href="${escaped(href)}" aria-label="${escaped(label)}">${circles}</a>` : `<g role="img" aria-label="${escaped(label)}">${circles}</g>`;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
