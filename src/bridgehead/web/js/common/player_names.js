/**
 * Player names: "general@3" is the general with three seconds per decision, "general:style=bold" has a style,
 * "sergeant%10" a handicap.
 */

import { hasText, named, points, t } from "./text.js";

/** A player in short: "sergeant", "general, 3 s", "captain, 300 looks". @param {string} spec @returns {string} */
export function playerName(spec) {
  const { name, style, amount, handicap } = parts(spec);
  const rank = named("players.short", name);
  const player = style ? t("players.withStyle", { player: rank, style: named("players.styles", style) }) : rank;
  if (handicap) return t("players.withHandicap", { player: playerName(spec.split("%")[0] ?? ""), n: handicap });
  if (!amount) return player;
  if (amount.endsWith("n")) return t("players.withLooks", { player, n: amount.slice(0, -1) });
  return t("players.withTime", { player, time: Number(amount) % 0.5 ? amount : points(Number(amount)) });
}

/** A sentence about the player; "" if there is none. @param {string} spec */
export function aboutPlayer(spec) {
  const { name } = parts(spec);
  return hasText(`players.about.${name}`) ? t(`players.about.${name}`) : "";
}

/** The name, its style, and the parts after "@" and after "%" (the share of random decisions). @param {string} spec */
export function parts(spec) {
  const [player = "", handicap = ""] = spec.split("%");
  const [who = "", amount = ""] = player.split("@");
  const [name = "", style = ""] = who.split(":style=");
  return { name, style, amount, handicap };
}
