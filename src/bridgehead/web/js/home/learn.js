/** Lessons: guided games of each title, and which of them you have finished. */

import { h } from "../common/dom.js";
import { t } from "../common/text.js";
import { beginGame } from "../network/begin_game.js";
import { finished } from "../common/finished_lessons.js";

/** @param {import("../types.js").GameInfo[]} games @returns {HTMLElement} */
export function createLearn(games) {
  const done = finished();
  const taught = games.filter(({ lessons = [] }) => lessons.length);
  return h("section", { class: "card learn", id: "learn", "aria-labelledby": "learn-title", hidden: taught.length === 0 },
    h("div", { class: "learn-words" },
      h("h2", { class: "heading", id: "learn-title" }, t("home.learn.title")),
      h("p", { class: "help" }, t("home.learn.help"))),
    h("div", { class: "taught" }, taught.map((game) => ofGame(game, done))));
}

/** The lessons of one game. @param {import("../types.js").GameInfo} game @param {Set<string>} done */
function ofGame(game, done) {
  const { lessons = [], sides } = game;
  const next = lessons.find(({ key }) => !done.has(key))?.key;
  const others = lessons[0]?.titles ?? [];
  return h("div", null,
    h("h3", null, game.title),
    h("ul", { class: "lessons" }, lessons.map(({ key, id, title, teaches, minutes, side }) =>
      h("li", null, h("button", { type: "button", class: key === next ? "next" : null, dataset: { lesson: key }, title: t("home.learn.teaches", { teaches }), onClick: () => beginGame({ game: game.id, lesson: id }) },
        h("b", null, title, done.has(key) ? h("span", { class: "known", role: "img", "aria-label": t("home.learn.done") }, " \u2713") : null),
        h("small", null, t("home.learn.about", { minutes, side: sides.find((one) => one.id === side)?.label ?? side })))))),
    others.length ? h("p", { class: "help" }, t("home.learn.others", { games: others.join(", ") })) : null);
}
