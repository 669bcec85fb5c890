/** The decision in a small window: below the map a sheet in three heights, beside it a panel that folds into a bar. */

import { h } from "../../common/dom.js";
import * as settings from "../../common/settings.js";
import { t } from "../../common/text.js";

/** Windows that are higher than wide, except the lowest, which scroll as a whole; the style sheet has the same query. */
export const UPRIGHT = "(max-width: 899px) and (min-height: 400px) and (max-aspect-ratio: 6/5)";
const HEIGHTS = Object.freeze(["peek", "half", "full"]);
const HALF = 0.46; // of the window: the sheet at half its height, unless the map would have less than half
const MAP = 0.5; // of the window: what the map keeps there
const MAP_BESIDE = 0.42; // … while it is looked at beside the log or a replay
const STILL = 8; // px that a tap may move
const FLICK = 0.4; // px a millisecond: a swipe goes one height on, wherever it ends
const HANDLES = "#sheet-grip, .decision-head, #attack > h2, #battle > h2"; // where it is taken hold of

/**
 * @param {{game: HTMLElement, column: HTMLElement, deciding: HTMLElement, board: HTMLElement}} parts game: the whole screen; deciding:
 *   what is decided, in the column
 */
export function createBottomSheet({ game, column, deciding, board }) {
  const upright = window.matchMedia(UPRIGHT);
  const grip = h("button", { type: "button", id: "sheet-grip", class: "sheet-grip", "aria-controls": "decision", onClick: () => tap() }, h("span", { "aria-hidden": "true" }));
  column.prepend(grip);
  const tabs = column.querySelector(".tabs");
  let chosen = ""; // the height chosen for what is asked now
  let needed = false; // whether what is asked now needs more than a line
  let lift = 0; // px above the lowest height
  let moved = false; // the press was a drag, and not a tap
  let asked = "";
  /** @type {{id: number, y: number, at: number, lift: number, last: number, speed: number}|null} */
  let press = null;

  const usual = () => (upright.matches ? settings.get("sheet") : settings.get("panelFolded") ? "peek" : "half");
  const height = () => {
    if (chosen) return chosen;
    return needed && usual() === "peek" ? "half" : usual();
  };

  /** How far above its lowest height the sheet stands. @param {string} at */
  function liftOf(at) {
    if (!upright.matches || at === "peek") return 0;
    const room = board.clientHeight;
    if (at === "full") return room;
    const least = window.innerHeight - board.getBoundingClientRect().bottom;
    const map = isRead(tabs) ? MAP_BESIDE : MAP;
    return Math.max(Math.min(window.innerHeight * HALF - least, room - window.innerHeight * map), 0);
  }

  function draw() {
    const at = height();
    const half = liftOf("half");
    const before = game.style.getPropertyValue("--under");
    game.dataset.sheet = at;
    lift = liftOf(at);
    game.style.setProperty("--lift", `${Math.round(lift)}px`);
    game.style.setProperty("--under", `${Math.round(Math.min(lift, half))}px`); // the map under the highest sheet stays as it is
    grip.setAttribute("aria-expanded", String(at !== "peek"));
    grip.setAttribute("aria-label", t(`bottomSheet.${upright.matches ? at : at === "peek" ? "folded" : "panel"}`));
    grip.title = t("bottomSheet.help");
    if (before !== game.style.getPropertyValue("--under")) sheet.covered();
  }

  /** @param {string} at */
  function choose(at) {
    chosen = at;
    if (!upright.matches) settings.set("panelFolded", at === "peek");
    else if (at !== "full" && !needed) settings.set("sheet", at);
    draw();
  }

  /** One height up or down. @param {1|-1} by */
  function step(by) {
    const all = upright.matches ? HEIGHTS : HEIGHTS.slice(0, 2);
    const next = all[all.indexOf(height()) + by];
    if (next) choose(next);
    return Boolean(next);
  }

  function tap() {
    if (!moved) choose(height() === "half" ? "peek" : "half");
    moved = false;
  }

  /** What is asked has changed, or what stands in the column. */
  function look() {
    const key = game.dataset.at ?? "";
    const wants = isRead(tabs) || needsRoom(game, deciding);
    if (key === asked && wants === needed) return;
    [asked, needed, chosen] = [key, wants, ""];
    draw();
  }

  const watcher = new MutationObserver(look);
  watcher.observe(deciding, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "class"] });
  watcher.observe(game, { attributes: true, attributeFilter: ["data-at", "data-mine", "data-unit", "data-guided"] });
  if (tabs) watcher.observe(tabs, { attributes: true, attributeFilter: ["class", "data-open"] });
  const sizes = new ResizeObserver(() => requestAnimationFrame(draw));
  sizes.observe(board);
  upright.addEventListener("change", draw);
  deciding.addEventListener("toggle", (event) => { // what is opened there is to be seen
    if (event.target instanceof HTMLDetailsElement && event.target.open && height() === "peek") choose("half");
  }, true);

  grip.addEventListener("keydown", (event) => {
    const by = /** @type {Record<string, 1|-1>} */ ({ ArrowUp: 1, ArrowDown: -1 })[event.key];
    if (!by) return;
    step(by);
    event.preventDefault();
    event.stopPropagation();
  });

  column.addEventListener("pointerdown", (event) => {
    moved = false;
    const handle = event.target instanceof Element ? event.target.closest(HANDLES) : null;
    if (!upright.matches || !event.isPrimary || !handle || !(event.target instanceof Element)) return;
    if (event.target.closest("button:not(#sheet-grip), a, input, select, summary")) return;
    handle.setPointerCapture(event.pointerId); // the pointer soon leaves the sheet
    press = { id: event.pointerId, y: event.clientY, at: event.timeStamp, lift, last: event.clientY, speed: 0 };
  });
  column.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const up = press.y - event.clientY;
    if (!moved && Math.abs(up) < STILL) return;
    moved = true;
    game.toggleAttribute("data-pulling", true);
    press.speed = (press.last - event.clientY) / Math.max(event.timeStamp - press.at, 1);
    [press.last, press.at] = [event.clientY, event.timeStamp];
    const now = Math.min(Math.max(press.lift + up, 0), liftOf("full"));
    if (now > STILL) game.dataset.sheet = "half"; // what comes into sight is drawn
    game.style.setProperty("--lift", `${Math.round(now)}px`);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    column.addEventListener(name, (given) => {
      const event = /** @type {PointerEvent} */ (given);
      if (!press || event.pointerId !== press.id) return;
      const { y, speed, lift: from } = press;
      press = null;
      if (!moved) return;
      game.toggleAttribute("data-pulling", false);
      window.setTimeout(() => (moved = false)); // after the click that follows
      const up = name === "pointerup" ? y - event.clientY : 0;
      if (!(Math.abs(speed) > FLICK && step(speed > 0 ? 1 : -1))) choose(nearest(from + up));
    });
  }

  /** The height that is nearest to where the sheet was let go. @param {number} at px above the lowest */
  const nearest = (at) => HEIGHTS.reduce((best, one) => (Math.abs(liftOf(one) - at) < Math.abs(liftOf(best) - at) ? one : best));

  const sheet = {
    /** @type {() => void} called when another part of the map is covered */
    covered: () => {},
    /** Give the map as much room as possible, or take it back. @returns {boolean} whether it has it now */
    toggle() {
      choose(height() === "peek" ? "half" : "peek");
      return height() === "peek";
    },
    destroy() {
      watcher.disconnect();
      sizes.disconnect();
      upright.removeEventListener("change", draw);
    },
  };
  draw();
  return sheet;
}

/** Whether the log or a replay is open, which speak of the map. @param {Element|null} tabs */
const isRead = (tabs) => Boolean(tabs?.matches(".lifted:is([data-open=log], [data-open=replay])"));

/**
 * Whether what is decided needs more than its question and a row of buttons.
 * @param {HTMLElement} game
 * @param {HTMLElement} deciding
 */
function needsRoom(game, deciding) {
  const { mine, unit } = game.dataset;
  const parts = [...deciding.children].filter((part) => part instanceof HTMLElement && part.id !== "decision" && part.childElementCount && !part.hidden);
  if (parts.some(({ id }) => id !== "attack" && id !== "battle")) return true; // the end of the game, an offer of the other side
  if (deciding.querySelector(":is(#advice, #batch, .phase-plan:not(.empty)):not([hidden])")) return true;
  return mine === "true" && (parts.length > 0 || Boolean(deciding.querySelector(".extra > :not(details, :empty)")) || (!unit && Boolean(deciding.querySelector(".choice-fold"))));
}
