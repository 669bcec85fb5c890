/** Which level of the computer is proposed. */

/** @typedef {Map<string, number>} Ratings of the person who plays here, by title */

const WITHOUT = "sergeant"; // is proposed where a game has no levels

/**
 * The level that is proposed for a game: the nearest in strength or, before the first rated game of the title, the first.
 * @param {import("../types.js").GameInfo} game
 * @param {Ratings} ratings
 * @returns {{number: number, player: string}} number 0: no level; player "": nobody to propose
 */
export function levelFor({ title, levels, players }, ratings) {
  const [first, ...others] = levels;
  if (!first) return { number: 0, player: players.some(({ id }) => id === WITHOUT) ? WITHOUT : "" };
  const rating = ratings.get(title) ?? first.rating;
  return others.reduce((best, one) => (Math.abs(one.rating - rating) < Math.abs(best.rating - rating) ? one : best), first);
}
