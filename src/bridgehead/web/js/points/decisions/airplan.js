/** Air commitment by numbers: strikes of each kind for each mission, all sent together. */

import { h, refill } from "../../common/dom.js";
import { t } from "../../common/text.js";
import { bounded, stepper, valueOf } from "./amounts.js";

/** @typedef {import("./orders.js").PointContext} PointContext */
/** @typedef {import("./words.js").Order} Order */
/** @typedef {{kind: string, nation: string, theater: string, mission: string, most: number, key: string}} Line */

const EVEN = ""; // the share of the theaters: as many in each

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
      this.explained(),
      this.lines.length > 0 && this.presets(),
      [...groups].map(([name, lines]) => this.group(name, lines)),
      this.lines.length === 0 && h("p", { class: "note" }, t("routes.noStrikes")),
      h("div", { class: "row" }, h("button", { type: "button", class: "primary", "data-commit": true, onClick: () => this.send() }, t("routes.commit"))),
      h("p", { class: "note" }, t("routes.commitNote")));
    this.count();
  }

  /** What the missions are for that can be flown, and what the strikes are; folded once a plan was sent. */
  explained() {
    const { model } = this.context;
    const told = this.lines.flatMap(({ mission }) => model.wordOf("about_missions", mission) ?? []);
    const kinds = this.lines.flatMap(({ kind }) => model.wordOf("about_kinds", kind) ?? []);
    const all = [...new Set([...told, ...kinds])];
    return all.length > 0 && h("details", { class: "explained", open: !this.last() },
      h("summary", null, t("routes.missions")), h("ul", { class: "help" }, all.map((text) => h("li", null, text))));
  }

  /** Buttons that fill in a whole plan, and how it is shared between the theaters. */
  presets() {
    const { model } = this.context;
    const theaters = [...new Set(this.lines.map(({ theater }) => theater))];
    const missions = [...new Set(this.lines.map(({ mission }) => mission))];
    const share = h("select", { "aria-label": t("routes.share"), "data-share": "" },
      h("option", { value: EVEN }, t("routes.shareEven")), theaters.map((theater) => h("option", { value: theater }, t("routes.shareAll", { theater: model.word("theaters", theater) }))));
    const only = model.onlyTheater(model.state);
    share.value = theaters.includes(only) ? only : EVEN;
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ does) => h("button", { type: "button", class: "quiet", "data-preset": name, onClick: does }, label);
    const last = this.last();
    return h("div", { class: "air-presets" },
      theaters.length > 1 && share,
      last && button("last", t("routes.asLastTurn"), () => this.fill((line) => last[line.key] ?? 0)),
      missions.map((mission) => button(mission, t("routes.allTo", { mission: model.word("missions", mission) }), () => this.fill(this.shared(mission, share.value)))),
      button("none", t("routes.noPlan"), () => this.fill(() => 0)));
  }

  /**
   * How many strikes each line gets if all fly one mission. What cannot fly it stays ready.
   * @param {string} mission @param {string} share one theater, or EVEN
   * @returns {(line: Line) => number}
   */
  shared(mission, share) {
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const { kind, nation } of this.lines) {
      const lines = this.lines.filter((line) => line.kind === kind && line.nation === nation && line.mission === mission);
      const wanted = lines.filter(({ theater }) => share === EVEN || theater === share);
      const into = wanted.length ? wanted : lines;
      let left = Math.min(this.ready(kind, nation), Math.max(0, ...lines.map(({ most }) => most)));
      into.forEach(({ key, most }, n) => {
        const number = Math.min(most, Math.ceil(left / (into.length - n)));
        found.set(key, number);
        left -= number;
      });
    }
    return ({ key }) => found.get(key) ?? 0;
  }

  /** Set the number of each line. @param {(line: Line) => number} numbers */
  fill(numbers) {
    for (const line of this.lines) {
      const input = /** @type {HTMLInputElement|null} */ (this.element.querySelector(`[data-amount="${CSS.escape(line.key)}"]`));
      if (input) input.value = String(Math.min(line.most, numbers(line)));
    }
    this.count();
  }

  get storedAt() {
    return `bridgehead-air-${this.context.id}`;
  }

  /** The plan of the last turn in this window, null if there was none. @returns {Record<string, number>|null} */
  last() {
    try {
      return JSON.parse(sessionStorage.getItem(`${this.storedAt}-${this.context.model.state.toMove}`) ?? "null");
    } catch {
      return null; // no storage in this window
    }
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
    const { act, plan, model } = this.context;
    const [verb] = model.step.verbs;
    const numbers = Object.fromEntries(this.lines.map(({ key }) => [key, valueOf(this.element, key)]));
    try {
      sessionStorage.setItem(`${this.storedAt}-${model.state.toMove}`, JSON.stringify(numbers));
    } catch {
      // no storage in this window: the next turn does not offer it
    }
    const actions = [...Object.entries(numbers).filter(([, n]) => n).map(([key, n]) => `${verb} ${key} ${n}`), "end"];
    if (!model.state.lesson) {
      await plan(actions);
      return;
    }
    for (const action of actions) if (!(await act(action))) return;
  }
}
