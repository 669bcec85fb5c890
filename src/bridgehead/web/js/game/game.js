/** The game screen: connects the server, the map, the decision and the tabs. */

import { hush, notice, say } from "../common/announce.js";
import * as api from "../network/api.js";
import * as settings from "../common/settings.js";
import { again } from "../side/again.js";
import { mySide } from "../side/outcome.js";
import { createMenu } from "../side/menu.js";
import { createRules } from "../side/rules.js";
import { named, t } from "../common/text.js";
import { Advice } from "./panel/advice.js";
import { Ahead } from "./panel/ahead.js";
import { Attention, movers } from "./map/attention.js";
import { LessonPanel } from "./panel/lesson.js";
import { LinePanel } from "./panel/line.js";
import { PuzzlePanel } from "./panel/puzzle.js";
import { LayerBar } from "./map/layer_bar.js";
import { Actions } from "./actions.js";
import * as contexts from "./contexts.js";
import { Frames } from "./frames.js";
import { furnish } from "./window/fixed_parts.js";
import { listen } from "./window/input.js";
import { Hearing } from "./sounds.js";
import { listenToKeys } from "./window/keys.js";
import { createOnlineParts } from "../online/parts.js";
import { Standing } from "../online/standing_orders.js";
import { isSame, Telling } from "./announcements.js";
import { Batch } from "./panel/batch.js";
import { SavedSetUps } from "./setup/saved_setups.js";
import { LastTurn } from "./panel/last_turn.js";
import { Watching } from "./panel/watching.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("./parts.js").Part} Part */
/** @typedef {import("./map/overlay.js").Stroke} Stroke */

const PATIENCE = 120; // ms the pointer rests before the server is asked why not

/** A game on the screen, on hexes or points. */
export class Game {
  // Where others play from elsewhere
  /** @type {import("../online/table.js").Table|null} */
  table = null;
  /** @type {import("../online/dice.js").Dice|null} */
  dice = null;
  /** @type {import("../online/aftermath.js").Aftermath|null} */
  aftermath = null;

  /** @type {Standing|null} */
  standing = null;
  /** @type {Batch|null} */
  batch = null;
  /** @type {SavedSetUps|null} */
  setUps = null;
  replayed = false; // whether an earlier position is shown
  lost = false;
  asking = 0; // the timer of a question
  hearing = new Hearing();
  telling = new Telling();

  /**
   * @param {string} id of the saved game
   * @param {import("./window/fixed_parts.js").Kind} kind
   */
  constructor(id, kind) {
    this.id = id;
    this.title = t("play.title");
    /** @type {any} the kind's own */
    this.model = kind.model;
    this.kind = kind;
    /** @type {State|null} the newest state, also while an earlier one is shown */
    this.live = null;
    this.frames = new Frames((state) => this.take(state));
    /** @type {number|null} the number of actions after which the address opens the game */
    this.opensAt = null;
    /** @type {boolean|null} the picture of the map that could not be fetched: with what is printed around it, or without */
    this.missing = null;
    /** @type {(() => void)[]} */
    this.stops = [];
    this.ui = furnish(id, kind, {
      onCase: (number) => this.openCase(number),
      onLook: (state) => this.look(state),
      plan: (plan) => this.ui.overlay.advised(this.strokes(plan)),
      reveal: (places) => this.reveal(places, true),
    });
    const { layout, board, overlay, hint, panel, viewport } = this.ui;
    this.element = layout.element;
    this.ui.tabs.opened = () => this.review();
    panel.face = (unit) => this.face(unit);
    this.actions = new Actions(contexts.ofActions(this));
    /** Objects that the parts share. @type {import("./parts.js").Context} */
    this.context = {
      model: this.model, board, overlay, hint, panel,
      act: (action) => this.actions.act(action),
      plan: (actions, part) => this.actions.plan(actions, part),
      setUp: (units, to) => this.actions.setUp(units, to),
      undo: () => this.actions.undo(),
      ask: (what, fields) => this.play.ask(what, fields),
      why: (about, action) => this.why(about, action),
      chosen: (unit) => this.chosen(unit),
      reveal: (places) => this.reveal(places),
      frame: (places) => queueMicrotask(() => this.attention.frameOn(places)), // first a panel may have covered a part of the map
      first: (goals) => this.lesson.first(goals) ?? this.nearest(goals),
      complain: (error) => this.actions.complain(error),
      conditions: (unit, place) => this.layerBar.conditions(unit, place), ahead: (unit, place) => this.layerBar.ahead(unit, place),
    };
    this.watching = new Watching(this.context);
    this.part = /** @type {Part} */ (this.watching);
    this.map = { model: this.model, frame: layout.board, board, overlay, viewport };
    this.advice = new Advice(contexts.ofAdvice(this));
    this.attention = new Attention(contexts.ofAttention(this));
    this.layerBar = new LayerBar(contexts.ofLayers(this));
    this.lesson = new LessonPanel(contexts.ofLesson(this));
    this.puzzle = new PuzzlePanel(contexts.ofPuzzle(this));
    this.newLine = new LinePanel(contexts.ofLine(this));
    this.ahead = new Ahead(contexts.ofAhead(this));
    this.lastTurn = new LastTurn(contexts.ofLastTurn(this));
    this.cursor = new kind.Cursor(contexts.ofCursor(this));
    this.input = listen(contexts.ofInput(this));
    this.stops.push(listenToKeys({ model: this.model, frame: layout.board, shortcut: (key) => this.cursor.shortcut(key) }));
    this.play = this.connect();
    this.stops.push(settings.subscribe("pace", (ms) => this.play.send({ type: "pace", ms })), settings.subscribe("layers", (layers) => this.layers(layers)));
  }

