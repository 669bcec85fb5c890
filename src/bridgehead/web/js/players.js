/** Players by their names: "general@3" is the general with three seconds for a decision. */

import { hasText, named, points, t } from "./text.js";

/** A player in short: "sergeant", "general, 3 s", "captain, 300 looks". @param {string} spec */
export function playerName(spec) {
  const { name, amount } = parts(spec);
  const player = named("players.short", name);
  if (!amount) return player;
  if (amount.endsWith("n")) return t("players.withLooks", { player, n: amount.slice(0, -1) });
  return t("players.withTime", { player, time: Number(amount) % 0.5 ? amount : points(Number(amount)) });
}

/** Who it is, in a sentence; "" where there is none to be said. @param {string} spec */
export function aboutPlayer(spec) {
  const { name } = parts(spec);
  return hasText(`players.about.${name}`) ? t(`players.about.${name}`) : "";
}

/** A name and what is behind its "@". @param {string} spec */
export function parts(spec) {
  const [name = "", amount = ""] = spec.split("@");
  return { name, amount };
}
