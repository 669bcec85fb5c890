/** The tab "Units": every unit of both sides, where it is, and whether it can act. */

import { h, refill } from "../dom.js";
import { t } from "../text.js";
import { isHex } from "./model.js";

/** @typedef {import("./model.js").HexModel} HexModel */

const SECTIONS = Object.freeze(["act", "map", "arriving", "across", "exited", "eliminated", "absent"]);

export class Units {
  /**
   * @param {HexModel} model
   * @param {(unit: string) => void} onPick
   */
  constructor(model, onPick) {
    this.model = model;
    /** @type {Map<string, {item: HTMLLIElement, where: HTMLElement, button: HTMLButtonElement}>} */
    this.rows = new Map();
    /** @type {Map<string, {element: HTMLElement, list: HTMLUListElement, count: HTMLElement, shown: string}>} */
    this.sections = new Map();
    this.element = h("div", { id: "units", class: "units" });
    this.element.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("[data-pick]");
      if (button instanceof HTMLElement) onPick(button.dataset.pick ?? "");
    });
  }

  /** Make the lists, once the server has said which units there are. */
  build() {
    const { model } = this;
    this.rows = new Map(model.hello.units.map((unit) => [unit.id, row(unit)]));
    this.sections = new Map();
    const people = model.hello.record.players;
    const sides = [...model.hello.game.sides].sort((a, b) => Number(people[b.id] === "human") - Number(people[a.id] === "human"));
    refill(this.element, sides.map((side) => this.side(side)));
  }

  /** @param {import("../types.js").Side} side */
  side({ id, label }) {
    const parts = SECTIONS.map((name) => {
      const count = h("span", { class: "count" });
      const list = h("ul", null);
      const element = h("section", { class: `unit-group ${name}` }, h("h4", null, t(`units.${name}`), " ", count), list);
      this.sections.set(`${id} ${name}`, { element, list, count, shown: "" });
      return element;
    });
    return h("section", { class: "unit-side" }, h("h3", null, h("span", { class: "side", "data-side": id }, label)), parts);
  }

  /** Put every unit where it belongs now. */
  update() {
    const { model } = this;
    const movers = new Set(model.movers());
    const focused = document.activeElement;
    for (const [id, { item, where, button }] of this.rows) {
      where.textContent = [model.aboutPlace(id), ...model.marksOf(id)].join(", ");
      item.classList.toggle("can-act", movers.has(id));
      button.toggleAttribute("data-can-act", movers.has(id));
    }
    for (const [key, section] of this.sections) {
      const [side = "", name = ""] = key.split(" ");
      const units = this.members(side, name, movers);
      section.element.hidden = !units.length;
      section.count.textContent = String(units.length);
      if (section.shown === units.join()) continue;
      section.shown = units.join();
      section.list.replaceChildren(...units.flatMap((unit) => this.rows.get(unit)?.item ?? []));
    }
    if (focused instanceof HTMLElement && focused !== document.activeElement && this.element.contains(focused)) focused.focus();
  }

  /**
   * The units of a section, in order.
   * @param {string} side
   * @param {string} name
   * @param {Set<string>} movers
   */
  members(side, name, movers) {
    const { model } = this;
    const found = model.hello.units.filter((unit) => {
      if (unit.side !== side) return false;
      if (movers.has(unit.id)) return name === "act";
      const place = model.place(unit.id);
      if (place === "off") return name === (model.isAbsent(unit.id) ? "absent" : "arriving");
      return name === (isHex(place) ? "map" : place);
    });
    if (name === "arriving") found.sort((a, b) => (a.arrives ?? 0) - (b.arrives ?? 0));
    return found.map((unit) => unit.id);
  }

  /** @param {string|null} chosen */
  choose(chosen) {
    for (const [id, { button }] of this.rows) button.setAttribute("aria-pressed", String(id === chosen));
  }
}

/** @param {import("../types.js").Unit} unit */
function row({ id, name, side, values, typeLabel, group }) {
  const where = h("small", null);
  const button = h(
    "button",
    { type: "button", class: "unit-row", "data-pick": id, "aria-pressed": "false" },
    h("span", { class: `values ${side}` }, values),
    h("span", { class: "unit-name" }, name, h("span", { class: "unit-type" }, ` ${[typeLabel.toLowerCase(), group].filter(Boolean).join(", ")}`)),
    where,
  );
  return { item: h("li", null, button), where, button };
}
