/** The entry point of the page: one screen at a time, selected by the address after "#". */

import { clearNotice, leaveNotice, notice } from "./common/announce.js";
import { ApiError, get } from "./network/api.js";
import { beginGame } from "./network/begin_game.js";
import { h, refill, byId } from "./common/dom.js";
import { createHome } from "./home/home.js";
import { createPuzzlePage } from "./home/puzzles.js";
import { readAddress, startAddress } from "./position/address.js";
import { carriesRecord, takeRecord } from "./network/elsewhere.js";
import * as settings from "./common/settings.js";
import { fromRoot, homePage, onlyGame as only, onPositionPage, onPuzzlePages } from "./common/server.js";
import { hasText, loadText, t } from "./common/text.js";

/**
 * A screen. Its element has one `h1` (or `[data-heading]`) that gets the focus when it opens, and may have `[data-
 * skip-to]`, the target of the skip link. `title` is the part of the window's title before the program's name; a
 * screen may change document.title later.
 * @typedef {{element: HTMLElement, title: string, destroy: () => void}} Screen
 */

/** @type {Screen|null} */
let shown = null;
/** Counts the screens opened, so that a late screen does not replace a newer one. */
let opening = 0;
/** Whether the server did not answer the last time. */
let lost = false;
const RETRY = 1500; // ms until it is asked again

/**
 * Create the screen of an address.
 * @param {string} address what stands behind "#"
 * @returns {Promise<Screen>}
 */
async function screenOf(address) {
  const [, named, at] = /^\/game\/([\w-]+)(?:\/(\d{1,6}))?$/.exec(address) ?? [];
  const id = only ?? named;
  if (!id) return onPuzzlePages ? createPuzzlePage() : otherScreen(address);
  const { kind, page } = await formOf(id);
  const Screen = await SCREENS[kind]();
  /** @type {import("./game/parts.js").TitlePage} */
  const title = page ? await import(page) : {};
  const game = new Screen(id, title);
  const n = only ? /^\d{1,6}$/.exec(address)?.[0] : at;
  if (n !== undefined) game.opensAt = Number(n);
  return game;
}

/** The screen of an address that is not a game's. @param {string} address @returns {Promise<Screen>} */
async function otherScreen(address) {
  if (address === "/record") return (await import("./record/record.js")).createRecord();
  const [, game, lesson] = /^\/learn\/([\w-]+)\/([\w-]+)$/.exec(address) ?? [];
  if (lesson) await beginGame({ game, lesson }, { replaces: true });
  if (carriesRecord(address)) {
    history.replaceState(null, "", "#/"); // so that nothing is taken twice
    await takeRecord(address).then((id) => (location.hash = `#/game/${id}`), (error) => notice(error.message, 0));
  }
  if (onPositionPage && !readAddress(address)) history.replaceState(null, "", startAddress("", []));
  const position = readAddress(location.hash.slice(1));
  return position ? (await import("./position/setup.js")).createSetUp(position) : createHome();
}

/** By what units stand on. @type {Record<string, () => Promise<typeof import("./hexes/game.js").HexGame|typeof import("./points/game.js").PointGame>>} */
const SCREENS = {
  hexes: async () => (await import("./hexes/game.js")).HexGame,
  points: async () => (await import("./points/game.js")).PointGame,
};

/** What decides the screen of a game; errors are shown by the screen. @param {string} id @returns {Promise<{kind: string, page: string}>} */
async function formOf(id) {
  try {
    return await get(`/api/saved/${id}`);
  } catch (error) {
    if (error instanceof ApiError && error.kind !== "lost") return { kind: "hexes", page: "" };
    throw error;
  }
}

async function route() {
  if (only && location.hash === "#/") return location.assign(fromRoot(homePage));
  const turn = ++opening;
  const first = shown === null;
  try {
    const screen = await screenOf(location.hash.slice(1));
    if (turn !== opening) return screen.destroy();
    shown?.destroy();
    if (!first) leaveNotice();
    shown = screen;
    refill(byId("app"), screen.element);
    document.title = screen.title ? t("page.title", { screen: screen.title }) : t("page.name");
    window.scrollTo(0, 0);
    if (!first) enter(screen);
    if (lost) clearNotice();
    lost = false;
  } catch (error) {
    failed(error);
    lost = error instanceof ApiError && error.kind === "lost";
    if (lost) window.setTimeout(() => turn === opening && route(), RETRY);
  }
}

/** Move the focus to a new screen's heading, so that screen readers continue there. @param {Screen} screen */
function enter(screen) {
  const heading = /** @type {HTMLElement} */ (screen.element.querySelector("h1, [data-heading]") ?? screen.element);
  for (const target of [heading, screen.element]) { // a phone may have no room for the heading
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    if (document.activeElement === target) return;
  }
}

/** The link that skips to the main content of a screen. */
function skipLink() {
  /** @param {Event} event */
  const skip = (event) => {
    event.preventDefault(); // the address behind "#" is the screen's
    const app = byId("app");
    const target = app.querySelector("[data-skip-to]") ?? app.querySelector("h1, main");
    if (!(target instanceof HTMLElement)) return;
    if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
    target.focus();
    target.scrollIntoView({ block: "nearest" });
  };
  return h("a", { class: "skip", href: "#app", onClick: skip }, t("page.skip"));
}

/** Show an error that nothing else has handled. @param {unknown} error */
function failed(error) {
  console.error(error);
  const text = error instanceof Error ? error.message : String(error);
  if (!text) return; // the connection was lost, which the game's screen says
  notice(hasText("errors.unexpected") && !(error instanceof ApiError) ? t("errors.unexpected", { text }) : text, 0);
}

async function begin() {
  settings.subscribe("theme", (theme) => (document.documentElement.dataset.theme = theme));
  await loadText();
  document.body.prepend(skipLink());
  window.addEventListener("error", (event) => event.error && failed(event.error)); // without: a remark of the browser's
  window.addEventListener("unhandledrejection", (event) => failed(event.reason));
  window.addEventListener("hashchange", route);
  await route();
}

begin().catch(failed);
