/** The panel with the pending decision and its buttons. */

import { compact } from "../../common/compact.js";
import { arrange, h, likened, refill, shortcut, tellMore } from "../../common/dom.js";
import { caseButton } from "../../side/case.js";
import { sentence, t } from "../../common/text.js";

/** @typedef {import("./hint_line.js").Reason} Reason */
/**
 * One button. `do` is the action it carries out, `pick` the unit it chooses, `attack` the hex it aims at.
 * `mode` the kind of going whose hexes it marks, `toggle` a unit that it takes in hand beside others or lets go, `whole` a
 * group of units that it takes in hand, `takeBack` a placed unit that is to be placed again, `chain` the proposed moves of a retreat. `said` is its name where the label needs the question to be understood;
 * choices of one `group` are folded together under its name.
 * @typedef {{do?: string, pick?: string, attack?: string, mode?: string, toggle?: string, whole?: string, takeBack?: string, chain?: boolean, label: string, said?: string, note?: string,
 *   side?: string, pressed?: boolean, hexes?: string[], group?: string, face?: string, key?: string}} Choice   face: the unit whose counter is on
 *   it; key: the key that does the same
 * @typedef {{title: string, note?: string, choices?: Choice[], back?: boolean}} Question
 */

const FEW = 4; // choices that are counted

export class Decision {
  /** @param {import("../parts.js").Model} model @param {(number: string) => void} onCase opens a rule */
  constructor(model, onCase) {
    this.model = model;
    this.onCase = onCase;
    /** @type {(unit: string) => SVGElement|null} draws a unit's counter */
    this.face = () => null;
    this.asked = ""; // the title of the question that stands
    this.side = h("p", { class: "whose" });
    this.title = h("h2", { class: "question" });
    this.note = h("p", { class: "note" });
    this.count = h("p", { class: "choice-count", hidden: true });
    this.choices = h("div", { class: "choices" });
    this.rolled = h("div", { class: "rolled-place" });
    this.die = h("div", { class: "die-place" });
    this.undo = h("button", { type: "button", id: "undo", class: "quiet", disabled: true, ...shortcut("u") }, t("play.undo"));
    this.now = h("button", { type: "button", id: "now", class: "quiet", hidden: true }, t("play.now"));
    this.pause = h("button", { type: "button", id: "pause", class: "quiet", hidden: true, "aria-pressed": "false" }, t("play.pause"));
    this.end = h("button", { type: "button", class: "primary", "data-do": "end", hidden: true, ...shortcut("E") }, t("play.end"));
    this.refused = h("p", { class: "why end-refused", id: "end-refused", hidden: true });
    const row = h("div", { class: "row" }, this.undo, this.pause, this.now, this.end);
    this.foot = h("div", { class: "decision-foot" }, this.refused, row);
    this.head = h("div", { class: "decision-head" }, this.die, h("div", { class: "asked" }, this.side, this.title, this.note));
    this.body = h("div", { class: "decision-body" }, this.head, this.count, this.choices, this.rolled);
    this.compact = compact();
    this.scrolled = false; // asking for it would have the page laid out
    this.body.addEventListener("scroll", () => (this.scrolled = this.body.scrollTop > 0), { passive: true });
    tellMore(this.body, this.head, this.choices, this.rolled);
    this.element = h("section", { id: "decision", "aria-label": t("play.decision") }, this.body, this.foot);
  }

  /** The scrolling element; in a small window the whole decision. @returns {HTMLElement} */
  get scroller() {
    return this.compact.matches ? this.element.parentElement ?? this.body : this.body;
  }

  /** Scroll to the top for a new question. */
  showTop() {
    if (this.scrolled) this.body.scrollTop = 0;
    if (!this.compact.matches) return;
    for (const around of [this.scroller, this.element.closest(".game")]) if (around) around.scrollTop = 0; // the smallest window scrolls as a whole
  }

