/** The tab "Units": every unit of both sides, where it is, and whether it can act. */

import { h, refill } from "../dom.js";
import { t } from "../text.js";

/** @typedef {import("../types.js").Unit} Unit */

const SECTIONS = Object.freeze(["act", "map", "arriving", "across", "exited", "eliminated", "absent"]);

export class Units {
  /** @param {import("./model.js").HexModel} model @param {(unit: string) => void} onPick */
  constructor(model, onPick) {
    this.model = model;
    /** @type {string|null} */
    this.chosen = null;
    this.drawn = "";
    this.element = h("div", { id: "units", class: "units" });
    this.element.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("[data-pick]");
      if (button instanceof HTMLElement) onPick(button.dataset.pick ?? "");
    });
  }

  /** Show every unit where it belongs now. */
  update() {
    const { hello, state } = this.model;
    const movers = new Set(this.model.movers());
    const drawn = JSON.stringify([state.units, state.marks, state.phase === "setup", [...movers]]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = this.element.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.pick;
    const isPerson = (/** @type {string} */ side) => Number(hello.record.players[side] === "human");
    const sides = [...hello.game.sides].sort((a, b) => isPerson(b.id) - isPerson(a.id));
    refill(this.element, sides.map(({ id, label }) => {
      const own = hello.units.filter(({ side }) => side === id);
      const sections = SECTIONS.map((name) => this.section(name, own.filter((unit) => this.sectionOf(unit, movers) === name)));
      return h("section", { class: "unit-side" }, h("h3", null, h("span", { class: "side", "data-side": id }, label)), sections);
    }));
    if (focused) this.button(focused)?.focus();
  }

  /** @param {Unit} unit @param {Set<string>} movers */
  sectionOf({ id }, movers) {
    if (movers.has(id)) return "act";
    if (this.model.hexOf(id)) return "map";
    const place = this.model.place(id);
    return place !== "off" ? place : this.model.isAbsent(id) ? "absent" : "arriving";
  }

  /** @param {string} name @param {Unit[]} units */
  section(name, units) {
    if (name === "arriving") units.sort((a, b) => (a.arrives ?? 0) - (b.arrives ?? 0));
    return h("section", { class: `unit-group ${name}`, hidden: !units.length },
      h("h4", null, t(`units.${name}`), " ", h("span", { class: "count" }, units.length)),
      h("ul", null, units.map((unit) => this.row(unit, name === "act"))));
  }

  /** @param {Unit} unit @param {boolean} acts */
  row({ id, name, side, values, typeLabel, group }, acts) {
    const where = [this.model.aboutPlace(id), ...this.model.marksOf(id)].join(", ");
    return h("li", { class: acts ? "can-act" : null },
      h("button", { type: "button", class: "unit-row", "data-pick": id, "aria-pressed": String(id === this.chosen), "data-can-act": acts },
        h("span", { class: `values ${side}` }, values),
        h("span", { class: "unit-name" }, name, h("span", { class: "unit-type" }, ` ${[typeLabel.toLowerCase(), group].filter(Boolean).join(", ")}`)),
        h("small", null, where)));
  }

  /** @param {string} unit @returns {HTMLElement|null} */
  button(unit) {
    return this.element.querySelector(`[data-pick="${CSS.escape(unit)}"]`);
  }

  /** @param {string|null} unit */
  choose(unit) {
    if (this.chosen) this.button(this.chosen)?.setAttribute("aria-pressed", "false");
    if (unit) this.button(unit)?.setAttribute("aria-pressed", "true");
    this.chosen = unit;
  }
}
