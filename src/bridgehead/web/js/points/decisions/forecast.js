/** What an action would lead to: its rolls with column, shifts and chances, and the risks before them. */

import { h, refill } from "../../common/dom.js";
import { percent, t } from "../../common/text.js";
import { caseButton } from "../../side/case.js";

/** @typedef {import("../types.js").Forecast} Forecast */
/** @typedef {import("../types.js").ForecastRoll} ForecastRoll */
/** @typedef {import("../model.js").PointModel} PointModel */

const REST = 120; // ms that an action is pointed at before the server is asked
const MOST = 6; // rolls that are shown; of more only the number

export class ForecastPanel {
  /**
   * @param {PointModel} model
   * @param {(action: string) => Promise<Forecast|null>} ask
   * @param {(number: string) => void} onCase opens a rule
   */
  constructor(model, ask, onCase) {
    this.model = model;
    this.ask = ask;
    this.onCase = onCase;
    this.wanted = "";
    this.timer = 0;
    this.element = h("section", { class: "forecast", "aria-label": t("routes.forecast.label"), "aria-live": "polite", hidden: true });
  }

  /** Show what an action leads to, "" for nothing. @param {string} action */
  show(action) {
    const key = action && `${this.model.state.at} ${action}`;
    if (key === this.wanted) return;
    this.wanted = key;
    window.clearTimeout(this.timer);
    if (!action) this.element.hidden = true;
    else this.timer = window.setTimeout(() => this.fetch(action, key), REST);
  }

  /** @param {string} action @param {string} key */
  async fetch(action, key) {
    const found = await this.ask(action).catch(() => null);
    if (key !== this.wanted) return; // another one by now
    this.element.hidden = !found;
    if (!found) return;
    const { rolls, risks, note } = found;
    refill(this.element,
      risks.length > 0 && h("h3", null, t("routes.forecast.risks", { n: risks.length })),
      risks.slice(0, MOST).map((one) => this.roll(one)),
      rolls.length > 0 && h("h3", null, t("routes.forecast.rolls")),
      rolls.slice(0, MOST).map((one) => this.roll(one)),
      rolls.length > MOST && h("p", { class: "note" }, t("card.more", { n: rolls.length - MOST })),
      note && h("p", { class: "note" }, note));
  }

  /** @param {ForecastRoll} roll */
  roll({ name, chances, case: number, strength, column, shifts }) {
    return h("div", { class: "forecast-roll", "data-roll": name },
      h("p", null, h("b", null, name), strength === null ? null : ` ${t("routes.battle.base", { n: strength })}`,
        shifts.map((shift) => h("span", { class: "shift" }, ` ${shift.columns > 0 ? "+" : "−"}${Math.abs(shift.columns)} ${this.model.word("shifts", shift.name)} `)),
        column === null ? null : ` ${t("routes.battle.column", { n: column })}`, " ", number && caseButton(number, this.onCase)),
      h("div", { class: "odds" }, h("div", { class: "bar", "aria-hidden": "true" }, chances.map(({ share, look }) => h("span", { class: `chance ${look || "even"}`, style: `flex-grow:${share}` }, percent(share))))),
      h("ul", null, chances.map(({ text, share, look }) => h("li", { class: look }, text, " ", h("em", null, percent(share))))));
  }
}
