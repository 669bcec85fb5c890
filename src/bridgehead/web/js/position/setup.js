/** The screen on which a position is set up: every change is checked by the server before it counts. */

import { notice, say, sayNow } from "../common/announce.js";
import { copyText } from "../common/clipboard.js";
import { saveAs } from "../common/download.js";
import { h, keepFocus } from "../common/dom.js";
import { fromRoot, homePage, isForMany } from "../common/server.js";
import * as settings from "../common/settings.js";
import { knowSides, t } from "../common/text.js";
import { listenDrags } from "../game/map/drag.js";
import { Viewport } from "../game/map/viewport.js";
import { Hint } from "../game/panel/hint_line.js";
import { turned } from "../game/parts.js";
import { createHelp } from "../game/window/help.js";
import { zoomButtons } from "../game/window/layout.js";
import { listenToKeys } from "../game/window/keys.js";
import { ApiError, get, post } from "../network/api.js";
import { createTheaters } from "../points/theaters.js";
import { askPlayOn } from "../side/replay/play_on.js";
import { lineAddress, readAddress, startAddress } from "./address.js";
import { Changes } from "./changes.js";
import { changed } from "./fields.js";
import { mapKind } from "./kinds.js";
import { createPanel } from "./panel.js";
import { Tray } from "./tray.js";

/** @typedef {import("./fields.js").Opened} Opened */
/** @typedef {import("./fields.js").Checked} Checked */
/** @typedef {import("../game/map/board.js").Spot} Spot */

const WIDE = "(min-width: 1900px)"; // from where both theaters are seen beside each other
const GONE = "eliminated";
const [HUMAN, STRONG] = ["human", "captain"]; // who is proposed to play
const KEYS = Object.freeze(["arrows", "enter", "eliminate", "escape", "next", "undo", "redo", "zoom", "whole", "help"]);
const OWN = Object.freeze(["arrows", "enter", "next"]); // keys that do something else here than in a game

/** @param {import("./address.js").Address} address @returns {Promise<import("../main.js").Screen>} */
export async function createSetUp({ game, options, line }) {
  const { games } = await get("/api/games");
  const start = { game: game || games[0].id, options, open: true };
  const found = await post("/api/position/check", line ? { text: line, open: true } : start);
  if (!found.fault) return new SetUp(found, games);
  const whole = await post("/api/position/check", { game: start.game, open: true });
  const screen = new SetUp(whole, games);
  screen.refuse(found.fault);
  return screen;
}

/** A position that is being set up. */
class SetUp {
  /** @param {Opened} opened @param {import("../types.js").GameInfo[]} games */
  constructor(opened, games) {
    this.now = opened;
    this.title = t("setUp.title");
    this.hand = ""; // the unit in hand
    this.place = ""; // the place that is selected
    this.changes = new Changes();
    /** @type {Promise<unknown>} changes wait for each other */
    this.work = Promise.resolve();
    this.kind = mapKind(opened.hello.game.kind);
    const { model } = this.kind;
    this.model = model;
    knowSides(opened.hello.game.sides);
    model.meet(opened.hello);
    const view = h("div", { class: "view" });
    this.loading = h("p", { class: "loading" }, t("board.loading"));
    this.frame = h("div", { id: "board", tabindex: "0", role: "application", "aria-label": t("board.label"), "aria-describedby": "board-help", "data-skip-to": "" }, this.loading, view);
    this.zoom = zoomButtons();
    this.board = this.kind.board(view);
    this.board.address = (sheet) => `/api/position/${opened.game}/board.svg?${new URLSearchParams({ sheet: sheet ? "1" : "0", options: opened.options.join(",") })}`;
    this.overlay = this.kind.overlay(this.board);
    this.viewport = new Viewport(this.frame, view, this.zoom);
    this.hint = new Hint(model, () => {});
    const face = (/** @type {string} */ unit) => this.kind.face(this.board, unit);
    this.tray = new Tray({ model, face, offMap: () => this.now.offMap, hand: () => this.hand, pick: (unit) => this.pick(unit), grab: (unit) => this.grab(unit), put: (place) => this.put(place), drop: (at) => this.dropped(at) });
    this.panel = createPanel({ model, face, games, tray: this.tray.element, now: () => this.now, hand: () => this.hand, place: () => this.place });
    this.theaters = createTheaters((area) => this.board.svg && this.viewport.show(this.board.svg, area));
    this.part = this.partOfMap();
    this.help = createHelp(KEYS, (key) => (OWN.includes(key) ? t(`setUp.keys.${key}`) : t(`board.keys.${key}.does`)));
    this.element = this.build();
    /** @type {(() => void)[]} */
    this.stops = [];
    this.listen();
    this.panel.steps(false, false);
    this.take(opened);
    this.load();
  }

