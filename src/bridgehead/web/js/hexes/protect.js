/** Protective fire: the defender ticks artillery and markers, looks at the odds, and is done. */

import { t } from "../text.js";
import { isNumbered } from "./markers.js";

/** @typedef {import("../game/desk.js").HexDesk} HexDesk */
/** @typedef {import("../game/desk.js").Part} Part */
/** @typedef {import("../game/desk.js").Spot} Spot */
/** @typedef {import("./attackpanel.js").AttackPanel} AttackPanel */

/** @implements {Part} */
export class Protect {
  /** @param {HexDesk} desk @param {AttackPanel} sheet */
  constructor(desk, sheet) {
    this.desk = desk;
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

  /** Leave the panel to others. */
  drop() {
    if (this.active && !this.sending) this.sheet.hide();
    this.active = false;
    this.number += 1;
  }

  /** How many markers of each kind there are. */
  most() {
    const { hexes = {}, plain = [] } = this.desk.model.state.decision ?? {};
    const numbers = Object.entries(hexes).map(([name, found]) => /** @type {const} */ ([name, Math.max(...found.map(Number))]));
    const guns = plain.filter((word) => word !== "done").map((word) => /** @type {const} */ ([word, 1]));
    return Object.fromEntries([...numbers, ...guns]);
  }

  /** @param {boolean} fresh */
  begin(fresh) {
    this.active = true;
    if (this.sending) return;
    const { model, chosen } = this.desk;
    if (fresh) {
      chosen(null);
      this.units = [];
      this.markers = {};
      const values = model.state.combat?.values ?? {};
      this.sheet.protect(model, { units: model.movers().map((unit) => ({ unit, value: values[unit] ?? model.unit(unit).fpf })), markers: this.most() });
      this.desk.reveal([...(model.state.combat?.hexes ?? []), ...model.movers().flatMap((unit) => model.hexOf(unit) ?? [])]);
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

  /** @param {string} unit */
  toggle(unit) {
    const joins = !this.units.includes(unit);
    this.units = this.desk.model.movers().filter((one) => (one === unit ? joins : this.units.includes(one)));
    this.update();
  }

  /** What is ticked, as actions. */
  actions() {
    const strikes = Object.keys(this.most()).filter((name) => this.markers[name]);
    return [...this.units.map((unit) => `fpf ${unit}`), ...strikes.map((name) => (isNumbered(name) ? `${name} ${this.markers[name]}` : name))];
  }

  async fire() {
    if (this.sending) return;
    this.sending = true;
    try {
      for (const action of [...this.actions(), "done"]) if (!(await this.desk.act(action))) break;
    } finally {
      this.sending = false;
      if (this.active && this.desk.model.state.step === "fpf") this.begin(true);
    }
  }

  async update() {
    const { sheet } = this;
    sheet.tick(this.units, false, this.markers, this.most());
    this.draw();
    const number = ++this.number;
    try {
      const odds = await this.desk.ask("odds", { actions: this.actions() });
      if (number === this.number && this.active) sheet.show(odds);
    } catch {
      if (number === this.number && this.active) sheet.show(null); // one artillery unit only, as Egypt: what is ticked first counts
    }
  }

  draw() {
    const { model, overlay, panel } = this.desk;
    const hexes = model.state.combat?.hexes ?? [];
    const [first] = hexes;
    panel.aside(true);
    /** @type {(unit: string) => import("../game/overlay.js").Mark[]} */
    const mark = (unit) => {
      const hex = model.hexOf(unit);
      return hex ? [{ hex, kind: this.units.includes(unit) ? "attacker" : "candidate" }] : [];
    };
    overlay.marks([...model.movers().flatMap(mark), ...hexes.map((hex) => /** @type {import("../game/overlay.js").Mark} */ ({ hex, kind: "choice" }))]);
    overlay.arrows(this.units.flatMap((unit) => {
      const from = model.hexOf(unit);
      return from && first ? [{ from, to: first }] : [];
    }));
    panel.ask({ title: t("play.ask.fpf"), note: t("play.note.fpf") });
  }

  /** @param {Spot} spot */
  click(spot) {
    const { model } = this.desk;
    const unit = spot.unit ?? model.at(spot.hex);
    if (unit && model.movers().includes(unit)) this.toggle(unit);
    else this.point(spot);
  }

  /** @param {string} unit */
  pick(unit) {
    this.click({ unit, hex: this.desk.model.hexOf(unit), box: null });
  }

  /** @param {Spot|null} spot */
  point(spot) {
    this.desk.hint.tell(spot);
  }

  back() {
    return false;
  }

  /** @param {1|-1} step */
  next(step) {
    const { model } = this.desk;
    const places = model.movers().flatMap((unit) => model.hexOf(unit) ?? []);
    return (step > 0 ? places[0] : places.at(-1)) ?? null;
  }
}
