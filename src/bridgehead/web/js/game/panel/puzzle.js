/** The panel of a puzzle: the question, the check of a plan, how good the plan was, and what can follow. */

import { notice, say } from "../../common/announce.js";
import { aboutChance, chanceBar } from "../../common/chance.js";
import { h, refill } from "../../common/dom.js";
import { named, sentence, sideName, t } from "../../common/text.js";
import { shortDate } from "../../common/time.js";
import { ApiError } from "../../network/api.js";
import { openPuzzle } from "../../network/open_puzzle.js";
import { createWarming, isUnderWay } from "../../network/warming.js";
import { askPlayOn } from "../../side/replay/play_on.js";
import { PlanPlay } from "./plan_player.js";

/** @typedef {import("../../types.js").PuzzleState} PuzzleState */
/** @typedef {import("../../types.js").PuzzleGrade} PuzzleGrade */

const AGAIN = 2000; // ms until it is tried again while the rules are being compiled

/**
 * @typedef {import("../parts.js").MapContext & {id: string, element: HTMLElement, panel: import("./decision.js").Decision,
 *   call: (message: any) => Promise<any>, flush: () => void, actions: import("../actions.js").Actions,
 *   strokes: (plan: readonly string[]) => import("../map/overlay.js").Stroke[]}} PuzzleContext
 */

export class PuzzlePanel {
  /** @param {PuzzleContext} context */
  constructor(context) {
    this.context = context;
    /** @type {import("../../types.js").PuzzleInfo|null} */
    this.puzzle = null;
    /** @type {PuzzleState|null} */
    this.now = null;
    this.checking = ""; // what is said while a plan is checked
    this.shown = ""; // what was announced last
    this.gone = false;
    this.timer = 0;
    this.playing = new PlanPlay(context.actions);
    /** @type {import("../../types.js").Warmth|undefined} whether plans can be checked: that needs compiled rules */
    this.warmth = undefined;
    this.warming = createWarming((warmth) => this.warmed(warmth));
    this.title = h("h2", { id: "puzzle-title", tabindex: "-1" });
    this.about = h("span", { class: "lesson-count" });
    this.told = h("div", { class: "lesson-told", tabindex: "0", role: "region", "aria-labelledby": "puzzle-title" });
    this.row = h("div", { class: "lesson-row" });
    this.element = h("section", { id: "puzzle-panel", class: "guide", hidden: true, "aria-labelledby": "puzzle-title" },
      h("header", { class: "lesson-head" }, this.title, this.about), this.told, this.row);
    context.element.querySelector(".column")?.before(this.element);
  }

  /** @param {import("../../types.js").PuzzleInfo|null|undefined} puzzle */
  meet(puzzle) {
    this.puzzle = puzzle ?? null;
    if (!this.puzzle) return;
    this.warming.watch(this.puzzle.game);
    this.title.textContent = t(this.puzzle.own ? "puzzle.mistake" : "puzzle.title");
    const about = t("puzzle.about", { degree: named("puzzle.degrees", this.puzzle.degree), rating: this.puzzle.rating });
    this.about.textContent = [this.puzzle.scenario, about].filter(Boolean).join(" · ");
  }

  /** A new state is shown. @param {PuzzleState|null|undefined} now */
  update(now) {
    this.now = this.puzzle && now ? now : null;
    this.element.hidden = !this.now;
    this.context.element.toggleAttribute("data-graded", Boolean(this.now?.grade));
    if (this.now) this.draw();
  }

  /** The progress of compiling the rules has changed. @param {import("../../types.js").Warmth|undefined} warmth */
  warmed(warmth) {
    const was = this.warmth?.state;
    this.warmth = warmth;
    if (was === warmth?.state) return;
    this.draw();
    const note = this.now && !this.now.grade && !this.checking ? this.note() : "";
    if (note) window.setTimeout(() => say(note), 1200); // after the question
  }

  /** Why a plan cannot be checked yet, or at all; "" if it can. */
  note() {
    const state = this.warmth?.state ?? "ready";
    if (isUnderWay(this.warmth)) return t("puzzle.notYet");
    return state === "ready" ? "" : t(`puzzle.never.${state}`);
  }