  build() {
    const { choice } = this.panel;
    choice.value = this.now.game;
    choice.addEventListener("change", () => (location.hash = startAddress(choice.value, [])));
    const theaters = this.now.hello.theaters && this.theaters.element;
    return h("main", { id: "set-up", class: theaters ? "game set-up of-points" : "game set-up" },
      h("header", { class: "game-head" },
        h("a", { class: "home-link", href: homePage, "aria-label": t("play.home") }, h("span", { "aria-hidden": "true" }, "‹"), h("span", { class: "home-word" }, t("play.games"))),
        h("h1", null, t("setUp.title")), choice),
      h("section", { class: "board-place", "aria-label": t("board.section") }, theaters, this.frame,
        h("p", { id: "board-help", class: "unseen" }, t("setUp.boardHelp"))),
      h("div", { class: "under-board" }, this.hint.element, this.zoom),
      this.panel.element, this.help.element);
  }

  async load() {
    try {
      await this.board.load(false);
    } catch (error) {
      this.complain(error);
      return;
    }
    this.loading.remove();
    this.overlay.attach();
    const { svg } = this.board;
    if (svg && this.now.hello.theaters) this.theaters.meet(this.now.hello.theaters, window.matchMedia(WIDE).matches);
    else if (svg) this.viewport.show(svg);
    this.theme();
    this.board.show(this.model.state, false);
    this.draw();
    this.frame.dataset.ready = "";
  }

  // Changes

  /** Show a position that can be. @param {Checked} found */
  take(found) {
    this.now = { ...this.now, ...found };
    this.model.take(found.state);
    this.board.show(found.state, true);
    this.panel.fault(null);
    this.redraw();
    if (readAddress(location.hash.slice(1))) history.replaceState(null, "", lineAddress(found.game, found.line)); // not of a screen that was left
    this.element.dataset.line = found.line;
  }

  /**
   * Have a position checked, and show it if it can be. Checks wait for each other.
   * @param {() => Record<string, any>|null} ask what is checked, made when it is its turn; null for nothing
   * @param {(old: Checked) => void} done
   * @returns {Promise<boolean>} whether it can be
   */
  check(ask, done) {
    const work = this.work.then(async () => {
      const asked = ask();
      if (!asked) return false;
      const old = this.now;
      const found = await post("/api/position/check", asked);
      if (found.fault) {
        this.refuse(found.fault);
        return false;
      }
      if (found.game !== old.game || String(found.options) !== String(old.options)) {
        location.hash = lineAddress(found.game, found.line); // another map
        return true;
      }
      done(old);
      this.take(found);
      this.panel.steps(Boolean(this.changes.at(-1)), Boolean(this.changes.at(1)));
      return true;
    }).catch((error) => this.complain(error));
    this.work = work;
    return work;
  }

  /** Change fields of the position. @param {(now: Opened) => Record<string, any>} fields */
  change(fields) {
    return this.check(() => ({ position: this.now.position, set: fields(this.now) }), (old) => this.changes.changed(old.position));
  }

  /** Begin with another position. @param {Record<string, any>} asked */
  replace(asked) {
    this.hand = this.place = "";
    return this.check(() => asked, (old) => this.changes.changed(old.position));
  }

  /** Undo or redo a change. @param {-1|1} step */
  async step(step) {
    await this.check(() => {
      const position = this.changes.at(step);
      return position && { position };
    }, (old) => this.changes.went(step, old.position));
  }

