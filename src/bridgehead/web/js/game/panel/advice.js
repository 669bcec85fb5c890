/** Advice: ask a strong player, show the recommendation, and carry it out on request. */

import { say } from "../../common/announce.js";
import { ApiError, post } from "../../network/api.js";
import { h, refill, shortcut } from "../../common/dom.js";
import { aboutChance, chanceBar } from "../../common/chance.js";
import { playerName } from "../../common/player_names.js";
import { sentence, t } from "../../common/text.js";
import { PlanPlay } from "./plan_player.js";

/** @typedef {import("../../types.js").Hint} Hint */
/** @typedef {import("../../types.js").HintLine} HintLine */
/** @typedef {{at: number, toMove: string|null, mine: boolean, last: string}} Moment   of a state of either kind of title */

const SHOWN = 3; // lines at most
const MANY = 3; // steps of a plan that can be unfolded

/**
 * @typedef {object} AdviceContext
 * @property {string} id of the game
 * @property {import("../parts.js").Model} model
 * @property {import("./decision.js").Decision} panel
 * @property {import("../parts.js").Overlay} overlay
 * @property {import("../actions.js").Actions} actions
 * @property {(places: string[]) => void} reveal bring places into sight
 * @property {(plan: readonly string[]) => import("../map/overlay.js").Stroke[]} strokes a plan as it is drawn
 * @property {(plan: readonly string[]) => string} firstAction the first action of a plan as it is sent
 */

