/** When nobody at this page decides: the computer thinks, the die is rolled, the game is over. */

import { playerName } from "../players.js";
import { t } from "../text.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Part} Part */
/** @typedef {import("./desk.js").Spot} Spot */

/** @implements {Part} */
export class Watching {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.replayed = false; // whether an earlier position is shown
  }

  /** @param {boolean} fresh */
  begin(fresh) {
    const { overlay, panel, chosen } = this.desk;
    if (fresh) chosen(null);
    overlay.marks([]);
    overlay.path(null);
    panel.ask(this.question());
  }

  /** @returns {import("./decision.js").Question} */
  question() {
    const { state } = this.desk.model;
    const { waiting, paused, at, length } = state;
    if (this.replayed) {
      return { title: t("play.replayed", { n: at, length }), note: t(at < length ? "play.replayedNote" : "play.replayedLast") };
    }
    if (state.result) return { title: t("play.over") };
    if (state.trouble) return { title: t("play.trouble"), note: state.trouble };
    const { model } = this.desk;
    if (state.lesson?.over) return { title: t("lesson.over") };
    if (state.toMove === "dice") {
      const held = paused && model.hello.record.players[state.side] !== "human";
      return held ? { title: t("play.held", { side: model.side(state.side) }), note: t("play.heldNote") } : { title: t("play.rolling") };
    }
    const seat = model.hello.online?.seats[state.toMove ?? ""];
    if (!waiting) return { title: seat ? t("online.waits", { name: seat.name, side: model.side(state.toMove) }) : t("play.waits") };
    if (waiting.player === "lesson" && !paused) return { title: t("lesson.others", { side: model.side(waiting.side) }) };
    const values = { side: model.side(waiting.side), player: playerName(waiting.player) };
    return { title: t(paused ? "play.held" : "play.thinking", values), note: t(paused ? "play.heldNote" : "play.thinkingNote", values) };
  }

  /** @param {Spot} spot */
  click(spot) {
    this.point(spot);
  }

  /** @param {Spot|null} spot */
  point(spot) {
    this.desk.hint.tell(spot);
  }

  back() {
    return false;
  }

  next() {
    return null;
  }

  /** @param {string} unit */
  pick(unit) {
    const { model, reveal, overlay } = this.desk;
    const hex = model.hexOf(unit);
    this.point({ hex, unit, box: null });
    if (!hex) return;
    reveal([hex]);
    overlay.marks([{ hex, kind: "selected" }]);
  }
}
