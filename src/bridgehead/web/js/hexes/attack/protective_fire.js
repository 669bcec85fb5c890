/** Protective fire: the defender ticks artillery and markers, sees the odds, and confirms. */

import { ApiError } from "../../network/api.js";
import { t } from "../../common/text.js";
import { attackersOf } from "./panel.js";
import { aims } from "./in_progress.js";
import { range } from "./odds.js";

/** @typedef {import("../../game/parts.js").HexContext} HexContext */
/** @typedef {import("../../game/parts.js").Part} Part */
/** @typedef {import("../../game/parts.js").Spot} Spot */
/** @typedef {import("./panel.js").AttackPanel} AttackPanel */

/** @implements {Part} */
export class Protect {
  /** @param {HexContext} context @param {AttackPanel} sheet */
  constructor(context, sheet) {
    this.context = context;
    this.sheet = sheet;
    this.active = false; // whether the panel is this part's
    this.sending = false;
    /** @type {string[]} in the order of the counter list */
    this.units = [];
    /** @type {Record<string, number>} */
    this.markers = {};
    this.number = 0; // of the question about odds that was asked last
    sheet.element.addEventListener("change", (event) => this.active && this.change(/** @type {HTMLInputElement} */ (event.target)));
    sheet.body.addEventListener("click", (event) => this.active && this.press(/** @type {Element} */ (event.target)));
    sheet.fire.addEventListener("click", () => this.active && this.fire());
  }

  /** Release the panel. */
  drop() {
    if (this.active && !this.sending) this.sheet.hide();
    this.active = false;
    this.number += 1;
  }

  /** The available number of each kind of marker. */
  most() {
    const { hexes = {}, plain = [] } = this.context.model.state.decision ?? {};
    const numbers = Object.entries(hexes).map(([name, found]) => /** @type {const} */ ([name, Math.max(...found.map(Number))]));
    const guns = plain.filter((word) => word !== "done").map((word) => /** @type {const} */ ([word, 1]));
    return Object.fromEntries([...numbers, ...guns]);
  }

  /** @param {boolean} fresh */
  begin(fresh) {
    this.active = true;
    if (this.sending) return;
    const { model, chosen } = this.context;
    if (fresh) {
      chosen(null);
      this.units = [];
      this.markers = {};
      const { combat } = model.state;
      this.sheet.protect(model, { units: model.state.protectors ?? [], markers: this.most() });
      this.context.reveal([...(combat?.hexes ?? []), ...Object.values(combat?.attackers ?? {}), ...model.movers().flatMap((unit) => model.hexOf(unit) ?? [])]);
    }
    this.update();
  }

  /** @param {HTMLInputElement} box */
  change(box) {
    const { attacker, marker } = box.dataset;
    if (attacker) this.toggle(attacker);
    else if (marker) this.mark(marker, box.type === "checkbox" ? Number(box.checked) : Number(box.value));
  }

  /** @param {Element} target */
  press(target) {
    const button = target.closest("button[data-step]");
    if (button instanceof HTMLElement) this.mark(button.dataset.of ?? "", (this.markers[button.dataset.of ?? ""] ?? 0) + Number(button.dataset.step));
  }

  /** @param {string} name @param {number} number */
  mark(name, number) {
    this.markers[name] = Math.min(Math.max(Math.round(number) || 0, 0), this.most()[name] ?? 0);
    this.update();
  }

  /** The units that cannot fire if these do, with reasons. @param {string[]} units */
  barred(units) {
    const there = this.context.model.state.protectors ?? [];
    return there.filter(({ unit }) => units.includes(unit)).flatMap(({ bars }) => bars);
  }

  /** Add or remove a unit's fire; units that cannot fire with it are removed. @param {string} unit */
  toggle(unit) {
    const joins = !this.units.includes(unit);
    const bars = joins ? this.barred([unit]).map((one) => one.unit) : [];
    this.units = this.context.model.movers().filter((one) => (one === unit ? joins : this.units.includes(one) && !bars.includes(one)));
    this.update();
  }

  /** The selection as actions. */
  actions() {
    const strikes = Object.keys(this.most()).filter((name) => this.markers[name]);
    const { model } = this.context;
    const units = this.units.flatMap((unit) => Object.keys(model.verbs(unit)).map((verb) => `${verb} ${unit}`));
    return [...units, ...strikes.map((name) => (model.isNumbered(name) ? `${name} ${this.markers[name]}` : name))];
  }

  async fire() {
    if (this.sending) return;
    this.sending = true;
    try {
      for (const action of [...this.actions(), "done"]) if (!(await this.context.act(action))) break;
    } finally {
      this.sending = false;
      if (this.active && this.context.model.step.part === "protection") this.begin(true);
    }
  }

  async update() {
    const { sheet } = this;
    const { model } = this.context;
    sheet.tick(this.units, false, this.markers, this.most());
    sheet.bar(model, this.barred(this.units));
    this.draw();
    const number = ++this.number;
    try {
      const odds = await this.context.ask("odds", { actions: this.actions() });
      if (number === this.number && this.active) sheet.show(odds);
    } catch (error) {
      if (number !== this.number || !this.active) return;
      if (error instanceof ApiError && error.kind === "illegal") sheet.refuse(model, { text: error.message, case: error.case });
      else this.context.complain(error);
    }
  }

  draw() {
    const { model, overlay, panel } = this.context;
    const hexes = model.state.combat?.hexes ?? [];
    const [first] = hexes;
    panel.aside(true);
    /** @type {(unit: string) => import("../../game/map/overlay.js").Mark[]} */
    const mark = (unit) => {
      const hex = model.hexOf(unit);
      return hex ? [{ hex, kind: this.units.includes(unit) ? "attacker" : "candidate" }] : [];
    };
    overlay.marks([...model.movers().flatMap(mark), ...hexes.map((hex) => /** @type {import("../../game/map/overlay.js").Mark} */ ({ hex, kind: "choice" }))]);
    const { combat, odds } = model.state;
    overlay.arrows([...(combat ? aims(model, combat) : []), ...this.units.flatMap((unit) => {
      const from = model.hexOf(unit);
      return from && first ? [{ from, to: first }] : [];
    })]);
    const against = combat && odds ? t("play.fpfAgainst", { attackers: attackersOf(model, combat).join(", "), targets: (combat.targets ?? []).map((unit) => model.name(unit)).join(", "), hexes: hexes.join(", "),
      attack: odds.attack, defense: odds.defense, column: range(odds.column_label) }) : "";
    panel.ask({ title: model.step.ask, note: [against, model.step.note].filter(Boolean).join(" ") });
  }

  /** @param {Spot} spot */
  click(spot) {
    const { model } = this.context;
    const unit = spot.unit ?? model.at(spot.hex);
    if (unit && model.movers().includes(unit)) this.toggle(unit);
    else this.point(spot);
  }

  /** @param {string} unit */
  pick(unit) {
    this.click({ unit, hex: this.context.model.hexOf(unit), box: null });
  }

  /** @param {Spot|null} spot */
  point(spot) {
    this.context.hint.tell(spot);
  }

  back() {
    return false;
  }

  /** @param {1|-1} step */
  next(step) {
    const { model } = this.context;
    const places = model.movers().flatMap((unit) => model.hexOf(unit) ?? []);
    return (step > 0 ? places[0] : places.at(-1)) ?? null;
  }
}
