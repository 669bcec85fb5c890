/** Another game after this one: the same game with the same players, or with the sides swapped. */

import { beginGame } from "../network/begin_game.js";
import { t } from "../common/text.js";

/** @typedef {import("../types.js").Hello} Hello */

/**
 * The games that can follow at once. For people elsewhere there is a rematch instead, and a lesson is started on the
 * first page.
 * @param {Hello} hello
 * @returns {import("./result.js").Again[]}
 */
export function again({ game, record, online, lesson, line }) {
  if (online || lesson || line || !record.ownData) return [];
  const { players } = record;
  const swapped = turned(players);
  const offers = [offer("same", game.id, record, players)];
  if (Object.keys(players).some((side) => players[side] !== swapped[side])) offers.push(offer("swapped", game.id, record, swapped));
  return offers;
}

/** @param {"same"|"swapped"} name @param {string} game @param {Hello["record"]} record @param {Record<string, string>} players */
function offer(name, game, { options }, players) {
  const wanted = { game, options, players, seed: null, data: null };
  return { name, text: t(`result.${name}`), begin: () => void beginGame(wanted) };
}

/** The same game with new dice: a person has this side, and a computer the other. @param {Hello} hello @param {string} side @param {string} player */
export function next({ game, record }, side, player) {
  const players = Object.fromEntries(game.sides.map(({ id }) => [id, id === side ? "human" : player]));
  void beginGame({ game: game.id, options: record.options, players, seed: null, data: null });
}

/** Each side gets the other side's player. @param {Record<string, string>} players @returns {Record<string, string>} */
function turned(players) {
  const sides = Object.keys(players);
  return Object.fromEntries(sides.map((side, k) => [side, players[sides[(k + 1) % sides.length] ?? side] ?? "human"]));
}
