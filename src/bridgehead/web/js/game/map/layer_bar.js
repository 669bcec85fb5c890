/** The bar of layers beside the map: a button and a key for each. What is shown is asked of the server, and drawn. */

import { notice, say } from "../../common/announce.js";
import { h, refill } from "../../common/dom.js";
import * as settings from "../../common/settings.js";
import { inWords, t } from "../../common/text.js";

/** @typedef {import("../../types.js").Layer} Layer */
/** @typedef {import("../../types.js").LayerInfo} LayerInfo */
/** @typedef {import("../../types.js").Condition} Condition */
/**
 * @typedef {import("../parts.js").MapContext & {call: (message: any) => Promise<any>, chosen: () => string, eyes: () => string,
 *   lastTurn: () => {element: HTMLElement, toggle: () => void}}} LayersContext
 *   call: the server; chosen: the unit in hand, "" if there is none; eyes: whose view an earlier position shows, "" for one's own; lastTurn: the card
 *   and arrows of the other side's last turn, which have a button here
 */

export const LAYER_KEYS = "123456789ojky";
const OBJECTIVES = "objectives"; // drawn from what a state says of the goals
const ABLE = "able"; // drawn from the units that a decision lists
const LAST_TURN = Object.freeze({ id: "last-turn", key: "l" }); // shown until somebody acts, so it is not remembered
const REST = 180; // ms that a position, or the pointer, rests before the server is asked

export class LayerBar {
  /** @param {LayersContext} context */
  constructor(context) {
    this.context = context;
    /** @type {LayerInfo[]} */
    this.known = [];
    /** @type {string[]} the layers that are shown */
    this.shown = [];
    this.title = "";
    this.key = ""; // of the position that the answers are about
    /** @type {Map<string, any>} answers of the server, by what was asked */
    this.answers = new Map();
    this.timer = 0;
    this.fresh = ""; // the layer that was just switched on
    this.place = ""; // what is pointed at
    this.unit = "";
    this.list = h("div", { id: "layer-list", class: "layer-list", role: "group", "aria-label": t("layers.title") });
    this.names = h("button", { type: "button", class: "layer-names", "aria-controls": "layer-list", title: t("layers.names"), onClick: () => settings.set("layerNames", !settings.get("layerNames")) },
      h("span", { "aria-hidden": "true" }, "▤"), h("span", { class: "layer-word" }, t("layers.title")));
    this.element = h("div", { class: "layer-bar" }, this.names, this.list);
    const { frame } = context;
    frame.after(this.element);
    this.element.addEventListener("keydown", (event) => this.fold(event));
    context.model.besides = (place) => this.at(place);
    frame.addEventListener("pointermove", (event) => event.buttons || this.point(context.board.spot(event.target)));
    this.stop = settings.subscribe("layerNames", (on) => {
      this.element.toggleAttribute("data-open", on);
      this.names.setAttribute("aria-expanded", String(on));
    });
  }

  /** Escape closes the list of names. @param {KeyboardEvent} event */
  fold(event) {
    if (event.key !== "Escape" || !settings.get("layerNames")) return;
    event.preventDefault();
    event.stopPropagation();
    settings.set("layerNames", false);
    this.names.focus();
  }

  /** Create the buttons. @param {import("../../types.js").Hello} hello */
  meet({ game, layers }) {
    this.title = game.title;
    this.known = [...layers, ...[OBJECTIVES, ABLE].map(ownLayer)];
    this.shown = (settings.get("shownLayers")[this.title] ?? []).filter((/** @type {string} */ id) => this.known.some((one) => one.id === id && id !== OBJECTIVES));
    if (settings.get("layers").objectives) this.shown.push(OBJECTIVES);
    refill(this.list, this.known.map((layer, k) => this.button(layer, LAYER_KEYS[k] ?? "", () => this.toggle(layer.id))), this.lastTurn());
    this.press();
  }

