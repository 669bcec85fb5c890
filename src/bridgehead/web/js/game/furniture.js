/** Everything that stands on the game screen, made once. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { createAnalysis } from "../side/analysis.js";
import { createDie } from "../side/dice.js";
import { createLog } from "../side/log.js";
import { createPoints } from "../side/points.js";
import { createReplay } from "../side/replay.js";
import { createResult } from "../side/result.js";
import { t } from "../text.js";
import { AttackPanel } from "./attackpanel.js";
import { Board } from "./board.js";
import { Decision } from "./decision.js";
import { createEnding, createHelp, createResigning } from "./ending.js";
import { Hint } from "./hint.js";
import { createLayout } from "./layout.js";
import { Overlay } from "./overlay.js";
import { Tabs } from "./tabs.js";
import { Units } from "./units.js";
import { Viewport } from "./viewport.js";

/** @typedef {ReturnType<typeof furnish>} Furniture */

/**
 * @param {string} id of the saved game
 * @param {import("./model.js").Model} model
 * @param {{onCase: (number: string) => void, onPick: (unit: string) => void,
 *   onLook: (state: import("../types.js").State|null) => void,
 *   ofAnalysis: import("../side/analysis.js").Listener}} listener
 */
export function furnish(id, model, { onCase, onPick, onLook, ofAnalysis }) {
  const hint = new Hint(model, onCase);
  const panel = new Decision(model, onCase);
  const sheet = new AttackPanel(onCase);
  const die = createDie();
  panel.die.append(die.element);
  const result = createResult({ onCase, onAnalysis: () => analysis.begin() });
  const log = createLog({ onHexes: (hexes) => overlay.told(hexes), onCase });
  const analysis = createAnalysis({ id, api, ...ofAnalysis });
  const replay = createReplay({ id, api, onState: onLook, onShown: (n) => analysis.at(n) });
  replay.element.append(analysis.element);
  const units = new Units(model, onPick);
  const points = createPoints({ onCase });
  // The rules and the menu come when the server has said which game it is.
  const places = { rules: h("div", { class: "later" }), menu: h("div", { class: "later" }) };
  const tabs = new Tabs(t("play.tabs.label"), [
    { name: "log", label: t("play.tabs.log"), icon: "☰", content: log.element },
    { name: "units", label: t("play.tabs.units"), icon: "▣", content: units.element },
    { name: "points", label: t("play.tabs.points"), icon: "★", content: points.element },
    { name: "rules", label: t("play.tabs.rules"), icon: "§", content: places.rules },
    { name: "replay", label: t("play.tabs.replay"), icon: "↺", content: replay.element },
    { name: "game", label: t("play.tabs.game"), icon: "⚙", content: places.menu },
  ]);
  points.shown = (there) => tabs.offer("points", there);
  tabs.offer("points", false); // until the title is known to count them
  const ending = createEnding(model, onCase);
  const resigning = createResigning(model);
  const help = createHelp();
  const layout = createLayout({
    hint: hint.element,
    deciding: [panel.element, sheet.element, result.element],
    tabs: tabs.element,
    dialogs: [ending.element, resigning.element, help.element],
  });
  const board = new Board(id, layout.view);
  const overlay = new Overlay(board);
  const viewport = new Viewport(layout.board, layout.view);
  return { hint, panel, sheet, die, result, log, replay, analysis, units, points, places, tabs, ending, resigning, help, layout, board, overlay, viewport };
}
