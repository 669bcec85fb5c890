/** How near each side is to victory: a strip above the board, and a complete list. */

import { compact } from "../common/compact.js";
import { h, refill } from "../common/dom.js";
import { points, sentence, t } from "../common/text.js";
import { caseButton } from "./case.js";

const FEW = 5; // conditions of no side that stand in the strip
const NOTES = Object.freeze(["all", "first", "brief", "none"]); // whose notes stand in the strip; brief: of the first the first part

/** @typedef {import("../types.js").Goal} Goal */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../game/parts.js").Model} Model */

/**
 * @param {{model: Model, onCase: (number: string) => void, onLight: (goal: Goal|null) => void,
 *   onReveal: (places: string[]) => void, onMarks: (marks: {place: string, side: string|null}[]) => void,
 *   onBriefing: () => void}} given
 *   `onLight` lights the places of a goal, `onReveal` brings them into sight, `onMarks` marks the objectives
 */
export function createTracker({ model, onCase, onLight, onReveal, onMarks, onBriefing }) {
  /** @type {Goal[]} */
  let goals = [];
  let drawn = "";
  /** @type {number|null} the goal whose places stay lit */
  let pinned = null;

  const line = h("span", { class: "tracker-line" });
  const toggle = h("button", { type: "button", id: "tracker-toggle", class: "tracker-toggle", "aria-expanded": "false", "aria-controls": "tracker-list", onClick: () => open(list.hidden) },
    h("span", { class: "tracker-sign", "aria-hidden": "true" }), h("span", { class: "tracker-word" }, t("tracker.all")), line);
  const chips = h("ul", { class: "tracker-chips" });
  const briefing = h("button", { type: "button", id: "briefing-open", class: "tracker-briefing", title: t("briefing.key"), "aria-keyshortcuts": "b", onClick: onBriefing },
    h("span", { class: "tracker-i", "aria-hidden": "true" }, "i"), h("span", { class: "briefing-word" }, t("briefing.open")));
  const list = h("div", { id: "tracker-list", class: "tracker-list", hidden: true });
  const element = h("section", { id: "tracker", class: "tracker", "aria-label": t("tracker.title") }, toggle, chips, briefing, list);

  /** @param {boolean} on */
  function open(on) {
    list.hidden = !on;
    toggle.setAttribute("aria-expanded", String(on));
  }

  /** The goal of an element. @param {EventTarget|null} target */
  function goalOf(target) {
    const found = target instanceof Element ? target.closest("[data-goal]") : null;
    return found instanceof HTMLElement ? Number(found.dataset.goal) : null;
  }

  /** Highlight the goal under the pointer, or the pinned one. @param {number|null} at */
  function light(at) {
    onLight(goals[at ?? pinned ?? -1] ?? null);
    mark();
  }

  function mark() {
    for (const each of element.querySelectorAll("[data-goal]")) {
      if (each instanceof HTMLElement) each.setAttribute("aria-pressed", String(Number(each.dataset.goal) === pinned));
    }
  }

  /** @param {number} at */
  function pin(at) {
    pinned = pinned === at ? null : at;
    light(pinned);
    const goal = goals[pinned ?? -1];
    if (!goal?.places.length) return;
    onReveal(goal.broken.length ? goal.broken : goal.places);
    if (compact().matches) open(false); // it covers the map
  }

  for (const name of ["pointerover", "focusin"]) element.addEventListener(name, (event) => light(goalOf(event.target)));
  for (const name of ["pointerleave", "focusout"]) element.addEventListener(name, () => light(null));
  element.addEventListener("click", (event) => {
    const at = goalOf(event.target);
    if (at !== null) pin(at);
  });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || (list.hidden && pinned === null)) return;
    pinned = null;
    if (!list.hidden) toggle.focus();
    open(false);
    light(null);
    event.stopPropagation();
  });

  function draw() {
    const ungrouped = goals.filter(({ group }) => !group);
    const many = ungrouped.length > FEW;
    const first = ungrouped.filter(({ side, note }) => !many || side || note);
    refill(line, first.map((goal, k) => [k ? h("span", { class: "dot" }, " · ") : null, h("span", { "data-side": goal.side ?? "", class: "tracker-short" }, whose(goal), short(goal))]).flat());
    refill(chips, first.map((goal) => h("li", null, chip(goal))));
    fit();
    /** @type {Map<string, Goal[]>} */
    const groups = new Map();
    for (const goal of goals) groups.set(goal.group, [...(groups.get(goal.group) ?? []), goal]);
    refill(list, [...groups].map(([group, members]) => h("section", null,
      group ? h("h3", { class: "heading" }, group) : null,
      h("ul", null, members.map((goal) => h("li", null, row(goal), goal.case && caseButton(goal.case, onCase)))))));
    mark();
  }

  /** Show as many notes in the strip as have room there; the others are in the list. */
  function fit() {
    if (!chips.clientWidth) return; // a narrow window has a line instead
    const isCut = (/** @type {Element} */ name) => name.scrollHeight > name.clientHeight + 1;
    NOTES.find((notes) => {
      chips.dataset.notes = notes;
      return chips.scrollWidth <= chips.clientWidth && ![...chips.querySelectorAll(".goal-name")].some(isCut);
    });
  }

  /** @param {Goal} goal @param {...import("../common/dom.js").Child} content */
  function button(goal, ...content) {
    return h("button", { type: "button", class: "goal", "aria-pressed": "false",
      dataset: { goal: String(goals.indexOf(goal)), side: goal.side ?? "", met: String(goal.met), broken: goal.broken.join(" ") } }, ...content);
  }

  /** Whether a goal does not tell its side: both sides have it, or whoever is ahead. @param {Goal} goal */
  const needsSide = ({ text, leads }) => leads || goals.filter((one) => one.text === text && !one.group).length > 1;

  /** The side of a goal in words: for screen readers, and for all if the goal does not tell it. @param {Goal} goal */
  function whose(goal) {
    return goal.side ? h("span", { class: needsSide(goal) ? null : "unseen" }, `${model.side(goal.side)}: `) : null;
  }

  /** @param {Goal} goal */
  function chip(goal) {
    const bar = h("span", { class: "goal-bar", "aria-hidden": "true" }, h("i", null));
    bar.style.setProperty("--share", String(share(goal)));
    const made = button(goal, h("span", { class: "goal-name" }, whose(goal), goal.text), h("span", { class: "unseen" }, ", "),
      h("span", { class: "goal-value" }, ...valueParts(goal), goal.note ? noted(goal.note) : null), goal.need > 1 ? bar : null);
    made.title = told(goal);
    return made;
  }

  /** @param {Goal} goal */
  function row(goal) {
    return button(goal, goal.side ? h("span", { class: "side", "data-side": goal.side }, model.side(goal.side)) : null,
      h("span", { class: "goal-words" }, h("span", { class: "goal-name" }, goal.text), goal.note ? h("small", null, sentence(goal.note)) : null),
      h("span", { class: "goal-value" }, ...valueParts(goal)));
  }

  /** @param {Goal} goal */
  const told = (goal) => [goal.side ? model.side(goal.side) : "", goal.text, goal.note].filter(Boolean).join(" · ");

  const watch = new ResizeObserver(fit);
  watch.observe(chips);
  document.fonts.ready.then(fit); // letters came late

  return {
    element,
    open,
    /** Show the goals of a state. @param {State} state */
    show(state) {
      goals = state.goals;
      element.hidden = goals.length === 0;
      briefing.hidden = !model.hello.game.briefing;
      onMarks(held(goals));
      const key = JSON.stringify(goals);
      if (key === drawn) return;
      drawn = key;
      const focused = document.activeElement instanceof HTMLElement && element.contains(document.activeElement) ? [goalOf(document.activeElement), list.contains(document.activeElement)] : null;
      pinned = null;
      draw();
      onLight(null);
      if (focused?.[0] == null) return;
      /** @type {HTMLElement|null} */ ((focused[1] ? list : chips).querySelector(`[data-goal="${focused[0]}"]`))?.focus();
    },
  };
}

