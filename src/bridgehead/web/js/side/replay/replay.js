/** Replay of a game, action by action, during it or after its end. */

import { notice, say } from "../../common/announce.js";
import { get } from "../../network/api.js";
import { h, refill } from "../../common/dom.js";
import * as settings from "../../common/settings.js";
import { t } from "../../common/text.js";
import { smallDie } from "../dice.js";
import { createHistory } from "./history.js";
import { createTrack } from "./slider.js";

const SPEEDS = [1200, 600, 250]; // ms an action

/** @typedef {import("../../types.js").State} State */

/**
 * @param {{id: string, onState: (state: State|null) => void, onShown: (n: number|null) => void,
 *   onStory: (story: import("../../types.js").Story) => void}} given
 *   `onState` gets the position to be shown, null for that of now; `onShown` is told after how many actions it is
 */
export function createReplay({ id, onState, onShown, onStory }) {
  const history = createHistory(id);
  let length = 0;
  /** @type {number|null} */
  let shown = null; // null: the position of now
  /** @type {import("../../types.js").LogEntry[]} */
  let entries = [];
  let [turns, playing] = [0, false]; // turns: counts the positions that were asked for
  /** @type {number|undefined} */
  let timer;
  /** @type {number|undefined} */
  let storyTimer;

  const track = createTrack((n) => go(n, true));
  const where = h("p", { class: "replay-where" });
  const told = h("p", { class: "replay-told" });
  const [first, back, play, forward, last] = createButtons(press);
  const now = h("button", { type: "button", id: "replay-now", onClick: close }, t("replay.now"));
  const speed = createSpeed();
  const element = h("div", { id: "replay", class: "replay" }, where, track.element,
    h("div", { class: "replay-buttons", role: "group", "aria-label": t("replay.title") }, first, back, play, forward, last),
    told,
    h("div", { class: "replay-row" }, h("label", { for: speed.id }, t("replay.speed")), speed, now),
    h("p", { class: "help" }, t("replay.help")));
  element.addEventListener("keydown", key);

  /** @param {string} name */
  function press(name) {
    if (name === "play") return playing ? stop() : begin();
    stop();
    const at = shown ?? length;
    go({ first: 0, back: at - 1, forward: at + 1, last: length }[name] ?? at);
    say(`${where.textContent}. ${told.textContent}`); // the slider, which would say it, has not the focus
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const onSlider = event.target === track.slider;
    const page = { PageUp: 1, PageDown: -1 }[event.key];
    if (onSlider && page) go(track.neighbor(shown ?? length, page));
    else if (onSlider && event.key === " ") press("play");
    else if (event.key === "Escape" && shown !== null) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Show the position after n actions.
   * @param {number} wanted
   * @param {boolean} [byHand] the slider was moved, which ends playing
   */
  async function go(wanted, byHand = false) {
    if (byHand) stop();
    const n = Math.max(0, Math.min(wanted, length));
    const turn = ++turns;
    shown = n;
    draw();
    try {
      const state = await history.position(n, length);
      if (shown === n) onState({ ...state, length }); // else another was wanted meanwhile
    } catch (error) {
      if (shown !== n || turn !== turns) return; // another was wanted meanwhile, or the same once more
      stop();
      notice(t("replay.failed", { text: error instanceof Error ? error.message : "" }));
    }
  }

  function begin() {
    playing = true;
    if (shown === null || shown >= length) shown = -1;
    step();
  }

  async function step() {
    if (!playing) return;
    const began = performance.now();
    await go((shown ?? -1) + 1);
    if (!playing) return;
    if (shown === null || shown >= length) return stop();
    timer = window.setTimeout(step, Math.max(0, settings.get("replay") - (performance.now() - began)));
  }

  function stop() {
    playing = false;
    window.clearTimeout(timer);
    draw();
  }

  /** Return to the present position. */
  function close() {
    stop();
    if (shown === null) return;
    shown = null;
    draw();
    onState(null);
  }

  function draw() {
    const n = Math.max(0, shown ?? length);
    onShown(shown);
    const text = track.show(n, length);
    where.textContent = shown === null ? t("replay.isNow", { where: text }) : text;
    tell(n);
    for (const button of [first, back]) button.disabled = n === 0;
    for (const button of [forward, last]) button.disabled = n === length;
    play.disabled = length === 0;
    now.disabled = shown === null;
    play.setAttribute("aria-pressed", String(playing));
    label(play, playing ? "stop" : "play");
  }

  /** Describe the last action of a position. @param {number} n */
  function tell(n) {
    if (n === 0) return refill(told, t("replay.start"));
    const here = entries.filter((entry) => entry.n === n);
    refill(told, here.map((entry) => [entry.roll ? smallDie(entry.roll) : null, ` ${entry.text} `]).flat());
  }

  async function readStory() {
    const story = await get(`/api/saved/${id}/story`).catch(() => null); // the marks are missed, no more
    if (!story) return;
    entries = story.entries;
    onStory(story);
    track.marks(story.marks);
    draw();
  }

  draw();

  return {
    element,
    /** @param {State} state */
    update(state) {
      const newest = state.length;
      if (newest < length || (newest === length && length > 0)) history.forget(Math.max(0, newest));
      const grown = newest !== length || newest === 0;
      length = newest;
      if (shown !== null && shown > length) go(length);
      draw();
      if (!grown) return;
      window.clearTimeout(storyTimer);
      storyTimer = window.setTimeout(readStory, 400); // once for many actions in a row
    },
    go: (/** @type {number} */ n) => go(n, true),
    see: (/** @type {string} */ eyes) => (history.see(eyes), go(shown ?? length, true)),
    lastPhase: () => go(track.neighbor(length, -1), true),
    /** The position that is shown, in words. */
    where: () => where.textContent ?? "",
    /** Play from the position after n actions. @param {number} n */
    from(n) {
      stop();
      playing = true;
      shown = n - 1;
      step();
    },
    /** Cached positions are out of date. */
    again() {
      history.forget(0);
      if (shown !== null) go(shown);
    },
    close, eyes: history.eyes, shown: () => shown,
    destroy() {
      stop();
      window.clearTimeout(storyTimer);
    },
  };
}

/** The choice of the speed. */
function createSpeed() {
  const select = h("select", { id: "replay-speed", onChange: () => settings.set("replay", Number(select.value)) },
    SPEEDS.map((ms) => h("option", { value: ms, selected: ms === settings.get("replay") }, t(`replay.speeds.${ms}`))));
  return select;
}

/** @param {(name: string) => void} press */
function createButtons(press) {
  return ["first", "back", "play", "forward", "last"].map((name) => {
    const button = h("button", { type: "button", dataset: { go: name }, onClick: () => press(name) });
    label(button, name);
    return button;
  });
}

/** Label a button with its sign and its word. @param {HTMLElement} button @param {string} name */
function label(button, name) {
  if (button.dataset.sign === name) return;
  button.dataset.sign = name; // drawn by the style sheet
  button.setAttribute("aria-label", t(`replay.${name}`));
  button.title = t(`replay.${name}`);
}