  /** Whether decisions can be made on the screen: it shows the present, and nothing keeps from it. */
  get isLive() {
    return !this.replayed && !this.lost && !this.watching.stopped;
  }

  // Parts for each kind of map

  /** A plan as drawn strokes. @param {readonly string[]} _plan @returns {Stroke[]} */
  strokes(_plan) {
    return [];
  }

  /** The first action of a plan in the form in which it is sent. @param {readonly string[]} plan */
  firstAction([first = ""]) {
    return first;
  }

  /** The part that handles a state's decision. @param {State} _state @returns {Part} */
  leading(_state) {
    return this.watching;
  }

  /** The important places now, with weights. @returns {[string, number][]} */
  action() {
    return movers(this.model);
  }

  /**
   * The text of a unit's card.
   * @param {string} unit
   * @returns {{name: string, kind: string, values: string, state: string, may: string}} may: what it can do now
   */
  told(unit) {
    const { name } = this.model.unit(unit);
    return { name, kind: "", values: "", state: this.model.marksOf(unit).join(", "), may: "" };
  }

  /** A unit's counter as a separate drawing. @param {string} _unit @returns {SVGElement|null} */
  face(_unit) {
    return null;
  }

  /** The places of a question, which must all be visible. @returns {string[]} */
  asked() {
    return [];
  }

  /** If there are several maps, show the one with the action. */
  turnTo() {}

  /** Which of several maps is shown. */
  get sheet() {
    return "";
  }

  /** Whether the present question concerns a map. @param {string} _sheet */
  asksOn(_sheet) {
    return true;
  }

  /** Show one of several maps. @param {string} _sheet */
  turnSheet(_sheet) {}

  /** The first hello has arrived. */
  met() {}

  /** The map's picture has been loaded. */
  loaded() {}

  /**
   * Draw the parts of the screen that are the same for every state.
   * @param {State} _state
   * @param {State|null} _before what was shown
   * @param {boolean} _same whether it is the same position
   */
  draw(_state, _before, _same) {}

  /** Let a part handle another decision, or the same one again. @param {Part} _part @param {boolean} _fresh */
  turn(_part, _fresh) {}

  /** Whether the phase can be ended by the button, and if not, why. @param {State} state */
  ending({ decision, endRefused }) {
    return { offered: Boolean(decision?.plain.includes("end")), refused: endRefused };
  }

  /** Whether nothing can be done in this phase except ending it. @param {State} _state */
  nothingElse(_state) {
    return false;
  }

  /** Whether the speed of an answer could reveal hidden facts to another person. */
  conceals() {
    return false;
  }

