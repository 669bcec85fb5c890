/** A person's actions: act, undo, end, resign; and messages about refusals. */

import { notice, say } from "../common/announce.js";
import { ApiError } from "../network/api.js";
import { confirmDialog } from "../common/dialog.js";
import { h } from "../common/dom.js";
import * as settings from "../common/settings.js";
import { caseButton } from "../side/case.js";
import { tick } from "../side/checkbox.js";
import { t } from "../common/text.js";

/** @typedef {import("../types.js").State} State */
/**
 * @typedef {object} ActionsContext
 * @property {HTMLElement} element the screen of the game
 * @property {import("./parts.js").Model} model
 * @property {import("./panel/hint_line.js").Hint} hint
 * @property {() => import("../network/api.js").Play} play the connection
 * @property {() => State|null} live the newest state
 * @property {() => boolean} isBlocked whether nothing can be sent now: no connection, an earlier position is shown, a die tumbles
 * @property {() => void} showNow show all states that have come
 * @property {() => void} showPresent leave an earlier position
 * @property {(action: string, state: State) => void} acted an action was carried out in this state
 * @property {() => void} begun a person acts
 * @property {(quiet: boolean) => void} silence whether news are not announced
 * @property {() => void} closeAdvice
 * @property {() => void} stopAdvice the advisor thinks no longer
 * @property {() => boolean} inLesson
 * @property {(text: string) => void} remind a lesson does not ask for this action
 * @property {() => boolean} before whether something is carried out before the phase ends, and ends it
 * @property {() => string[]} unmoved the units on the map that can still move
 * @property {(number: string) => void} openCase
 */

const SLOW = 2500; // ms until it is said that no answer has come yet
const NAMED = 6; // units that are named, before the others are only counted

export class Actions {
  /** @param {ActionsContext} context */
  constructor(context) {
    this.context = context;
    this.acted = ""; // the phase in which the person acted last
    this.planned = false; // whether a plan goes on with the next state: nothing else is to act there
    this.sent = -1; // for which position an action is on its way: a double click is one action
  }

  /**
   * @param {string} action
   * @param {number} [at] the position it is meant for
   * @returns {Promise<boolean>} whether it was carried out
   */
  async act(action, at = this.context.model.state.at) {
    const { state } = this.context.model;
    this.context.begun();
    const done = await this.once(() => this.context.play().act(action, at, state.version));
    if (done) this.acted = phaseOf(state);
    if (done) this.context.acted(action, state);
    return done;
  }

  /**
   * Carry out several actions; if one is not possible, say how far it went and why.
   * @param {readonly string[]} actions
   * @param {{first?: number, before?: number, waits?: boolean}} [part] only the first of them; how many of the same plan were carried out before; whether the rest is sent when the side decides again
   * @returns {Promise<import("../types.js").Followed|null>} null where nothing was done
   */
  async plan(actions, { first, before = 0, waits = false } = {}) {
    const { at, version } = this.context.model.state;
    const phase = phaseOf(this.context.model.state);
    this.context.begun();
    /** @type {import("../types.js").Followed|null} */
    let found = null;
    await this.once(async () => (found = await this.context.play().plan(actions, at, version, { first, goes_on: before > 0 })));
    if (found) this.acted = phase;
    if (found) this.stopped(actions, found, before, waits);
    return found;
  }

  /** @param {readonly string[]} actions @param {import("../types.js").Followed} found @param {number} before @param {boolean} waits */
  stopped(actions, { done, stopped, refused }, before, waits) {
    if (!stopped || (waits && stopped === "asked")) return;
    const { hint, model } = this.context;
    const counts = { done: before + done, n: before + actions.length };
    if (refused) hint.show(t("several.refused", { ...counts, action: model.aboutAction(actions[done] ?? "") }), refused);
    else notice(t(stopped === "shown" ? "several.shown" : "several.asked", counts));
  }

  /** @returns {Promise<boolean>} whether something was taken back */
  async undo() {
    const { play, model } = this.context;
    return Boolean(model.shown?.canUndo) && this.once(() => play().undo(model.state.at, model.state.version));
  }

  /**
   * Move a unit that was placed in the set-up or, without a place, take such units back.
   * @param {readonly string[]} units @param {string|null} to @returns {Promise<boolean>} whether that was done
   */
  async setUp(units, to) {
    const { play, model, silence } = this.context;
    const { at, version } = model.state;
    silence(true); // all that is placed after them is in the log anew
    const done = await this.once(() => play().setUp(units, to, at, version));
    silence(false);
    const unit = model.name(units[0] ?? "");
    if (done) this.context.closeAdvice(); // it was about another set-up; the number of actions may be the same
    if (done) say(to ? t("draft.moved", { unit, place: model.placeName(to) }) : t(units.length > 1 ? "draft.takenBackWith" : "draft.takenBack", { n: units.length, unit }));
    return done;
  }

