/** The panel of a new line: what the dice show, and whether the line is kept in the game. */

import { say } from "../../common/announce.js";
import { h, refill } from "../../common/dom.js";
import { sentence, t } from "../../common/text.js";
import { ApiError, post } from "../../network/api.js";
import { smallDie } from "../../side/dice.js";

/** @typedef {import("../../types.js").LineState} LineState */

const LONGEST = 200; // characters of a name
const FACE = /^roll ([1-6])$/;

/**
 * @typedef {import("../parts.js").MapContext & {id: string, element: HTMLElement, actions: import("../actions.js").Actions}} LineContext
 */

export class LinePanel {
  /** @param {LineContext} context */
  constructor(context) {
    this.context = context;
    /** @type {import("../../types.js").LineInfo|null} */
    this.line = null;
    this.rolls = ""; // the outcomes that are offered
    this.title = h("h2", { id: "line-title", tabindex: "-1" }, t("newLine.title"));
    this.about = h("span", { class: "lesson-count" });
    this.told = h("p", { class: "lesson-say" });
    this.dice = h("div", { class: "line-dice", role: "group", "aria-label": t("newLine.dice"), hidden: true });
    this.name = h("input", { id: "line-name", name: "line-name", maxlength: String(LONGEST), autocomplete: "off" });
    this.named = h("div", { class: "field" }, h("label", { for: this.name.id }, t("newLine.name")), this.name);
    this.name.addEventListener("keydown", (event) => event.stopPropagation()); // letters are no shortcuts here
    this.keep = h("button", { type: "submit", class: "primary", form: "line-form", dataset: { line: "keep" } }, t("newLine.keep"));
    this.element = h("section", { id: "line-panel", class: "guide", hidden: true, "aria-labelledby": this.title.id },
      h("header", { class: "lesson-head" }, this.title, this.about),
      h("form", { id: "line-form", class: "lesson-told", novalidate: true, onSubmit: (/** @type {Event} */ event) => this.send(event) }, this.told, this.dice, this.named),
      h("div", { class: "lesson-row" }, h("button", { type: "button", class: "quiet", dataset: { line: "leave" }, onClick: () => this.leave() }, t("newLine.leave")), this.keep));
    context.element.querySelector(".column")?.before(this.element);
  }

  /** @param {import("../../types.js").LineInfo|null|undefined} line */
  meet(line) {
    this.line = line ?? null;
    if (line) this.about.textContent = t("newLine.about", { n: line.at });
  }

  /** A new state is shown. @param {LineState|null|undefined} now @param {number} at */
  update(now, at) {
    const shown = this.line && now ? now : null;
    this.element.hidden = !shown;
    if (!shown) return;
    this.told.textContent = t(at ? "newLine.played" : "newLine.help", { n: at });
    this.told.hidden = shown.outcomes.length > 0; // then the decision says what is to be done
    this.keep.disabled = at === 0;
    this.named.hidden = at === 0 || shown.outcomes.length > 0;
    this.offer(shown.outcomes);
  }

  /** What the dice can show, to be chosen. @param {readonly string[]} outcomes */
  offer(outcomes) {
    const { actions, model } = this.context;
    const rolls = outcomes.join(";");
    this.dice.hidden = outcomes.length === 0;
    if (rolls === this.rolls) return;
    this.rolls = rolls;
    if (!outcomes.length) return;
    const chance = () => actions.act(outcomes[Math.floor(Math.random() * outcomes.length)] ?? "");
    refill(this.dice, h("button", { type: "button", dataset: { outcome: "" }, onClick: chance }, t("newLine.chance")),
      outcomes.map((one) => {
        const face = Number(FACE.exec(one)?.[1] ?? 0);
        const words = model.aboutAction(one);
        return h("button", { type: "button", dataset: { outcome: one }, "aria-label": words, onClick: () => actions.act(one) }, face ? smallDie(face) : sentence(words));
      }));
    say(t("newLine.dice"));
  }

  /** Keep the line in the game, and return there. @param {Event} event */
  async send(event) {
    event.preventDefault();
    if (!this.line) return;
    try {
      await post(`/api/saved/${this.line.game}/annotations`, { keep: this.context.id, name: this.name.value.trim() });
      say(t("newLine.kept"));
      this.leave();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.context.actions.complain(error);
    }
  }

  leave() {
    if (this.line) location.hash = `#/game/${this.line.game}/${this.line.at}`;
  }
}