  /** The units on the map that can still move in this phase. @returns {string[]} */
  unmoved() {
    return [];
  }

  /** Carry out what was chosen for the phase and not yet done; return whether there was anything. */
  beforeEnd() {
    return false;
  }

  /** Where the shown fight is: the targets, then the attackers. @returns {string[]} */
  fightPlaces() {
    return [];
  }

  /** What can still act, in words; "" where there is nothing to go to. */
  left() {
    const n = this.unmoved().length;
    return n ? t(n === 1 ? "next.moveOne" : "next.move", { n }) : "";
  }

  // The server

  connect() {
    return new api.Play(this.id, {
      onHello: (hello) => this.meet(hello),
      onState: (state) => {
        this.dice?.hear(state);
        if (this.isRolled(state)) this.roll(state);
        this.frames.put(state);
      },
      onAside: (message) => this.hearAside(message),
      onLost: () => this.lose(true),
      onBack: () => this.lose(false),
      onGone: (text) => {
        notice(text || t("play.gone"), 0, true);
        location.hash = "#/";
      },
    });
  }

  /** A message beside the states. @param {any} message */
  hearAside(message) {
    if (message.type === "orders") this.standing?.take(message);
    else (message.type === "after" ? this.aftermath : this.table)?.take(message);
    if (message.type === "orders" && this.model.shown) this.batch?.update(this.isLive && this.model.state.mine);
  }

  /** Whether to show the tumbling die before the result. @param {State} state */
  isRolled(state) {
    return Boolean(state.roll && this.live && state.at > this.live.at && !state.curtain && !this.replayed && !this.frames.held);
  }

  /** Show the tumbling die; the new position is drawn when it stops. @param {State} state */
  roll({ roll, at }) {
    const { die, panel } = this.ui;
    if (!die.roll(roll?.face ?? 1, at, () => this.frames.release())) return;
    this.frames.hold();
    this.hearing.roll();
    panel.aside(false);
    panel.ask({ title: t("play.rolling") });
  }

  /** Whether a person plays a side, here or elsewhere. @param {string|null} side */
  isPerson(side) {
    const { online, record } = this.model.hello;
    return online ? online.seats[side ?? ""]?.kind === "person" : record.players[side ?? ""] === "human";
  }

  /** Whether the shown roll is old: a person has acted since, or another position is shown. @param {State} state @param {State|null} before */
  isPast(state, before) {
    return !before || Boolean(state.curtain) || state.at < before.at || (state.at > before.at && this.isPerson(before.toMove));
  }

  /** @param {import("../types.js").Hello} hello */
  meet(hello) {
    const first = !this.model.known;
    this.model.meet(hello);
    this.lesson.meet(hello.lesson);
    this.puzzle.meet(hello.puzzle);
    this.newLine.meet(hello.line);
    if (hello.online) this.table?.meet(hello.online);
    if (!first) return;
    this.layerBar.meet(hello);
    this.met();
    this.batch = new Batch(contexts.ofBatch(this));
    this.setUps = new SavedSetUps({ ...this.context, viewport: this.ui.viewport });
    this.ui.panel.choices.after(this.setUps.element);
    this.ui.panel.choices.before(this.batch.element);
    if (hello.online) this.lay(hello.online);
    else this.standing = new Standing(contexts.ofStanding(this));
    this.rules = createRules(hello.game.id, !hello.online);
    this.ui.places.rules.replaceWith(this.rules.element);
    this.ui.briefing.meet(hello);
    this.ui.lookBack.meet(hello);
    const menu = createMenu({ id: this.id, game: hello.game, record: hello.record, layers: this.kind.layers, isBare: this.kind.isBare, resign: () => this.actions.resign(), keys: () => this.ui.help.ask(), briefing: () => this.ui.briefing.ask() });
    this.ui.places.menu.replaceWith(menu.element);
    if (!hello.online && this.standing) menu.element.append(this.standing.element);
    this.stops.push(menu.destroy);
  }

