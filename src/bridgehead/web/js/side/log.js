/** The log as prose, one group per player turn. */

import { h, reveal } from "../common/dom.js";
import { named, sideName, t } from "../common/text.js";
import { caseButton } from "./case.js";
import { smallDie } from "./dice.js";

const NEAR = 40; // px from the end that still count as the end
const HAND = 1000; // ms after what the reader did until it has no longer scrolled the log

/** @typedef {import("../types.js").LogEntry} LogEntry */
/** @typedef {{entry: LogEntry, element: HTMLLIElement, button: HTMLButtonElement}} Line */

/** Whether the reader has just done something that can scroll an element. @param {HTMLElement} element @returns {() => boolean} */
function touches(element) {
  let touched = -Infinity;
  for (const name of ["wheel", "touchmove", "keydown", "focusin", "pointerdown"]) {
    element.addEventListener(name, () => (touched = performance.now()), { passive: true });
  }
  return () => performance.now() - touched < HAND;
}

/** Mark what a computer decided for a player who was away: series of actions. @param {Line[]} lines @param {number[][]} runs */
function markComputers(lines, runs) {
  for (const { entry: { n }, button } of runs.length ? lines : []) {
    const mark = button.querySelector(".log-computer");
    mark?.toggleAttribute("hidden", !runs.some(([from = 0, to = 0]) => from <= n && n <= to));
  }
}

/**
 * One entry is in the tab order; arrow keys go to the others. An entry with the focus, under the pointer or clicked
 * highlights its hexes.
 * @param {{onHexes: (hexes: string[]|null) => void, onCase: (number: string) => void}} listener
 * @returns {{element: HTMLElement, update: (log: import("../types.js").State["log"], byComputer?: number[][]) => void,
 *   at: (n: number|null) => void, fresh: (after: number, until: number) => void, focus: () => void, destroy: () => void}}
 */
