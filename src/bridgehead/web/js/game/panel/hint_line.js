/** The line below the board: what is under the pointer, its cost, or why it is not possible. */

import { sayNow } from "../../common/announce.js";
import { h, refill } from "../../common/dom.js";
import { caseButton } from "../../side/case.js";

/** @typedef {{text: string, case: string}} Reason */

export class Hint {
  /** @param {import("../parts.js").Model} model @param {(number: string) => void} onCase opens a rule */
  constructor(model, onCase) {
    this.model = model;
    this.onCase = onCase;
    this.text = h("span", { class: "hint-text" });
    this.element = h("p", { id: "hint" }, this.text);
    this.lead = ""; // what is said before the next hint
    this.aloud = false; // whether the keyboard asked: then it is said as well as shown
  }

  /** @param {string} text @param {Reason|null} [reason] why not, with its case */
  show(text, reason = null) {
    const told = reason && this.model.prose(reason.text);
    const why = reason && h("span", { class: "why" }, told, " ", reason.case && caseButton(reason.case, this.onCase));
    refill(this.text, text, why ? " " : null, why);
    this.element.classList.toggle("refused", Boolean(reason));
    if (this.aloud) sayNow([this.lead, text, told].filter(Boolean).join(" "));
    this.lead = "";
  }

  /** Whether it says this, without a reason. @param {string} text */
  says(text) {
    return this.text.textContent === text;
  }

  /** Describe what is under the pointer: a place, or a unit beside the map. @param {import("../map/board.js").Spot|null} spot */
  tell(spot) {
    const { hex, unit } = spot ?? {};
    if (hex) this.show(`${this.model.aboutHex(hex)}.`);
    else if (unit) this.show(`${this.model.aboutUnit(unit)}, ${this.model.aboutPlace(unit)}.`);
    else this.clear();
  }

  /** @param {boolean} [all] also what was asked for by the keyboard */
  clear(all = false) {
    if (all || !this.aloud) refill(this.text);
    this.element.classList.remove("refused");
  }
}