  draw() {
    const { now, puzzle, element, told, row } = this;
    if (!now || !puzzle) return;
    const state = this.checking ? "checking" : now.grade ? "graded" : now.complete ? "complete" : "open";
    if (element.dataset.state !== state) told.scrollTop = 0;
    const focus = /** @type {HTMLElement|null} */ (row.contains(document.activeElement) ? document.activeElement : null)?.dataset.puzzleButton;
    element.dataset.state = state;
    if (this.checking) refill(told, h("p", { class: "lesson-say" }, this.checking), isUnderWay(this.warmth) ? this.warming.element : h("progress", { class: "lesson-bar", "aria-label": this.checking }));
    else if (now.grade) refill(told, this.graded(now.grade));
    else refill(told, h("p", { class: "lesson-say" }, puzzle.question), h("p", { class: "help" }, t(now.complete ? "puzzle.complete" : "puzzle.help", { side: sideName(puzzle.side) })), this.note() ? h("p", { class: "puzzle-note" }, this.note()) : null, this.warming.element);
    refill(row, this.buttons(state));
    if (focus) /** @type {HTMLElement} */ (row.querySelector(`[data-puzzle-button="${focus}"]`) ?? this.title).focus({ preventScroll: true });
    this.announce(state);
  }

  /** Say what is new, and bring the focus to what can be done about it. @param {string} state */
  announce(state) {
    const { now, puzzle } = this;
    const key = `${state} ${this.checking} ${now?.shows ?? false}`;
    if (key === this.shown || !now || !puzzle) return;
    const first = this.shown === "";
    this.shown = key;
    if (state === "checking") return say(this.checking);
    if (now.shows) return;
    const words = state === "graded" && now.grade ? this.verdict(now.grade) : state === "complete" ? t("puzzle.complete") : puzzle.question;
    window.setTimeout(() => say(words), first ? 600 : 0); // after what has happened
    const { activeElement } = document;
    const free = !activeElement || activeElement === document.body || !activeElement.isConnected || activeElement === this.context.frame;
    if (free && !first && state !== "open") /** @type {HTMLElement|null} */ (this.row.querySelector(".primary"))?.focus({ preventScroll: true });
  }

  // What is shown

  /** @param {string} name @param {() => unknown} onClick @param {string} [css] */
  button(name, onClick, css = "quiet") {
    return h("button", { type: "button", class: css, dataset: { puzzleButton: name }, onClick }, t(`puzzle.buttons.${name}`));
  }

  /** @param {string} state @returns {(HTMLElement|null)[]} */
  buttons(state) {
    const { now, context: { model } } = this;
    if (!now || state === "checking") return [];
    if (this.playing.running) return [this.button("stop", () => this.playing.stop(), "primary")];
    if (!now.grade) {
      const check = this.button("check", () => this.check(), "primary");
      const never = Boolean(this.note()) && !isUnderWay(this.warmth);
      check.disabled = !now.complete || never;
      return [model.state.at ? this.button("restart", () => this.begin()) : null, never ? null : this.button("giveUp", () => this.giveUp()), never ? this.button("next", () => this.next()) : null, check];
    }
    return [
      this.button("again", () => this.begin()),
      this.button("show", () => this.show()),
      model.hello.game.hides || !now.complete ? null : this.button("playOn", () => this.playOn()),
      this.button("next", () => this.next(), "primary"),
    ];
  }

  /** @param {PuzzleGrade} grade @returns {(HTMLElement|null)[]} */
  graded(grade) {
    const { rating } = grade;
    const side = this.puzzle?.side ?? "";
    const rows = /** @type {[string, number][]} */ ([["chance", grade.chance], ["best", grade.best], [this.puzzle?.own ? "played" : "usual", grade.usual]]);
    const change = rating?.change ? t(rating.change > 0 ? "puzzle.gained" : "puzzle.lost", { n: Math.abs(rating.change) }) : "";
    return [
      h("p", { class: `puzzle-verdict ${grade.solved ? "solved" : "failed"}`, dataset: { solved: String(grade.solved) } }, this.verdict(grade)),
      grade.gaveUp ? null : h("div", { class: "puzzle-share" }, h("progress", { class: "lesson-bar", max: "1", value: String(grade.share), "aria-label": t("puzzle.share") })),
      h("div", { class: "puzzle-chances", role: "group", "aria-label": t("puzzle.chances") },
        rows.filter(([name]) => name !== "chance" || !grade.gaveUp).map(([name, chance]) => chanceBar(chance, side, t(`puzzle.plans.${name}`, { chance: aboutChance(chance) })))),
      this.puzzle?.own ? h("p", { class: "puzzle-again" }, grade.again ? t("puzzle.comesAgain", { date: shortDate(`${grade.again}T12:00`) }) : t("puzzle.practiced"))
      : h("p", { class: "puzzle-rating" }, !rating ? t("puzzle.unrated") : t(rating.provisional ? "puzzle.provisional" : "puzzle.rating", { rating: rating.rating }), change ? ` ${change}` : ""),
      grade.reply && !grade.gaveUp ? h("p", null, h("b", null, t("puzzle.reply")), " ", sentence(grade.reply)) : null,
      this.best(grade),
    ];
  }