export function createLog({ onHexes, onCase }) {
  /** @type {Line[]} */
  let lines = [];
  /** @type {Line|null} */
  let active = null; // the entry in the tab order
  /** @type {Line|null} */
  let pinned = null; // the entry that was clicked
  /** @type {number|null} */
  let shown = null; // the action whose position is shown, null for the newest
  let follows = true; // whether the newest entry is kept in view
  let lastTop = 0;
  let news = [0, 0]; // the actions that happened while the reader was away: after one, until the other

  const list = h("div", { class: "log-list" });
  const scroller = h("div", { class: "log-scroller" }, list);
  const empty = h("p", { class: "help log-empty" }, t("log.empty"));
  const newest = h("button", { type: "button", class: "log-newest", hidden: true, onClick: toNewest }, t("log.newest"));
  const element = h("div", { id: "log", class: "log", role: "region", "aria-label": t("log.title") }, empty, scroller, newest);

  function toNewest() {
    follows = true;
    scroller.scrollTop = scroller.scrollHeight;
    newest.hidden = true;
  }

  function scrolled() {
    if (scroller.clientHeight === 0) return; // in a tab that is not open
    const rest = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    if (rest < NEAR) follows = true;
    else if (scroller.scrollTop < lastTop && isByHand()) follows = false; // else it only grew
    else if (scroller.scrollTop < lastTop && follows && shown === null) toNewest(); // it had more room for a moment
    lastTop = scroller.scrollTop;
    newest.hidden = follows;
  }

  /** @type {string[]|null} */
  let lit = null;

  /** @param {Line|null} line */
  function light(line) {
    const hexes = (line ?? pinned)?.entry.hexes ?? null;
    if (hexes !== lit) onHexes(hexes);
    lit = hexes;
  }

  /** @param {Line} line */
  function activate(line) {
    for (const [one, index] of /** @type {[Line|null, number][]} */ ([[active, -1], [line, 0]])) {
      if (!one) continue;
      one.button.tabIndex = index;
      one.element.querySelectorAll("button.case").forEach((link) => (/** @type {HTMLElement} */ (link).tabIndex = index));
    }
    active = line;
  }

  /** @param {Line|null} line */
  function pin(line) {
    pinned?.button.setAttribute("aria-pressed", "false");
    pinned = pinned === line ? null : line;
    pinned?.button.setAttribute("aria-pressed", "true");
    light(null);
  }

  /** @param {Event} event */
  const lineOf = (event) => {
    const found = /** @type {Element} */ (event.target).closest("[data-n]");
    return lines.find((line) => line.element === found) ?? null;
  };

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.key === "Escape" && pinned) return pin(null);
    const index = active ? lines.indexOf(active) : -1;
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: lines.length - 1 }[event.key];
    if (to === undefined || !lines[to]) return;
    event.preventDefault();
    event.stopPropagation(); // the board moves by arrows too
    activate(lines[to]);
    lines[to].button.focus();
  }

  /** @param {LogEntry} entry @returns {Line} */
  function make(entry) {
    const words = [entry.roll ? smallDie(entry.roll) : null, h("span", null, entry.text)];
    const button = h("button", { type: "button", class: "log-entry", tabindex: "-1", "aria-pressed": "false" }, words);
    button.append(h("span", { class: "log-computer", hidden: true }, t("log.computer")));
    const link = entry.case ? caseButton(entry.case, onCase) : null;
    if (link) link.tabIndex = -1;
    return { entry, button, element: h("li", { dataset: { n: entry.n, ...isNew(entry) } }, button, link) };
  }

  /** @param {LogEntry} entry */
  function isNew({ n }) {
    return n > (news[0] ?? 0) && n <= (news[1] ?? 0) ? { fresh: "" } : {};
  }

  /** @param {Line} line */
  function append(line) {
    const { turn, side, phase } = line.entry;
    let group = /** @type {HTMLElement|null} */ (list.lastElementChild);
    const part = `${turn} ${side} ${phase}`;
    if (group?.dataset.part !== part) {
      group = h("section", { dataset: { part } },
        h("h3", null, t("log.turn", { turn }), " ",
          h("span", { class: "side", dataset: { side } }, sideName(side)), " ",
          h("span", { class: "log-phase" }, named("phases", phase))),
        h("ol"));
      list.append(group);
    }
    group.querySelector("ol")?.append(line.element);
  }

  /** @param {number} from */
  function cut(from) {
    for (const line of lines.slice(from)) {
      const group = line.element.closest("section");
      line.element.remove();
      if (!group?.querySelector("li")) group?.remove();
      if (line === pinned) pinned = null;
      if (line === active) active = null;
    }
    lines = lines.slice(0, from);
  }

  function markShown() {
    /** @type {Line|null} */
    let current = null;
    for (const line of lines) {
      const later = shown !== null && line.entry.n > shown;
      line.element.classList.toggle("later", later);
      line.element.removeAttribute("aria-current");
      if (shown !== null && !later) current = line;
    }
    current?.element.setAttribute("aria-current", "true");
    return current;
  }

  const isByHand = touches(scroller);
  scroller.addEventListener("scroll", scrolled, { passive: true });
  list.addEventListener("pointerover", (event) => light(lineOf(event)));
  list.addEventListener("focusin", (event) => {
    const line = lineOf(event);
    if (line) activate(line);
    light(line);
  });
  for (const name of ["pointerleave", "focusout"]) list.addEventListener(name, () => light(null));
  list.addEventListener("click", (event) => pin(lineOf(event)));
  list.addEventListener("keydown", key);
  const watch = new ResizeObserver(() => follows && shown === null && toNewest());
  watch.observe(scroller); // the tab was opened, the window turned
  watch.observe(list); // letters came late

  return {
    element,
    update({ from, entries }, byComputer = []) {
      const focused = list.contains(document.activeElement);
      cut(from);
      for (const entry of entries) {
        const line = make(entry);
        lines.push(line);
        append(line);
      }
      markComputers(lines, byComputer);
      empty.hidden = lines.length > 0;
      const last = lines[lines.length - 1];
      if (last && (!active || !focused)) activate(last);
      if (shown !== null) markShown();
      else newest.hidden = follows; // the end is scrolled to once the list has been laid out
    },
    at(n) {
      shown = n;
      const current = markShown();
      if (n === null && follows) toNewest();
      else if (current) reveal(current.element, scroller);
      else if (n !== null) scroller.scrollTop = 0;
    },
    fresh(after, until) {
      news = [after, until];
      for (const { entry, element: line } of lines) line.toggleAttribute("data-fresh", "fresh" in isNew(entry));
    },
    /** Go to the newest entry, if it is visible; the arrow keys continue from there. */
    focus: () => scroller.clientHeight && active?.button.focus(),
    destroy: () => watch.disconnect(),
  };
}
