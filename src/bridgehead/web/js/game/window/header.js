/** The line above a game: the way home, the title, turn, side and phase. */

import { h, refill } from "../../common/dom.js";
import { playerName } from "../../common/player_names.js";
import { named, points, t } from "../../common/text.js";
import { createWarming } from "../../network/warming.js";

/** @typedef {import("../parts.js").Model} Model */

export function createHeader() {
  const title = h("h1", null, t("play.title"));
  const status = h("p", { id: "status" });
  const warming = createWarming();
  const element = h("header", { class: "game-head" },
    h("a", { class: "home-link", href: "#/", "aria-label": t("play.home") }, h("span", { "aria-hidden": "true" }, "‹"), h("span", { class: "home-word" }, t("play.games"))),
    title, status, warming.element);
  return {
    element,
    /** @param {Model} model */
    show(model) {
      const { state, hello } = model;
      const dark = state.night || Boolean(hello.game.turns[state.turn - 1]?.night); // some nights have no rules of their own
      title.textContent = hello.game.title;
      if (!hello.puzzle) warming.watch(hello.game.id); // a puzzle's panel says it
      refill(
        status,
        h("span", { class: "turn" }, turnText(state)),
        h("span", { class: dark ? "sky night" : "sky day" }, t(dark ? "play.night" : "play.day")),
        score(model),
        state.result
          ? h("span", { class: "phase" }, t("play.isOver"))
          : [h("span", { class: "side", "data-side": state.side }, model.side(state.side)), player(model), h("span", { class: "phase" }, named("phases", state.phase))],
      );
    },
    destroy: () => warming.destroy(),
  };
}

/** The player of the deciding side, if it is a computer. @param {Model} model */
function player({ state, hello }) {
  const name = hello.record.players[state.side] ?? "human";
  return name === "human" || hello.puzzle ? null : h("span", { class: "player" }, playerName(name));
}

/** The turn, and the number of turns if the reader may know it. @param {import("../../types.js").State} state */
function turnText({ turn, turns, phase }) {
  if (phase === "setup") return t("play.beforeTurns");
  return turns === null ? t("play.turnAlone", { n: turn }) : t("play.turn", { n: turn, of: turns });
}

/** The victory points of both sides, if the title counts them. @param {Model} model */
function score({ state, hello }) {
  if (!state.ledger) return null;
  const { ledger } = state;
  const shown = hello.game.sides.map(({ id, label }) => h("span", { class: "score-side", "data-side": id, title: label }, h("span", { class: "unseen" }, label), ` ${points(ledger[id]?.points ?? 0)}`));
  return h("span", { class: "score", id: "score" }, h("span", { class: "unseen" }, t("points.title")), shown);
}
