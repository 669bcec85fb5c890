/** Lessons: a guided first game of each title. */

import { clearNotice, notice } from "../common/announce.js";
import { ApiError, post } from "../network/api.js";
import { h } from "../common/dom.js";
import { t } from "../common/text.js";

/** @param {import("../types.js").GameInfo[]} games @returns {HTMLElement} */
export function createLearn(games) {
  let begun = false;

  /** @param {string} game */
  async function begin(game) {
    if (begun) return;
    begun = true;
    try {
      const { id } = await post("/api/saved", { lesson: game });
      clearNotice();
      location.hash = `#/game/${id}`;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notice(error.message, 0);
    } finally {
      begun = false;
    }
  }

  const lessons = games.flatMap((game) => (game.lesson ? [{ ...game.lesson, game }] : []));
  return h("section", { class: "card learn", id: "learn", "aria-labelledby": "learn-title", hidden: lessons.length === 0 },
    h("div", { class: "learn-words" },
      h("h2", { class: "heading", id: "learn-title" }, t("home.learn.title")),
      h("p", { class: "help" }, t("home.learn.help"))),
    h("ul", { class: "lessons" }, lessons.map(({ game, title, minutes, side, also = [] }) =>
      h("li", null, h("button", { type: "button", dataset: { lesson: game.id }, onClick: () => begin(game.id) },
        h("b", null, game.title),
        h("span", null, title),
        also.length ? h("span", { class: "lesson-also" }, t("home.learn.also", { games: also.join(", ") })) : null,
        h("small", null, t("home.learn.about", { minutes, side: game.sides.find(({ id }) => id === side)?.label ?? side })))))));
}
