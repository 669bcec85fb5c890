/** The screen of a game of points and routes: connects the server, the map, the decision and the side. */

import { notice, say } from "../announce.js";
import * as api from "../api.js";
import { refill } from "../dom.js";
import { Advice } from "../game/advice.js";
import { Deeds } from "../game/deeds.js";
import { Frames } from "../game/frames.js";
import { listen } from "../game/hands.js";
import { isSame } from "../game/telling.js";
import { Watching } from "../game/watching.js";
import * as settings from "../settings.js";
import { createMenu } from "../side/menu.js";
import { createRules } from "../side/rules.js";
import { hasText, named, t } from "../text.js";
import { PointCursor } from "./cursor.js";
import { furnish } from "./furniture.js";
import { PointModel } from "./model.js";
import { Orders } from "./orders.js";
import { strokes } from "./plan.js";

/** @typedef {import("./types.js").PointState} PointState */
/** @typedef {import("../game/desk.js").Part} Part */

const SAID = 6; // lines of the log at most
const DRAWN = "8.1"; // the case of an event that is drawn: who looks elsewhere is told too
const BESIDE = "(min-width: 1900px)"; // from where both theaters are seen beside each other
const NARROW = "(max-width: 899px)";
const CLOSER = 1.8; // on a narrow screen: so that counters can be read, and hit

export class PointGame {
  /** @param {string} id of the saved game */
  constructor(id) {
    this.id = id;
    this.model = new PointModel();
    /** @type {PointState|null} the newest state, also while an earlier one is shown */
    this.live = null;
    this.frames = new Frames((state) => this.take(/** @type {any} */ (state)));
    this.replayed = false;
    this.lost = false;
    /** @type {(() => void)[]} */
    this.stops = [];
    this.ui = furnish(id, this.model, {
      onCase: (number) => this.openCase(number),
      onLook: (state) => this.look(state),
      onLift: (side) => this.play.send({ type: "look", side }),
      onArea: (area) => this.area(area),
      ofAnalysis: {
        open: () => this.ui.tabs.show("replay"),
        go: (n) => this.ui.replay.go(n),
        plan: (plan) => this.ui.overlay.advised(strokes(this.model, plan)),
      },
    });
    this.element = this.ui.layout.element;
    this.deeds = new Deeds(/** @type {any} */ (this));
    const desk = this.desk();
    this.watching = new Watching(/** @type {any} */ (desk));
    this.orders = new Orders(desk);
    this.advice = new Advice({
      id, model: this.model, panel: this.ui.panel, overlay: this.ui.overlay, deeds: this.deeds, reveal: desk.reveal,
      strokes: (plan) => strokes(this.model, plan),
    });
    /** @type {Part} */
    this.part = this.watching;
    this.cursor = new PointCursor(this.ui.layout.board, desk, this.ui.overlay, {
      part: () => this.part,
      undo: () => this.deeds.undo(),
      end: () => this.deeds.end(),
      help: () => this.ui.help.ask(),
      advice: this.advice,
      viewport: this.ui.viewport,
      centers: () => this.ui.board.centers,
      seen: (place) => this.ui.theaters.reveal(this.model.places.get(place)?.theaters ?? []),
    });
    this.hands = listen(/** @type {any} */ (this));
    this.drawn = this.draw();
    this.play = this.connect();
    this.stops.push(settings.subscribe("pace", (ms) => this.play.send({ type: "pace", ms })));
    this.stops.push(settings.subscribe("layers", (layers) => this.layers(layers)));
    this.stops.push(settings.subscribe("theme", () => this.theme()));
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", this.theme);
  }

  /** @returns {import("./orders.js").PointDesk} */
  desk() {
    const { overlay, hint, panel, extra, viewport, theaters } = this.ui;
    return {
      model: this.model,
      overlay,
      hint,
      panel,
      extra,
      act: (action) => this.deeds.act(action),
      undo: () => this.deeds.undo(),
      ask: (what, fields) => this.play.ask(what, fields),
      chosen: (unit) => this.chosen(unit),
      reveal: (places) => {
        if (places[0]) theaters.reveal(this.model.places.get(places[0])?.theaters ?? []);
        viewport.reveal(places.map((place) => overlay.at(place)));
      },
      complain: (error) => this.deeds.complain(error),
    };
  }

