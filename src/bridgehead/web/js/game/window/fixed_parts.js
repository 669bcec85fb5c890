/** The parts of the game screen that are the same for all maps, created once. */

import { h } from "../../common/dom.js";
import { createBriefing } from "../../side/briefing.js";
import { createDie } from "../../side/dice.js";
import { createLog } from "../../side/log.js";
import { createLookBack } from "../../side/replay/look_back.js";
import { createOutcome } from "../../side/outcome.js";
import { createResult } from "../../side/result.js";
import { createTracker } from "../../side/tracker.js";
import { t } from "../../common/text.js";
import { Decision } from "../panel/decision.js";
import { createHelp } from "./help.js";
import { createFights } from "../panel/fights.js";
import { Hint } from "../panel/hint_line.js";
import { createReview } from "./review.js";
import { createLayout } from "./layout.js";
import { Tabs } from "./tabs.js";
import { Viewport } from "../map/viewport.js";

/**
 * The parts that a kind of map adds.
 * @typedef {object} Kind
 * @property {import("../parts.js").Model} model
 * @property {(view: HTMLElement) => import("../map/board.js").Board} board
 * @property {(board: any) => import("../parts.js").Overlay} overlay
 * @property {typeof import("../map/cursor.js").Cursor} Cursor
 * @property {HTMLElement} fight the panel of a fight
 * @property {(import("./tabs.js").Tab & {update?: () => void})[]} tabs update: another state is shown
 * @property {string[]} layers what is printed on the map, and can be switched off
 * @property {boolean} isBare whether the map stands without its surroundings on every screen
 * @property {readonly string[]} keys of the board
 * @property {(key: string) => string} does what a key does
 */

/**
 * @param {string} id of the saved game
 * @param {Kind} kind
 * @param {{onCase: (number: string) => void, onLook: (state: import("../../types.js").State|null) => void,
 *   plan: (plan: readonly string[]) => void, reveal: (places: string[]) => void}} listener
 */
export function furnish(id, kind, { onCase, onLook, plan, reveal }) {
  const hint = new Hint(kind.model, onCase);
  const panel = new Decision(kind.model, onCase);
  const die = createDie();
  panel.die.append(die.element);
  const lookBack = createLookBack({ id, plan, onState: onLook, open: () => tabs.show("replay"), onAnalyzed: () => outcome.again(kind.model.hello) });
  const { replay, analysis } = lookBack;
  const outcome = createOutcome({ id, onPlayOn: lookBack.playOn });
  const after = h("div", { class: "later" });
  const result = createResult({ outcome: h("div", null, outcome.element, after), onCase, onReplay: () => tabs.press("replay"), onPlayOn: lookBack.playOnFromEarlier, onAnalysis: () => analysis.begin() });
  const log = createLog({ onHexes: (places) => overlay.told(places), onCase });
  // The rules and the menu are created when the server has named the game.
  const places = { rules: h("div", { class: "later" }), menu: h("div", { class: "later" }), table: h("div", { class: "later" }), offer: h("div", { class: "later" }), after };
  const tabs = new Tabs(t("play.tabs.label"), [
    { name: "log", label: t("play.tabs.log"), icon: "☰", content: log.element },
    ...kind.tabs,
    { name: "rules", label: t("play.tabs.rules"), icon: "§", content: places.rules },
    { name: "replay", label: t("play.tabs.replay"), icon: "↺", content: replay.element },
    { name: "table", label: t("play.tabs.table"), icon: "✉", content: places.table },
    { name: "game", label: t("play.tabs.game"), icon: "⚙", content: places.menu },
  ]);
  tabs.offer("table", false); // until the server says that others play
  const help = createHelp(kind.keys, kind.does);
  const briefing = createBriefing(id);
  const tracker = createTracker({
    model: kind.model, onCase, onReveal: reveal, onBriefing: briefing.ask,
    onLight: (goal) => overlay.lit(goal?.places ?? [], goal?.broken ?? []),
    onMarks: (marks) => overlay.objectives(marks),
  });
  const layout = createLayout({ tracker: tracker.element, hint: hint.element, deciding: [places.offer, panel.element, kind.fight, result.element], tabs: tabs.element, dialogs: [help.element, briefing.element] });
  const board = kind.board(layout.view);
  const overlay = kind.overlay(board);
  const fights = createFights({ model: kind.model, light: (places) => overlay.told(places), reveal });
  panel.choices.before(fights.element);
  const viewport = new Viewport(layout.board, layout.view, layout.zoom);
  layout.sheet.covered = () => viewport.cover();
  const review = createReview({ game: layout.element, places: layout.review, log: log.element, putGraph: analysis.putGraph, arranged: () => log.at(replay.shown()), go: replay.go });
  return { review, hint, panel, fights, die, result, outcome, log, lookBack, replay, analysis, places, tabs, help, briefing, tracker, layout, board, overlay, viewport };
}