  /** Say why something cannot be, and where. @param {import("./fields.js").Fault} fault */
  refuse(fault) {
    this.panel.fault(fault);
    this.hint.show("", { text: fault.text, case: "" });
    this.wrong = fault.places;
    this.redraw();
    this.wrong = [];
    if (this.frame.contains(document.activeElement)) sayNow(fault.text);
  }

  /** @type {string[]} the places of what was refused */
  wrong = [];

  /** @param {unknown} error */
  complain(error) {
    if (!(error instanceof ApiError)) throw error;
    notice(error.message, 0);
    return false;
  }

  // Units

  dragging = false; // then nothing moves in the column, where the unit may be dropped

  /** Take a unit in hand to drag it. @param {string} unit */
  grab(unit) {
    this.dragging = true;
    if (unit !== this.hand) this.pick(unit);
  }

  /** Take a unit in hand. @param {string} unit */
  pick(unit) {
    this.hand = unit === this.hand ? "" : unit;
    this.place = "";
    if (this.hand) this.tray.show(unit);
    this.select();
    if (this.hand) {
      this.hint.show(t("setUp.inHand", { unit: this.model.name(unit) }));
      say(t("setUp.inHand", { unit: this.model.name(unit) }));
    }
  }

  /** Put the unit in hand somewhere. @param {string} where a place of the map, or beside it */
  async put(where) {
    const unit = this.hand;
    this.dragging = false;
    if (!unit || (this.model.state.units[unit] ?? GONE) === where) return;
    const isDone = await this.change(({ position }) => ({ units: { ...position.units, [unit]: where } }));
    if (!isDone) return;
    this.hand = "";
    this.place = this.model.places.has(where) ? where : "";
    this.select();
    if (document.activeElement === document.body) this.frame.focus({ preventScroll: true });
    const told = t("setUp.placed", { unit: this.model.name(unit), place: this.nameOf(where) });
    this.hint.show(told);
    say(told);
  }

  /** @param {string} where */
  nameOf(where) {
    return this.now.offMap.find(({ id }) => id === where)?.label ?? this.model.placeName(where);
  }

  /** What is in hand was dropped on an element of the page. @param {Element|null} at */
  dropped(at) {
    this.dragging = false;
    this.select();
    if (!at) return;
    const spot = this.board.spot(at);
    const box = at instanceof HTMLElement || at instanceof SVGElement ? /** @type {HTMLElement|null} */ (at.closest("[data-box]")) : null;
    const where = this.placeOf(spot) || box?.dataset.box;
    if (where) this.put(where);
  }

  /** The place of a spot: on the map, or a box on it. @param {Spot|null} spot */
  placeOf(spot) {
    return spot?.hex ?? (spot?.unit ? this.model.hexOf(spot.unit) : null) ?? spot?.box ?? "";
  }

  /** Show what is selected. */
  select() {
    keepFocus(() => {
      this.draw();
      if (!this.dragging) this.panel.showSelected();
    });
  }

  /** Show everything anew. */
  redraw() {
    keepFocus(() => {
      this.draw();
      this.panel.draw();
    });
  }

  draw() {
    const at = this.hand ? this.model.hexOf(this.hand) : this.place;
    this.element?.toggleAttribute("data-hand", Boolean(this.hand));
    this.tray.draw();
    this.overlay.marks([
      ...(at ? [{ hex: at, kind: /** @type {const} */ ("selected") }] : []),
      ...this.wrong.filter((place) => place !== at && this.model.places.has(place)).map((hex) => ({ hex, kind: /** @type {const} */ ("target") })),
    ]);
  }

  /** What clicks, drags and the cursor do on the map. @returns {import("../game/parts.js").Part} */
  partOfMap() {
    const unitAt = (/** @type {Spot} */ spot) => spot.unit ?? this.model.all(spot.hex)[0] ?? "";
    return {
      begin: () => {},
      click: (spot) => this.click(spot),
      point: (spot) => this.hint.tell(spot && { ...spot, hex: this.placeOf(spot) || null }),
      back: () => this.drop(),
      next: (step) => this.next(step),
      pick: (unit) => this.pick(unit),
      grabs: (spot) => (unitAt(spot) ? (unitAt(spot) === this.hand ? "held" : "free") : ""),
      grab: (spot) => this.grab(unitAt(spot)),
    };
  }