/** A note in the strip, in two parts where it has a semicolon. @param {string} note */
function noted(note) {
  const [head = "", ...rest] = note.split(";");
  return h("small", null, " ", head, rest.length > 0 && h("span", null, `;${rest.join(";")}`));
}

/** A sign says whether a condition holds; the word is for screen readers. @param {Goal} goal */
function valueParts(goal) {
  if (goal.need > 1) return [h("b", null, value(goal))];
  return [h("b", { class: "goal-sign", "aria-hidden": "true" }, goal.met ? "✓" : "✗"), h("span", { class: "unseen" }, value(goal))];
}

/** The progress as text: "3 of 6", "8 (5 needed)", or whether a condition holds. @param {Goal} goal */
function value({ have, need, met, group }) {
  if (need === 1) return t(met ? "tracker.yes" : "tracker.no");
  if (have > need) return t("tracker.beyond", { have: points(have), need: points(need) });
  return t(group && met ? "tracker.full" : "tracker.of", { have: points(have), need: points(need) });
}

/** The goal in two or three words. @param {Goal} goal */
function short(goal) {
  return t(goal.need === 1 && goal.note ? "tracker.shortNote" : "tracker.short", { text: goal.text, value: value(goal), note: goal.note });
}

/** @param {Goal} goal */
function share({ have, need }) {
  return Math.max(0, Math.min(1, have / (need || 1)));
}

/**
 * The objectives with the sides that have them.
 * @param {Goal[]} goals
 */
function held(goals) {
  /** @type {Map<string, string|null>} */
  const found = new Map();
  for (const { marks, broken, side } of goals) {
    for (const place of marks) if (!broken.includes(place)) found.set(place, side);
      else if (!found.has(place)) found.set(place, null);
  }
  return [...found].map(([place, side]) => ({ place, side }));
}
