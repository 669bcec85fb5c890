/**
 * Decisions in advance: choose answers while others play; a decision with only one legal action can be carried out
 * automatically. Nothing is done that was not chosen.
 */

import { notice } from "../../common/announce.js";
import { ApiError } from "../../network/api.js";
import { h } from "../../common/dom.js";
import * as settings from "../../common/settings.js";
import { t } from "../../common/text.js";
import { PassedOver } from "./passed_over.js";

/**
 * @typedef {object} AheadContext
 * @property {string} id of the game
 * @property {import("../parts.js").Model} model
 * @property {import("./decision.js").Decision} panel
 * @property {() => boolean} isLive whether a decision can be made now on the screen
 * @property {() => boolean} conceals whether the speed of an answer could reveal hidden facts
 * @property {(state: any) => {offered: boolean, refused: any}} ending whether the phase can be ended by the button, and if not, why
 * @property {(action: string, at: number, version: any) => Promise<any>} send one action
 * @property {import("../actions.js").Actions} actions
 */
/** @typedef {import("../../types.js").State} State */
/** @typedef {"end"|"pass"|"retreat"} Answer */

const ANSWERS = Object.freeze(/** @type {Answer[]} */ (["end", "pass", "retreat"]));
/** The verbs that the title must have for each answer. */
const NEEDS = Object.freeze({ end: ["end"], pass: ["pass", "done"], retreat: ["retreat"] });
const DECLINED = Object.freeze(["pass", "done", "end"]); // what passes when the other side plays: the first that is legal
const RETREATS = /^(retreat|withdraw) \S+ \S/; // of a unit to a place

export class Ahead {
  /** @param {AheadContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Set<Answer>} */
    this.chosen = new Set();
    this.sent = -1; // the position that was answered last
    /** @type {Map<Answer, HTMLInputElement>} */
    this.boxes = new Map(ANSWERS.map((name) => [name, h("input", { type: "checkbox", "data-ahead": name, onChange: () => this.choose(name) })]));
    this.labels = new Map([...this.boxes].map(([name, box]) => [name, h("label", { class: "tick" }, box, t(`ahead.${name}`))]));
    this.count = h("small", null);
    this.element = h("details", { id: "ahead", class: "ahead", hidden: true },
      h("summary", null, t("ahead.title"), " ", this.count), [...this.labels.values()], h("p", { class: "help" }, t("ahead.note")));
    this.passed = new PassedOver(context.id, context.model);
    context.panel.rolled.after(this.element, this.passed.element);
  }

  /** The side that is played here, null if there is none or both. */
  get own() {
    const { online, record } = this.context.model.hello;
    if (online) return online.you;
    const people = Object.keys(record.players).filter((side) => record.players[side] === "human");
    return people.length === 1 ? people[0] ?? null : null;
  }

  /** @param {Answer} name */
  choose(name) {
    if (this.boxes.get(name)?.checked) this.chosen.add(name);
    else this.chosen.delete(name);
    this.tell();
  }

  /** @param {...Answer} names */
  drop(...names) {
    for (const name of names) this.chosen.delete(name);
    this.tell();
  }

  get key() {
    return `bridgehead-ahead-${this.context.id}`;
  }

  /** Save the choices in the window's storage for a reload. */
  keep() {
    try {
      if (this.chosen.size) sessionStorage.setItem(this.key, JSON.stringify([...this.chosen]));
      else sessionStorage.removeItem(this.key);
    } catch {
      // no storage in this window: a reload loses them
    }
  }

  /** @returns {Answer[]} what was chosen before the page was loaded anew */
  kept() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
      return ANSWERS.filter((name) => kept.includes(name));
    } catch {
      return [];
    }
  }

  /** After a reload: choices remain valid while others play, but a decision that came meanwhile is not made. @param {State} state */
  resume(state) {
    const kept = this.kept();
    if (this.element.hidden) {
      if (kept.length && state.mine) notice(t("ahead.forgotten"));
      return this.drop(...ANSWERS);
    }
    this.chosen = new Set(kept);
    this.element.open = kept.length > 0;
    return this.tell();
  }

  tell() {
    this.keep();
    for (const [name, box] of this.boxes) box.checked = this.chosen.has(name);
    this.count.textContent = this.chosen.size ? t("ahead.chosen", { n: this.chosen.size }) : "";
  }

  /** A newer state is on the screen. @param {State|null} before @param {State} state */
  take(before, state) {
    const { own, context } = this;
    const { verbs } = context.model.hello.decisions;
    for (const [name, label] of this.labels) label.hidden = !NEEDS[name].some((verb) => verb in verbs);
    this.element.hidden = !own || state.mine || Boolean(state.result || state.lesson || state.puzzle || state.trouble);
    this.passed.take(before, state);
    if (!before) return this.resume(state);
    if (state.at < before.at || state.result || state.lesson || state.puzzle?.grade) return this.drop(...ANSWERS); // taken back: think again
    if (!state.mine || this.sent === state.at) return;
    const shown = context.isLive() && !state.curtain;
    const chosen = shown ? this.answer(state, own) : null;
    const action = chosen ?? (shown && state.at > before.at && !context.actions.planned ? this.skipped(state) : null);
    if (state.side === own) this.drop(...ANSWERS);
    if (action) this.act(action, state);
  }

  /** The answer that was chosen for this decision. @param {State} state @param {string|null} own @returns {string|null} */
  answer(state, own) {
    if (!this.chosen.size) return null; // then nobody needs the list, which may be long
    /** @type {string[]} */
    const listed = this.context.model.actions();
    if (state.side === own) {
      if (!this.chosen.has("end")) return null;
      const { offered, refused } = this.context.ending(state);
      if (offered && !refused) return "end";
      notice(t("ahead.dropped"));
      return null;
    }
    if (this.chosen.has("retreat") && state.step === "retreat") return listed.find((action) => RETREATS.test(action)) ?? null;
    return this.chosen.has("pass") ? DECLINED.find((word) => listed.includes(word)) ?? null : null;
  }

  /** The answer where nothing is to be decided, if it is to be given by itself. @param {State} state @returns {string|null} */
  skipped(state) {
    if (!settings.get("skips") || this.context.conceals() || !this.passed.answers(state)) return null;
    if (state.puzzle && state.skip?.why === "rare") return null; // it may be what the puzzle is about
    this.passed.add(state);
    return state.skip?.action ?? null;
  }

  /** @param {string} action @param {State} state */
  act(action, { at, version }) {
    this.sent = at;
    const elsewhere = (/** @type {unknown} */ error) => {
      if (!(error instanceof ApiError && error.kind === "stale")) throw error; // another window may have been first
    };
    this.context.actions.once(() => this.context.send(action, at, version).catch(elsewhere));
  }
}