  /** @param {Spot} spot */
  click(spot) {
    const where = this.placeOf(spot);
    const units = this.model.all(where);
    const at = this.hand && (this.model.state.units[this.hand] ?? GONE);
    if (this.hand && where && where !== at) return this.put(where);
    if (this.hand) {
      const after = units[units.indexOf(this.hand) + 1]; // the next of a stack
      return after ? this.pick(after) : this.drop();
    }
    if (units.length === 1 || (spot.unit && units.includes(spot.unit) && this.place === where)) return this.pick(spot.unit ?? units[0]);
    this.place = this.place === where && !units.length ? "" : where;
    this.select();
    if (units.length && this.place === where) this.pick(spot.unit ?? units[0]);
  }

  /** Have nothing in hand any more. */
  drop() {
    if (!this.hand && !this.place) return false;
    this.hand = this.place = "";
    this.select();
    this.hint.clear(true);
    return true;
  }

  /** Take the next unit on the map in hand. @param {1|-1} step */
  next(step) {
    const units = this.model.hello.units.map((/** @type {{id: string}} */ { id }) => id).filter((/** @type {string} */ id) => this.model.hexOf(id));
    const unit = turned(units, this.hand, step);
    if (unit && unit !== this.hand) this.pick(unit);
    return unit && this.model.hexOf(unit);
  }

  // Input

  listen() {
    const { frame, board, overlay, viewport, model, hint, kind } = this;
    const map = { model, frame, board, overlay, viewport };
    const part = () => this.part;
    const several = h("button", { hidden: true });
    const card = /** @type {any} */ ({ cursor: () => {} });
    const reveal = (/** @type {string[]} */ places) => this.reveal(places);
    const cursor = new kind.Cursor({ ...map, hint, reveal, part, chosen: () => this.hand, card, keys: this.keys() });
    listenDrags({ ...map, several, many: () => 1, part, outside: (at) => this.dropped(at) }, (spot) => this.part.point(spot));
    frame.addEventListener("click", (event) => {
      const spot = board.spot(event.detail ? document.elementFromPoint(event.clientX, event.clientY) : event.target);
      cursor.put(spot.hex);
      if (this.placeOf(spot)) this.click(spot);
    });
    frame.addEventListener("pointermove", (event) => event.pointerType === "mouse" && !event.buttons && this.part.point(board.spot(event.target)));
    this.element.addEventListener("click", (event) => this.press(event));
    this.panel.element.addEventListener("change", (event) => this.input(/** @type {HTMLInputElement} */ (event.target)));
    this.panel.element.addEventListener("keydown", (event) => {
      const { target, key } = event;
      if (key === "Enter" && target instanceof HTMLInputElement && target.dataset.goes) this.input(target);
    });
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", this.theme);
    const both = (/** @type {KeyboardEvent} */ event) => this.undoKeys(event);
    document.addEventListener("keydown", both);
    this.stops.push(listenToKeys({ model, frame, shortcut: (key) => cursor.shortcut(key) }), settings.subscribe("theme", this.theme),
      () => dark.removeEventListener("change", this.theme), () => document.removeEventListener("keydown", both));
  }

  keys() {
    return {
      Escape: () => this.drop() && sayNow(t("board.dropped")),
      Delete: () => this.put(GONE),
      u: () => this.step(-1),
      U: () => this.step(1),
      z: () => this.viewport.whole(),
      "?": () => this.help.ask(),
    };
  }