export class Advice {
  /** @param {AdviceContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Hint|null} */
    this.hint = null;
    this.line = 0; // which of its lines is looked at
    this.done = 0; // how many actions of that line are carried out
    /** @type {number|null} the position that is thought about */
    this.asked = null;
    this.measuring = new AbortController(); // of the request that is under way
    this.others = false; // whether the other lines are shown
    this.possible = false;
    this.playing = new PlanPlay(context.actions);
    this.button = h("button", { type: "button", id: "advise", class: "quiet", hidden: true, ...shortcut("h"), onClick: () => this.ask() }, t("advice.ask"));
    this.element = h("section", { id: "advice", class: "advice", hidden: true, tabindex: "-1", "aria-label": t("advice.title") });
    context.panel.undo.after(this.button);
    context.panel.head.after(this.element); // what is asked for is seen at once, whatever else stands there
  }

  /**
   * A state is shown: keep the advice, or drop it.
   * @param {Moment} state
   * @param {boolean} possible whether the person who sees it decides now
   */
  update(state, possible) {
    this.possible = possible;
    if (this.asked !== null && (this.asked !== state.at || !possible)) {
      this.cease();
      this.asked = null;
    }
    if (this.hint && !(possible && this.follows(this.hint, state))) this.forget();
    this.draw();
  }

  /**
   * Whether a state is the one of the hint, or a later one in its plan.
   * @param {Hint} hint
   * @param {Moment} state
   */
  follows(hint, state) {
    const done = state.at - hint.at;
    const plan = this.plan();
    if (state.toMove !== hint.side || done < 0 || done >= plan.length) return false;
    if (done > 0 && plan[done - 1] !== state.last) return false;
    this.done = done;
    return true;
  }

  /** The selected line. @returns {HintLine} */
  get chosen() {
    const line = this.hint?.lines[this.line];
    if (!line) throw new Error("there is no hint");
    return line;
  }

  /** The actions of the selected line. */
  plan() {
    return this.hint ? this.chosen.plan : [];
  }

  /** Stop waiting for the measurement, because the position is about to change. */
  cease() {
    this.measuring.abort();
  }

  forget() {
    this.cease();
    this.hint = null;
    this.done = this.line = 0;
    this.others = false;
    this.context.overlay.advised([]);
  }

  /** Ask for advice, or hide it. */
  async ask() {
    const { id, model, actions } = this.context;
    if (!this.possible) return;
    if (this.hint || this.asked !== null) {
      this.close();
      return;
    }
    const { at, toMove: side } = model.state;
    this.asked = at;
    this.measuring = new AbortController();
    this.draw();
    say(t("advice.thinking"));
    try {
      const hint = await post(`/api/saved/${id}/hint`, { side, at, draft: true }, this.measuring.signal);
      if (this.asked !== at || model.state.at !== at) return;
      this.take(hint);
      if (hint.draft) await this.complete(hint);
    } catch (error) {
      if (this.asked !== at) return; // nobody waits for it any more
      this.asked = null;
      this.draw();
      if (!(error instanceof ApiError) || error.kind !== "stale") actions.complain(error);
    }
  }

  /** @param {Hint} hint */
  take(hint) {
    this.asked = null;
    this.hint = hint;
    this.done = this.line = 0;
    this.others = false;
    this.draw();
    this.context.panel.scroller.scrollTop = 0;
    const first = this.context.strokes(this.plan()).filter(({ n }) => n === 1);
    this.context.reveal(first.flatMap(({ from, to }) => (from ? [from, to] : [to])));
    say([this.told(this.chosen), this.worth(this.chosen)].filter(Boolean).join(" "));
  }

  /** The plan has arrived: wait for its chance and its reasons. @param {Hint} draft */
  async complete(draft) {
    try {
      const whole = await post(`/api/saved/${this.context.id}/hint`, { side: draft.side, at: draft.at }, this.measuring.signal);
      if (this.hint !== draft || this.done) return;
      this.hint = whole;
      const same = whole.plan.join() === draft.plan.join();
      say([same ? "" : this.told(this.chosen), this.worth(this.chosen)].filter(Boolean).join(" "));
    } catch {
      // the plan remains: the game has moved on, or there is no more information
    } finally {
      draft.draft = false;
      if (this.hint) this.draw();
    }
  }

  close() {
    const inside = this.element.contains(document.activeElement);
    this.cease();
    this.asked = null;
    this.forget();
    this.draw();
    if (inside) this.button.focus();
  }

  /** Carry out the first action of the selected line. */
  follow() {
    const left = this.plan().slice(this.done);
    const { actions } = this.context;
    if (left[0] === "end") actions.end();
    else if (left[0]) actions.act(this.context.firstAction(left));
  }

  /** Carry out the rest of the selected line, as far as possible. @param {boolean} roll whether also what the dice follow */
  async followAll(roll) {
    const { actions } = this.context;
    const left = this.plan().slice(this.done, this.chosen.rolls && !roll ? -1 : undefined);
    const ends = left.at(-1) === "end"; // what would be left undone is asked about
    const withoutEnd = ends ? left.slice(0, -1) : left;
    const whole = await this.playing.play(withoutEnd, ends);
    if (ends && whole) actions.end();
    this.draw(); // where it was stopped, the rest can still be played
  }

  /** @param {number} line */
  choose(line) {
    this.line = line;
    this.draw();
    say([this.told(this.chosen), this.worth(this.chosen)].filter(Boolean).join(" "));
  }

  // Rendering

  /** A line's recommendation in words. @param {HintLine} line */
  told(line) {
    if (this.done) return sentence(t("advice.next", { action: this.context.model.aboutAction(this.plan()[this.done] ?? "") }));
    return this.words(line);
  }

  /** A plan in words: the purpose of a long one, the actions of a short one. @param {HintLine} line */
  words(line) {
    return sentence(line.headline || line.sentence || this.context.model.aboutAction(line.action));
  }

  /** A line's value in words; "" if the player gives none. @param {HintLine} line */
  worth({ chance }) {
    const side = this.context.model.side(this.hint?.side ?? null);
    if (chance === null) return "";
    return t("advice.chance", { side, chance: aboutChance(chance) });
  }

  draw() {
    const { button, element, hint } = this;
    const thinking = this.asked !== null;
    button.hidden = !this.possible;
    button.textContent = t(thinking ? "advice.thinking" : "advice.ask");
    button.classList.toggle("working", thinking);
    button.setAttribute("aria-expanded", String(hint !== null));
    element.hidden = hint === null;
    if (!hint) {
      refill(element);
      this.context.overlay.advised([]);
      return;
    }
    const focus = /** @type {HTMLElement|null} */ (element.contains(document.activeElement) ? document.activeElement : null)?.dataset.keep;
    this.context.overlay.advised(this.context.strokes(this.plan().slice(this.done)));
    const [told, bar, row, basis] = this.main(hint);
    // The buttons come before the parts still being measured, so that they do not move.
    refill(element, told ?? null, row ?? null, bar ?? null, this.why(hint), this.lines(hint), basis ?? null);
    if (focus) /** @type {HTMLElement|null} */ (element.querySelector(`[data-keep="${focus}"]`))?.focus();
  }

  /** The remaining steps of a long plan, to unfold. */
  steps() {
    const left = this.plan().slice(this.done);
    if (left.length < MANY) return null;
    const { model } = this.context;
    return h("details", { class: "advice-steps" }, h("summary", null, t("advice.allSteps", { n: left.length })), h("ol", null, left.map((action) => h("li", null, sentence(model.aboutAction(action))))));
  }

  /** @param {Hint} hint */
  main(hint) {
    const { chance } = this.chosen;
    const basis = hint.looks ? "advice.basis" : "advice.bare";
    const left = this.plan().length - this.done;
    return [
      h("div", { class: this.chosen.headline && !this.done ? "advice-told brief" : "advice-told" }, h("p", null, this.told(this.chosen)), this.steps()),
      chance === null ? hint.draft && h("p", { class: "help advice-measuring" }, t("advice.measuring")) : chanceBar(chance, hint.side, this.worth(this.chosen)),
      this.playing.running ? this.halting() : h("div", { class: "row" },
        h("button", { type: "button", class: "primary", dataset: { advised: this.plan()[this.done] ?? "", keep: "do" }, onClick: () => this.follow() }, t("advice.do")),
        left > 1 && h("button", { type: "button", dataset: { advisedAll: "", keep: "all" }, onClick: () => this.followAll(false) }, t(this.chosen.rolls ? "several.planToDice" : "several.wholePlan")),
        left > 1 && this.chosen.rolls && h("button", { type: "button", class: "quiet", dataset: { advisedRoll: "", keep: "roll" }, onClick: () => this.followAll(true) }, t("several.planAndRoll")),
        hint.lines.length > 1 && !this.done && h("button", { type: "button", dataset: { others: "", keep: "others" }, "aria-expanded": String(this.others), onClick: () => this.showOthers() }, t("advice.others")),
        h("button", { type: "button", class: "quiet", dataset: { closeAdvice: "" }, onClick: () => this.close() }, t("advice.close"))),
      h("p", { class: "help" }, hint.draft ? "" : t(basis, { player: playerName(hint.player), n: hint.looks ?? 0 }),
        left > 1 ? ` ${t("advice.steps", { n: left })}` : ""),
    ];
  }

  /** The plan is being played: any key or click stops it, and so does this button. */
  halting() {
    const n = this.plan().length;
    return h("div", { class: "row" },
      h("button", { type: "button", class: "primary", dataset: { stopPlan: "", keep: "all" }, onClick: () => this.playing.stop() }, t("advice.stop")),
      h("span", { class: "help" }, t("advice.playing", { done: this.done, n })));
  }

  /** The reasons for the best plan; other plans have none. @param {Hint} hint */
  why(hint) {
    if (this.line || this.done || !hint.reasons?.length) return null;
    return h("ul", { class: "advice-reasons", "aria-label": t("advice.why") }, hint.reasons.map(({ text }) => h("li", null, text)));
  }

  /** Show or hide the other lines. */
  showOthers() {
    this.others = !this.others;
    if (!this.others) this.line = 0;
    this.draw();
  }

  /** @param {Hint} hint */
  lines(hint) {
    if (!this.others || this.done) return null;
    return h("ol", { class: "advice-lines" }, hint.lines.slice(0, SHOWN).map((line, k) => h("li", null,
      h("button", { type: "button", class: "choice", dataset: { line: String(k), keep: `line-${k}` }, "aria-pressed": String(k === this.line), onClick: () => this.choose(k) },
        h("span", null, this.words(line)),
        line.chance === null ? null : h("small", null, aboutChance(line.chance))))));
  }
}
