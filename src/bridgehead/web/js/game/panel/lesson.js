/** The panel of a lesson: the present instruction with its reason, the progress, and the exit. */

import { notice, say } from "../../common/announce.js";
import { center, h, refill, reveal } from "../../common/dom.js";
import { t } from "../../common/text.js";
import { finish } from "../../common/finished_lessons.js";
import { beginGame } from "../../network/begin_game.js";
import { createWanted } from "./lesson_marks.js";
import { wayBack } from "../../network/way_back.js";

/** @typedef {import("../../types.js").LessonState} LessonState */

const PLACE = 80; // units of the picture across a place
const LARGE = 40; // px across it at least, when a step begins
const ROOM = 1.6; // places around those of a step

/**
 * @typedef {import("../parts.js").MapContext & {element: HTMLElement, panel: import("./decision.js").Decision,
 *   reveal: (places: string[]) => void, call: (message: any) => Promise<any>, flush: () => void,
 *   actions: import("../actions.js").Actions}} LessonContext   element: the screen of the game; flush: show all states that have come
 */

export class LessonPanel {
  /** @param {LessonContext} context */
  constructor(context) {
    this.context = context;
    /** @type {import("../../types.js").Lesson|null} */
    this.lesson = null;
    /** @type {LessonState|null} */
    this.now = null;
    /** @type {number|null} an earlier step that is read again */
    this.looked = null;
    this.shown = ""; // the step that was shown last, with what was done
    this.wanted = createWanted(context.model);
    this.title = h("h2", { id: "lesson-title" });
    this.count = h("span", { class: "lesson-count" });
    this.bar = h("progress", { class: "lesson-bar", "aria-labelledby": "lesson-title" });
    this.told = h("div", { class: "lesson-told", tabindex: "0", role: "region", "aria-labelledby": "lesson-title" });
    this.nudged = h("p", { class: "lesson-nudge", role: "alert", hidden: true });
    this.back = h("button", { type: "button", class: "quiet", "data-lesson-button": "back", onClick: () => this.look(-1) }, t("lesson.back"));
    this.next = h("button", { type: "button", class: "primary", "data-lesson-button": "next", onClick: () => this.goOn() }, t("lesson.next"));
    this.again = h("button", { type: "button", class: "quiet", "data-lesson-button": "restart", onClick: () => this.tell("restart") }, t("lesson.restart"));
    this.leave = h("button", { type: "button", class: "quiet", "data-lesson-button": "leave", onClick: () => this.goAway() }, t("lesson.leave"));
    this.home = h("a", { class: "button quiet", href: "#/", "data-lesson-button": "home", hidden: true }, t("lesson.home"));
    this.following = h("button", { type: "button", class: "primary", "data-lesson-button": "following", hidden: true, onClick: () => this.goToFollowing() }, t("lesson.following"));
    this.element = h("section", { id: "lesson-panel", class: "guide", hidden: true, "aria-labelledby": "lesson-title" },
      h("header", { class: "lesson-head" }, this.title, this.count, this.bar),
      this.told, this.nudged,
      h("div", { class: "lesson-row" }, this.again, this.leave, this.home, this.back, this.next, this.following));
    context.element.querySelector(".column")?.before(this.element);
    /** @type {HTMLElement|null} the button that was brought into sight last */
    this.found = null;
    this.watcher = new MutationObserver(() => this.now && requestAnimationFrame(() => this.find())); // what is asked for may come later
    this.watcher.observe(context.panel.element, { childList: true, subtree: true });
  }

  /** @param {import("../../types.js").Lesson|null|undefined} lesson */
  meet(lesson) {
    this.lesson = lesson ?? null;
    this.title.textContent = this.lesson?.title ?? "";
    if (!this.lesson) this.update(null);
  }

  /** A new state has arrived. @param {LessonState|null|undefined} now */
  update(now) {
    const before = this.now;
    this.now = this.lesson && now ? now : null;
    this.element.hidden = !this.now;
    if (!this.now) {
      this.wanted.show([]);
      this.context.overlay.lesson([]);
      return;
    }
    if (!before || before.step !== this.now.step || before.because !== this.now.because) this.looked = null;
    this.quiet();
    this.draw();
  }

  /** Show the step, and mark what it asks for on board and buttons. */
  draw() {
    const { now, lesson, context } = this;
    if (!now || !lesson) return;
    const n = this.looked ?? now.step;
    const step = lesson.steps[n];
    const earlier = this.looked !== null;
    const because = earlier ? "" : now.because;
    refill(this.told,
      because && h("p", { class: "lesson-done" }, because),
      step && (earlier || !this.waits) && h("p", { class: "lesson-say" }, step.say),
      earlier && step?.because && h("p", { class: "lesson-done" }, step.because),
      !earlier && this.waits && h("p", { class: "lesson-say" }, t("lesson.watch")));
    this.count.textContent = t("lesson.step", { n: n + 1, of: lesson.steps.length });
    this.bar.max = lesson.steps.length;
    this.bar.value = n + 1;
    this.back.disabled = n === 0;
    const last = !earlier && now.over;
    this.next.hidden = last || (!earlier && !now.reads);
    this.again.hidden = !now.begun;
    const back = wayBack(lesson.key);
    this.home.href = back || "#/";
    this.home.textContent = t(back ? "lesson.toGame" : "lesson.home");
    this.home.hidden = !last && !back;
    this.following.hidden = !last || !lesson.following;
    const decided = Boolean(context.model.state.result); // then there is nothing to play on
    this.leave.hidden = last && decided;
    this.leave.classList.toggle("primary", last && this.following.hidden);
    this.leave.classList.toggle("quiet", !last || !this.following.hidden);
    this.leave.textContent = t(last ? "lesson.playOn" : "lesson.leave");
    if (last) finish(lesson.key);
    this.element.dataset.step = String(n);
    const places = earlier ? [] : now.places;
    this.wanted.show(earlier ? [] : now.all.length ? now.all : now.wanted);
    context.overlay.lesson(places);
    this.announce(`${n} ${because}${places.join()}${this.waits}`, [because, step?.say ?? ""].filter(Boolean).join(" "), places);
  }

