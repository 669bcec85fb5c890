/** The layout of the game screen: header, board, hint line, column. The map can have the whole window. */

import { lower, raise } from "../../common/announce.js";
import { compact } from "../../common/compact.js";
import { h, refill, shortcut, tellMore } from "../../common/dom.js";
import * as settings from "../../common/settings.js";
import { t } from "../../common/text.js";
import { createBottomSheet } from "./bottom_sheet.js";
import { createHeader } from "./header.js";
import { createResizer } from "./resizer.js";

/** @type {Record<string, string>} */
const ZOOM_KEYS = Object.freeze({ out: "-", fit: "z", in: "+" });

/** @param {{tracker: HTMLElement, hint: HTMLElement, deciding: Node[], tabs: HTMLElement, dialogs: HTMLElement[]}} parts */
export function createLayout({ tracker, hint, deciding, tabs, dialogs }) {
  const view = h("div", { class: "view" });
  const loading = h("p", { class: "loading" }, t("board.loading"));
  const lost = h("p", { id: "lost", popover: "manual", hidden: true });
  const board = h("div", { id: "board", tabindex: "0", role: "application", "aria-label": t("board.label"), "aria-describedby": "board-help", "data-skip-to": "" }, loading, view);
  const help = h("p", { id: "board-help", class: "unseen" }, t("board.help"));
  const upper = h("div", { class: "deciding" }, deciding);
  tellMore(upper, ...deciding.filter((part) => part instanceof Element)); // in a small window it scrolls as a whole
  const resizer = createResizer(upper);
  const fold = foldButton();
  const zoom = zoomButtons();
  const several = severalButton();
  const header = createHeader();
  const column = h("aside", { class: "column", "aria-label": t("play.column") }, h("div", { class: "card-buttons" }, dockButton(), fold), upper, resizer.element, tabs);
  const next = h("button", { type: "button", id: "next", class: "next-to-act", hidden: true, title: t("next.help") });
  const review = { moves: h("section", { class: "review-moves", "aria-label": t("play.tabs.log") }), graph: h("section", { class: "review-graph", "aria-label": t("analysis.title") }) };
  const element = h(
    "main",
    { id: "game", class: "game" },
    header.element,
    tracker,
    h("section", { class: "board-place", "aria-label": t("board.section") }, board, lost, help),
    h("div", { class: "under-board" }, hint, next, several, zoom),
    review.graph,
    review.moves,
    column,
    dialogs,
  );

  const sheet = createBottomSheet({ game: element, column, deciding: upper, board });
  const stops = [
    () => sheet.destroy(),
    settings.subscribe("column", (side) => {
      element.dataset.column = side;
      if (side !== "float") settings.set("docked", side);
    }),
    settings.subscribe("folded", (on) => {
      element.toggleAttribute("data-folded", on);
      fold.setAttribute("aria-expanded", String(!on));
    }),
  ];

  /** An opening dialog takes the focus, and would cover it. */
  const above = () => raise(lost);

  return {
    element,
    board,
    view,
    zoom,
    several,
    sheet,
    review,
    /** @param {import("../parts.js").Model} model */
    head(model) {
      board.dataset.night = String(model.state.night);
      header.show(model);
    },
    /** Give the map the whole window, or take it back. @returns {boolean} whether it has it now */
    toggleWhole() {
      if (compact().matches) return sheet.toggle();
      const whole = settings.get("column") !== "float";
      settings.set("column", whole ? "float" : settings.get("docked"));
      return whole;
    },
    /** A button leads to what can act next. @param {string} text "": there is nothing to go to */
    next(text) {
      next.hidden = !text;
      next.textContent = text && `${text} ›`;
    },
    destroy() {
      stops.forEach((stop) => stop());
      header.destroy();
      resizer.destroy();
      document.removeEventListener("focusin", above);
    },
    ready() {
      loading.remove();
      board.dataset.ready = "";
    },
    /**
     * Whether the connection is lost.
     * @param {boolean} on
     * @param {number} [unsure] messages of which nobody knows whether they have arrived
     */
    lost(on, unsure = 0) {
      element.toggleAttribute("data-lost", on);
      document.removeEventListener("focusin", above);
      if (!on) return lower(lost);
      refill(lost, h("strong", null, t(navigator.onLine ? "board.lost" : "board.offline")), " ", t("board.lostNote"), " ", unsure ? t("board.unsure") : null);
      raise(lost);
      document.addEventListener("focusin", above);
    },
  };
}

/** The button that makes taps take several units in hand. */
function severalButton() {
  return h("button", { type: "button", id: "several", class: "several", hidden: true, "aria-pressed": "false", "aria-label": t("several.box"), title: t("several.boxHelp") },
    h("span", { "aria-hidden": "true" }, "⬚"), h("span", { class: "several-word", "aria-hidden": "true" }, t("several.box")));
}

/** The button that folds the card of a map that has the whole window. */
function foldButton() {
  return h("button", { type: "button", id: "fold", class: "quiet", "aria-label": t("play.fold"), title: t("play.fold"), onClick: () => settings.set("folded", !settings.get("folded")) }, h("span", { "aria-hidden": "true" }, "▾"));
}

/** The button that puts this card beside the map again. */
function dockButton() {
  return h("button", { type: "button", id: "dock", class: "quiet", "aria-label": t("play.dock"), title: t("play.dock"), ...shortcut("F"), onClick: besideMap }, h("span", { "aria-hidden": "true" }, "◨"));
}

/** Show the tabs: the map gives room if it has the whole window. */
export function besideMap() {
  if (settings.get("column") === "float") settings.set("column", settings.get("docked"));
}

/** The buttons that show more or less of the map. */
export function zoomButtons() {
  return h("div", { class: "zoom", role: "group", "aria-label": t("board.zoom.label") }, zoomButton("out", "−"), zoomButton("fit", "⤢"), zoomButton("in", "+"));
}

/** @param {string} name @param {string} sign */
function zoomButton(name, sign) {
  return h("button", { type: "button", "data-zoom": name, "aria-keyshortcuts": ZOOM_KEYS[name], "aria-label": t(`board.zoom.${name}`), title: t("board.zoom.withKey", { what: t(`board.zoom.${name}`), key: ZOOM_KEYS[name] ?? "" }) }, h("span", { "aria-hidden": "true" }, sign));
}