  /** The button of the other side's last turn. */
  lastTurn() {
    const { element } = this.context.lastTurn();
    const button = this.button(ownLayer(LAST_TURN.id), LAST_TURN.key, () => this.context.lastTurn().toggle());
    const press = () => button.setAttribute("aria-pressed", String(!element.hidden));
    new MutationObserver(press).observe(element, { attributeFilter: ["hidden"] });
    press();
    return button;
  }

  /** @param {LayerInfo} layer @param {string} key @param {() => void} onClick */
  button({ id, name, about, sign, side }, key, onClick) {
    return h("button", { type: "button", class: "layer-button", dataset: { shows: id }, "aria-label": name, "aria-keyshortcuts": key || null, title: t("layers.about", { name, about, key }), onClick },
      h("span", { class: "layer-sign", dataset: { side }, "aria-hidden": "true" }, sign),
      h("span", { class: "layer-text", "aria-hidden": "true" }, h("span", null, name), h("small", { class: "layer-note" })),
      h("kbd", { "aria-hidden": "true" }, key));
  }

  /** @param {string} key */
  pressKey(key) {
    const layer = this.known[LAYER_KEYS.indexOf(key)];
    if (layer) this.toggle(layer.id);
  }

  /** @param {string} id */
  toggle(id) {
    const on = !this.shown.includes(id);
    this.shown = on ? [...this.shown, id] : this.shown.filter((one) => one !== id);
    const name = this.known.find((one) => one.id === id)?.name ?? id;
    say(t(on ? "layers.on" : "layers.off", { name }));
    this.fresh = on ? id : "";
    if (id === OBJECTIVES) settings.set("layers", { ...settings.get("layers"), objectives: on });
    else settings.set("shownLayers", { ...settings.get("shownLayers"), [this.title]: this.shown.filter((one) => one !== OBJECTIVES) });
    this.press();
    this.ask();
  }

  press() {
    for (const { id } of this.known) this.list.querySelector(`[data-shows="${CSS.escape(id)}"]`)?.setAttribute("aria-pressed", String(this.shown.includes(id)));
  }

  /** Another state is shown, or the same again. */
  show() {
    const { model, chosen } = this.context;
    const { at, last, viewer, units } = model.state;
    const key = [at, last, viewer, this.context.eyes(), ...Object.values(units)].join(" ");
    if (key !== this.key) this.answers.clear();
    this.key = key;
    this.context.overlay.tags("ahead", []);
    this.unit = chosen() || this.unit;
    this.draw();
    this.later();
  }

  /** The pointer or the cursor is there, or nowhere. @param {{hex: string|null, unit: string|null}} spot */
  point({ hex, unit }) {
    const { model } = this.context;
    const over = this.context.chosen() || unit || (hex && model.shown && model.all(hex)[0]) || "";
    if ((hex ?? "") === this.place && over === this.unit) return;
    [this.place, this.unit] = [hex ?? "", over];
    if (this.active().some(({ of }) => of)) this.later();
  }

