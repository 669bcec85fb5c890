/** A phase on one list: what is mobilized, refitted or formed is chosen there, and then carried out together. */

import { say } from "../../common/announce.js";
import { h, likened } from "../../common/dom.js";
import { points, t } from "../../common/text.js";
import { named } from "../counters.js";
import { parse } from "./words.js";

/** @typedef {import("./orders.js").PointContext} PointContext */
/** @typedef {import("./words.js").Order} Order */
/**
 * refused: for each choice why it is not possible after those before it, or null.
 * @typedef {{refused: ({case: string, text: string}|null)[], actions: string[],
 *   purses: {stock: string, points: number, left: number}[], outlook: string[]}} Answer
 */
/**
 * A line: equal counters of one place, and one thing to do with them.
 * @typedef {{id: string, verb: string, unit: string|null, places: string[], label: string}} Row
 */

export class PhaseSheet {
  /** @param {PointContext} context */
  constructor(context) {
    this.context = context;
    this.element = h("div", { class: "phase-sheet" });
    this.key = ""; // of which decision the choices are
    /** @type {Order[]} what is legal now */
    this.orders = [];
    /** @type {readonly string[]} the choices, in the order in which they are carried out */
    this.list = [];
    /** @type {Order[]} what can be chosen after them */
    this.following = [];
    /** @type {Row[]} the lines that are drawn */
    this.lines = [];
    /** @type {Answer|null} */
    this.answer = null;
    /** @type {Map<string, string>} the place chosen in each line */
    this.places = new Map();
    /** @type {""|"stay"|"end"} whether the choices are being carried out, and what follows */
    this.going = "";
    this.at = 0; // the position up to which they were
    this.sending = false;
    this.element.addEventListener("click", (event) => this.press(/** @type {Element} */ (event.target)));
    this.element.addEventListener("change", (event) => this.change(event.target));
  }

  /** Whether the present decision is made on this list. A lesson asks for one choice at a time. */
  get active() {
    const { shown, step, state } = this.context.model;
    return Boolean(shown && step.sheet && state.mine && !state.lesson && !state.puzzle);
  }

  /** @param {Order[]} orders the legal actions of a new position */
  begin(orders) {
    const { state } = this.context.model;
    if (!this.active) {
      if (!this.key.startsWith(`${state.turn} ${state.phase} `)) this.forget("");
      return;
    }
    const key = `${state.turn} ${state.phase} ${state.step} ${state.toMove}`;
    if (key !== this.key) this.forget(key);
    if (state.at < this.at) this.going = ""; // somebody took it back
    this.orders = orders.filter(({ verb }) => verb !== "end");
    this.draw();
    if (this.going && !this.sending) this.goOn();
    else if (!this.sending) this.ask();
  }

  /** @param {string} key of the decision that begins */
  forget(key) {
    this.key = key;
    this.list = [];
    this.answer = null;
    this.going = "";
    this.places.clear();
    this.element.replaceChildren();
  }

  /** The button that ends the phase, if it carries out choices first. */
  endLabel() {
    return this.active && this.list.length ? t("sheet.doAndEnd", { n: this.list.length }) : null;
  }

  // Choices

  /** Replace the choices, and find out what they lead to. @param {readonly string[]} list */
  async put(list) {
    this.list = list;
    this.draw();
    await this.ask();
    if (list === this.list && this.answer) say(this.told());
  }

  async ask() {
    const { context, list } = this;
    const { at } = context.model.state;
    try {
      const answer = await context.ask("sheet", { actions: list });
      if (at !== context.model.state.at || list !== this.list) return;
      this.answer = answer;
      this.draw();
    } catch (error) {
      context.complain(error);
    }
  }

  async suggest() {
    const { at } = this.context.model.state;
    try {
      const found = await this.context.ask("suggested", {});
      if (at === this.context.model.state.at) await this.put(found);
      if (!found.length) say(t("sheet.nothingSuggested"));
    } catch (error) {
      this.context.complain(error);
    }
  }

