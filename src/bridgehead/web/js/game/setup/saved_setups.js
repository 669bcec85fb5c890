/** Set-ups by name: those that the title suggests, and one's own, which this browser keeps. */

import { notice, say } from "../../common/announce.js";
import { h, refill } from "../../common/dom.js";
import * as settings from "../../common/settings.js";
import { t } from "../../common/text.js";

/** @typedef {{name: string, about?: string, units: Record<string, string>}} NamedSetUp   units: the place of each */
/**
 * @typedef {{model: import("../parts.js").Model, ask: (what: string, fields: Record<string, any>) => Promise<any>,
 *   viewport: import("../map/viewport.js").Viewport, plan: (actions: readonly string[]) => Promise<import("../../types.js").Followed|null>,
 *   setUp: (units: readonly string[], to: string|null) => Promise<boolean>, complain: (error: unknown) => void}} SetUpsContext
 */

const MOST = 20; // of one side that are kept
const LONGEST = 40; // letters of a name

export class SavedSetUps {
  /** @param {SetUpsContext} context */
  constructor(context) {
    this.context = context;
    this.list = h("ul", { class: "setup-list" });
    this.name = h("input", { type: "text", maxlength: String(LONGEST), "aria-label": t("setups.name"), placeholder: t("setups.name"), "data-setup-name": "" });
    this.form = h("form", { class: "setup-save", onSubmit: (/** @type {Event} */ event) => this.save(event) }, this.name, h("button", { type: "submit", "data-setup-save": "" }, t("setups.save")));
    this.element = h("details", { class: "setups", hidden: true }, h("summary", null, t("setups.title")), this.list, this.form);
    this.list.addEventListener("click", (event) => this.press(/** @type {Element} */ (event.target)));
    this.drawn = "";
  }

  /** Of which game and side the set-ups are. */
  get key() {
    const { hello, state } = this.context.model;
    return `${hello.game.id} ${state.toMove}`;
  }

  /** Those of this browser. @returns {NamedSetUp[]} */
  own() {
    return (settings.get("setUps")[this.key] ?? []).map((/** @type {string} */ text) => JSON.parse(text));
  }

  /** @returns {NamedSetUp[]} */
  suggested() {
    const { hello, state } = this.context.model;
    return (hello.setUps ?? []).filter(({ side }) => side === state.toMove);
  }

  /** @param {boolean} decides whether a person is to decide here */
  update(decides) {
    const { state } = this.context.model;
    const shown = decides && state.phase === "setup" && !state.lesson && !state.puzzle;
    this.element.hidden = !shown;
    if (!shown) return;
    this.form.hidden = !(state.placed ?? []).length;
    const standing = JSON.stringify(sorted(this.placed()));
    const drawn = JSON.stringify([this.key, this.own(), this.suggested().length, standing]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const line = (/** @type {NamedSetUp} */ { name, about = "", units }, /** @type {string} */ kind, /** @type {number} */ k) => h("li", null,
      h("button", { type: "button", class: "choice", "data-setup-take": `${kind} ${k}`, "aria-current": JSON.stringify(sorted(units)) === standing ? "true" : null }, name, about && h("small", null, about)),
      kind === "own" && h("button", { type: "button", class: "quiet", "data-setup-drop": String(k), "aria-label": t("setups.drop", { name }) }, "✕"));
    refill(this.list, this.suggested().map((one, k) => line(one, "suggested", k)), this.own().map((one, k) => line(one, "own", k)));
  }

  /** The place of each unit that is placed. @returns {Record<string, string>} */
  placed() {
    const { model } = this.context;
    return Object.fromEntries((model.state.placed ?? []).map((unit) => [unit, model.hexOf(unit) ?? model.state.units[unit] ?? ""]));
  }

  /** @param {Element} target */
  press(target) {
    const button = /** @type {HTMLElement|null} */ (target.closest("button"));
    if (!button) return;
    const { setupTake, setupDrop } = button.dataset;
    if (setupDrop !== undefined) this.put(this.own().filter((_, k) => k !== Number(setupDrop)));
    const [kind = "", k = ""] = (setupTake ?? "").split(" ");
    const chosen = kind && (kind === "own" ? this.own() : this.suggested())[Number(k)];
    if (chosen) this.take(chosen);
  }

  /** Set up so. What is placed already is taken back first. @param {NamedSetUp} setUp */
  async take({ name, units }) {
    const { ask, plan, setUp, model, complain, viewport } = this.context;
    const placed = model.state.placed ?? [];
    if (placed.length && !(await setUp(placed, null))) return;
    try {
      const { actions, left } = await ask("places", { units });
      if (actions.length && !(await plan(actions))) return;
      viewport.whole();
      if (left.length) notice(t("setups.left", { n: left.length, units: left.map((/** @type {string} */ unit) => model.units.get(unit)?.name ?? unit).join(", ") }));
      else say(t("setups.taken", { name }));
    } catch (error) {
      complain(error);
    }
  }

  /** Keep what is placed now, under the name given. @param {Event} event */
  save(event) {
    event.preventDefault();
    const name = this.name.value.trim();
    const units = this.placed();
    if (!name || !Object.keys(units).length) {
      this.name.focus();
      return;
    }
    this.put([...this.own().filter((one) => one.name !== name), { name, units }]);
    this.name.value = "";
    say(t("setups.saved", { name }));
  }

  /** @param {NamedSetUp[]} all */
  put(all) {
    settings.set("setUps", { ...settings.get("setUps"), [this.key]: all.slice(-MOST).map((one) => JSON.stringify(one)) });
    this.update(!this.element.hidden);
  }
}

/** @param {Record<string, string>} units */
const sorted = (units) => Object.entries(units).sort();
