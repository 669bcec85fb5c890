/** The game screen: connects the server, the board, the part that leads the decision, and the side. */

import { notice, say } from "../announce.js";
import * as api from "../api.js";
import * as settings from "../settings.js";
import { createMenu } from "../side/menu.js";
import { createRules } from "../side/rules.js";
import { t } from "../text.js";
import { Advice } from "./advice.js";
import { Attack } from "./attack.js";
import { Choices } from "./choices.js";
import { Cursor } from "./cursor.js";
import { Deeds } from "./deeds.js";
import { Fight, showButtons } from "./fight.js";
import { Frames } from "./frames.js";
import { furnish } from "./furniture.js";
import { listen } from "./hands.js";
import { Model } from "./model.js";
import { Movement } from "./movement.js";
import { strokes } from "./plan.js";
import { Protect } from "./protect.js";
import { isSame, movesBetween, news } from "./telling.js";
import { Watching } from "./watching.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Part} Part */

const WIDE = "(min-width: 900px)"; // from where the sheet and the column fit beside each other

/** One game on the screen. */
export class Game {
  /** @param {string} id of the saved game */
  constructor(id) {
    this.id = id;
    this.model = new Model();
    /** @type {State|null} the newest state, also while an earlier one is shown */
    this.live = null;
    this.frames = new Frames((state) => this.take(state));
    this.replayed = false; // whether an earlier position is shown
    this.lost = false;
    /** @type {(() => void)[]} */
    this.stops = [];
    this.ui = furnish(id, this.model, {
      onCase: (number) => this.openCase(number),
      onPick: (unit) => this.pick(unit),
      onLook: (state) => this.look(state),
      ofAnalysis: {
        open: () => this.ui.tabs.show("replay"),
        go: (n) => this.ui.replay.go(n),
        plan: (plan) => this.ui.overlay.advised(strokes(this.model, plan)),
      },
    });
    this.element = this.ui.layout.element;
    this.deeds = new Deeds(this);
    const desk = this.desk();
    this.fight = new Fight(this.ui, this.model);
    this.watching = new Watching(desk);
    this.movement = new Movement(desk);
    this.attack = new Attack(desk, this.ui.sheet);
    this.protect = new Protect(desk, this.ui.sheet);
    this.choices = new Choices(desk);
    this.advice = new Advice({
      id, model: this.model, panel: this.ui.panel, overlay: this.ui.overlay, deeds: this.deeds, reveal: desk.reveal,
      strokes: (plan) => strokes(this.model, plan),
    });
    /** @type {Part} */
    this.part = this.watching;
    this.cursor = new Cursor(this.ui.layout.board, desk, {
      part: () => this.part,
      undo: () => this.deeds.undo(),
      end: () => this.deeds.end(),
      help: () => this.ui.help.ask(),
      advice: this.advice,
      viewport: this.ui.viewport,
    });
    this.hands = listen(this);
    this.wide = window.matchMedia(WIDE);
    this.wide.addEventListener("change", this.reload);
    this.reload();
    this.play = this.connect();
    this.stops.push(settings.subscribe("pace", (ms) => this.play.send({ type: "pace", ms })));
    this.stops.push(settings.subscribe("layers", (layers) => this.layers(layers)));
  }

  /** What the parts share. @returns {Desk} */
  desk() {
    const { board, overlay, hint, panel, viewport } = this.ui;
    return {
      model: this.model,
      board,
      overlay,
      hint,
      panel,
      act: (action) => this.deeds.act(action),
      undo: () => this.deeds.undo(),
      ask: (what, fields) => this.play.ask(what, fields),
      chosen: (unit) => this.chosen(unit),
      reveal: (hexes) => viewport.reveal(hexes.flatMap((hex) => board.centers.get(hex) ?? [])),
      complain: (error) => this.deeds.complain(error),
    };
  }

  /** @returns {Part} the part for the state that is shown */
  partFor() {
    const { state } = this.model;
    if (this.replayed || !state.mine || !state.decision || this.lost) return this.watching;
    if (["setup", "militia", "movement", "onward"].includes(state.step)) return this.movement;
    if (["combat", "attackers", "declare"].includes(state.step)) return this.attack;
    return state.step === "fpf" ? this.protect : this.choices;
  }

  /** @param {string} unit */
  pick(unit) {
    if (!this.model.shown) return;
    this.part.pick(unit);
    if (!this.wide.matches) this.ui.tabs.lower();
  }

  // The server

  connect() {
    return new api.Play(this.id, {
      onHello: (hello) => this.meet(hello),
      onState: (state) => this.frames.put(state),
      onLost: () => this.lose(true),
      onBack: () => this.lose(false),
      onGone: (text) => {
        notice(text || t("play.gone"), 0);
        location.hash = "#/";
      },
    });
  }

  /** @param {import("../types.js").Hello} hello */
  meet(hello) {
    const first = !this.model.known;
    this.model.meet(hello);
    this.play.send({ type: "pace", ms: settings.get("pace") });
    this.layers(settings.get("layers"));
    if (!first) return;
    this.ui.units.build();
    this.rules = createRules({ game: hello.game.id, api });
    this.ui.places.rules.replaceWith(this.rules.element);
    const menu = createMenu({ id: this.id, game: hello.game, record: hello.record, actions: { resign: () => this.deeds.resign(), keys: () => this.ui.help.ask() }, settings });
    this.ui.places.menu.replaceWith(menu.element);
    this.stops.push(menu.destroy);
  }