  /** @param {Element} target */
  press(target) {
    const button = /** @type {HTMLElement|null} */ (target.closest("button"));
    if (!button) return;
    const { add, less, drop, fill } = button.dataset;
    if (add) this.add(add);
    else if (less) this.less(less);
    else if (drop) this.put(this.without(Number(drop)));
    else if (fill === "none") this.put([]);
    else if (fill) this.suggest();
    else if (button.dataset.carry !== undefined) this.carryOut(false);
  }

  /** @param {EventTarget|null} target */
  change(target) {
    if (target instanceof HTMLInputElement) {
      if (target.checked) this.add(target.dataset.tick ?? "");
      else this.less(target.dataset.tick ?? "");
    } else if (target instanceof HTMLSelectElement) {
      const id = target.dataset.place ?? "";
      this.places.set(id, target.value);
      const k = this.list.findLastIndex((text) => this.rowOf(text) === id);
      const other = k >= 0 && this.howMany(id) === 1 ? [...this.list] : null;
      if (!other) return this.draw();
      const words = (other[k] ?? "").split(" ");
      other[k] = [...words.slice(0, -1), target.value].join(" ");
      this.put(other);
    }
  }

  /** @param {string} id of a line */
  add(id) {
    const next = this.next(id);
    if (next) this.put([...this.list, next]);
    else this.draw(); // a box that was ticked in vain
  }

  /** @param {string} id of a line */
  less(id) {
    const last = this.list.findLastIndex((text) => this.rowOf(text) === id);
    this.put(this.without(last));
  }

  /** The choices without one. Of equal counters the rules want the first named first. @param {number} gone */
  without(gone) {
    const alike = this.alike(this.list[gone] ?? "");
    const left = this.list.filter((_, k) => k !== gone);
    const names = alike ? this.list.filter((text) => this.alike(text) === alike).map((text) => text.split(" ")[1] ?? "") : [];
    return left.map((text) => {
      const [verb, , ...rest] = text.split(" ");
      return alike && this.alike(text) === alike ? [verb, names.shift(), ...rest].join(" ") : text;
    });
  }

  /** What equal counters have in common, "" for a choice without one. @param {string} text */
  alike(text) {
    const { model } = this.context;
    const { unit } = parse(model, text);
    return unit ? `${model.unit(unit).key} ${model.state.units[unit]}` : "";
  }

  /** What a line would add, to the place chosen in it; undefined if that is not possible. @param {string} id */
  next(id) {
    const place = this.placeOf(id);
    return this.following.find((order) => this.rowOf(order.text) === id && (order.way.at(-1) ?? "") === place)?.text;
  }

  /** @param {string} id */
  placeOf(id) {
    const places = this.lines.find((row) => row.id === id)?.places ?? [];
    const last = this.list.findLast((text) => this.rowOf(text) === id);
    const chosen = this.places.get(id) ?? last?.split(" ").at(-1) ?? "";
    return places.includes(chosen) ? chosen : places[0] ?? "";
  }

  /** What can be chosen after the choices. @returns {Order[]} */
  possible() {
    const { model } = this.context;
    return this.answer ? this.answer.actions.map((text) => parse(model, text)) : this.orders;
  }

  /** @param {string} text */
  rowOf(text) {
    const alike = this.alike(text);
    return alike ? `${text.split(" ")[0]} ${alike}` : text;
  }

  /** How many equal counters a line has. @param {string} id */
  howMany(id) {
    const { model } = this.context;
    const [, key, ...where] = id.split(" ");
    return Math.max(1, model.hello.units.filter((one) => one.key === key && model.state.units[one.id] === where.join(" ")).length);
  }

