/** The suggestion for the next game, and the results between the strongest players. */

import { h, refill } from "../common/dom.js";
import { balance } from "../side/briefing.js";
import { t } from "../common/text.js";
import { levelFor } from "./level.js";

/** @param {import("./level.js").Ratings} ratings @param {() => void} onTake chooses the players that are suggested */
export function createFirst(ratings, onTake) {
  const words = h("p", { class: "first-words" });
  const equals = h("p", { class: "help", id: "first-balance" });
  const take = h("button", { type: "button", id: "first-take", onClick: onTake }, t("home.first.take"));
  const element = h("div", { class: "first-game", id: "first-game" }, h("div", null, words, equals), take);
  return {
    element,
    /** @param {import("../types.js").GameInfo} game @param {string[]} options that are chosen @param {boolean} ownData whether the data are Bridgehead's */
    show(game, options, ownData) {
      const { briefing, sides } = game;
      element.hidden = !briefing;
      if (!briefing) return;
      const side = sides.find(({ id }) => id === briefing.easier);
      const { number: n } = levelFor(game, ratings);
      const rating = ratings.get(game.title);
      const { minutes } = briefing;
      refill(words, h("b", null, rating === undefined ? t("home.first.title") : t("home.first.rating", { rating })), " ", t("home.first.play"), " ",
        side ? h("span", { class: "side", "data-side": side.id }, side.label) : null, n ? t("home.first.level", { n, minutes }) : t("home.first.words", { minutes }));
      equals.textContent = t("home.first.equals", { balance: balance(game, briefing, options, ownData) });
    },
  };
}