  /** @param {() => Promise<any>} send @returns {Promise<boolean>} */
  async once(send) {
    const { model: { state: { at } }, hint, isBlocked, showNow, stopAdvice } = this.context;
    if (this.sent === at || isBlocked()) return false;
    this.sent = at;
    stopAdvice();
    const slow = window.setTimeout(() => hint.show(t("play.sending")), SLOW);
    try {
      await send();
      showNow(); // the next action is of the position that this one led to
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    } finally {
      window.clearTimeout(slow);
      if (this.sent === at) this.sent = -1;
    }
  }

  /** Send a message that does not concern the position: an offer, a chat message. @param {any} message @returns {Promise<boolean>} */
  async send(message) {
    try {
      await this.context.play().change(message);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /**
   * End the phase, after a question if something would be left undone (a lesson asks itself); or decline an advance.
   * Whoever has acted in the phase is not asked about units that can still move.
   */
  async end() {
    const { hint, model, inLesson, before } = this.context;
    if (before()) return;
    const { at, decision, reminders, endRefused } = model.state;
    if (decision?.plain.includes("end")) {
      const unmoved = settings.get("unmoved") && this.acted !== phaseOf(model.state) ? this.unmoved(reminders) : [];
      const sure = inLesson() || !(reminders.length || unmoved.length) || (await this.sureOfEnd(reminders, unmoved));
      if (sure) this.act("end", at);
    } else if (decision?.plain.includes("stay")) this.act("stay");
    else if (endRefused) hint.show(t("play.noEnd"), endRefused);
  }

  /** The units on the map that can still move and are not in other reminders. @param {import("../types.js").Reminder[]} reminders */
  unmoved(reminders) {
    const told = new Set(reminders.flatMap(({ units }) => units));
    return this.context.unmoved().filter((unit) => !told.has(unit));
  }

  /**
   * Ask for confirmation if something would be left undone.
   * @param {import("../types.js").Reminder[]} reminders
   * @param {string[]} unmoved
   */
  sureOfEnd(reminders, unmoved) {
    const open = (/** @type {string} */ number) => {
      this.close();
      this.context.openCase(number);
    };
    const lines = reminders.map((one) => h("li", null, this.context.model.prose(one.text), " ", one.case && caseButton(one.case, open)));
    if (unmoved.length) lines.push(h("li", { dataset: { unmoved: unmoved.join(" ") } }, this.stillThere(unmoved)));
    const texts = { title: t("play.ending.title"), confirm: t("play.ending.confirm"), back: t("play.ending.back") };
    const content = h("div", null, h("ul", { class: "reminders" }, lines), unmoved.length ? tick("unmoved", "unmoved-again", t("play.ending.again")) : null);
    return this.sure("ending", texts, content);
  }

  /** The units that can still move, in words. @param {string[]} units */
  stillThere(units) {
    const { model } = this.context;
    const names = units.slice(0, NAMED).map((unit) => model.unit(unit).name).join(", ");
    if (units.length > NAMED) return t("play.ending.unmovedMany", { n: units.length, units: names });
    return t(units.length === 1 ? "play.ending.unmovedOne" : "play.ending.unmoved", { units: names });
  }

  /** Resign the present game after a confirmation, also while an earlier position is shown. */
  async resign() {
    const { model, showPresent } = this.context;
    const live = this.context.live();
    const { online } = model.hello; // then one resigns whoever is to decide
    const loser = online ? live && !live.result && online.you : live?.mine && live.toMove;
    if (!live || !loser) return notice(t("play.resign.notNow"));
    showPresent();
    const side = model.side(loser);
    const other = model.hello.game.sides.find((/** @type {import("../types.js").Side} */ { id }) => id !== loser)?.label ?? "";
    const texts = { title: t("play.resign.title", { side }), confirm: t("play.resign.confirm"), back: t("play.resign.back") };
    if (await this.sure("resign", texts, h("p", null, t("play.resign.text", { side, winner: other })))) {
      if (online) this.send({ type: "resign" });
      else this.act("resign", live.at);
    }
  }

  /**
   * Ask for confirmation of something irreversible.
   * @param {string} id
   * @param {{title: string, confirm: string, back: string}} texts
   * @param {HTMLElement} content
   */
  sure(id, texts, content) {
    return confirmDialog({ id, ...texts, body: [h("div", { class: "dialog-body" }, content)], around: this.context.element });
  }

  /** Close an open question. @returns {boolean} whether there was one */
  close() {
    const asked = /** @type {HTMLDialogElement|null} */ (this.context.element.querySelector("dialog:is(#ending, #resign)[open]"));
    asked?.close("");
    return asked !== null;
  }

  /** Close questions about an old position. */
  withdraw() {
    if (this.close()) notice(t("play.stale"));
  }

  /** Show an error of the server. @param {unknown} error */
  complain(error) {
    const { hint, model, remind } = this.context;
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "lost") return; // the board says so
    if (error.kind === "lesson") return remind(error.message);
    if (error.kind === "illegal") hint.show(t("play.refused"), { text: error.message, case: error.case });
    notice(error.kind === "stale" ? t("play.stale") : model.prose(error.message));
  }
}

/** @param {State} state */
function phaseOf({ turn, phase, toMove }) {
  return `${turn} ${phase} ${toMove}`;
}
