/** Everything that stands on the screen of a game of points and routes, made once. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { Decision } from "../game/decision.js";
import { createEnding, createResigning } from "../game/ending.js";
import { Hint } from "../game/hint.js";
import { createLayout } from "../game/layout.js";
import { Tabs } from "../game/tabs.js";
import { Viewport } from "../game/viewport.js";
import { createAnalysis } from "../side/analysis.js";
import { createDie } from "../side/dice.js";
import { createLog } from "../side/log.js";
import { createReplay } from "../side/replay.js";
import { createResult } from "../side/result.js";
import { t } from "../text.js";
import { BattlePanel } from "./battle.js";
import { PointBoard } from "./board.js";
import { createCurtain } from "./curtain.js";
import { Displays } from "./displays.js";
import { createKeys } from "./keys.js";
import { PointOverlay } from "./overlay.js";
import { createTheaters } from "./theaters.js";

/** @typedef {ReturnType<typeof furnish>} Furniture */

/**
 * @param {string} id of the saved game
 * @param {import("./model.js").PointModel} model
 * @param {{onCase: (number: string) => void, onLook: (state: any) => void, onLift: (side: string) => void,
 *   onArea: (area: import("./theaters.js").Area) => void,
 *   ofAnalysis: import("../side/analysis.js").Listener}} listener `onLift`: the curtain is clicked
 */
export function furnish(id, model, { onCase, onLook, onLift, onArea, ofAnalysis }) {
  const hint = new Hint(model, onCase);
  const panel = new Decision(model, onCase);
  const extra = h("div", { class: "extra" });
  panel.choices.after(extra);
  const battle = new BattlePanel(onCase);
  const die = createDie();
  panel.die.append(die.element);
  const result = createResult({ onCase, onAnalysis: () => analysis.begin() });
  const log = createLog({ onHexes: (places) => overlay.told(places), onCase });
  const analysis = createAnalysis({ id, api, ...ofAnalysis });
  const replay = createReplay({ id, api, onState: onLook, onShown: (n) => analysis.at(n) });
  replay.element.append(analysis.element);
  const displays = new Displays(model);
  const places = { rules: h("div", { class: "later" }), menu: h("div", { class: "later" }) };
  const tabs = new Tabs(t("play.tabs.label"), [
    { name: "log", label: t("play.tabs.log"), icon: "☰", content: log.element },
    { name: "boxes", label: t("routes.tab"), icon: "▣", content: displays.element },
    { name: "rules", label: t("play.tabs.rules"), icon: "§", content: places.rules },
    { name: "replay", label: t("play.tabs.replay"), icon: "↺", content: replay.element },
    { name: "game", label: t("play.tabs.game"), icon: "⚙", content: places.menu },
  ]);
  const ending = createEnding(model, onCase);
  const resigning = createResigning(model);
  const help = createKeys();
  const layout = createLayout({
    hint: hint.element,
    deciding: [panel.element, battle.element, result.element],
    tabs: tabs.element,
    dialogs: [ending.element, resigning.element, help.element],
  });
  layout.element.classList.add("of-points");
  const theaters = createTheaters(onArea);
  layout.board.before(theaters.element);
  const curtain = createCurtain(onLift);
  layout.element.append(curtain.element);
  const board = new PointBoard(id, layout.view);
  const overlay = new PointOverlay(board);
  const viewport = new Viewport(layout.board, layout.view);
  return { hint, panel, extra, battle, die, result, log, replay, analysis, displays, places, tabs, ending, resigning, help, layout, theaters, curtain, board, overlay, viewport };
}
