/** What a finished game meant for the one who played it: what decided it, the rating, what next. */

import { h, refill } from "../common/dom.js";
import { playerName } from "../common/player_names.js";
import { named, points, sentence, sideName, t } from "../common/text.js";
import { ApiError, get } from "../network/api.js";
import { next } from "./again.js";

/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {import("../types.js").Deciding} Deciding */

/**
 * The side of the one who plays against a computer here; "" elsewhere.
 * @param {import("../types.js").Hello} hello
 */
export function mySide({ record, online, lesson, puzzle }) {
  const people = Object.entries(record.players).filter(([, player]) => player === "human");
  return online || lesson || puzzle || people.length !== 1 ? "" : people[0]?.[0] ?? "";
}

/** @param {{id: string, onPlayOn: (n: number) => void}} given `onPlayOn` asks who plays on after n actions */
export function createOutcome({ id, onPlayOn }) {
  const element = h("div", { class: "outcome", id: "outcome", hidden: true });
  let asked = false;

  /** @param {import("../types.js").Hello} hello */
  async function learn(hello) {
    asked = true;
    try {
      draw(await get(`/api/saved/${id}/outcome`), hello);
    } catch (error) {
      asked = false;
      if (!(error instanceof ApiError)) throw error; // without: the result stands there all the same
    }
  }

  /** @param {Outcome} outcome @param {import("../types.js").Hello} hello */
  function draw({ side, rating, next: level, decided, analyzed }, hello) {
    const turned = turningPoint(decided, side);
    element.hidden = false;
    refill(element,
      decided.length > 0 && h("p", { class: "decided" }, h("b", null, t(analyzed ? "outcome.decided" : "outcome.swings")), " ", decided.map((one) => `${told(one)} `)),
      !analyzed && h("p", { class: "help" }, t("outcome.analyze")),
      rating && h("p", { id: "outcome-rating" }, t("outcome.rating", { title: hello.game.title, rating: rating.rating, change: signed(rating.change) }), " ",
        rating.provisional ? t("outcome.provisional", { margin: rating.margin }) : "", " ", h("a", { href: "#/record" }, t("ownRecord.title"))),
      h("div", { class: "buttons" },
        level && h("button", { type: "button", dataset: { next: "" }, onClick: () => next(hello, side, level.player) }, t("outcome.next", { n: level.number, player: playerName(level.player) })),
        turned && h("button", { type: "button", dataset: { turned: turned.first }, onClick: () => onPlayOn(turned.first) }, t("outcome.playOn"))));
  }

  return {
    element,
    /** @param {import("../types.js").Hello} hello @param {import("../types.js").State} state */
    update(hello, state) {
      if (state.result === null) {
        asked = false;
        element.hidden = true;
      } else if (!asked && mySide(hello)) learn(hello);
    },
    /** The analysis is done. @param {import("../types.js").Hello} hello */
    again(hello) {
      if (mySide(hello)) learn(hello);
    },
  };
}

/** The moment from which a game is best tried again: what cost the side most, else what weighed most. @param {Deciding[]} decided @param {string} side */
function turningPoint(decided, side) {
  /** @param {Deciding} one */
  const cost = (one) => ("swing" in one ? (one.favours === side ? 0 : one.swing) : one.lost[side] ?? 0);
  return decided.reduce((/** @type {Deciding|null} */ best, one) => (!best || cost(one) > cost(best) ? one : best), null);
}

/** @param {Deciding} one */
function told(one) {
  if ("sentence" in one) return sentence(one.sentence);
  const changes = [
    ...Object.entries(one.lost).filter(([, n]) => n).map(([side, n]) => t("outcome.lost", { side: sideName(side), n })),
    ...Object.entries(one.gained).filter(([, n]) => n).map(([side, n]) => t("outcome.points", { side: sideName(side), n: `${n > 0 ? "+" : "−"}${points(Math.abs(n))}`, count: Math.abs(n) })),
    ...one.met.map(([side, what]) => t("outcome.met", { side: sideName(side), what })),
    ...one.unmet.map(([side, what]) => t("outcome.unmet", { side: sideName(side), what })),
  ];
  return t("outcome.swing", { turn: one.turn, side: sideName(one.side), phase: named("phases", one.phase), what: changes.join(", ") });
}

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");
