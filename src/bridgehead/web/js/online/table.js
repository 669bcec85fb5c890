/** The two players of an online game: presence, chat, offers. */

import { say } from "../common/announce.js";
import { confirmDialog } from "../common/dialog.js";
import { h, refill } from "../common/dom.js";
import { playerName } from "../common/player_names.js";
import { t } from "../common/text.js";
import { localTime } from "../common/time.js";
import { Notes } from "./notes.js";
import { Seen } from "./seen_news.js";

/** @typedef {import("../types.js").Online} Online */
/** @typedef {import("../types.js").Remark} Remark */
/** @typedef {import("../types.js").State} State */

/**
 * @typedef {object} TableContext
 * @property {string} id of the game
 * @property {string|null} you your side; null for a spectator
 * @property {() => import("../types.js").Side[]} sides
 * @property {(message: any) => Promise<boolean>} send a message that does not concern the position; false where it was refused
 * @property {(message: any) => void} tell the same without an answer
 * @property {() => number|undefined} version of the view of the newest state
 * @property {() => void} call draw attention to the tab of the table
 * @property {import("./clocks.js").Clocks} clocks
 * @property {import("./standing_orders.js").Standing} standing
 * @property {import("./next_game.js").Returning} returning
 */

const LONGEST = 1000; // characters of a remark

export class Table {
  /**
   * @param {TableContext} context
   * @param {Online} online
   */
  constructor(context, online) {
    const { id, you, clocks, standing, returning } = context;
    this.context = context;
    this.you = you;
    this.clocks = clocks;
    this.standing = standing;
    this.returning = returning;
    this.seats = online.seats;
    /** @type {Remark[]} */
    this.remarks = [];
    this.heard = false; // whether what was said before has come
    this.banner = h("section", { id: "offer", class: "offer", hidden: true, "aria-live": "polite" });
    this.people = h("ul", { class: "people" });
    this.list = h("ol", { id: "chat", class: "chat", tabindex: "0", "aria-label": t("online.chat") });
    this.field = h("input", { type: "text", id: "remark", maxlength: String(LONGEST), autocomplete: "off", "aria-label": t("online.remark") });
    this.abort = h("button", { type: "button", class: "quiet", hidden: true, dataset: { request: "abort" }, title: t("online.abortHelp"), onClick: () => this.callOff() }, t("online.request.abort"));
    this.requests = h("div", { class: "buttons" },
      this.button("takeback", () => this.offer("takeback")),
      this.button("draw", () => this.offer("draw")), this.abort);
    this.element = h("div", { class: "table" }, this.people, you && this.requests, you && returning.next, you && clocks.requests,
      you && standing.element, you && this.talk(), you && new Notes(id).element,
      you && h("a", { class: "help", href: `/report?game=${id}`, target: "_blank" }, t("online.reportGame")));
    this.seen = you ? new Seen(() => context.tell({ type: "seen" })) : null;
    this.meet(online);
  }

  /** Show who plays each side. @param {Online} online */
  meet({ seats }) {
    this.seats = seats;
    refill(this.people, this.context.sides().map(({ id, label }) => {
      const seat = this.seats[id];
      if (!seat) return null;
      return h("li", { dataset: { seat: id, here: String(seat.here) } },
        h("span", { class: "side", dataset: { side: id } }, label), " ", h("b", null, this.name(id)), " ",
        h("span", { class: "help" }, id === this.you ? t("online.you") : t(seat.here ? "online.here" : "online.away")));
    }));
  }

  /** A side's player name. @param {string|null} side */
  name(side) {
    const seat = this.seats[side ?? ""];
    if (!seat) return "";
    return seat.kind === "computer" ? playerName(seat.name) : seat.name;
  }

  destroy() {
    this.clocks.destroy();
    this.returning.destroy();
  }

  /** A message other than a state. @param {any} message */
  take(message) {
    if (message.type === "people") this.meet(message);
    else if (message.type === "clock") this.clocks.take(message);
    else this.hear(message.from, message.remarks);
  }

  // Offers

  /** @param {string} what @param {() => void} does */
  button(what, does) {
    return h("button", { type: "button", dataset: { request: what }, onClick: does }, t(`online.request.${what}`));
  }

  /** @param {string} what */
  offer(what) {
    this.context.send({ type: "offer", what });
  }

  /** Call the game off at its beginning, after a question. */
  async callOff() {
    const sure = await confirmDialog({ id: "abort", css: "heading", title: t("online.request.abort"), body: [h("p", null, t("online.abortHelp"))], confirm: t("online.request.abort"), back: t("online.abortBack") });
    if (sure) this.context.send({ type: "abort" });
  }

  /** @param {string} answer */
  answer(answer) {
    this.context.send({ type: "answer", answer, version: this.context.version() });
  }

  /** A new state. @param {State} state */
  update(state) {
    if (this.you) this.returning.update(state);
    const { offer, result } = state;
    this.abort.hidden = Boolean(result) || !state.begins;
    this.clocks.update(state);
    this.seen?.note();
    for (const button of this.requests.querySelectorAll("button")) button.disabled = Boolean(offer || result);
    this.banner.hidden = !offer;
    this.banner.dataset.what = offer?.what ?? "";
    if (!offer) return refill(this.banner);
    const own = offer.side === this.you;
    const text = t(`online.${own ? "asked" : "asks"}.${offer.what}`, { name: this.name(offer.side) });
    const answers = own ? ["withdraw"] : ["accept", "decline"];
    refill(this.banner, h("p", null, text), h("div", { class: "buttons" }, answers.map((answer) =>
      h("button", { type: "button", class: answer === "accept" ? "primary" : "", dataset: { answer }, onClick: () => this.answer(answer) }, t(`online.answer.${answer}`)))));
    return undefined;
  }

  // Chat

  talk() {
    const send = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text && (await this.context.send({ type: "chat", text }))) this.field.value = "";
    };
    return h("section", { class: "talk" },
      h("h3", { class: "heading" }, t("online.chat")), this.list,
      h("form", { class: "say", onSubmit: send }, this.field, h("button", { type: "submit" }, t("online.say"))));
  }

  /**
   * @param {number} from how many remarks there were before these
   * @param {Remark[]} remarks
   */
  hear(from, remarks) {
    const known = this.remarks.length;
    this.seen?.note();
    this.remarks = [...this.remarks.slice(0, from), ...remarks];
    refill(this.list, this.remarks.map(({ n, name, text, time }) => h("li", null,
      h("b", null, name), " ", h("time", { class: "help", datetime: new Date(time).toISOString() }, localTime(time)),
      name !== this.name(this.you) && h("a", { class: "help", href: `/report?game=${this.context.id}&remark=${n}`, target: "_blank" }, " ", t("online.report")),
      h("p", null, text))));
    this.list.scrollTop = this.list.scrollHeight;
    const fresh = this.heard ? this.remarks.slice(known).filter(({ name }) => name !== this.name(this.you)) : [];
    this.heard = true;
    for (const { name, text } of fresh) say(t("online.said", { name, text }));
    if (fresh.length) this.context.call();
  }
}