  /** Add the parts for online play: the players and the chat. @param {import("../types.js").Online} online */
  lay(online) {
    const { places, tabs } = this.ui;
    const { table, dice, standing, aftermath, banners } = createOnlineParts(this, online);
    Object.assign(this, { table, dice, standing, aftermath });
    this.play.nextLink = () => dice.link();
    places.table.replaceWith(table.element);
    places.offer.replaceWith(...banners);
    this.element.querySelector(".game-head")?.append(table.clocks.element);
    places.after.replaceWith(aftermath.element);
    this.stops.push(() => table.destroy());
    tabs.offer("table", true);
    this.element.toggleAttribute("data-online", true);
  }

  /** Store a new state, and show it unless an earlier one is shown. @param {State} state */
  take(state) {
    const before = this.live;
    this.live = state;
    this.ui.log.update(state.log, state.byComputer);
    this.ui.lookBack.update(state);
    this.table?.update(state);
    if ((before && state.viewer !== before.viewer) || state.curtain) this.forget();
    if (before && !isSame(before, state)) this.actions.withdraw();
    this.watching.hear(state, Boolean(before && state.at < before.at));
    if (before && !before.result && state.result && !this.replayed && this.ui.tabs.open === "replay") this.ui.tabs.show("log", !this.ui.tabs.compact.matches); // its layout has no room for how it ended
    if (!this.replayed) this.show(state, before);
    if (!before && this.opensAt !== null) this.openAt(this.opensAt);
    if (!before) this.ui.briefing.greet(state, (on) => this.play.send({ type: "pause", on }));
    const given = { isPerson: (/** @type {string|null} */ side) => this.isPerson(side), side: (/** @type {string} */ side) => this.model.side(side), question: (/** @type {string} */ step) => this.model.ask(step) };
    const told = before ? this.telling.news(before, state, given) : [this.ui.panel.told()];
    if (!state.curtain) told.forEach(say);
    this.hearing.take(before, state);
    this.lastTurn.take(before, state);
    this.ahead.take(before, state);
  }

  /** Open the replay at a position. @param {number} n */
  openAt(n) {
    this.ui.tabs.show("replay");
    this.ui.replay.go(n);
  }

  /** Forget everything that the previous person saw, because another person looks now. */
  forget() {
    const { replay, hint, overlay } = this.ui;
    if (this.replayed) replay.close();
    replay.again();
    hint.clear(true);
    overlay.told(null);
    overlay.path(null);
    this.lastTurn.hide();
    this.watching.heard = [];
    this.telling.drop();
    hush();
  }

  /** Show an earlier position, or null for the present one. @param {State|null} state */
  look(state) {
    if (!this.live) return;
    const before = this.model.shown;
    this.watching.replayed = this.replayed = state !== null;
    this.element.toggleAttribute("data-replay", state !== null);
    this.ui.log.at(state ? state.at : null);
    this.show(state ?? this.live, before);
  }

  /** @param {State} state @param {State|null} before what was shown */
  show(state, before) {
    const { model, ui } = this;
    const focused = document.activeElement;
    const same = isSame(before, state);
    const live = this.isLive;
    const decides = live && state.mine && Boolean(state.decision) && !state.puzzle?.grade;
    model.take(state);
    if (state.result && !before?.result) {
      ui.hint.clear(true);
      if (before && ui.tabs.compact.matches) ui.tabs.lower(); // how it ended is said under the sheet
      if (!before && ui.tabs.open === "replay") ui.tabs.show("log", false); // a game that is opened says first how it ended
    }
    this.element.toggleAttribute("data-over", Boolean(this.live?.result));
    this.review();
    if (!state.roll && this.isPast(state, before)) ui.die.clear();
    else if (state.roll && !state.curtain && before && state.at === before.at + 1) ui.die.roll(state.roll.face, state.at);
    ui.board.show(state, before !== null && before.viewer === state.viewer && settings.get("pace") > 0);
    ui.layout.head(model);
    this.facts(state);
    ui.tracker.show(state);
    ui.overlay.recent(state.log.entries.at(-1)?.hexes ?? []);
    this.draw(state, before, same);
    for (const tab of this.kind.tabs) tab.update?.();
    this.buttons(state, live);
    ui.fights.update(state);
    this.batch?.update(decides && !state.lesson && !state.puzzle);
    this.setUps?.update(decides);
    /** @type {Part} */
    const part = decides ? this.leading(state) : this.watching;
    const fresh = part !== this.part || !same;
    this.turn(part, fresh);
    this.part = part;
    if (before && isOther(before, state)) ui.hint.clear(); // a cost, or a reason, of before
    ui.panel.aside(false);
    ui.layout.several.hidden = !part.box || state.step !== "movement";
    part.begin(fresh);
    ui.layout.next(decides && !state.lesson && !state.puzzle ? this.left() : "");
    this.advice.update(state, decides && !state.lesson && !state.puzzle && !this.table); // nobody asks for advice against others
    this.attention.update(state);
    this.guide(state, live);
    this.layerBar.show();
    this.cursor.show();
    this.input.forget();
    // The focused element may have been removed together with its decision.
    if (!state.curtain && focused && focused !== document.body && !canHoldFocus(focused)) ui.layout.board.focus({ preventScroll: true });
  }