  /** @param {string|null} unit */
  chosen(unit) {
    if (unit) this.element.dataset.unit = unit;
    else delete this.element.dataset.unit;
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

  /** @param {any} hello */
  meet(hello) {
    const first = !this.model.known;
    this.model.meet(hello);
    this.play.send({ type: "pace", ms: settings.get("pace") });
    if (!first) return;
    this.ui.theaters.meet(this.model.words.theaters, window.matchMedia(BESIDE).matches);
    this.rules = createRules({ game: hello.game.id, api });
    this.ui.places.rules.replaceWith(this.rules.element);
    const menu = createMenu({ id: this.id, game: hello.game, record: hello.record, actions: { resign: () => this.deeds.resign(), keys: () => this.ui.help.ask() }, settings });
    this.ui.places.menu.replaceWith(menu.element);
    this.stops.push(menu.destroy);
  }

  /** @param {PointState} state */
  take(state) {
    const before = this.live;
    this.live = state;
    const moved = before && state.viewer !== before.viewer;
    this.ui.log.update(state.log);
    this.ui.replay.update(/** @type {any} */ (state));
    this.ui.analysis.update(state);
    if (moved || state.curtain) this.forget();
    if (before && !isSame(/** @type {any} */ (before), /** @type {any} */ (state))) this.deeds.withdraw();
    if (!this.replayed) this.show(state, before);
    const told = before ? this.news(before, state) : this.ui.panel.told();
    if (told && !state.curtain) say(told);
    const drawn = before && state.at > before.at ? state.log.entries.filter((entry) => entry.case === DRAWN) : [];
    if (drawn.length) notice(drawn.map(({ text }) => text).join(" "));
  }

  /** Another person looks: nothing stays of what the one before saw. */
  forget() {
    if (this.replayed) this.ui.replay.close();
    this.ui.replay.again();
    this.ui.hint.clear();
    refill(this.ui.hint.text);
    this.ui.overlay.told(null);
    this.ui.overlay.path(null);
    this.orders.drop();
    refill(this.ui.extra);
    say("");
  }

  /**
   * @param {PointState} before
   * @param {PointState} state
   */
  news(before, state) {
    const texts = state.log.entries.slice(-SAID).map((entry) => entry.text);
    if (state.at < before.at) texts.push(t("play.undone"));
    if (state.trouble && state.trouble !== before.trouble) texts.push(t("play.trouble"), state.trouble);
    if (state.mine && state.decision && (state.step !== before.step || !before.mine)) texts.push(this.question(state.step));
    return texts.join(" ");
  }

  /** @param {string} step */
  question(step) {
    return hasText(`routes.ask.${step}`) ? t(`routes.ask.${step}`) : t("routes.ask.other");
  }

  /** @param {any} state an earlier position, or null for that of now */
  look(state) {
    if (!this.live) return;
    const before = /** @type {any} */ (this.model.shown);
    this.watching.replayed = this.replayed = state !== null;
    this.element.toggleAttribute("data-replay", state !== null);
    this.ui.log.at(state ? state.at : null);
    this.show(state ?? this.live, before);
  }

  /**
   * @param {PointState} state
   * @param {PointState|null} before what was shown
   */
  show(state, before) {
    const { model, ui } = this;
    const focused = document.activeElement;
    const same = before !== null && isSame(/** @type {any} */ (before), /** @type {any} */ (state)) && before.viewer === state.viewer;
    model.take(state);
    ui.curtain.show(state.curtain, model.side(state.curtain), this.question(state.step));
    for (const part of ui.layout.element.children) if (part !== ui.curtain.element) part.toggleAttribute("inert", Boolean(state.curtain));
    ui.board.show(/** @type {any} */ (state), before !== null && before.viewer === state.viewer && settings.get("pace") > 0);
    ui.layout.head(model);
    Object.assign(this.element.dataset, { at: String(state.at), toMove: state.toMove ?? "", step: state.step, mine: String(state.mine), viewer: state.viewer ?? "" });
    ui.displays.update();
    ui.battle.show(model);
    ui.overlay.recent(state.log.entries.at(-1)?.hexes ?? []);
    if (!same && state.battle) this.orders.desk.reveal([state.battle.point]);
    this.buttons(state);
    const part = !this.replayed && state.mine && state.decision && !this.lost ? this.orders : this.watching;
    const fresh = part !== this.part || !same;
    this.part = part;
    ui.panel.aside(false);
    if (part === this.watching) refill(ui.extra);
    part.begin(fresh);
    this.advice.update(state, !this.replayed && !this.lost && state.mine && Boolean(state.decision));
    this.cursor.show();
    this.hands.forget();
    if (!state.curtain && focused && focused !== document.body && !canHoldFocus(focused)) ui.layout.board.focus({ preventScroll: true });
  }

  /** What stands on the panel whoever decides. @param {PointState} state */
  buttons(state) {
    const { panel, die, result } = this.ui;
    const live = !this.replayed && !this.lost;
    const side = state.toMove === "dice" ? state.side : state.toMove;
    const whose = side && !state.result ? t("play.whose", { side: this.model.side(side), phase: named("phases", state.phase) }) : "";
    panel.whose(side, whose, Boolean(state.waiting) && !state.paused);
    panel.element.toggleAttribute("data-trouble", Boolean(state.trouble));
    const players = Object.values(this.model.hello.record.players);
    panel.undo.hidden = !players.includes("human");
    panel.undo.disabled = !(live && state.canUndo);
    panel.now.hidden = !live || !state.waiting;
    panel.now.disabled = state.paused;
    panel.pause.hidden = !live || Boolean(state.result) || players.every((player) => player === "human");
    panel.pause.setAttribute("aria-pressed", String(state.paused));
    panel.pause.textContent = t(state.paused ? "play.goOn" : "play.pause");
    const offered = live && state.mine && Boolean(state.decision?.actions.includes("end")) && state.step !== "commit";
    panel.ending(offered, live && state.mine ? state.endRefused : null);
    panel.end.textContent = hasText(`routes.end.${state.step}`) ? t(`routes.end.${state.step}`) : t("routes.end.other");
    if (state.roll && !state.curtain) {
      const { result: said } = state.roll;
      die.show(state.roll.face, said ? t(`routes.results.${resultWord(said)}`, { n: said }) : "");
    } else die.clear();
    if (state.result) result.show(state.result, state.counts, this.model.hello.game.sides, state.ledger);
    else result.element.hidden = true;
  }

  /** @param {string} number */
  openCase(number) {
    this.ui.tabs.show("rules");
    this.rules?.open(number);
  }

  // The map

  /** @param {import("./theaters.js").Area} area what is to be seen of the picture */
  area(area) {
    const { board, viewport } = this.ui;
    if (!board.svg) return;
    viewport.show(board.svg, area);
    if (window.matchMedia(NARROW).matches) viewport.zoomBy(CLOSER);
  }

  async draw() {
    try {
      await this.ui.board.load(false);
    } catch (error) {
      this.deeds.complain(error);
      return;
    }
    if (!this.ui.board.svg) return;
    this.theme();
    this.ui.viewport.show(this.ui.board.svg);
    this.ui.overlay.attach();
    this.ui.layout.ready();
    this.ui.theaters.again();
    const { shown } = this.model;
    if (shown) this.show(/** @type {any} */ (shown), /** @type {any} */ (shown));
  }

  /** The map has its own dark colors. */
  theme = () => {
    const theme = settings.get("theme");
    const dark = theme === "dark" || (theme === "auto" && window.matchMedia("(prefers-color-scheme: dark)").matches);
    this.ui.board.svg?.classList.toggle("dark", dark);
  };

  /** @param {Record<string, boolean>} layers */
  layers(layers) {
    this.ui.layout.board.dataset.off = Object.keys(layers).filter((name) => !layers[name]).join(" ");
  }

  /** @param {boolean} on */
  lose(on) {
    this.frames.flush();
    this.lost = on;
    this.ui.layout.lost(on);
    say(t(on ? "board.lost" : "board.back"));
    const shown = /** @type {any} */ (this.model.shown);
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
    this.dark.removeEventListener("change", this.theme);
    for (const stop of this.stops) stop();
  }
}

/** @param {string} result what a result is called in the texts */
export function resultWord(result) {
  if (/^\d+$/.test(result)) return result === "1" ? "hit" : "hits";
  return { r: "one_retreats", R: "all_retreat", A: "a" }[result] ?? "nothing";
}

/** @param {Element} element */
function canHoldFocus(element) {
  return element.isConnected && element.checkVisibility() && !element.matches(":disabled");
}

/**
 * The screen of a saved game.
 * @param {{id: string}} saved
 * @returns {{element: HTMLElement, title: string, destroy: () => void}}
 */
export function createPointGame({ id }) {
  const game = new PointGame(id);
  return { element: game.element, title: t("play.title"), destroy: () => game.destroy() };
}
