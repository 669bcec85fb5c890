/** What a person does to the game: act, undo, end, resign; and what is said where it is refused. */

import { notice } from "../announce.js";
import { ApiError } from "../api.js";
import { t } from "../text.js";

/** @typedef {import("./game.js").Game} Game */

export class Deeds {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.sent = -1; // for which position an action is on its way: a double click is one action
  }

  /**
   * @param {string} action
   * @param {number} [at] the position it is meant for
   * @returns {Promise<boolean>} whether it was carried out
   */
  async act(action, at = this.game.model.state.at) {
    return this.once(() => this.game.play.act(action, at));
  }

  /** @returns {Promise<boolean>} whether something was taken back */
  async undo() {
    const { play, model } = this.game;
    return Boolean(model.shown?.canUndo) && this.once(() => play.undo(model.state.at));
  }

  /**
   * @param {() => Promise<any>} send
   * @returns {Promise<boolean>}
   */
  async once(send) {
    const { at } = this.game.model.state;
    if (this.sent === at || this.game.lost || this.game.replayed) return false;
    this.sent = at;
    try {
      await send();
      this.game.frames.flush(); // the next action is of the position that this one led to
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    } finally {
      if (this.sent === at) this.sent = -1;
    }
  }

  /** End the phase, after asking where something would be left undone; or decline an advance. */
  end() {
    const { ui, model } = this.game;
    const { at, decision, reminders, endRefused } = model.state;
    if (decision?.plain.includes("end")) ui.ending.ask(reminders, () => this.act("end", at));
    else if (decision?.plain.includes("stay")) this.act("stay");
    else if (endRefused) ui.hint.show(t("play.noEnd"), endRefused);
  }

  /** Resign the game as it stands now, after asking, whatever position is looked at. */
  resign() {
    const { ui, live } = this.game;
    if (!live?.mine || !live.toMove) {
      notice(t("play.resign.notNow"));
      return;
    }
    ui.replay.close();
    ui.resigning.ask(live.toMove, () => this.act("resign", live.at));
  }

  /** Take back questions that were asked of a position that is past. */
  withdraw() {
    const { ending, resigning } = this.game.ui;
    const asked = [ending, resigning].filter(({ element }) => element.open);
    for (const { element } of asked) element.close();
    if (asked.length) notice(t("play.stale"));
  }

  /**
   * Show an error of the server in words.
   * @param {unknown} error
   */
  complain(error) {
    const { ui } = this.game;
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "lost") return; // the board says so
    if (error.kind === "illegal") ui.hint.show(t("play.refused"), { text: error.message, case: error.case });
    notice(error.kind === "stale" ? t("play.stale") : this.game.model.prose(error.message));
  }
}
