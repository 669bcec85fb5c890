/** The part for states without a decision at this page: the computer thinks, a die is rolled, the game is over. */

import { playerName } from "../../common/player_names.js";
import { t } from "../../common/text.js";

/** @typedef {import("../parts.js").Context} Context */
/** @typedef {import("../parts.js").Part} Part */
/** @typedef {import("../parts.js").Spot} Spot */
/** @typedef {import("../../types.js").LogEntry} LogEntry */

/** @implements {Part} */
export class Watching {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.replayed = false; // whether an earlier position is shown
    /** @type {import("../../online/clocks.js").Stopped} what keeps who looks at an online game from deciding */
    this.stopped = "";
    /** @type {LogEntry[]} what the last step that was told of did */
    this.heard = [];
  }

  /** Store the latest action. @param {import("../../types.js").State} state @param {boolean} anew forget what was heard before */
  hear({ log: { entries } }, anew) {
    const n = entries.at(-1)?.n;
    if (n !== undefined) this.heard = entries.filter((entry) => entry.n === n);
    else if (anew) this.heard = [];
  }

  /** The latest action of the present turn, in words. @returns {string[]} */
  get done() {
    const { turn, side } = this.context.model.state;
    return this.heard.filter((entry) => entry.turn === turn && entry.side === side).map(({ text }) => text);
  }

  /** @param {boolean} fresh */
  begin(fresh) {
    const { overlay, panel, chosen } = this.context;
    if (fresh) chosen(null);
    overlay.marks([]);
    overlay.path(null);
    panel.ask(this.question());
  }

  /** @returns {import("./decision.js").Question} */
  question() {
    const { state } = this.context.model;
    const { waiting, paused, at, length } = state;
    if (this.replayed) {
      return { title: t("play.replayed", { n: at, length }), note: t(at < length ? "play.replayedNote" : "play.replayedLast") };
    }
    if (state.result) return { title: t("play.over") };
    if (state.trouble) return { title: t("play.trouble"), note: state.trouble };
    if (this.stopped) return this.stop();
    const { model } = this.context;
    if (state.puzzle) return { title: t(state.puzzle.grade ? "puzzle.over" : "puzzle.planned") };
    if (state.line && state.toMove === "dice") return { title: t("newLine.dice") };
    if (state.lesson?.over) return { title: t("lesson.over") };
    const owing = model.hello.online?.seats[state.dice?.owes[0] ?? ""];
    if (owing) return { title: t("online.dice.waits", { name: owing.name }), note: t("online.dice.waitsNote") };
    if (state.toMove === "dice") {
      const held = paused && model.hello.record.players[state.side] !== "human";
      return held ? { title: t("play.held", { side: model.side(state.side) }), note: t("play.heldNote") } : { title: t("play.rolling"), note: this.done.join(" ") };
    }
    const seat = model.hello.online?.seats[state.toMove ?? ""];
    if (!waiting) return { title: seat ? t("online.waits", { name: seat.name, side: model.side(state.toMove) }) : t("play.waits") };
    if (waiting.player === "lesson" && !paused) return { title: t("lesson.others", { side: model.side(waiting.side) }), note: this.done.join(" ") };
    const values = { side: model.side(waiting.side), player: playerName(waiting.player) };
    if (paused) return { title: t("play.held", values), note: t("play.heldNote", values) };
    const [what = t("play.thinking", values), ...more] = this.done;
    return { title: what, note: more.length ? more.join(" ") : t("play.thinkingNote", values) };
  }

  /** An online game is paused, or the viewer is on vacation: say who can continue, and how. @returns {import("./decision.js").Question} */
  stop() {
    const { you, seats } = /** @type {import("../../types.js").Online} */ (this.context.model.hello.online);
    if (this.stopped === "away") return { title: t("online.stopped.away"), note: t("online.stopped.endVacation") };
    const other = Object.entries(seats).find(([side, seat]) => side !== you && seat.kind === "person")?.[1];
    const who = !you ? "players" : other ? "both" : "you";
    return { title: t("online.stopped.paused"), note: t(`online.stopped.${who}`, { name: other?.name ?? "" }) };
  }

  /** @param {Spot} spot */
  click(spot) {
    this.point(spot);
  }

  /** @param {Spot|null} spot */
  point(spot) {
    this.context.hint.tell(spot);
  }

  back() {
    return false;
  }

  next() {
    return null;
  }

  /** @param {string} unit */
  pick(unit) {
    const { model, reveal, overlay } = this.context;
    const hex = model.hexOf(unit);
    this.point({ hex, unit, box: null });
    if (!hex) return;
    reveal([hex]);
    overlay.marks([{ hex, kind: "selected" }]);
  }
}