  later() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.ask(), REST);
  }

  /** The layers that are shown and come from the server. */
  active() {
    return this.known.filter(({ id }) => this.shown.includes(id) && id !== OBJECTIVES && id !== ABLE);
  }

  /** What a layer is about. @param {LayerInfo} layer */
  about({ id, of }) {
    const { model } = this.context;
    return { name: id, unit: of === "unit" && model.units.has(this.unit) ? this.unit : "", place: of === "place" ? this.place : "" };
  }

  /** Ask for what is shown and not known yet. */
  async ask() {
    const { model } = this.context;
    if (!model.shown || model.state.curtain) return this.draw();
    const key = this.key;
    const found = await Promise.all(this.active().map((layer) => this.fetch(this.about(layer)).catch(() => null)));
    if (key !== this.key || !found) return;
    this.draw();
    this.told();
  }

  /**
   * An answer of the server about the position that is shown.
   * @param {{name: string, unit: string, place: string}} about
   * @returns {Promise<any>}
   */
  async fetch(about) {
    const { model, call, eyes } = this.context;
    if (model.state.apart) return null; // no position of the game itself
    const wanted = JSON.stringify(about);
    if (!this.answers.has(wanted)) {
      const { answers } = this;
      const asked = call({ type: "layer", ...about, at: model.state.at, eyes: eyes() });
      answers.set(wanted, asked);
      asked.then((answer) => answers.get(wanted) === asked && answers.set(wanted, answer), () => answers.delete(wanted));
    }
    return this.answers.get(wanted);
  }

  /** What is known of a layer, null if its answer has not come. @param {LayerInfo} layer @returns {Layer|null} */
  answer(layer) {
    const found = this.answers.get(JSON.stringify(this.about(layer)));
    return found && !(found instanceof Promise) ? found : null;
  }

  /**
   * What holds for a unit in a place, in words: whether it has supply there; [] where nothing is said of units.
   * @param {string} unit
   * @param {string|null} place
   * @returns {Promise<{text: string, holds: boolean}[]>}
   */
  async conditions(unit, place) {
    const { model } = this.context;
    if (!place || !model.hello.layers.length || model.state.curtain) return [];
    const found = await this.fetch({ name: "conditions", unit, place: "" }).catch(() => null);
    return (found?.conditions ?? []).map((/** @type {Condition} */ { places, holds, fails }) => (places.includes(place) ? { text: holds, holds: true } : { text: fails, holds: false }));
  }

  /**
   * What a unit could attack from a place to which it can move, and what could attack it; null if nothing is known.
   * @param {string} unit
   * @param {string} place
   * @returns {Promise<Layer|null>}
   */
  async ahead(unit, place) {
    const { model } = this.context;
    if (!model.hello.layers.length || model.state.curtain) return null;
    return this.fetch({ name: "ahead", unit, place }).catch(() => null);
  }

  draw() {
    const { overlay, model } = this.context;
    if (!model.shown || model.state.curtain) return overlay.layers([]);
    const looks = [...new Set(this.known.map(({ id }) => kindOf(id)))];
    const shown = this.active().flatMap((layer) => {
      const found = this.answer(layer);
      return found ? [{ ...found, look: looks.indexOf(kindOf(layer.id)) % LOOKS }] : [];
    });
    const able = this.shown.includes(ABLE) && model.state.mine ? [...new Set(model.movers().map((unit) => model.hexOf(unit) ?? ""))].filter(Boolean) : [];
    overlay.layers([...shown, { look: 0, areas: [{ places: able, side: "", tone: "able" }], lines: [], tags: [] }]);
    for (const button of this.list.children) {
      const layer = this.known.find(({ id }) => id === /** @type {HTMLElement} */ (button).dataset.shows);
      const note = button.querySelector(".layer-note");
      if (layer && note) note.textContent = this.shown.includes(layer.id) ? inWords(this.answer(layer)?.note ?? []) : "";
    }
  }

  /** Say what a layer that was just switched on means. */
  told() {
    const layer = this.active().find(({ id }) => id === this.fresh);
    const note = layer && inWords(this.answer(layer)?.note ?? []);
    this.fresh = "";
    if (!layer || !note) return;
    if (settings.get("layerNames")) say(note); // it can be read in the list
    else notice(`${layer.name}. ${note}`, 5000);
  }

  /** What the shown layers say of a place, in words. @param {string} place */
  at(place) {
    return this.active().flatMap((layer) => {
      const found = this.answer(layer);
      if (!found) return [];
      const inside = found.areas.some(({ places }) => places.includes(place)) || found.lines.some((line) => line.includes(place));
      const about = inWords(found.tags.flatMap((tag) => (tag.place === place ? tag.about : [])));
      return about ? [`${layer.name}: ${about}`] : inside ? [layer.name] : [];
    });
  }

  destroy() {
    window.clearTimeout(this.timer);
    this.stop();
  }
}

const LOOKS = 4; // ways to draw an area, so that layers over each other can be told apart

/** A layer that the page draws by itself. @param {string} id @returns {LayerInfo} */
const ownLayer = (id) => ({ id, name: t(`layers.own.${id}.name`), about: t(`layers.own.${id}.about`), sign: t(`layers.own.${id}.sign`), side: "", of: "" });

/** The kind of a layer: that of all sides. @param {string} id */
const kindOf = (id) => id.split("-")[0];