  /** The lines, by what they do. @returns {Row[]} */
  rows() {
    const { model } = this.context;
    /** @type {Map<string, Row>} */
    const found = new Map();
    for (const order of [...this.orders, ...this.following, ...this.list.map((text) => parse(model, text))]) {
      const id = this.rowOf(order.text);
      const row = found.get(id) ?? { id, verb: order.verb, unit: order.unit, places: [], label: order.unit ? "" : model.aboutAction(order.text) };
      const place = order.way.at(-1);
      if (place && !row.places.includes(place)) row.places.push(place);
      found.set(id, row);
    }
    return [...found.values()];
  }

  // Carrying out

  /**
   * Carry out the choices.
   * @param {boolean} ends whether the phase ends then
   * @returns {boolean} whether there are any
   */
  carryOut(ends) {
    if (!this.active || !this.list.length) return false;
    this.going = ends ? "end" : "stay";
    this.goOn();
    return true;
  }

  /** Send the choices that are left; after a roll this is called again. */
  async goOn() {
    const { context, list, key } = this;
    this.sending = true;
    const found = await context.plan(list, { waits: true });
    this.sending = false;
    if (key !== this.key) return;
    this.at = context.model.state.at;
    if (found) this.list = list.slice(found.done);
    if (!found || found.refused || (found.stopped && found.stopped !== "asked")) this.going = "";
    const over = this.going && !this.list.length ? this.going : "";
    if (over) this.going = "";
    if (!this.active) return;
    if (over === "end") context.end();
    else if (this.going) this.goOn();
    else {
      this.draw();
      this.ask();
    }
  }

  // Rendering

  /** The choices and what they leave, in a sentence. */
  told() {
    const { model } = this.context;
    const bad = this.answer?.refused.filter(Boolean).length ?? 0;
    const left = (this.answer?.purses ?? []).map(({ stock, left }) => t("sheet.left", { stock: model.word("nations", stock), n: points(left) }));
    return [t("sheet.chosen", { n: this.list.length }), bad ? t("sheet.impossible", { n: bad }) : "", ...left].filter(Boolean).join(" ");
  }

  draw() {
    if (!this.active) return;
    const { model } = this.context;
    this.following = this.possible();
    this.lines = this.rows();
    const rows = this.lines;
    const verbs = [...new Set(rows.map(({ verb }) => verb))].sort((a, b) => model.step.verbs.indexOf(a) - model.step.verbs.indexOf(b));
    const fresh = h("div", { class: "phase-sheet" },
      rows.some((row) => this.price(row) !== undefined) && this.purse(),
      h("div", { class: "air-presets" },
        h("button", { type: "button", class: "quiet", "data-fill": "suggested" }, t("sheet.suggested")),
        h("button", { type: "button", class: "quiet", "data-fill": "none", disabled: !this.list.length }, t("sheet.none"))),
      h("div", { class: "sheet-lines" }, verbs.map((verb) => h("section", { "data-verb": verb }, h("h3", null, model.mode(verb)),
        h("ul", null, rows.filter((row) => row.verb === verb).map((row) => this.line(row)))))),
      h("section", { class: "sheet-list", hidden: !this.list.length }, h("h3", null, t("sheet.list")), h("ol", null, this.list.map((text, k) => this.choice(text, k))),
        h("div", { class: "row" }, h("button", { type: "button", "data-carry": "" }, t("sheet.doIt")))),
      this.answer && this.answer.outlook.length > 0 && h("section", { class: "outlook" }, h("h3", null, t("sheet.outlook")), h("ul", null, this.answer.outlook.map((text) => h("li", null, text)))));
    this.update(fresh);
    for (const row of rows) {
      const chosen = this.count(row.id) > 0;
      const box = /** @type {HTMLInputElement|null} */ (this.element.querySelector(`[data-tick="${CSS.escape(row.id)}"]`));
      if (box) box.checked = chosen;
      const select = /** @type {HTMLSelectElement|null} */ (this.element.querySelector(`[data-place="${CSS.escape(row.id)}"]`));
      if (select) select.value = this.placeOf(row.id);
    }
    const end = document.querySelector("#decision [data-do=end]");
    if (end) end.textContent = this.endLabel() ?? model.endLabel();
  }

