/** The screen of a game of points and routes. */

import { notice } from "../common/announce.js";
import { refill, h } from "../common/dom.js";
import { HEAVY } from "../game/map/focus.js";
import { Board } from "../game/map/board.js";
import { Game } from "../game/game.js";
import * as settings from "../common/settings.js";
import { inSentence, t } from "../common/text.js";
import { aboutQuestion, aimed } from "./decisions/subject.js";
import { BattlePanel } from "./battle.js";
import { broughtBy } from "../side/dice.js";
import { ForecastPanel } from "./decisions/forecast.js";
import { PointCursor } from "./cursor.js";
import { createCurtain } from "./hidden_screen.js";
import { face } from "./counters.js";
import { listenDragsOut } from "./drag_out.js";
import { PointModel, printed } from "./model.js";
import { Orders } from "./decisions/orders.js";
import { PointOverlay } from "./overlay.js";
import { strokes } from "./plan.js";
import { createTheaters } from "./theaters.js";
import { parse, resultText } from "./decisions/words.js";

/** @typedef {import("./types.js").PointState} PointState */

const DRAWN = "8.1"; // the case of an event that is drawn: who looks elsewhere is told too
const BESIDE = "(min-width: 1900px)"; // from where both theaters are seen beside each other
const MOTION = Object.freeze({ ms: 300, least: 20 }); // a pile that is sorted anew is no move
const KEYS = Object.freeze(["arrows", "enter", "escape", "next", "undo", "end", "lastTurn", "advise", "lesson", "zoom", "whole", "window", "briefing", "layers", "tabs", "resign", "help"]);

export class PointGame extends Game {
  /** @param {string} id of the saved game @param {import("../game/parts.js").TitlePage} title */
  constructor(id, { createTabs }) {
    const model = new PointModel();
    const battle = new BattlePanel(model, (number) => this.openCase(number));
    super(id, {
      model,
      board: (view) => new Board(id, view, MOTION),
      overlay: (board) => new PointOverlay(board),
      Cursor: PointCursor,
      fight: battle.element,
      tabs: createTabs?.(model) ?? [],
      layers: ["names", "legend"],
      isBare: true,
      keys: KEYS,
      does: (key) => t(`routes.keys.${key}`),
    });
    this.model = model;
    this.battle = battle;
    this.extra = h("div", { class: "extra" }); // where the panel has room for more than buttons
    this.forecast = new ForecastPanel(model, (action) => this.play.ask("forecast", { action }), (number) => this.openCase(number));
    this.ui.panel.choices.after(this.extra);
    this.ui.layout.board.after(this.forecast.element); // beside the decision it would move the buttons
    for (const name of ["pointerover", "focusin"]) this.element.addEventListener(name, (event) => this.pointed(event.target));
    this.orders = new Orders(/** @type {import("./decisions/orders.js").PointContext} */ ({ ...this.context, id, extra: this.extra, forecast: (action) => this.forecast.show(action), end: () => this.actions.end() }));
    this.stops.push(listenDragsOut(this.extra, {
      spot: (target) => this.ui.board.spot(target), face: (unit) => this.face(unit), point: (spot) => this.part.point(spot),
      send: (unit, place) => this.part === this.orders && this.orders.sendOnly(unit, place),
    }));
    this.theaters = createTheaters((area, whole) => this.area(area, whole));
    this.ui.layout.board.before(this.theaters.element);
    this.curtain = createCurtain((side) => this.play.send({ type: "look", side }));
    this.element.append(this.curtain.element);
    this.element.classList.add("of-points");
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", this.theme);
    this.stops.push(settings.subscribe("theme", this.theme), () => dark.removeEventListener("change", this.theme));
    this.load(false);
  }

  /** @param {readonly string[]} plan */
  strokes(plan) {
    return strokes(this.model, plan);
  }

  leading() {
    return this.orders;
  }

