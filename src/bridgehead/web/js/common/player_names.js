/**
 * Player names: "general@3" is the general with three seconds per decision, "general:style=bold" has a style,
 * "corporal:units=3" moves at most three units in a turn, and "sergeant%10" decides one thing in ten at random.
 */

import { hasText, named, points, t } from "./text.js";

/** A player in short: "sergeant", "general, 3 s", "captain, 300 trial runs". @param {string} spec @returns {string} */
export function playerName(spec) {
  const { name, style, units, amount, handicap } = parts(spec);
  const rank = named("players.short", name);
  const styled = style ? t("players.withStyle", { player: rank, style: named("players.styles", style) }) : rank;
  const player = units ? t("players.withUnits", { player: styled, n: units }) : styled;
  if (handicap) return t("players.withHandicap", { player: playerName(spec.split("%")[0] ?? ""), n: handicap });
  if (!amount) return player;
  const n = trials(amount);
  if (n) return t("players.withTrials", { player, n });
  return t("players.withTime", { player, time: Number(amount) % 0.5 ? amount : points(Number(amount)) });
}

/** Sentences about the player; "" if there are none. @param {string} spec */
export function aboutPlayer(spec) {
  const { name, amount } = parts(spec);
  const n = trials(amount);
  const about = hasText(`players.about.${name}`) ? t(`players.about.${name}`) : "";
  return n ? `${about} ${t("players.trials", { n })}` : about;
}

/** How many trial runs (rollouts) a player has for a plan; 0 if it has a time. @param {string} amount the part after "@" */
const trials = (amount) => (amount.endsWith("n") ? Number(amount.slice(0, -1)) : 0);

/**
 * The name, its options (style, and how many units it moves), and the parts after "@" and after "%" (the share of random decisions).
 * @param {string} spec
 */
export function parts(spec) {
  const [player = "", handicap = ""] = spec.split("%");
  const [who = "", amount = ""] = player.split("@");
  const [name = "", ...options] = who.split(":");
  const { style = "", units = "" } = Object.fromEntries(options.map((one) => one.split("=")));
  return { name, style, units, amount, handicap };
}