  /** Whether others act before the next step. */
  get waits() {
    return Boolean(this.now && !this.now.over && !this.now.reads && !this.now.wanted.length);
  }

  /** A step begins: announce it, and show its places. @param {string} key @param {string} words @param {string[]} places */
  announce(key, words, places) {
    if (key === this.shown || this.looked !== null) return;
    const first = this.shown === "";
    this.shown = key;
    this.told.scrollTop = 0;
    this.center(places);
    if (this.waits) return;
    this.found = null;
    requestAnimationFrame(() => this.find());
    window.setTimeout(() => say(words), first ? 600 : 0); // after what has happened
    const { activeElement } = document;
    if (!this.next.hidden && (!activeElement || activeElement === document.body || activeElement.matches("h1"))) this.next.focus({ preventScroll: true });
  }

  /** Scroll to a button that does what the step asks for. */
  find() {
    const { choices, element, scroller } = this.context.panel;
    const found = this.wanted.first(element);
    if (!found?.checkVisibility() || found === this.found || !scroller.contains(found)) return; // else who has scrolled on is left there
    this.found = found;
    reveal(found, scroller);
    if (choices.contains(found)) reveal(found, choices); // in the lowest sheet of a phone they are a row
    const { top, bottom, left, right } = found.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (there && !found.contains(there) && scroller.contains(there)) center(found, scroller); // a row that stays in place covers it
  }

  /** Center places on the board, large enough to read. @param {string[]} places */
  center(places) {
    const { board, overlay, viewport } = this.context;
    if (!board.centers.size) return;
    this.context.reveal(places);
    const points = places.filter((place) => board.centers.has(place)).map((place) => overlay.at(place));
    if (!points.length) return;
    const [x, y] = [points.map((point) => point.x), points.map((point) => point.y)];
    const [left, right, top, bottom] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
    const rim = PLACE * ROOM * 2;
    const fits = Math.min(viewport.was.x / (right - left + rim), viewport.was.y / (bottom - top + rim)) / viewport.scale;
    const wanted = Math.min(Math.max(LARGE / PLACE / viewport.scale, 1), Math.max(fits, 1));
    if (viewport.zoom < wanted * 0.9 || viewport.zoom > fits) viewport.zoomBy(wanted / viewport.zoom);
    if (viewport.isZoomed) viewport.center({ x: (left + right) / 2, y: (top + bottom) / 2 });
  }

  /** The map has been drawn: highlight what is asked for. */
  redraw() {
    this.shown = "";
    this.draw();
  }

  // Requests

  /** Show an earlier or a later step. @param {1|-1} by */
  look(by) {
    if (!this.now) return;
    const n = (this.looked ?? this.now.step) + by;
    this.looked = n >= this.now.step || n < 0 ? null : n;
    this.draw();
    say(this.told.textContent ?? "");
  }

  /** Next: return toward the present step, or advance past a step that is only text. */
  goOn() {
    if (this.looked !== null) this.look(1);
    else if (this.now?.reads) this.tell("next");
    else this.told.focus();
  }

  /** @param {"next"|"restart"|"leave"} what */
  async tell(what) {
    try {
      await this.context.call({ type: "lesson", what, at: this.context.model.state.at });
      this.context.flush();
      const { activeElement } = document; // what had the focus may have gone
      if (what === "next" && this.next.hidden && (activeElement === this.next || activeElement === document.body)) this.context.frame.focus({ preventScroll: true });
    } catch (error) {
      this.context.actions.complain(error);
    }
  }

  /** Begin the next lesson. */
  goToFollowing() {
    const following = this.lesson?.following;
    if (following) beginGame({ game: following.game, lesson: following.id });
  }

  async goAway() {
    const { actions, frame } = this.context;
    const texts = { title: t("lesson.leaving.title"), confirm: t("lesson.leaving.confirm"), back: t("lesson.leaving.back") };
    if (!this.now?.over && !(await actions.sure("leaving", texts, h("p", null, t("lesson.leaving.text"))))) return;
    await this.tell("leave");
    notice(t("lesson.left"));
    frame.focus({ preventScroll: true });
  }

  /** Say that the lesson does not ask for an action. @param {string} text */
  nudge(text) {
    this.looked = null;
    this.draw();
    this.nudged.textContent = text;
    this.nudged.hidden = false;
    this.element.classList.remove("nudged");
    requestAnimationFrame(() => this.element.classList.add("nudged"));
  }

  quiet() {
    this.nudged.hidden = true;
    this.nudged.textContent = "";
    this.element.classList.remove("nudged");
  }

  /** The goals of a unit that the step mentions; null if it mentions none. @param {string[]} goals */
  first(goals) {
    const found = goals.filter((goal) => this.now?.places.includes(goal));
    return found.length ? found : null;
  }

  destroy() {
    this.watcher.disconnect();
    this.wanted.destroy();
  }
}