  /** A button of an action is under the pointer, or has the focus: show what it leads to. @param {EventTarget|null} target */
  pointed(target) {
    const button = target instanceof Element ? target.closest(".deciding [data-do]") : null;
    if (button instanceof HTMLElement) this.forecast.show(button.dataset.do ?? "");
  }

  met() {
    this.theaters.meet(this.model.hello.theaters, window.matchMedia(BESIDE).matches);
  }

  loaded() {
    this.theme();
    this.theaters.again();
  }

  /** @param {PointState} state */
  take(state) {
    const before = this.live;
    const only = before ? "" : this.model.onlyTheater(state);
    if (only) this.theaters.reveal([only]); // a scenario may leave the other one empty
    super.take(state);
    const drawn = before && state.at > before.at ? state.log.entries.filter((entry) => entry.case === DRAWN) : [];
    if (drawn.length) notice(drawn.map(({ text }) => text).join(" "));
  }

  forget() {
    super.forget();
    this.orders.drop();
    refill(this.extra);
  }

  /** @param {PointState} state @param {PointState|null} before @param {boolean} same */
  draw(state, before, same) {
    const { curtain, model, ui: { die, panel } } = this;
    curtain.show(state.curtain, model.side(state.curtain), model.ask(state.step));
    for (const part of this.element.children) if (part !== curtain.element) part.toggleAttribute("inert", Boolean(state.curtain));
    this.battle.show();
    if (before?.mine && state.at > before.at && isSpent(model, before, state)) notice(t("routes.spent"));
    if (!same && state.battle) this.reveal([state.battle.point]);
    if (state.roll && !state.curtain) die.show(state.roll.face, state.roll.result ? resultText(state.roll.result) : broughtBy(state.roll));
    panel.end.textContent = this.orders.sheet.endLabel() ?? model.endLabel();
  }

  /** @param {import("../game/parts.js").Part} part @param {boolean} fresh */
  turn(part, fresh) {
    if (fresh || part === this.watching) this.forecast.show("");
    if (part === this.watching) refill(this.extra);
    else if (fresh) this.showQuestion();
  }

  asked() {
    const { battle } = this.model.state;
    return aboutQuestion(this.model)?.places ?? (battle ? [battle.point] : []);
  }

  /** Show the place or the theater of a question. */
  showQuestion() {
    const about = aboutQuestion(this.model);
    if (about?.places.length) this.reveal(about.places);
    else this.theaters.reveal(this.askedOn());
  }

  /** The theaters of a question's place. */
  askedOn() {
    const about = aboutQuestion(this.model);
    if (about?.places.length) return this.theatersOf(about.places);
    return about ? about.theaters : this.theatersOf(aimed(this.model));
  }

  /** The theaters of places. @param {readonly string[]} places */
  theatersOf(places) {
    return [...new Set(places.flatMap((place) => this.model.places.get(place)?.theaters ?? []))];
  }

  /** If a question has a place, that is the action. @returns {[string, number][]} */
  action() {
    const { mine, decision, step } = this.model.state;
    if (mine && step === "setup") return settable(this.model, decision?.actions ?? []);
    const about = mine ? aboutQuestion(this.model) : null;
    const places = about?.places.length ? about.places : mine ? aimed(this.model) : [];
    return places.length ? places.map((place) => [place, HEAVY]) : super.action();
  }

  /** A plan of air strikes has its own button. @param {PointState} state */
  ending(state) {
    const end = super.ending(state);
    return { ...end, offered: end.offered && this.model.stepOf(state.step).part !== "plan" };
  }

  /** @param {PointState} state */
  nothingElse({ step, decision }) {
    return decision?.count === 1 && decision.plain.join() === "end" && this.model.stepOf(step).part !== "plan";
  }

  beforeEnd() {
    return this.part === this.orders && this.orders.sheet.carryOut(true);
  }

  /** The counters that have not moved; of equal ones in a place the server names the first. */
  unmoved() {
    const { model } = this;
    if (model.state.step !== "movement") return [];
    const moved = new Set(model.state.view.moved ?? []);
    const able = new Set((model.state.decision?.movers ?? []).map((unit) => `${model.hexOf(unit)} ${model.unit(unit).key}`));
    return model.hello.units.flatMap(({ id, key }) => (model.hexOf(id) && !moved.has(id) && able.has(`${model.hexOf(id)} ${key}`) ? [id] : []));
  }