  /** The usual keys of undo and redo. @param {KeyboardEvent} event */
  undoKeys(event) {
    const { key, target } = event;
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (target instanceof Element && target.matches("input[type=text], input[type=number], textarea"))) return;
    const step = key.toLowerCase() === "z" ? (event.shiftKey ? 1 : -1) : key.toLowerCase() === "y" ? 1 : 0;
    if (!step) return;
    event.preventDefault();
    this.step(step);
  }

  /** @param {MouseEvent} event */
  press(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { zoom, deed, take } = button?.dataset ?? {};
    if (zoom === "in") this.viewport.closer();
    else if (zoom === "out") this.viewport.farther();
    else if (zoom) this.viewport.whole();
    else if (deed) this.work.then(() => this.deeds()[deed]?.()); // when the changes before it are checked
    else if (take) this.pick(take);
  }

  /** @returns {Record<string, () => unknown>} what the buttons do */
  deeds() {
    const { game, options, line, position } = this.now;
    const area = /** @type {HTMLTextAreaElement} */ (document.getElementById("setup-line"));
    return {
      undo: () => this.step(-1),
      redo: () => this.step(1),
      test: () => this.test(),
      copy: () => copyText(line, t("copy.positionDone")),
      link: () => copyText(location.href, t("copy.linkDone")),
      save: () => saveAs(new Blob([`${JSON.stringify(position, null, 1)}\n`], { type: "application/json" }), `${game}-position.json`),
      play: () => this.play(),
      start: () => this.replace({ game, options }),
      empty: () => this.replace({ game, options, empty: true }),
      paste: () => (area.value.trim() ? this.replace({ text: area.value }) : area.focus()),
      settle: () => this.change(({ position: now }) => ({ phase: now.phase })),
      eliminate: () => this.put(GONE),
      drop: () => this.drop(),
    };
  }

  /** A control was changed. @param {HTMLInputElement|HTMLSelectElement} input */
  async input(input) {
    const { field, where, goes } = input.dataset;
    if (input.id === "setup-file") return this.file(/** @type {HTMLInputElement} */ (input));
    const wanted = where || goes ? input.value.trim() : "";
    if (wanted) return this.put(wanted);
    const control = this.now.controls.find((one) => one.field === field);
    if (!control) return;
    await this.change(({ values }) => ({ [control.field]: changed(control, input, values) }));
  }

  /** Open a position from a file. @param {HTMLInputElement} input */
  async file(input) {
    const [file] = input.files ?? [];
    if (file) await this.replace({ text: await file.text() });
    input.value = ""; // the same file may be chosen again
  }

  async test() {
    this.panel.tested(null);
    const { position } = this.now;
    try {
      const found = await post("/api/position/test", { position });
      if (this.now.position === position) this.panel.tested(found);
    } catch (error) {
      this.complain(error);
    }
  }

  play() {
    const { hello, line, position, state } = this.now;
    if (isForMany) return location.assign(fromRoot(`/begin?${new URLSearchParams({ line })}`));
    const { sides, players: computers } = hello.game;
    const mine = sides.some((/** @type {{id: string}} */ { id }) => id === state.toMove) ? state.toMove : state.side;
    const best = computers.some((/** @type {{id: string}} */ { id }) => id === STRONG) ? STRONG : computers.at(-1)?.id ?? HUMAN;
    const players = Object.fromEntries(sides.map((/** @type {{id: string}} */ { id }) => [id, id === mine ? HUMAN : best]));
    askPlayOn({ id: "", hello: { ...hello, record: { ...hello.record, players } }, at: 0, where: t("setUp.playNote"), position });
  }

  // The map

  /** Bring places into sight. @param {string[]} places */
  reveal(places) {
    if (places[0] && this.now.hello.theaters) this.theaters.reveal(this.model.places.get(places[0])?.theaters ?? []);
    this.viewport.reveal(places.filter((place) => this.board.centers.has(place)).map((place) => this.overlay.at(place)));
  }

  /** A map of points has its own dark colors. */
  theme = () => {
    const theme = settings.get("theme");
    const dark = theme === "dark" || (theme === "auto" && window.matchMedia("(prefers-color-scheme: dark)").matches);
    if (this.now.hello.theaters) this.board.svg?.classList.toggle("dark", dark);
  };

  destroy() {
    this.viewport.destroy();
    for (const stop of this.stops) stop();
  }
}
