/** A chat: its remarks, and the field to write one. */

import { say } from "../common/announce.js";
import { h, refill } from "../common/dom.js";
import { t } from "../common/text.js";
import { localTime } from "../common/time.js";

/** @typedef {import("../types.js").Remark} Remark */

const LONGEST = 1000; // characters of a remark

/**
 * @typedef {object} ChatContext
 * @property {string} name of the chat, for the ids of its elements
 * @property {string} title
 * @property {boolean} writes whether the reader may write
 * @property {string} help who reads it, "" where that is plain
 * @property {() => string} own the reader's name, "" if it is not known
 * @property {(remark: Remark) => string} report the address to report a remark
 * @property {(message: any) => Promise<boolean>} send
 * @property {(fresh: Remark[]) => void} heard called with remarks of others that have come
 */

export class Chat {
  /** @param {ChatContext} context */
  constructor(context) {
    const { name, title, writes, help } = context;
    this.context = context;
    /** @type {Remark[]} */
    this.remarks = [];
    this.begun = false; // whether what was said before has come
    this.list = h("ol", { id: name, class: "chat", tabindex: "0", "aria-label": title });
    this.field = h("input", { type: "text", id: name === "chat" ? "remark" : `${name}-remark`, maxlength: String(LONGEST), autocomplete: "off", "aria-label": t("online.remark") });
    this.element = h("section", { class: "talk" },
      h("h3", { class: "heading" }, title), help ? h("p", { class: "help" }, help) : null, this.list,
      writes ? h("form", { class: "say", onSubmit: (/** @type {Event} */ event) => this.write(event) }, this.field, h("button", { type: "submit" }, t("online.say"))) : null);
  }

  /** @param {Event} event */
  async write(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (text && (await this.context.send({ type: "chat", text }))) this.field.value = "";
  }

  /**
   * @param {number} from how many remarks there were before these
   * @param {Remark[]} remarks
   */
  hear(from, remarks) {
    const known = this.remarks.length;
    const own = this.context.own();
    this.remarks = [...this.remarks.slice(0, from), ...remarks];
    refill(this.list, this.remarks.map((remark) => h("li", null,
      h("b", null, remark.name), " ", h("time", { class: "help", datetime: new Date(remark.time).toISOString() }, localTime(remark.time)),
      remark.name !== own && h("a", { class: "help", href: this.context.report(remark), target: "_blank" }, " ", t("online.report")),
      h("p", null, remark.text))));
    this.list.scrollTop = this.list.scrollHeight;
    const fresh = this.begun ? this.remarks.slice(known).filter(({ name }) => name !== own) : [];
    this.begun = true;
    for (const { name, text } of fresh) say(t("online.said", { name, text }));
    if (fresh.length) this.context.heard(fresh);
  }
}