  /** Whether an earlier position, or a game that is over, is looked at has its own layout. */
  review() {
    const { review, tabs } = this.ui;
    review.update(tabs.open === "replay" && Boolean(this.replayed || this.live?.result));
  }

  /** Show the panel of a lesson, a puzzle or a new line. @param {State} state @param {boolean} live whether something can be done now */
  guide(state, live) {
    this.element.toggleAttribute("data-guided", live && Boolean(state.lesson || state.puzzle || state.line));
    this.lesson.update(live ? state.lesson : null);
    this.puzzle.update(live ? state.puzzle : null);
    this.newLine.update(live ? state.line : null, state.at);
  }

  /** Data about the state for tests and style sheets. @param {State} state */
  facts({ at, toMove, step, mine, viewer }) {
    Object.assign(this.element.dataset, { at: String(at), toMove: toMove ?? "", step, mine: String(mine && !this.watching.stopped) }, viewer === undefined ? {} : { viewer: viewer ?? "" });
  }

  /**
   * Update the buttons for undo, pause, move now and end, and the name of the deciding side.
   * @param {State} state
   * @param {boolean} live whether a person can do anything now
   */
  buttons(state, live) {
    const { ui: { panel, result, outcome }, model } = this;
    const players = Object.values(model.hello.record.players);
    panel.undo.hidden = this.replayed || !players.includes("human");
    panel.undo.disabled = !(live && state.canUndo);
    panel.now.hidden = !live || !state.waiting || Boolean(this.table);
    panel.now.disabled = state.paused;
    const computer = !this.table && !state.lesson && !state.puzzle && players.some((player) => player !== "human");
    panel.pause.hidden = !live || !computer || Boolean(state.result) || (state.mine && !state.paused); // in your own turn there is nothing to pause
    panel.pause.textContent = t(state.paused ? "play.goOn" : "play.pause");
    panel.pause.setAttribute("aria-pressed", String(state.paused));
    const { offered, refused } = live && state.mine && !state.puzzle?.grade ? this.ending(state) : { offered: false, refused: null };
    panel.ending(offered, refused, this.nothingElse(state));
    const side = state.toMove === "dice" ? state.side : state.toMove;
    const whose = side && !state.result ? t("play.whose", { side: model.side(side), phase: named("phases", state.phase) }) : "";
    panel.element.toggleAttribute("data-trouble", Boolean(state.trouble));
    panel.whose(side, whose, Boolean(state.waiting) && !state.paused, side === state.side);
    if (state.result) result.show(state.result, state, model.hello.game.sides, again(model.hello), model.hello.online ? model.hello.online.you ?? "" : mySide(model.hello));
    outcome.update(model.hello, state);
    result.element.hidden = !state.result;
  }

  /**
   * Show why an action is not possible, after the pointer has rested.
   * @param {string} about what is said before it
   * @param {string|null} action null: what was to be asked is not asked any more
   */
  why(about, action) {
    const { ui: { hint }, model } = this;
    window.clearTimeout(this.asking);
    const { at } = model.state;
    const tell = (/** @type {import("./panel/hint_line.js").Reason|null} */ why) => why && at === model.state.at && hint.show(about, why);
    const ask = () => this.play.ask("why", { action }).then(tell, () => {}); // some ways no action can take
    if (action) this.asking = window.setTimeout(ask, hint.aloud ? 0 : PATIENCE);
  }