  /** The best plan with its reasons; folded while one may want to try again. @param {PuzzleGrade} grade */
  best(grade) {
    const open = grade.solved || grade.gaveUp || Boolean(this.now?.shows) || this.element.querySelector(".puzzle-best")?.hasAttribute("open");
    return h("details", { class: "puzzle-best", open }, h("summary", null, t("puzzle.best")), h("p", null, sentence(grade.sentence)), this.steps(grade.solution),
      grade.reasons.length ? h("ul", { class: "advice-reasons", "aria-label": t("advice.why") }, grade.reasons.map(({ text }) => h("li", null, text))) : null);
  }

  /** @param {PuzzleGrade} grade */
  verdict(grade) {
    if (grade.gaveUp) return t("puzzle.gaveUp");
    if (grade.solved) return t(grade.share >= 1 ? "puzzle.solvedWell" : "puzzle.solved");
    const own = this.puzzle?.own;
    if (grade.share <= 0) return t(own ? "puzzle.ofMistake.worse" : "puzzle.worse");
    return t(own ? "puzzle.ofMistake.failed" : "puzzle.failed", { share: Math.round(grade.share * 100) });
  }

  /** The actions of a plan, to unfold. @param {readonly string[]} plan */
  steps(plan) {
    const { model } = this.context;
    return h("details", { class: "advice-steps" }, h("summary", null, t("advice.allSteps", { n: plan.length })), h("ol", null, plan.map((action) => h("li", null, sentence(model.aboutAction(action))))));
  }

  // Requests

  /** Do what is to be done next, if it can be: the check of a complete plan, the next puzzle. */
  goOn() {
    const button = /** @type {HTMLButtonElement|null} */ (this.row.querySelector(".primary"));
    if (button?.disabled) notice(this.note() || t("puzzle.notComplete", { side: sideName(this.puzzle?.side ?? "") }));
    else button?.click();
  }

  check() {
    return this.ask({});
  }

  async giveUp() {
    const texts = { title: t("puzzle.givingUp.title"), confirm: t("puzzle.givingUp.confirm"), back: t("puzzle.givingUp.back") };
    if (await this.context.actions.sure("giving-up", texts, h("p", null, t("puzzle.givingUp.text")))) await this.ask({ solution: true });
  }

  /** Have the plan graded; while the rules are being compiled, try again. @param {{solution?: boolean}} wanted */
  async ask(wanted) {
    if (this.checking && !this.timer) return;
    this.timer = 0;
    this.checking ||= t("puzzle.checking");
    this.draw();
    try {
      await this.context.call({ type: "grade", ...wanted });
      this.checking = "";
      this.context.flush(); // the grade comes with the state, too
    } catch (error) {
      if (this.gone) return;
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === "compiling") {
        this.checking = t("puzzle.compiling");
        this.timer = window.setTimeout(() => this.ask(wanted), AGAIN);
      } else {
        this.checking = "";
        this.context.actions.complain(error);
      }
    }
    this.draw();
  }

  /** Begin again, or for the best plan. @param {boolean} solution @returns {Promise<boolean>} */
  async begin(solution = false) {
    this.context.overlay.advised([]);
    try {
      await this.context.call({ type: "puzzle", solution, at: this.context.model.state.at });
      this.context.flush();
      if (!solution) this.context.frame.focus({ preventScroll: true });
      return true;
    } catch (error) {
      this.context.actions.complain(error);
      return false;
    }
  }

  /** Play the best plan step by step on the board. */
  async show() {
    const plan = this.now?.grade?.solution;
    if (!plan || !(await this.begin(true))) return;
    const { overlay } = this.context;
    overlay.advised(this.context.strokes(plan));
    const played = this.playing.play(plan);
    this.draw();
    await played;
    if (this.gone) return;
    overlay.advised([]);
    this.draw();
  }

  playOn() {
    const { id, model } = this.context;
    askPlayOn({ id, hello: model.hello, at: model.state.at, where: t("puzzle.where") });
  }

  async next() {
    const { puzzle } = this;
    if (!puzzle) return;
    await openPuzzle(puzzle.own ? ["due", "next"] : ["next"], { game: puzzle.game, after: puzzle.id });
  }

  destroy() {
    this.gone = true;
    window.clearTimeout(this.timer);
    this.warming.destroy();
    this.playing.stop();
  }
}