  /** Ask something. @param {Question} question */
  ask({ title, note = "", choices = [], back = false }) {
    this.title.textContent = title;
    this.note.textContent = note;
    const n = choices.filter((choice) => choice.do || choice.attack).length;
    this.count.hidden = n < FEW;
    this.count.textContent = t("play.choiceCount", { n });
    const buttons = grouped(choices, this.face);
    if (back) buttons.push(h("button", { type: "button", class: "choice", "data-back": true }, t("play.back")));
    const shown = this.choices.children;
    for (const fold of this.choices.querySelectorAll("details[open]")) {
      const group = /** @type {HTMLElement} */ (fold).dataset.group; // who opened it finds it open again
      for (const button of buttons) if (button.dataset.group === group) button.toggleAttribute("open", true);
    }
    arrange(this.choices, buttons.map((button, n) => likened(shown[n], button))); // what stays keeps the focus and the click it is in
    if (this.title.textContent !== this.asked) this.showTop();
    this.asked = this.title.textContent;
  }

  /**
   * Show whose decision it is.
   * @param {string|null} side
   * @param {string} text
   * @param {boolean} thinking whether a computer is choosing
   * @param {boolean} above whether the line above the game says the same
   */
  whose(side, text, thinking, above) {
    this.side.toggleAttribute("data-above", above);
    refill(this.side, side && h("span", { class: `badge ${side}`, "aria-hidden": "true" }), text);
    this.element.dataset.side = side ?? "";
    this.element.classList.toggle("thinking", thinking);
  }

  /** The decision as text for screen readers. */
  told() {
    const parts = [this.side, this.title, this.note].map((part) => part.textContent ?? "");
    return parts.filter(Boolean).map(sentence).join(" ");
  }

  /**
   * Whether something is selected that must be completed first, so that ending the phase is not offered.
   * @param {boolean} busy
   */
  aside(busy) {
    this.foot.classList.toggle("aside", busy);
  }

  /**
   * Whether the phase can be ended, and if not, why.
   * @param {boolean} offered
   * @param {Reason|null} refused
   * @param {boolean} sole whether there is nothing else to do
   */
  ending(offered, refused, sole) {
    this.end.hidden = !offered && !refused;
    this.end.classList.toggle("sole", offered && sole);
    this.end.disabled = !offered;
    this.refused.hidden = !refused;
    if (refused) refill(this.refused, this.model.prose(refused.text), " ", refused.case && caseButton(refused.case, this.onCase));
    this.end.toggleAttribute("aria-describedby", false);
    if (refused) this.end.setAttribute("aria-describedby", "end-refused");
  }
}

/**
 * Buttons for some choices; those of a group are folded under its name.
 * @param {Choice[]} choices
 * @param {(unit: string) => SVGElement|null} face
 * @returns {HTMLElement[]}
 */
function grouped(choices, face) {
  /** @type {HTMLElement[]} */
  const found = [];
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const choice of choices) {
    const button = choiceButton(choice, face);
    if (!choice.group) {
      found.push(button);
      continue;
    }
    const list = groups.get(choice.group);
    if (list) {
      list.append(button);
      continue;
    }
    const members = h("div", { class: "choice-group" }, button);
    const count = choices.filter(({ group, whole }) => group === choice.group && !whole).length;
    found.push(h("details", { class: "choice-fold", "data-group": choice.group }, h("summary", null, choice.group, " ", h("small", null, String(count))), members));
    groups.set(choice.group, members);
  }
  return found;
}

/** @param {Choice} choice @param {(unit: string) => SVGElement|null} face */
function choiceButton(choice, face) {
  return h(
    "button",
    {
      type: "button",
      class: "choice", "data-side": choice.side,
      "aria-label": choice.said,
      "data-do": choice.do,
      "data-choose": choice.pick,
      "data-attack": choice.attack,
      "data-mode": choice.mode,
      "data-toggle": choice.toggle,
      "data-whole": choice.whole,
      "data-take-back": choice.takeBack,
      "data-chain": choice.chain ? "" : null,
      "data-hexes": choice.hexes?.join(" "),
      "aria-pressed": choice.pressed === undefined ? null : String(choice.pressed),
    },
    choice.face ? face(choice.face) : null,
    choice.face ? h("span", { class: "choice-words" }, choice.label, choice.note && h("small", null, choice.note)) : choice.label,
    !choice.face && choice.note && h("small", null, choice.note),
  );
}
