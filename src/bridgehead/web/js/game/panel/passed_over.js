/** The questions that the page has answered by itself, and those that it is to ask all the same. */

import { h, refill } from "../../common/dom.js";
import { t } from "../../common/text.js";

/** @typedef {import("../../types.js").State} State */

export class PassedOver {
  /** @param {string} id of the game @param {import("../parts.js").Model} model */
  constructor(id, model) {
    this.model = model;
    this.key = `bridgehead-ask-${id}`;
    /** @type {Set<string>} the steps that are asked although hardly anybody does anything there */
    this.asked = new Set(this.kept());
    /** @type {string[]} what was answered in this side's turn */
    this.lately = [];
    this.count = h("small", null);
    this.list = h("ul", null);
    this.boxes = h("div", null);
    this.element = h("details", { id: "passed-over", class: "ahead", hidden: true },
      h("summary", null, t("passed.title"), " ", this.count), this.list, this.boxes, h("p", { class: "help" }, t("passed.note")));
  }

  /** @returns {string[]} */
  kept() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
    } catch {
      return []; // no storage in this window
    }
  }

  /** @param {string} step @param {boolean} on */
  ask(step, on) {
    if (on) this.asked.add(step);
    else this.asked.delete(step);
    try {
      sessionStorage.setItem(this.key, JSON.stringify([...this.asked]));
    } catch {
      // it lasts until the page is closed
    }
  }

  /** Whether a question may be answered by the page. @param {State} state */
  answers({ step, skip }) {
    return Boolean(skip) && !(skip?.why === "rare" && this.asked.has(step));
  }

  /** The page answers a question. @param {State} state */
  add({ step, skip }) {
    const action = skip?.action ?? "";
    const told = this.model.aboutAction(action);
    const asked = this.model.ask(step);
    this.lately.push(told === asked ? asked : `${asked}${asked.endsWith("?") ? "" : ":"} ${told}`);
    this.draw();
  }

  /** Another state is shown. @param {State|null} before @param {State} state */
  take(before, state) {
    if (before && (before.turn !== state.turn || before.side !== state.side)) this.lately = [];
    this.draw();
  }

  draw() {
    const rare = Object.entries(this.model.hello.decisions.steps).filter(([, step]) => step.rare);
    this.element.hidden = !this.lately.length && !rare.length;
    this.count.textContent = this.lately.length ? String(this.lately.length) : "";
    refill(this.list, this.lately.map((text) => h("li", null, text)));
    refill(this.boxes, rare.map(([name, { ask }]) => {
      const box = h("input", { type: "checkbox", "data-ask": name, checked: this.asked.has(name), onChange: () => this.ask(name, box.checked) });
      return h("label", { class: "tick" }, box, t("passed.ask", { question: ask }));
    }));
  }
}
