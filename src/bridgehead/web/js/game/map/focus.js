/** Where the action is: the part of the map to show when a game opens, and when the action moves elsewhere. */

/** @typedef {import("./viewport.js").Box} Box */
/** @typedef {{x: number, y: number, weight: number}} Spot   weight: how much it matters that it is seen */

const COUNTER = 54; // units of the picture, as in render/hexes/geometry.py
const READABLE = 40; // px of a counter, at least, on a wide screen
const READABLE_NARROW = 32;
const LARGE = 64; // px of a counter, at most
const NARROW = 700; // px of the frame
const MARGIN = 84; // units of the picture around what is shown
export const HEAVY = 3; // the weight of what can act

const LEGIBLE = 24; // px of a counter on a wide screen, from where its kind is seen

/** Whether counters are so small that the map has to be enlarged to decide about them. @param {number} k px a unit of the picture @param {number} width of the frame, in px */
export const isTiny = (k, width) => COUNTER * k < (width < NARROW ? READABLE_NARROW - 2 : LEGIBLE);

/** The smallest readable size of a counter. @param {number} width of the frame, in px */
export const readable = (width) => (width < NARROW ? READABLE_NARROW : READABLE);

/**
 * The part of the picture with the most important places, and with readable counters.
 * @param {Spot[]} spots
 * @param {{x: number, y: number}} frame its size in px
 * @returns {Box|null} null where nothing is to be shown
 */
export function partOf(spots, frame) {
  const k = readable(frame.x) / COUNTER;
  const most = { width: frame.x / k - 2 * MARGIN, height: frame.y / k - 2 * MARGIN };
  /** @type {Spot[]} */
  let best = [];
  let weight = 0;
  for (const { x, y } of spots) {
    const inside = within(spots, around({ x, y }, most));
    const again = within(spots, around(middle(inside), most)); // there may be room for more on one side
    for (const found of [inside, again]) {
      const sum = found.reduce((all, one) => all + one.weight, 0);
      if (sum > weight) [best, weight] = [found, sum];
    }
  }
  if (!best.length) return null;
  const { width, height } = bounds(best);
  const least = { width: (frame.x * COUNTER) / LARGE, height: (frame.y * COUNTER) / LARGE };
  return around(middle(best), { width: Math.max(width + 2 * MARGIN, least.width), height: Math.max(height + 2 * MARGIN, least.height) });
}

/**
 * Whether most units that can act are out of sight.
 * @param {Spot[]} spots
 * @param {Box} seen
 */
export function isElsewhere(spots, seen) {
  const heavy = spots.filter(({ weight }) => weight >= HEAVY);
  const all = heavy.length ? heavy : spots;
  return within(all, seen).length * 2 < all.length;
}

/** @param {Spot[]} spots @param {Box} box */
function within(spots, box) {
  return spots.filter(({ x, y }) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height);
}

/** @param {{x: number, y: number}} at @param {{width: number, height: number}} size @returns {Box} */
const around = ({ x, y }, { width, height }) => ({ x: x - width / 2, y: y - height / 2, width, height });

/** @param {Spot[]} spots @returns {Box} */
function bounds(spots) {
  const [x, y] = [Math.min(...spots.map((one) => one.x)), Math.min(...spots.map((one) => one.y))];
  return { x, y, width: Math.max(...spots.map((one) => one.x)) - x, height: Math.max(...spots.map((one) => one.y)) - y };
}

/** @param {Spot[]} spots */
function middle(spots) {
  const { x, y, width, height } = bounds(spots);
  return { x: x + width / 2, y: y + height / 2 };
}
