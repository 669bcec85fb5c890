/** What the parts of the game screen are given: elements, and functions of the game. */

import { sayNow } from "../common/announce.js";
import { besideMap } from "./window/layout.js";
import { t } from "../common/text.js";
import { LAYER_KEYS } from "./map/layer_bar.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {Game} game @returns {import("./actions.js").ActionsContext} */
export function ofActions(game) {
  const { element, model, ui: { hint, replay } } = game;
  return {
    element, model, hint,
    play: () => game.play, live: () => game.live, isBlocked: () => game.lost || game.replayed || game.frames.held,
    showNow: () => game.frames.flush(), showPresent: () => replay.close(),
    acted: (action, state) => game.table && game.standing?.acted(action, state), begun: () => game.lastTurn.hide(), silence: (quiet) => (game.telling.quiet = quiet),
    closeAdvice: () => game.advice.close(), stopAdvice: () => game.advice.cease(),
    inLesson: () => Boolean(game.lesson.now), remind: (text) => game.lesson.nudge(text),
    before: () => game.beforeEnd(), unmoved: () => game.unmoved(), openCase: (number) => game.openCase(number),
  };
}

/** @param {Game} game @returns {import("./panel/advice.js").AdviceContext} */
export function ofAdvice(game) {
  const { id, model, actions, ui: { panel, overlay } } = game;
  return { id, model, actions, panel, overlay, reveal: (places) => game.reveal(places), strokes: (plan) => game.strokes(plan), firstAction: (plan) => game.firstAction(plan) };
}

/** The orders of a person on the local server. @param {Game} game @returns {import("../online/standing_orders.js").StandingContext} */
export function ofStanding(game) {
  return { you: () => game.ahead.own ?? game.live?.viewer ?? game.live?.toMove ?? null, model: game.model, send: (message) => game.actions.send(message), showTable: () => game.ui.tabs.show("game") };
}

/** @param {Game} game @returns {import("./panel/batch.js").BatchContext} */
export function ofBatch(game) {
  return { model: game.model, standing: () => game.standing, act: (action) => game.actions.act(action), choices: game.ui.panel.choices };
}

/** @param {Game} game @returns {import("./panel/last_turn.js").LastTurnContext} */
export function ofLastTurn(game) {
  const { model, ui: { overlay, fights, hint } } = game;
  return {
    model, overlay, before: fights.element, ask: (what, fields) => game.play.ask(what, fields), reveal: (places) => game.reveal(places, true),
    isLive: () => game.isLive, tell: (text) => hint.show(text),
  };
}

/** @param {Game} game @returns {import("./map/attention.js").AttentionContext} */
export function ofAttention(game) {
  return {
    ...game.map, id: game.id, reveal: (places) => game.reveal(places),
    told: (unit) => game.told(unit), face: (unit) => game.face(unit), chosen: () => chosen(game), pick: (unit) => game.part.pick(unit),
    fight: { panel: game.kind.fight, places: () => game.fightPlaces() },
    conditions: (unit, place) => game.layerBar.conditions(unit, place),
    action: () => game.action(), asked: () => game.asked(), turnTo: () => game.turnTo(), isReplayed: () => game.replayed,
    sheet: () => game.sheet, asksOn: (sheet) => game.asksOn(sheet), turnSheet: (sheet) => game.turnSheet(sheet),
  };
}

/** @param {Game} game @returns {import("./map/layer_bar.js").LayersContext} */
export function ofLayers(game) {
  return { ...game.map, call: (message) => game.play.call(message), chosen: () => chosen(game), eyes: () => (game.replayed ? game.ui.replay.eyes() : ""), lastTurn: () => game.lastTurn };
}

/** @param {Game} game @returns {import("./panel/lesson.js").LessonContext} */
export function ofLesson(game) {
  const { element, actions, ui: { panel } } = game;
  return { ...game.map, element, panel, actions, reveal: (places) => game.reveal(places), call: (message) => game.play.call(message), flush: () => game.frames.flush() };
}

/** @param {Game} game @returns {import("./panel/puzzle.js").PuzzleContext} */
export function ofPuzzle(game) {
  const { id, element, actions, ui: { panel } } = game;
  return { ...game.map, id, element, panel, actions, strokes: (plan) => game.strokes(plan), call: (message) => game.play.call(message), flush: () => game.frames.flush() };
}

/** @param {Game} game @returns {import("./panel/line.js").LineContext} */
export function ofLine(game) {
  const { id, element, actions } = game;
  return { ...game.map, id, element, actions };
}

/** @param {Game} game @returns {import("./panel/ahead.js").AheadContext} */
export function ofAhead(game) {
  const { id, model, actions, ui: { panel } } = game;
  return {
    id, model, actions, panel, isLive: () => game.isLive, conceals: () => game.conceals(), ending: (state) => game.ending(state),
    send: (action, at, version) => game.play.act(action, at, version),
  };
}

/** @param {Game} game @returns {import("./map/cursor.js").CursorContext} */
export function ofCursor(game) {
  const { attention, ui: { hint } } = game;
  return { ...game.map, hint, reveal: (places) => game.reveal(places), chosen: () => chosen(game), part: () => game.part, card: attention.card, keys: keys(game), pointed: (spot) => game.layerBar.point(spot) };
}

/** What keys do wherever the focus is, except those that move the cursor or the map. @param {Game} game @returns {Record<string, () => void>} */
function keys(game) {
  const { actions, ui: { help, tabs, log }, advice, attention, lesson, puzzle } = game;
  /** @param {() => void} open */
  const tab = (open) => {
    besideMap();
    open();
  };
  return {
    Escape: () => {
      attention.card.hide();
      if (game.part.back()) sayNow(t("board.dropped"));
      else advice.close();
    },
    u: () => actions.undo(),
    E: () => actions.end(),
    h: () => advice.ask(),
    c: () => advice.ask(),
    g: () => tab(() => {
      tabs.press("log");
      log.focus();
    }),
    l: () => game.lastTurn.toggle(),
    i: () => tab(() => tabs.pressOne("units", "boxes")),
    p: () => tab(() => tabs.pressOne("points", "boxes")),
    r: () => tab(() => tabs.press("rules")),
    t: () => tab(() => tabs.press("game")),
    R: () => actions.resign(),
    z: () => attention.toggle(),
    F: () => sayNow(t(game.ui.layout.toggleWhole() ? "board.wholeWindow" : "board.notWhole")),
    ".": () => (puzzle.now ? puzzle.goOn() : lesson.goOn()),
    "?": () => help.ask(),
    ...Object.fromEntries([...LAYER_KEYS].map((key) => [key, () => game.layerBar.pressKey(key)])),
  };
}

/** @param {Game} game @returns {import("./window/input.js").InputContext} */
export function ofInput(game) {
  const { element, actions, attention, cursor, ui: { hint, panel, layout } } = game;
  return {
    ...game.map, element, hint, panel, several: layout.several, part: () => game.part,
    put: (place) => cursor.put(place), act: (action) => actions.act(action),
    buttons: {
      fit: () => attention.toggle(), end: () => actions.end(), undo: () => actions.undo(), next: () => game.part.browse?.() || game.cursor.step(1),
      now: () => game.play.send({ type: "now" }), pause: () => game.play.send({ type: "pause", on: !game.live?.paused }),
    },
  };
}

/** The unit in hand, "" if there is none. @param {Game} game */
const chosen = ({ element }) => element.dataset.unit ?? "";