  /** Show new contents; what stays keeps the focus. @param {HTMLElement} fresh */
  update(fresh) {
    const old = [...this.element.children];
    const parts = [...fresh.children].map((part, k) => likened(old[k], part));
    if (parts.length === old.length && parts.every((part, k) => part === old[k])) return;
    const focused = /** @type {HTMLElement|null} */ (this.element.contains(document.activeElement) ? document.activeElement : null);
    this.element.replaceChildren(...parts);
    if (focused && !this.element.contains(focused)) this.again(focused.dataset)?.focus({ preventScroll: true });
  }

  /** The element that stands for one that was drawn anew. @param {DOMStringMap} data @returns {HTMLElement|null} */
  again(data) {
    const found = Object.entries(data).flatMap(([name, value]) => [...this.element.querySelectorAll(`[data-${name}="${CSS.escape(value ?? "")}"]`)]);
    return /** @type {HTMLElement|null} */ (found[0] ?? this.element.querySelector("button, input"));
  }

  purse() {
    const { model } = this.context;
    return h("p", { class: "purse" }, (this.answer?.purses ?? []).map(({ stock, points: all, left }) => h("span", { "data-purse": stock },
      t("sheet.purse", { stock: model.word("nations", stock), n: all, left: points(left) }))));
  }

  /** How often a line is among the choices. @param {string} id */
  count(id) {
    return this.list.filter((text) => this.rowOf(text) === id).length;
  }

  /** @param {Row} row */
  line(row) {
    const { model } = this.context;
    const many = row.unit ? this.howMany(row.id) : 2; // what is no counter can be had more than once
    const n = this.count(row.id);
    const name = row.unit ? named(model, row.unit, row.unit ? many : 1) : h("span", { class: "counter-name" }, row.label);
    const about = row.unit ? `${model.mode(row.verb)}: ${model.unit(row.unit).name}` : row.label;
    const price = this.price(row);
    const where = row.places.length ? row.places[0] : model.hexOf(row.unit ?? "");
    const full = !this.next(row.id);
    const step = (/** @type {string} */ data, /** @type {string} */ sign, /** @type {string} */ label, /** @type {boolean} */ disabled) => h("button", { type: "button", class: "step", [data]: row.id, "aria-label": t(label, { what: about }), disabled }, sign);
    return h("li", { class: n ? "shop-row chosen" : "shop-row", "data-line": row.id },
      many === 1 && h("label", { class: "sheet-tick" }, h("input", { type: "checkbox", "data-tick": row.id, "aria-label": about, disabled: full && !n }), name),
      many > 1 && name,
      price !== undefined && h("span", { class: "price" }, t("routes.price", { n: points(price) })),
      where && row.places.length < 2 && h("small", null, model.placeName(where)),
      h("span", { class: "sheet-steps" },
        row.places.length > 1 && h("select", { "data-place": row.id, "aria-label": t("sheet.place", { what: about }) }, row.places.map((place) => h("option", { value: place }, model.placeName(place)))),
        many > 1 && [step("data-less", "−", "routes.lessOf", !n), h("output", null, String(n)), step("data-add", "+", "routes.moreOf", full)]));
  }

  /** What a line costs, if anything. @param {Row} row @returns {number|undefined} */
  price(row) {
    return /** @type {Record<string, number>} */ (this.context.model.hello.prices[row.unit ?? ""] ?? {})[row.verb];
  }

  /** @param {string} text @param {number} k */
  choice(text, k) {
    const { model } = this.context;
    const why = this.answer?.refused[k];
    const label = model.aboutAction(text);
    return h("li", { class: why ? "refused" : "" }, h("span", null, label, why && h("small", { class: "why" }, ` ${model.prose(why.text)}`)),
      h("button", { type: "button", class: "quiet", "data-drop": String(k), "aria-label": t("sheet.drop", { what: label }) }, "✕"));
  }
}
