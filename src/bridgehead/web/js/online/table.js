/** The two players of an online game: presence, chat, offers. */

import { confirmDialog } from "../common/dialog.js";
import { h, refill } from "../common/dom.js";
import { playerName } from "../common/player_names.js";
import { t } from "../common/text.js";
import { Chat } from "./chat.js";
import { Notes } from "./notes.js";
import { Seen } from "./seen_news.js";
import { setTab } from "./tab.js";

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
 * @property {() => void} leave on a phone: close the tab
 * @property {import("./clocks.js").Clocks} clocks
 * @property {import("./standing_orders.js").Standing} standing
 * @property {import("./next_game.js").Returning} returning
 * @property {import("./absence.js").Absence} absence
 */

/** Following the game: a form, so that it works for whoever has to log in first. @param {string} id */
function followForm(id) {
  return h("form", { method: "post", action: `/game/${id}/follow` }, h("button", { type: "submit", dataset: { follow: "" } }, t("online.follow")));
}

export class Table {
  /**
   * @param {TableContext} context
   * @param {Online} online
   */
  constructor(context, online) {
    const { id, you, clocks, standing, returning, absence } = context;
    this.context = context;
    this.you = you;
    this.clocks = clocks;
    this.standing = standing;
    this.returning = returning;
    this.absence = absence;
    this.seats = online.seats;
    this.unread = 0; // messages that came while the page was hidden
    /** @type {State|null} */
    this.state = null;
    this.banner = h("section", { id: "offer", class: "offer", hidden: true, "aria-live": "polite" });
    this.people = h("ul", { class: "people" });
    this.chat = this.ofPlayers();
    this.watchers = this.ofWatchers();
    this.watchers.element.hidden = Boolean(you);
    this.abort = h("button", { type: "button", class: "quiet", hidden: true, dataset: { request: "abort" }, title: t("online.abortHelp"), onClick: () => this.callOff() }, t("online.request.abort"));
    this.requests = h("div", { class: "buttons" },
      this.button("takeback", () => this.offer("takeback")),
      this.button("draw", () => this.offer("draw")), this.abort);
    this.element = h("div", { class: "table" }, this.people, you && this.requests, you && returning.next, you && clocks.requests,
      absence.element, you && standing.element, you && this.chat.element, this.watchers.element, you ? null : followForm(id), you && new Notes(id).element,
      you && h("a", { class: "help", href: `/report?game=${id}`, target: "_blank" }, t("online.reportGame")));
    this.looked = () => this.tellTab();
    document.addEventListener("visibilitychange", this.looked);
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
    document.removeEventListener("visibilitychange", this.looked);
    setTab("", 0, false);
    this.clocks.destroy();
    this.returning.destroy();
  }

  /** A message other than a state. @param {any} message */
  take(message) {
    if (message.type === "people") this.meet(message);
    else if (message.type === "clock") this.clocks.take(message);
    else if (message.room === "watchers") this.hearWatchers(message.from, message.remarks);
    else {
      this.seen?.note();
      this.chat.hear(message.from, message.remarks);
    }
  }

  /** @param {number} from @param {Remark[]} remarks */
  hearWatchers(from, remarks) {
    if (this.you && from + remarks.length) this.watchers.element.hidden = false;
    this.watchers.hear(from, remarks);
  }

  // Offers

  /** @param {string} what @param {() => void} does */
  button(what, does) {
    return h("button", { type: "button", dataset: { request: what }, onClick: does }, t(`online.request.${what}`));
  }

  /** @param {string} what */
  offer(what) {
    this.context.send({ type: "offer", what });
    this.context.leave(); // the answer comes above the decision
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
    this.state = state;
    this.tellTab();
    this.abort.hidden = Boolean(result) || !state.begins;
    this.clocks.update(state);
    this.absence.update(state);
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

  /** The players' chat. */
  ofPlayers() {
    return new Chat({
      name: "chat", title: t("online.chat"), writes: true, help: "",
      own: () => this.name(this.you), report: ({ n }) => `/report?game=${this.context.id}&remark=${n}`, send: (message) => this.context.send(message),
      heard: (fresh) => {
        if (document.hidden) this.unread += fresh.length;
        this.context.call();
        this.tellTab();
      },
    });
  }

  /** The spectators' chat, which players see when the game is over. */
  ofWatchers() {
    return new Chat({
      name: "watchers", title: t("online.watchers"), writes: !this.you, help: t(this.you ? "online.watchersOver" : "online.watchersHelp"),
      own: () => "", report: ({ name }) => `/report?game=${this.context.id}&person=${encodeURIComponent(name)}`, send: (message) => this.context.send(message), heard: () => {},
    });
  }

  /** Say in the browser's tab who is to decide, and how many messages wait. */
  tellTab() {
    if (!document.hidden) this.unread = 0;
    const { state } = this;
    const mine = Boolean(state?.mine && !state.result);
    const side = state && !state.result && state.toMove ? this.context.sides().find(({ id }) => id === state.toMove) : null;
    const says = mine ? t("online.tab.mine") : side && !state?.result ? t("online.tab.theirs", { side: side.label }) : "";
    setTab(says, this.unread, mine);
  }
}