  /** @param {string|null} unit */
  chosen(unit) {
    if (unit) this.element.dataset.unit = unit;
    else delete this.element.dataset.unit;
    if (unit) this.layerBar.point({ hex: this.model.hexOf(unit), unit });
  }

  /** @param {string} number */
  openCase(number) {
    this.ui.tabs.show("rules");
    this.rules?.open(number);
  }

  // The map

  /** Load its picture. @param {boolean} sheet with what is printed around it */
  async load(sheet) {
    const { board, viewport, overlay, layout } = this.ui;
    this.missing = null;
    try {
      if (!(await board.load(sheet)) || !board.svg) return;
    } catch (error) {
      if (error instanceof api.ApiError && error.kind === "lost") this.missing = sheet;
      this.actions.complain(error);
      return;
    }
    viewport.show(board.svg);
    overlay.attach();
    layout.ready();
    this.loaded();
    this.attention.anew();
    if (this.model.shown) this.show(this.model.shown, this.model.shown);
    this.lastTurn.redraw();
    this.lesson.redraw(); // last: its places are what is to be seen
  }

  /** The goals of a unit that are in sight, if many are; otherwise as many as fit on the screen, nearest to an objective first. @param {string[]} goals */
  nearest(goals) {
    const { board: { centers }, overlay, viewport } = this.ui;
    const on = (/** @type {string[]} */ places) => places.filter((place) => centers.has(place));
    const objectives = on(this.model.state.goals.flatMap((/** @type {import("../types.js").Goal} */ { places }) => places)).map((place) => overlay.at(place));
    const all = on(goals).map((place) => ({ place, ...overlay.at(place) }));
    const [seen, fitting] = [all.filter((goal) => viewport.sees(goal)), viewport.fitting(all, objectives)];
    return (seen.length * 2 < fitting.length ? fitting : seen).map(({ place }) => place);
  }

  /** Scroll places into view. @param {string[]} places @param {boolean} [around] with what lies around them */
  reveal(places, around) {
    this.ui.viewport.reveal(this.centersOf(places), around);
  }

  /** The centers of places on the map shown. @param {string[]} places */
  centersOf(places) {
    const { board, overlay } = this.ui;
    return places.filter((place) => board.centers.has(place)).map((place) => overlay.at(place));
  }

  /** @param {Record<string, boolean>} layers */
  layers(layers) {
    this.ui.layout.board.dataset.off = Object.keys(layers).filter((name) => !layers[name]).join(" ");
  }

  /** Show why the clocks keep the viewer from deciding. @param {import("../online/clocks.js").Stopped} why "": nothing */
  stop(why) {
    if (why === this.watching.stopped) return;
    this.watching.stopped = why;
    const { shown } = this.model;
    if (shown) this.show(shown, shown);
  }

  /** @param {boolean} on */
  lose(on) {
    this.frames.release();
    this.frames.flush();
    this.lost = on;
    this.ui.layout.lost(on, this.play.unsure);
    say(t(on ? "board.lost" : "board.back"));
    const { shown } = this.model;
    if (on && shown) this.show(shown, shown);
    if (!on && this.missing !== null) this.load(this.missing);
  }

  destroy() {
    this.play.close();
    this.frames.stop();
    this.attention.destroy();
    this.layerBar.destroy();
    this.lesson.destroy();
    this.puzzle.destroy();
    this.hearing.destroy();
    const { viewport, log, replay, layout, analysis, briefing, tabs, review } = this.ui;
    for (const part of [review, viewport, log, replay, layout, analysis, briefing, tabs]) part.destroy();
    for (const stop of this.stops) stop();
  }
}

/** Whether the question has changed, or is repeated after an undo. @param {State} before @param {State} state */
function isOther(before, state) {
  return before.step !== state.step || before.toMove !== state.toMove || state.at < before.at;
}

/** Whether an element can have the focus: not a hidden or disabled button. @param {Element} element */
function canHoldFocus(element) {
  return element.isConnected && element.checkVisibility() && !element.matches(":disabled");
}
