/** The numbers of strikes sent to a place, by kind, sent as one action each. */

import { h } from "../../common/dom.js";
import { t } from "../../common/text.js";

/** @typedef {import("./orders.js").PointContext} PointContext */
/** @typedef {import("./words.js").Order} Order */

export class Amounts {
  /** @param {PointContext} context @param {Order[]} orders the actions on one place, of any number and kind */
  constructor(context, orders) {
    this.context = context;
    /** @type {Map<string, Map<number, string>>} for each kind the action of each number */
    this.found = new Map();
    for (const order of orders) {
      const kind = order.kind ?? "";
      const numbers = this.found.get(kind) ?? new Map();
      numbers.set(order.number ?? 0, order.text);
      this.found.set(kind, numbers);
    }
    const { model } = context;
    const rows = [...this.found].map(([kind, numbers]) => stepper({
      name: kind, label: kind ? model.word("kinds", kind) : t("routes.strikes"), most: Math.max(...numbers.keys()),
      value: this.wanted(numbers) ?? (this.found.size === 1 ? Math.max(...numbers.keys()) : 0), onChange: () => this.forecast(kind),
    }));
    const send = h("button", { type: "button", class: "primary", "data-send": true, onClick: () => this.send() }, t("routes.send"));
    const kinds = [...this.found.keys()].filter((kind) => model.wordOf("about_kinds", kind));
    this.element = h("div", { class: "amounts" }, rows, kinds.map((kind) => h("p", { class: "help", dataset: { kind } }, model.word("about_kinds", kind))), send);
    const [first] = this.found.values();
    context.forecast(first ? first.get(Math.max(...first.keys())) ?? "" : ""); // what all of the first kind would do
  }

  /** Show what the number of a kind leads to. @param {string} kind */
  forecast(kind) {
    this.context.forecast(this.found.get(kind)?.get(valueOf(this.element, kind)) ?? "");
  }

  /** The number that a lesson asks for, null if there is none. @param {Map<number, string>} numbers */
  wanted(numbers) {
    const { lesson } = this.context.model.state;
    return [...numbers].find(([, text]) => lesson?.wanted.includes(text))?.[0] ?? null;
  }

  async send() {
    const kind = [...this.found].map(([name, numbers]) => ({ name, text: numbers.get(valueOf(this.element, name)) }));
    for (const { text } of kind) {
      if (text && this.context.model.state.decision?.actions.includes(text) && !(await this.context.act(text))) return;
    }
  }
}

/**
 * A number field from 0 to a maximum, with buttons for less and more.
 * @param {{name: string, label: string, most: number, value?: number, onChange?: () => void}} given
 */
export function stepper({ name, label, most, value = 0, onChange = () => {} }) {
  const input = h("input", {
    type: "number", min: "0", max: String(most), value: String(value), "data-amount": name, "aria-label": label, inputmode: "numeric",
  });
  const step = (/** @type {1|-1} */ by, /** @type {string} */ sign) => h("button", {
    type: "button", class: "step", "data-of": name, "data-step": String(by), "aria-label": t(by > 0 ? "routes.moreOf" : "routes.lessOf", { what: label }),
    onClick: () => set(Number(input.value) + by),
  }, sign);
  const [less, more] = [step(-1, "−"), step(1, "+")];
  const bound = () => bounded(less, input, more);
  const set = (/** @type {number} */ wanted) => {
    input.value = String(Math.max(0, Math.min(Number(input.max), Math.round(wanted) || 0)));
    bound();
    onChange();
  };
  input.addEventListener("change", () => set(Number(input.value)));
  bound();
  return h("div", { class: "stepper" }, h("span", { class: "stepper-label" }, label), less, input, more, h("small", null, t("routes.of", { n: most })));
}

/** Disable the buttons at 0 and at the maximum. @param {HTMLButtonElement} less @param {HTMLInputElement} input @param {HTMLButtonElement} more */
export function bounded(less, input, more) {
  less.disabled = Number(input.value) <= 0;
  more.disabled = Number(input.value) >= Number(input.max);
}

/** @param {HTMLElement} box @param {string} name */
export function valueOf(box, name) {
  return Number(/** @type {HTMLInputElement|null} */ (box.querySelector(`[data-amount="${CSS.escape(name)}"]`))?.value ?? 0);
}
