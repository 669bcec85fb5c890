/** The briefing: a card over the board before the first move. */

import { h, refill } from "../common/dom.js";
import { remember, remembered } from "../common/remembered.js";
import * as settings from "../common/settings.js";
import { percent, sentence, t } from "../common/text.js";

/** @typedef {import("../types.js").Hello} Hello */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Briefing} Card */

const KEY = "bridgehead-briefed"; // the games whose card this browser has shown
const TYPED = "input, select, textarea, [contenteditable]"; // where a "b" is a letter

/** @param {string} id of the saved game */
export function createBriefing(id) {
  const body = h("div", { class: "briefing-body", tabindex: "0", role: "group", "aria-labelledby": "briefing-title" });
  const again = h("input", { type: "checkbox", id: "briefing-again", onChange: () => settings.set("briefing", again.checked) });
  const begin = h("button", { type: "button", class: "primary", "data-close": "", onClick: close }, t("briefing.begin"));
  const title = h("h2", { id: "briefing-title" }, t("briefing.title"));
  const element = h("dialog", { id: "briefing", class: "briefing", "aria-labelledby": title.id },
    h("div", { class: "briefing-head" }, title,
      h("button", { type: "button", class: "briefing-close", "aria-label": t("briefing.close"), "data-back": "", onClick: close }, h("span", { "aria-hidden": "true" }, "×"))),
    body,
    h("div", { class: "briefing-foot" }, h("label", { class: "tick" }, again, h("span", null, t("briefing.again"))), begin));
  const stop = settings.subscribe("briefing", (on) => (again.checked = on));
  let there = false;
  let first = 1; // game turn
  let greeting = false; // nobody has asked for it
  /** @type {(() => void)|null} */
  let release = null; // lets the computer go on, which waits until the card is read

  function close() {
    element.close();
  }

  function ask() {
    if (!there || element.open) return;
    element.showModal();
    element.scrollTop = 0;
    begin.focus({ preventScroll: true });
  }

  element.addEventListener("click", (event) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (event.target === element && (x < left || x > right || y < top || y > bottom)) close(); // beside it
  });
  element.addEventListener("close", () => {
    const { activeElement } = document;
    if (greeting || !activeElement || activeElement === document.body) document.getElementById("board")?.focus({ preventScroll: true });
    if (greeting) remember(KEY, id);
    greeting = false;
    release?.();
    release = null;
  });

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.key !== "b" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(TYPED)) return;
    if (element.open) close();
    else if (!document.querySelector("dialog[open]")) ask();
    event.preventDefault();
  }
  document.addEventListener("keydown", key);

  return {
    element,
    ask,
    /** @param {Hello} hello */
    meet({ game, record }) {
      there = Boolean(game.briefing);
      first = game.firstTurn ?? 1;
      if (!game.briefing) return;
      title.textContent = game.scenario ?? game.title;
      const own = game.sides.filter((side) => (record.players[side.id] ?? "human") === "human");
      refill(body, card(game, game.briefing, own.length === 1 ? own[0]?.id ?? "" : "", record));
    },
    /**
     * A game is opened: show the card once, during the first turn. The game waits behind it.
     * @param {State} state
     * @param {(on: boolean) => void} pause the computer
     */
    greet({ turn, result, lesson, puzzle, line, mine }, pause) {
      if (!settings.get("briefing") || lesson || puzzle || line || turn > first || result || !there || remembered(KEY).includes(id)) return;
      greeting = true;
      ask();
      if (mine) return;
      pause(true);
      release = () => pause(false);
    },
    destroy() {
      document.removeEventListener("keydown", key);
      stop();
    },
  };
}

/**
 * @param {import("../types.js").GameInfo} game
 * @param {Card} briefing
 * @param {string} own the side of the only person, which comes first
 * @param {Hello["record"]} record
 */
function card(game, briefing, own, { options, ownData }) {
  const sides = [...game.sides].sort((a, b) => Number(b.id === own) - Number(a.id === own));
  return [
    h("p", { class: "briefing-situation" }, briefing.situation),
    h("dl", { class: "briefing-facts" },
      fact("time", t("briefing.minutes", { n: briefing.minutes })),
      fact("length", briefing.length),
      fact("balance", sentence(balance(game, briefing, options, ownData)))),
    h("div", { class: "briefing-sides" }, sides.map((side) => column(side, briefing, side.id === own))),
  ];
}

/** @param {string} name @param {string} text */
function fact(name, text) {
  return h("div", { dataset: { fact: name } }, h("dt", null, t(`briefing.${name}`)), h("dd", null, text));
}

/**
 * The results between the strongest players with these options, in words.
 * @param {import("../types.js").GameInfo} game
 * @param {Card} briefing
 * @param {string[]} options
 * @param {boolean} ownData whether the data are Bridgehead's, which were measured
 */
export function balance(game, briefing, options, ownData) {
  if (!ownData) return t("briefing.unmeasuredData");
  const found = briefing.balance.find((one) => areSame(one.options, options));
  if (!found) return withBid(game, options);
  const { wins, source } = found;
  const each = game.sides.map(({ id, label }) => t("briefing.wins", { side: label, n: wins[id] ?? 0 })).join(", ");
  const drawn = 100 - Object.values(wins).reduce((sum, n) => sum + n, 0);
  return t(drawn ? "briefing.equalsDrawn" : "briefing.equals", { each, drawn, source });
}

/** The measurements with a bid among the options. @param {import("../types.js").GameInfo} game @param {string[]} options */
function withBid(game, options) {
  const found = (game.bids ?? []).find((one) => one.bid && areSame([...one.options, one.bid], options));
  if (!found) return t("briefing.unmeasured");
  return t("briefing.evenBid", { side: game.sides[0]?.label ?? "", share: percent(found.score), n: found.games });
}

/** Whether two lists have the same options. @param {string[]} one @param {string[]} other */
const areSame = (one, other) => [...one].sort().join() === [...other].sort().join();

/**
 * @param {import("../types.js").Side} side
 * @param {Card} briefing
 * @param {boolean} own
 */
function column({ id, label }, briefing, own) {
  const told = briefing.sides[id];
  if (!told) return null;
  return h("section", { class: "briefing-side", "data-side": id },
    h("h3", null, h("span", { class: "side", "data-side": id }, label), own ? h("span", { class: "briefing-you" }, t("briefing.you")) : null),
    h("h4", null, t("briefing.win")), h("p", null, told.wins),
    ...sentences("briefing.worries", told.worries), ...sentences("briefing.first", told.first));
}

/** A heading and a list, nothing if there are none. @param {string} heading @param {string[]} texts */
function sentences(heading, texts) {
  return texts.length ? [h("h4", null, t(heading)), h("ul", null, texts.map((text) => h("li", null, text)))] : [];
}
