/** Standing orders: answers to decisions, given in advance. */

import { h, refill } from "../common/dom.js";
import { t } from "../common/text.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {{verb: string, unit?: string, place?: string, toward?: string}} Answer */
/** @typedef {{kind: string, unit?: string, place?: string, turn?: number, own?: boolean, least?: number, answers: Answer[]}} Order   own: in one's own turn; least: units that are left there */
/** @typedef {{text: string, verbs: string[], placed: boolean, counts: boolean}} Preset */
/** @typedef {{id: string, text: string, steps: string[], verbs: Record<string, string>, default: string[], several: boolean, veiled: boolean, shared: boolean, where: string[], presets: Preset[]}} Kind */
/** @typedef {{number: number, orders: Order[], kinds: Kind[], hexes: boolean, captain: boolean}} Told */

/**
 * @typedef {object} StandingContext
 * @property {() => string|null} you your side; null for a spectator
 * @property {import("../game/parts.js").Model} model
 * @property {(message: any) => Promise<boolean>} send
 * @property {() => void} showTable show the tab with the orders
 */

const ALONE = ["captain", "ask"]; // answers that name nothing

export class Standing {
  /** @param {StandingContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Told} */
    this.told = { number: 0, orders: [], kinds: [], hexes: false, captain: false };
    this.list = h("ol", { class: "orders-list" });
    this.none = h("p", { class: "help" }, t("orders.none"));
    this.editor = h("div", { class: "orders-editor" });
    this.add = h("button", { type: "button", dataset: { orders: "add" }, onClick: () => this.edit(null) }, t("orders.add"));
    this.element = h("section", { id: "orders", class: "orders", hidden: true, "aria-labelledby": "orders-title" },
      h("h3", { id: "orders-title", class: "heading" }, t("orders.title")),
      h("p", { class: "help" }, t("orders.about")), this.none, this.list, this.add, this.editor);
    this.suggestion = h("section", { id: "order-suggested", class: "offer", hidden: true, "aria-live": "polite" });
  }

  /** Take the orders from the server. @param {Told} told */
  take(told) {
    this.told = told;
    this.element.hidden = !told.kinds.length;
    this.none.hidden = told.orders.length > 0;
    refill(this.list, told.orders.map((order, n) => h("li", { dataset: { order: String(n) } },
      h("p", null, this.words(order)),
      h("div", { class: "buttons" },
        this.button("edit", () => this.edit(n)),
        n > 0 && this.button("up", () => this.move(n)),
        this.button("remove", () => this.send(told.orders.filter((_, other) => other !== n)))))));
  }

  /** @param {string} name @param {() => void} does */
  button(name, does) {
    return h("button", { type: "button", class: "quiet", dataset: { orders: name }, onClick: does }, t(`orders.${name}`));
  }

  /** Replace the stored orders. @param {Order[]} orders @returns {Promise<boolean>} */
  async send(orders) {
    const kept = await this.context.send({ type: "orders", number: this.told.number, orders });
    if (kept) refill(this.editor);
    return kept;
  }

  /** Put an order before all others; those for turns that are over are dropped. @param {Order} order @returns {Promise<boolean>} */
  first(order) {
    const { turn } = this.context.model.state;
    const others = this.told.orders.filter((one) => (one.turn ?? turn) >= turn && JSON.stringify(one) !== JSON.stringify(order));
    return this.send([order, ...others]);
  }

  /** Move an order up; earlier orders have priority. @param {number} n */
  move(n) {
    const orders = [...this.told.orders];
    orders.splice(n - 1, 0, ...orders.splice(n, 1));
    this.send(orders);
  }

  // In words

  /** @param {string} id @returns {Kind} */
  kind(id) {
    const found = this.told.kinds.find((kind) => kind.id === id);
    if (!found) throw new Error(`no kind of decision is called ${id}`);
    return found;
  }

  /** @param {string|undefined} unit */
  unit(unit) {
    return unit ? this.context.model.unit(unit).name : "";
  }

  /** @param {Order} order */
  words(order) {
    const kind = this.kind(order.kind);
    const scope = [
      order.unit && this.unit(order.unit),
      order.place && t("orders.inPlace", { place: order.place }),
      order.turn && t("orders.inTurn", { turn: order.turn }),
      order.own && t("orders.ownTurn"),
      order.least && t("orders.least", { n: order.least }),
    ].filter(Boolean).join(", ");
    const answers = order.answers.map((answer) => this.answer(kind, answer)).join("; ");
    const ending = ALONE.includes(order.answers.at(-1)?.verb ?? "") ? "" : t(`orders.end.${kind.several ? "several" : kind.veiled ? "veiled" : "ask"}`);
    return `${kind.text}${scope ? ` (${scope})` : ""}: ${answers}. ${ending}`.trim();
  }

  /** @param {Kind} kind @param {Answer} answer */
  answer(kind, { verb, unit, place, toward }) {
    if (ALONE.includes(verb)) return t(`orders.answers.${verb}`);
    return [kind.verbs[verb], this.unit(unit), place, toward && t("orders.toward", { place: toward })].filter(Boolean).join(" ");
  }

  // Editing

  /** @param {number|null} n of the order, null for a new one @param {Order|null} [begun] */
  edit(n, begun = null) {
    const first = this.told.kinds[0];
    if (!first) return;
    const order = begun ?? (n === null ? null : this.told.orders[n]) ?? { kind: first.id, answers: [{ verb: Object.keys(first.verbs)[0] ?? "" }] };
    this.draw(n, structuredClone(order));
    this.editor.querySelector("select")?.focus();
  }

  /** @param {number|null} n @param {Order} order */
  draw(n, order) {
    const kind = this.kind(order.kind);
    const again = (/** @type {Partial<Order>} */ change) => this.draw(n, { ...this.read(order), ...change });
    const kinds = this.select("kind", Object.fromEntries(this.told.kinds.map(({ id, text }) => [id, text])), order.kind);
    kinds.addEventListener("change", () => {
      const verb = Object.keys(this.kind(kinds.value).verbs)[0] ?? "";
      this.draw(n, { kind: kinds.value, answers: [{ verb }] });
      this.editor.querySelector("select")?.focus();
    });
    const { turn } = this.context.model.state;
    const scope = [
      !kind.veiled && !kind.several && this.field("unit", this.units(order.unit)),
      kind.where.length > 0 && this.field("place", this.input("place", order.place)),
      !kind.shared && this.field("own", this.select("own", { "": t("orders.theirTurn"), own: t("orders.ownTurn") }, order.own ? "own" : "")),
      kind.where.length > 0 && this.field("least", this.input("least", order.least ? String(order.least) : "")),
      this.field("turn", this.select("turn", { 0: t("orders.always"), [turn]: t("orders.thisTurn", { turn }), ...(order.turn ? { [order.turn]: t("orders.inTurn", { turn: order.turn }) } : {}) }, String(order.turn ?? 0))),
    ];
    const rows = order.answers.map((answer, at) => this.row(kind, answer, at, order.answers.length,
      () => again({ answers: this.read(order).answers.filter((_, other) => other !== at) }), again));
    const more = h("button", { type: "button", class: "quiet", dataset: { orders: "another" }, onClick: () => again({ answers: [...this.read(order).answers, { verb: Object.keys(kind.verbs)[0] ?? "" }] }) }, t("orders.another"));
    /** @param {Event} event */
    const save = (event) => {
      event.preventDefault();
      const orders = [...this.told.orders];
      orders.splice(n ?? orders.length, n === null ? 0 : 1, this.read(order));
      this.send(orders);
    };
    const alone = ALONE.includes(order.answers[0]?.verb ?? "") && (kind.veiled || kind.several);
    refill(this.editor, h("form", { class: "orders-form", onSubmit: save },
      this.field("kind", kinds), ...scope,
      h("fieldset", null, h("legend", null, t("orders.preferences")), rows, !alone && more),
      kind.veiled && h("p", { class: "help" }, t("orders.veiled")),
      h("div", { class: "buttons" },
        h("button", { type: "button", onClick: () => refill(this.editor) }, t("orders.cancel")),
        h("button", { type: "submit", class: "primary", dataset: { orders: "save" } }, t("orders.save")))));
  }

  /** @param {Kind} kind @param {Answer} answer @param {number} at @param {number} count @param {() => void} remove @param {(change: object) => void} again */
  row(kind, answer, at, count, remove, again) {
    const alone = count === 1 || !(kind.veiled || kind.several);
    const others = this.told.captain ? ALONE : ALONE.slice(1);
    const verbs = { ...kind.verbs, ...(alone ? Object.fromEntries(others.map((name) => [name, t(`orders.answers.${name}`)])) : {}) };
    const verb = this.select("verb", verbs, answer.verb);
    verb.setAttribute("aria-label", t("orders.answer", { n: at + 1 }));
    verb.addEventListener("change", () => again({}));
    const names = !ALONE.includes(answer.verb);
    return h("div", { class: "orders-row", dataset: { answer: String(at) } }, verb,
      names && this.units(answer.unit, t("orders.fields.unit")),
      names && this.input("place", answer.place, t("orders.fields.to")),
      names && this.told.hexes && this.input("toward", answer.toward, t("orders.fields.toward")),
      count > 1 && h("button", { type: "button", class: "quiet", "aria-label": t("orders.removeAnswer", { n: at + 1 }), onClick: remove }, "×"));
  }

  /** The order in the editor. @param {Order} begun @returns {Order} */
  read(begun) {
    const form = this.editor.querySelector("form");
    if (!form) return begun;
    const value = (/** @type {Element} */ within, /** @type {string} */ name) => {
      const found = [...within.querySelectorAll("[data-field]")].find((one) => /** @type {HTMLElement} */ (one).dataset.field === name && (within !== form || !one.closest(".orders-row")));
      return /** @type {HTMLInputElement|undefined} */ (found)?.value.trim() ?? "";
    };
    const named = (/** @type {Record<string, string>} */ all) => Object.fromEntries(Object.entries(all).filter(([, text]) => text));
    const answers = [...form.querySelectorAll(".orders-row")].map((row) => {
      const verb = value(row, "verb");
      if (ALONE.includes(verb)) return { verb };
      return { verb, ...named({ unit: value(row, "unit"), place: value(row, "place"), toward: value(row, "toward") }) };
    });
    const turn = Number(value(form, "turn"));
    const least = Number(value(form, "least")) || 0;
    const own = value(form, "own") === "own";
    return { kind: value(form, "kind"), ...named({ unit: value(form, "unit"), place: value(form, "place") }), ...(turn ? { turn } : {}), ...(own ? { own } : {}), ...(least ? { least } : {}), answers };
  }

  /** @param {string} name @param {HTMLElement} control */
  field(name, control) {
    return h("label", { class: "orders-field" }, h("span", null, t(`orders.fields.${name}`)), control);
  }

  /** @param {string} name @param {Record<string, string>} choices @param {string} chosen */
  select(name, choices, chosen) {
    return h("select", { dataset: { field: name } }, Object.entries(choices).map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  }

  /** @param {string|undefined} chosen @param {string} [label] */
  units(chosen, label) {
    const own = this.context.model.hello.units.filter((/** @type {{side: string}} */ { side }) => side === this.context.you());
    const found = h("select", { dataset: { field: "unit" }, "aria-label": label },
      h("option", { value: "" }, t("orders.anyUnit")),
      own.map((/** @type {{id: string, name: string}} */ { id, name }) => h("option", { value: id, selected: id === chosen }, name)));
    return found;
  }

  /** @param {string} name @param {string|undefined} value @param {string} [label] */
  input(name, value, label) {
    return h("input", { type: "text", dataset: { field: name }, value: value ?? "", maxlength: "40", size: "8", autocomplete: "off", placeholder: label, "aria-label": label });
  }

  // Suggestions

  /**
   * Offer to answer like this from now on.
   * @param {string} action
   * @param {State} state in which it was done
   */
  acted(action, state) {
    const kind = this.told.kinds.find(({ steps, shared }) => steps.includes(state.step) && (shared || state.side !== this.context.you()));
    const [verb = "", ...objects] = action.split(" ");
    if (!kind || !(verb in kind.verbs)) return this.suggest(null);
    const units = new Set(this.context.model.hello.units.map((/** @type {{id: string}} */ { id }) => id));
    const unit = units.has(objects[0] ?? "") ? objects.shift() : undefined;
    const place = objects.at(-1);
    const named = { ...(kind.several || kind.veiled ? { unit } : {}), place };
    const answer = /** @type {Answer} */ ({ verb, ...Object.fromEntries(Object.entries(named).filter(([, text]) => text)) });
    const scope = unit && place && !kind.several && !kind.veiled ? { unit } : {};
    return this.suggest({ kind: kind.id, ...scope, answers: [answer] });
  }

  /** @param {Order|null} order */
  suggest(order) {
    const known = order && this.told.orders.some((one) => JSON.stringify(one) === JSON.stringify(order));
    this.suggestion.hidden = !order || Boolean(known);
    if (!order || known) return;
    const open = () => {
      this.suggest(null);
      this.context.showTable();
      this.edit(null, order);
      this.editor.scrollIntoView({ block: "nearest" });
    };
    refill(this.suggestion, h("p", null, t("orders.suggest"), " ", h("b", null, this.words(order))),
      h("div", { class: "buttons" },
        h("button", { type: "button", dataset: { orders: "no" }, onClick: () => this.suggest(null) }, t("orders.no")),
        h("button", { type: "button", dataset: { orders: "change" }, onClick: open }, t("orders.change")),
        h("button", { type: "button", class: "primary", dataset: { orders: "yes" }, onClick: async () => (await this.send([...this.told.orders, order])) && this.suggest(null) }, t("orders.yes"))));
  }
}
