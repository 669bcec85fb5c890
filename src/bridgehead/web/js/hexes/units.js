/** The tab "Units": every unit of both sides, where it is, and whether it can act. */

import { arrange, h } from "../common/dom.js";
import { inSentence, t } from "../common/text.js";

/** @typedef {import("../types.js").Unit} Unit */

const SECTIONS = Object.freeze(["act", "map", "arriving", "across", "exited", "eliminated", "absent"]);

export class Units {
  /** @param {import("./model.js").HexModel} model @param {(unit: string) => void} onPick */
  constructor(model, onPick) {
    this.model = model;
    /** @type {string|null} */
    this.chosen = null;
    this.drawn = "";
    /** @type {Map<string, {key: string, element: HTMLElement}>} what was made of each section and row: what is as before stays */
    this.made = new Map();
    this.element = h("div", { id: "units", class: "units" });
    this.element.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("[data-pick]");
      if (button instanceof HTMLElement) onPick(button.dataset.pick ?? "");
    });
  }

  /** Update all units. */
  update() {
    const { hello, state } = this.model;
    const movers = new Set(this.model.movers());
    const drawn = JSON.stringify([state.units, state.marks, state.phase === "setup", [...movers]]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = this.element.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.pick;
    const isPerson = (/** @type {string} */ side) => Number(hello.record.players[side] === "human");
    const sides = [...hello.game.sides].sort((a, b) => isPerson(b.id) - isPerson(a.id));
    for (const { id, label } of sides) {
      const own = hello.units.filter(({ side }) => side === id);
      const side = this.kept(`side ${id}`, label, () => h("section", { class: "unit-side" }, h("h3", null, h("span", { class: "side", "data-side": id }, label))));
      if (side.parentElement !== this.element) this.element.append(side);
      const sections = SECTIONS.map((name) => this.section(id, name, own.filter((unit) => this.sectionOf(unit, movers) === name)));
      arrange(side, [...[...side.children].slice(0, 1), ...sections]);
    }
    if (focused) this.button(focused)?.focus();
  }

  /** @param {Unit} unit @param {Set<string>} movers */
  sectionOf({ id }, movers) {
    if (movers.has(id)) return "act";
    if (this.model.hexOf(id)) return "map";
    const place = this.model.place(id);
    return place !== "off" ? place : this.model.isAbsent(id) ? "absent" : "arriving";
  }

  /**
   * A reusable element, or a new one if it must be different.
   * @param {string} name
   * @param {string} key what it depends on
   * @param {() => HTMLElement} make
   */
  kept(name, key, make) {
    const known = this.made.get(name);
    if (known?.key === key) return known.element;
    const element = make();
    this.made.set(name, { key, element });
    return element;
  }

  /** @param {string} side @param {string} name @param {Unit[]} units */
  section(side, name, units) {
    if (name === "arriving") units.sort((a, b) => (a.arrives ?? 0) - (b.arrives ?? 0));
    const list = this.kept(`list ${side} ${name}`, "", () => h("ul", null));
    const section = this.kept(`section ${side} ${name}`, String(units.length), () => h("section", { class: `unit-group ${name}`, hidden: !units.length },
      h("h4", null, t(`units.${name}`), " ", h("span", { class: "count" }, units.length))));
    arrange(list, units.map((unit) => this.row(unit, name === "act")));
    if (list.parentElement !== section) section.append(list);
    return section;
  }

  /** @param {Unit} unit @param {boolean} acts */
  row({ id, name, side, values, typeLabel, group }, acts) {
    const where = [this.model.aboutPlace(id), ...this.model.marksOf(id)].join(", ");
    return this.kept(`row ${id}`, `${acts} ${where}`, () => h("li", { class: acts ? "can-act" : null },
      h("button", { type: "button", class: "unit-row", "data-pick": id, "aria-pressed": String(id === this.chosen), "data-can-act": acts },
        h("span", { class: `values ${side}` }, values),
        h("span", { class: "unit-name" }, name, h("span", { class: "unit-type" }, ` ${[inSentence(typeLabel), group].filter(Boolean).join(", ")}`)),
        h("small", null, where))));
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