  fightPlaces() {
    const { battle } = this.model.state;
    return battle ? [battle.point] : [];
  }

  left() {
    const n = this.orders.hand.length ? 0 : this.orders.targets().length;
    return n > 1 ? t("next.place", { n }) : super.left();
  }

  /** Counters are hidden: if another person waits, an immediate answer would reveal that there was no choice. */
  conceals() {
    const { online, record } = this.model.hello;
    if (online) return Object.entries(online.seats).some(([side, { kind }]) => side !== online.you && kind === "person");
    return Object.values(record.players).filter((player) => player === "human").length > 1;
  }

  // The map

  /** @param {import("./theaters.js").Area} area what is to be seen of the picture @param {boolean} whole all of it */
  area(area, whole) {
    const { board, viewport } = this.ui;
    if (!board.svg) return;
    viewport.show(board.svg, area);
    if (whole) viewport.whole();
    else if (this.model.shown) this.attention.frame();
  }

  /** @param {string} id */
  told(id) {
    const one = this.model.unit(id);
    const able = this.model.state.mine && this.model.movers().includes(id);
    const verbs = able ? this.orders.verbsOf(id).map((verb) => inSentence(this.model.mode(verb))) : [];
    return {
      name: one.name,
      kind: `${this.model.side(one.side)}. ${one.typeLabel}`,
      values: t("routes.strength", { n: printed(one) }),
      state: this.model.marksOf(id).join(", "),
      may: verbs.length ? t("card.may", { what: verbs.join(", ") }) : "",
    };
  }

  /** @param {string} unit */
  face(unit) {
    return face(this.model, unit);
  }

  /** Show the theater in which the most units can act, unless both are shown. */
  turnTo() {
    const weights = this.action().flatMap(([place, weight]) => (this.model.places.get(place)?.theaters ?? []).map((theater) => ({ theater, weight })));
    const sum = (/** @type {string} */ id) => weights.reduce((all, one) => all + (one.theater === id ? one.weight : 0), 0);
    const [most] = [...this.model.hello.theaters].sort((a, b) => sum(b.id) - sum(a.id));
    if (most && sum(most.id) > sum(this.theaters.shown)) this.theaters.reveal([most.id]);
  }

  get sheet() {
    return this.theaters.shown;
  }

  /** @param {string} sheet */
  asksOn(sheet) {
    const asked = this.askedOn();
    return !asked.length || !this.theaters.isOne(sheet) || asked.includes(sheet);
  }

  /** @param {string} sheet */
  turnSheet(sheet) {
    if (this.theaters.has(sheet) && sheet !== this.theaters.shown) this.theaters.show(sheet);
  }

  /** @param {string[]} places */
  reveal(places) {
    if (places[0]) this.theaters.reveal(this.model.places.get(places[0])?.theaters ?? []);
    super.reveal(places);
  }

  /** The map has its own dark colors. */
  theme = () => {
    const theme = settings.get("theme");
    const dark = theme === "dark" || (theme === "auto" && window.matchMedia("(prefers-color-scheme: dark)").matches);
    this.ui.board.svg?.classList.toggle("dark", dark);
  };
}

/** Whether the last purchase has ended the phase, because nothing more can be bought. @param {PointModel} model @param {PointState} before @param {PointState} state */
function isSpent(model, before, { step, last }) {
  return Boolean(model.stepOf(before.step).spends) && step !== before.step && last !== "end";
}

/**
 * The places where counters can be set up, as important ones.
 * @param {PointModel} model
 * @param {readonly string[]} actions
 * @returns {[string, number][]}
 */
function settable(model, actions) {
  const places = new Set(actions.flatMap((text) => parse(model, text).way));
  return [...places].map((place) => [place, HEAVY]);
}