  /**
   * A new state: remember it, and show it unless an earlier one is looked at.
   * @param {State} state
   */
  take(state) {
    const before = this.live;
    this.live = state;
    this.ui.log.update(state.log);
    this.ui.replay.update(state);
    this.ui.analysis.update(state);
    if (before && !isSame(before, state)) this.deeds.withdraw();
    if (!this.replayed) this.show(state, before);
    const told = before ? news(before, state) : this.ui.panel.told();
    if (told) say(told);
  }

  /**
   * Show an earlier position, or null for that of now.
   * @param {State|null} state
   */
  look(state) {
    if (!this.live) return;
    const before = this.model.shown;
    this.watching.replayed = this.replayed = state !== null;
    this.element.toggleAttribute("data-replay", state !== null);
    this.ui.log.at(state ? state.at : null);
    this.show(state ?? this.live, before);
  }

  /**
   * @param {State} state
   * @param {State|null} before what was shown
   */
  show(state, before) {
    const { model } = this;
    const focused = document.activeElement;
    const same = isSame(before, state);
    model.take(state);
    this.ui.board.show(state, before !== null && settings.get("pace") > 0);
    this.ui.layout.head(model);
    this.ui.points.update(model);
    this.facts(state);
    this.ui.units.update();
    this.ui.overlay.recent(state.log.entries.at(-1)?.hexes ?? []);
    this.ui.overlay.moved(same ? [] : movesBetween(before, state));
    showButtons(this.ui, model, !this.replayed && !this.lost);
    const part = this.partFor();
    const fresh = part !== this.part || !same;
    if (fresh) this.attack.drop();
    if (part !== this.protect) this.protect.drop();
    if (!this.attack.offer && part !== this.protect) this.fight.show(state);
    this.part = part;
    this.ui.panel.aside(false);
    part.begin(fresh);
    this.advice.update(state, !this.replayed && !this.lost && state.mine && Boolean(state.decision));
    this.cursor.show();
    this.hands.forget();
    // What had the focus may be gone with the decision it belonged to.
    if (focused && focused !== document.body && !canHoldFocus(focused)) this.ui.layout.board.focus({ preventScroll: true });
  }

  /** What tests and style sheets know of the state. @param {State} state */
  facts(state) {
    Object.assign(this.element.dataset, {
      at: String(state.at),
      toMove: state.toMove ?? "",
      step: state.step,
      mine: String(state.mine),
    });
  }

  /** @param {string|null} unit */
  chosen(unit) {
    if (unit) this.element.dataset.unit = unit;
    else delete this.element.dataset.unit;
    this.ui.units.choose(unit);
    this.ui.overlay.chosen(unit);
    this.element.toggleAttribute("data-crossing", Boolean(unit && this.model.verbs(unit).cross));
  }

  /** @param {string} number */
  openCase(number) {
    this.ui.tabs.show("rules");
    this.rules?.open(number);
  }

  // The board

  reload = () => {
    this.ui.board.load(this.wide.matches).then((there) => {
      if (!there || !this.ui.board.svg) return;
      this.ui.viewport.show(this.ui.board.svg);
      this.ui.overlay.attach();
      this.ui.layout.ready();
      if (this.model.shown) this.show(this.model.shown, this.model.shown);
    }, (error) => this.deeds.complain(error));
  };

  /** @param {Record<string, boolean>} layers */
  layers(layers) {
    const sides = this.model.known?.game.sides ?? [];
    const every = { ...Object.fromEntries(sides.map(({ id }) => [`zones-${id}`, false])), ...layers };
    this.ui.layout.board.dataset.off = Object.keys(every).filter((name) => !every[name]).join(" ");
    // The server draws zones and the line for those who look at them.
    const zones = Object.keys(layers).flatMap((name) => (name.startsWith("zones-") && layers[name] ? name.slice(6) : []));
    const drawn = this.play.call({ type: "layers", zones, line: Boolean(layers.line) });
    drawn.then(() => this.ui.replay.again(), () => {}); // without a connection: told again by the next hello
  }

  /** @param {boolean} on */
  lose(on) {
    this.frames.flush();
    this.lost = on;
    this.ui.layout.lost(on);
    say(t(on ? "board.lost" : "board.back"));
    const { shown } = this.model;
    if (on && shown) this.show(shown, shown);
  }

  destroy() {
    this.play.close();
    this.frames.stop();
    this.ui.viewport.destroy();
    this.ui.log.destroy();
    this.ui.replay.destroy();
    this.ui.layout.destroy();
    this.ui.analysis.destroy();
    this.wide.removeEventListener("change", this.reload);
    for (const stop of this.stops) stop();
  }
}

/**
 * Whether an element can have the focus: a button that is hidden or disabled now cannot.
 * @param {Element} element
 */
function canHoldFocus(element) {
  return element.isConnected && element.checkVisibility() && !element.matches(":disabled");
}

/**
 * The screen of a saved game.
 * @param {{id: string}} saved
 * @returns {{element: HTMLElement, title: string, destroy: () => void}}
 */
export function createGame({ id }) {
  const game = new Game(id);
  return { element: game.element, title: t("play.title"), destroy: () => game.destroy() };
}
