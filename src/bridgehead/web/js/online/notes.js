/** Private notes about a game, stored on the server and read by nobody else. */

import { request } from "../network/api.js";
import { h } from "../common/dom.js";
import { t } from "../common/text.js";

const LONGEST = 5000; // characters
const PAUSE = 1000; // ms without a key after which what was written is sent

export class Notes {
  /** @param {string} game its id */
  constructor(game) {
    this.path = `/api/saved/${game}/note`;
    this.timer = 0;
    this.kept = ""; // what the server has
    this.field = h("textarea", { id: "note", rows: "4", maxlength: String(LONGEST), disabled: true, "aria-label": t("online.note"), onInput: () => this.later(), onBlur: () => this.save() });
    this.told = h("p", { class: "help", role: "status" }, t("online.noteHelp"));
    this.element = h("details", { class: "talk", onToggle: () => this.open() }, h("summary", null, t("online.note")), this.field, this.told);
  }

  /** Load the note when it is first opened. */
  async open() {
    if (!this.field.disabled) return;
    await this.ask(undefined, (text) => {
      this.kept = this.field.value = text;
      this.field.disabled = false;
    });
  }

  later() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.save(), PAUSE);
  }

  async save() {
    window.clearTimeout(this.timer);
    const text = this.field.value;
    if (this.field.disabled || text === this.kept) return;
    const init = { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ text }), keepalive: true };
    await this.ask(init, () => {
      this.kept = text;
      this.told.textContent = t("online.noteSaved");
    });
  }

  /** @param {RequestInit|undefined} init @param {(text: string) => void} then */
  async ask(init, then) {
    try {
      then((await request(this.path, init)).text);
    } catch (error) {
      this.told.textContent = error instanceof Error ? error.message : "";
    }
  }
}
