/** Answers for all decisions of a kind that follow: everybody fires, stay while three are left. They become standing orders. */

import { h, refill } from "../../common/dom.js";
import { filled, t } from "../../common/text.js";

/** @typedef {import("../../online/standing_orders.js").Kind} Kind */
/** @typedef {import("../../online/standing_orders.js").Order} Order */
/** @typedef {import("../../online/standing_orders.js").Preset} Preset */
/** @typedef {"battle"|"turn"|"game"} Scope */
/**
 * @typedef {object} BatchContext
 * @property {import("../parts.js").Model} model
 * @property {() => import("../../online/standing_orders.js").Standing|null} standing
 * @property {(action: string) => Promise<boolean>} act
 * @property {HTMLElement} choices the answers to the pending question alone
 */

const FEW = 4; // actions up to which the answers to the question alone come first

export class Batch {
  /** @param {BatchContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Scope|null} what was chosen; null: what suits the decision */
    this.chosen = null;
    this.scope = h("select", { "aria-label": t("batch.scope"), onChange: () => (this.chosen = /** @type {Scope} */ (this.scope.value)) });
    this.buttons = h("div", { class: "buttons" });
    this.element = h("section", { id: "batch", class: "batch", hidden: true, "aria-label": t("batch.label") }, this.scope, this.buttons);
  }

  /** Offer what is possible at the pending decision. @param {boolean} decides whether a person is to decide here */
  update(decides) {
    const kind = decides ? this.kind() : null;
    const found = kind ? kind.presets.flatMap((preset) => this.offered(kind, preset)) : [];
    this.element.hidden = !found.length;
    if (!kind || !found.length) return;
    this.arrange(kind);
    const scopes = /** @type {Scope[]} */ (this.place(kind) ? ["battle", "turn", "game"] : ["turn", "game"]);
    const usual = kind.veiled && scopes.includes("battle") ? "battle" : "turn";
    const scope = this.chosen && scopes.includes(this.chosen) ? this.chosen : usual;
    refill(this.scope, scopes.map((name) => h("option", { value: name, selected: name === scope }, t(`batch.scopes.${name}`))));
    refill(this.buttons, found.map(({ text, order, action }) => h("button", { type: "button", "data-batch": text, onClick: () => this.give(order(/** @type {Scope} */ (this.scope.value)), action) }, text)));
    this.element.dataset.kind = kind.id;
  }

  /** Stand after the answers to the question alone; before them if one after the other would be given. @param {Kind} kind */
  arrange({ several }) {
    const { choices, model } = this.context;
    const after = !several || model.actions().length <= FEW;
    if (this.element[after ? "previousElementSibling" : "nextElementSibling"] === choices) return;
    choices[after ? "after" : "before"](this.element);
  }

  /** The kind of the pending decision, if orders can answer it. @returns {Kind|null} */
  kind() {
    const { model, standing } = this.context;
    return standing()?.told.kinds.find(({ steps, presets }) => presets.length > 0 && steps.includes(model.state.step)) ?? null;
  }

  /** The place of the decision, "" if it has none. @param {Kind} kind @returns {string} */
  place(kind) {
    const { state } = this.context.model;
    const view = { ...state, .../** @type {any} */ (state).view };
    for (const name of kind.where) {
      const value = name.split(".").reduce((/** @type {any} */ found, part) => found?.[part === "aims" ? "hexes" : part], view);
      const [place] = Array.isArray(value) ? value : value ? [value] : [];
      if (place) return place;
    }
    return "";
  }

  /**
   * The buttons of a preset, each with its order and the action that answers now.
   * @param {Kind} kind
   * @param {Preset} preset
   * @returns {{text: string, order: (scope: Scope) => Order, action: string}[]}
   */
  offered(kind, preset) {
    const { model } = this.context;
    const actions = model.actions();
    const places = preset.placed ? [...new Set(actions.filter((text) => preset.verbs.includes(text.split(" ")[0] ?? "")).map((text) => text.split(" ").at(-1) ?? ""))] : [""];
    if (preset.placed && places.length < 2 && actions.length < 2) return [];
    const mine = preset.counts ? this.units(kind) : 0;
    const numbers = preset.counts ? [mine - 1, mine - 2].filter((n) => n > 0) : [0];
    return places.flatMap((place) => numbers.flatMap((n) => {
      const answers = preset.verbs.map((verb) => ({ verb, ...(place ? { place } : {}) }));
      const action = this.now(kind, answers, actions);
      const text = filled(preset.text, { place: place ? model.placeName(place) : "", n });
      return action ? [{ text, action, order: (/** @type {Scope} */ scope) => this.order(kind, answers, scope, n) }] : [];
    }));
  }

  /** Own units in the place of the decision. @param {Kind} kind */
  units(kind) {
    const { model } = this.context;
    return model.all(this.place(kind)).filter((unit) => model.unit(unit).side === model.state.toMove).length;
  }

  /** The action by which the answers answer now. @param {Kind} kind @param {Order["answers"]} answers @param {string[]} actions */
  now(kind, answers, actions) {
    for (const { verb, place } of answers) {
      const found = actions.find((text) => text.split(" ")[0] === verb && (!place || text.split(" ").at(-1) === place));
      if (found) return found;
    }
    return kind.several ? actions.find((text) => text === kind.default[0]) ?? "" : "";
  }

  /** @param {Kind} kind @param {Order["answers"]} answers @param {Scope} scope @param {number} least @returns {Order} */
  order(kind, answers, scope, least) {
    const { state } = this.context.model;
    const own = !kind.shared && state.side === state.toMove;
    return {
      kind: kind.id, answers, ...(scope === "game" ? {} : { turn: state.turn }), ...(scope === "battle" ? { place: this.place(kind) } : {}),
      ...(own ? { own } : {}), ...(least ? { least } : {}),
    };
  }

  /** Give the order, and answer the pending decision by it. @param {Order} order @param {string} action */
  async give(order, action) {
    const { standing, act, model } = this.context;
    const { at } = model.state;
    if (!(await standing()?.first(order)) || model.state.at !== at) return;
    await act(action);
  }
}
