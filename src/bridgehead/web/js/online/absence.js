/** A computer that plays for a player who is away, where both have agreed to that. */

import { h, refill } from "../common/dom.js";
import { playerName } from "../common/player_names.js";
import { t } from "../common/text.js";
import { localTime } from "../common/time.js";

/** @typedef {import("../types.js").Online} Online */
/** @typedef {import("../types.js").State} State */

/**
 * @typedef {object} AbsenceContext
 * @property {string|null} you your side; null for a spectator
 * @property {(side: string|null) => string} name of who plays a side
 * @property {(message: any) => Promise<boolean>} send
 */

const CHOICES = ["turn", "day", "back"];

export class Absence {
  /** @param {AbsenceContext} context @param {Online} online */
  constructor(context, { standIn }) {
    this.context = context;
    this.computer = standIn ? playerName(standIn.computer) : "";
    this.shown = ""; // what the banner says
    this.banner = h("section", { id: "away", class: "offer", hidden: true, "aria-live": "polite" });
    this.choice = /** @type {HTMLSelectElement} */ (h("select", { id: "away-until" }, CHOICES.map((one) => h("option", { value: one }, t(`online.absence.until.${one}`)))));
    this.leave = h("button", { type: "button", dataset: { away: "begin" }, onClick: () => context.send({ type: "away", until: this.choice.value }) }, t("online.absence.begin"));
    this.asking = h("div", null, h("label", { for: "away-until" }, t("online.absence.label")), h("div", { class: "buttons" }, this.choice, this.leave));
    this.element = h("section", { id: "absence", hidden: !standIn, "aria-labelledby": "absence-title" },
      h("h3", { id: "absence-title", class: "heading" }, t("online.absence.title")),
      h("p", { class: "help" }, t(standIn?.onTime ? "online.absence.agreedOnTime" : "online.absence.agreed", { computer: this.computer })),
      context.you && this.asking);
  }

  /** A new state. @param {State} state */
  update({ away = {}, result }) {
    const { you } = this.context;
    const own = you ? away[you] : undefined;
    this.asking.hidden = Boolean(own || result);
    const told = result ? [] : Object.entries(away).map(([side, absence]) => this.words(side, absence));
    const says = told.join(" ");
    if (says === this.shown) return;
    this.shown = says;
    this.banner.hidden = !says;
    refill(this.banner, told.map((text) => h("p", null, text)),
      own && h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", dataset: { away: "end" }, onClick: () => this.context.send({ type: "back" }) }, t("online.absence.end"))));
  }

  /** @param {string} side @param {{kind: string, number: number}} absence */
  words(side, { kind, number }) {
    const who = t(side === this.context.you ? "online.absence.forYou" : "online.absence.forOther", { computer: this.computer, name: this.context.name(side) });
    const time = localTime(number);
    return `${who} ${t(`online.absence.lasts.${kind}`, { time })}`;
  }
}
