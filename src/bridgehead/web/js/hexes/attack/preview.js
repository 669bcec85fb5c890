/** A card beside the map with the odds of attacks that are only pointed at: on a target, or after a move. */

import { h, refill } from "../../common/dom.js";
import { t } from "../../common/text.js";
import { oddsHead, shiftsView, summary } from "./odds.js";

/** @typedef {import("../../game/parts.js").HexContext} HexContext */
/** @typedef {import("../../types.js").Odds} Odds */
/** @typedef {{hex: string, own: boolean, units: string[], odds: Odds}} Previewed   own: whether it is the attack of who decides */

const REST = 250; // ms that the pointer rests before the server is asked
const MOST = 3; // attacks that are shown; of more only the number

export class AttackPreview {
  /** @param {HexContext} context */
  constructor(context) {
    this.context = context;
    this.element = h("section", { class: "forecast", "aria-label": t("preview.label"), hidden: true }); // the line below the map says it aloud
    this.wanted = "";
    this.timer = 0;
    /** @type {Map<string, Promise<Previewed[]>>} */
    this.answers = new Map();
    this.at = -1;
  }

  hide() {
    this.wanted = "";
    window.clearTimeout(this.timer);
    this.element.hidden = true;
  }

  /** What a unit could attack from a hex to which it can move, and who could attack it there. @param {string} unit @param {string} hex */
  move(unit, hex) {
    this.show(`move ${unit} ${hex}`, hex, () => this.context.ask("previews", { unit, hex }));
  }

  /** The attack that is suggested on a hex. @param {string} hex @param {Record<string, any>} planned the attacks laid out before it */
  target(hex, planned) {
    this.show(`attack ${hex} ${JSON.stringify(planned)}`, hex, async () => {
      const { ask } = this.context;
      const { suggested } = await ask("attack", { hexes: [hex], ...planned });
      if (!suggested.length) return [];
      const odds = await ask("odds", { actions: [`attack ${hex} with ${suggested.join(" ")}`], ...planned });
      return odds ? [{ hex, own: true, units: suggested, odds }] : [];
    });
  }

  /** @param {string} key @param {string} hex that is pointed at @param {() => Promise<Previewed[]>} fetch */
  show(key, hex, fetch) {
    const { at } = this.context.model.state;
    if (at !== this.at) this.answers.clear();
    this.at = at;
    if (key === this.wanted) return;
    this.hide();
    this.wanted = key;
    this.timer = window.setTimeout(async () => {
      const asked = this.answers.get(key) ?? fetch().catch(() => []);
      this.answers.set(key, asked);
      const found = await asked;
      if (key === this.wanted && found.length) this.draw(found, hex);
    }, REST);
  }

  /** @param {Previewed[]} found @param {string} pointed */
  draw(found, pointed) {
    const { model } = this.context;
    const first = [...found].sort((a, b) => Number(a.own) - Number(b.own)); // what could happen to it is never left out
    this.element.hidden = false;
    refill(this.element, first.slice(0, MOST).map(({ hex, own, units, odds }) => h("div", { class: "forecast-roll", "data-preview": hex },
      h("h3", null, own ? t("preview.attack", { unit: `${model.namesAt(hex)} ${hex}` }) : t("preview.threat", { hex })),
      h("p", { class: "note" }, units.map((unit) => model.name(unit)).join(", ")),
      h("div", { class: "odds" }, oddsHead(odds), shiftsView(odds, null)),
      h("p", { class: "unseen" }, summary(odds)))),
      first.length > MOST && h("p", { class: "note" }, t("card.more", { n: first.length - MOST })));
    this.element.classList.remove("above");
    const card = this.element.getBoundingClientRect();
    const there = this.context.board.svg?.querySelector(`#hex-${CSS.escape(pointed)}`)?.getBoundingClientRect();
    this.element.classList.toggle("above", Boolean(there && there.bottom > card.top && there.right > card.left)); // it does not cover what it is about
  }
}
