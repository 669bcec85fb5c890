/** Air commitment by numbers: strikes of each kind for each mission, all sent together. */

import { h, refill } from "../../common/dom.js";
import { t } from "../../common/text.js";
import { bounded, stepper, valueOf } from "./amounts.js";

/** @typedef {import("./orders.js").PointContext} PointContext */
/** @typedef {import("./words.js").Order} Order */
/** @typedef {{kind: string, nation: string, theater: string, mission: string, most: number, key: string}} Line */

export class AirPlan {
  /** @param {PointContext} context */
  constructor(context) {
    this.context = context;
    this.element = h("div", { class: "air-plan" });
    /** @type {Line[]} */
    this.lines = [];
  }

  /** @param {Order[]} orders */
  begin(orders) {
    const { model } = this.context;
    if (!model.shown || model.step.part !== "plan") return;
    /** @type {Map<string, Line>} */
    const found = new Map();
    for (const { verb, rest } of orders) {
      if (verb !== model.step.verbs[0]) continue;
      const [kind = "", nation = "", theater = "", mission = "", number = "0"] = rest;
      const key = `${kind} ${nation} ${theater} ${mission}`;
      const line = found.get(key) ?? { kind, nation, theater, mission, most: 0, key };
      line.most = Math.max(line.most, Number(number));
      found.set(key, line);
    }
    this.lines = [...found.values()];
    const groups = new Map();
    for (const line of this.lines) {
      const name = `${line.kind} ${line.nation}`;
      groups.set(name, [...(groups.get(name) ?? []), line]);
    }
    refill(this.element,
      [...groups].map(([name, lines]) => this.group(name, lines)),
      this.lines.length === 0 && h("p", { class: "note" }, t("routes.noStrikes")),
      h("div", { class: "row" }, h("button", { type: "button", class: "primary", "data-commit": true, onClick: () => this.send() }, t("routes.commit"))),
      h("p", { class: "note" }, t("routes.commitNote")));
    this.count();
  }

  /**
   * @param {string} name of kind and nation
   * @param {Line[]} lines
   */
  group(name, lines) {
    const [kind = "", nation = ""] = name.split(" ");
    const { model } = this.context;
    const left = h("span", { class: "left-over", "data-left": name });
    const theaters = [...new Set(lines.map(({ theater }) => theater))];
    return h("section", { class: "air-group", "data-group": name },
      h("h3", null, model.word("nations", nation), ", ", model.word("kinds", kind), " ", left),
      theaters.map((theater) => h("div", { class: "air-theater" },
        h("h4", null, model.word("theaters", theater)),
        lines.filter((line) => line.theater === theater).map((line) => stepper({ name: line.key, label: model.word("missions", line.mission), most: line.most, onChange: () => this.count() })))));
  }

  /** The number of ready strikes of a kind and nation. @param {string} kind @param {string} nation */
  ready(kind, nation) {
    const { model } = this.context;
    return Object.entries(model.state.units).filter(([unit, place]) => {
      const one = model.units.get(unit);
      return place === "ready" && one?.nation === nation && one.type.replace("_", "-") === kind;
    }).length;
  }

  /** Limit the numbers to the ready strikes. */
  count() {
    for (const section of this.element.querySelectorAll("[data-group]")) {
      const name = /** @type {HTMLElement} */ (section).dataset.group ?? "";
      const [kind = "", nation = ""] = name.split(" ");
      const lines = this.lines.filter((line) => line.kind === kind && line.nation === nation);
      const ready = this.ready(kind, nation);
      const whole = Math.min(ready, Math.max(...lines.map(({ most }) => most))); // in turn 1 not all may fly
      const used = lines.reduce((sum, { key }) => sum + valueOf(this.element, key), 0);
      const left = section.querySelector("[data-left]");
      if (left) left.textContent = t("routes.readyLeft", { n: Math.max(ready - used, 0) });
      for (const { key, most } of lines) {
        const input = /** @type {HTMLInputElement|null} */ (section.querySelector(`[data-amount="${CSS.escape(key)}"]`));
        if (!input) continue;
        input.max = String(Math.min(most, Number(input.value) + Math.max(whole - used, 0)));
        const [less, more] = /** @type {NodeListOf<HTMLButtonElement>} */ (section.querySelectorAll(`[data-of="${CSS.escape(key)}"]`));
        if (less && more) bounded(less, input, more);
      }
    }
  }

  /** Send the plan in the required order, and end. */
  async send() {
    const [verb] = this.context.model.step.verbs;
    for (const { key } of this.lines.map((line) => ({ key: line.key, n: valueOf(this.element, line.key) })).filter(({ n }) => n)
      .map(({ key, n }) => ({ key: `${verb} ${key} ${n}` }))) {
      if (!(await this.context.act(key))) return;
    }
    await this.context.act("end");
  }
}
