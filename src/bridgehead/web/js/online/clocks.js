/** The clocks of both sides, and their requests: claim a win, give time, pause. */

import { h, refill } from "../common/dom.js";
import { t } from "../common/text.js";

/**
 * The server's message. Times are the server's, in milliseconds; `free`: when the allowance of the decision ends;
 * `side`: who decides; `claimed`: a win on time must be claimed.
 * @typedef {{type: "clock", pace: string, now?: number, side?: string|null, free?: number|null, deadline?: number|null,
 *   sides?: Record<string, {bank: number, left: number}>, paused?: boolean, away?: string[], claimed?: boolean}} Told
 * @typedef {""|"paused"|"away"} Stopped
 */

/**
 * @typedef {object} ClocksContext
 * @property {string|null} you your side; null for a spectator
 * @property {() => import("../types.js").Side[]} sides
 * @property {(side: string|null) => string} name of who plays a side
 * @property {(message: any) => Promise<boolean>} send
 * @property {(why: Stopped) => void} stop the clocks keep the viewer from deciding, or no longer
 */

const TICK = 500; // ms between two looks
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Less than this is shown as low. @type {Record<string, number>} */
const LITTLE = Object.freeze({ live: MINUTE, daily: 6 * HOUR });

export class Clocks {
  /** @param {ClocksContext} context */
  constructor(context) {
    this.context = context;
    this.you = context.you;
    /** @type {Told} */
    this.told = { type: "clock", pace: "unlimited" };
    this.ahead = 0; // the server's time less ours
    this.over = false;
    this.called = ""; // what was said last of the clocks
    this.element = h("section", { id: "clocks", class: "clocks", hidden: true, "aria-label": t("online.clock.label") });
    this.gift = this.giving();
    this.banner = h("section", { id: "time", class: "offer", hidden: true, "aria-live": "polite" });
    this.pause = this.button("pause", () => this.context.send({ type: "offer", what: "pause" }));
    this.requests = h("div", { class: "buttons", hidden: true }, this.pause, this.gift);
    this.timer = window.setInterval(() => this.tick(), TICK);
  }

  /** @param {string} what @param {() => void} does */
  button(what, does) {
    return h("button", { type: "button", dataset: { clock: what }, onClick: does }, t(`online.clock.ask.${what}`));
  }

  /** A button that gives the other side time. */
  giving() {
    const much = t(this.told.pace === "live" ? "online.clock.giveLive" : "online.clock.giveDaily");
    return h("button", { type: "button", dataset: { clock: "gift" }, onClick: () => this.send("gift") }, much);
  }

  /** @param {string} type */
  send(type) {
    this.context.send({ type });
  }

  /** Store the clocks. @param {Told} told */
  take(told) {
    this.told = told;
    if (told.now !== undefined) this.ahead = told.now - Date.now();
    const gift = this.giving();
    this.gift.replaceWith(gift);
    this.gift = gift;
    const other = Object.keys(told.sides ?? {}).some((side) => side !== this.you);
    this.gift.hidden = !other;
    this.show();
    this.context.stop(this.stopped);
  }

  /** Why the viewer cannot decide: the game is paused, or they are on vacation. @returns {Stopped} */
  get stopped() {
    const { paused, away = [] } = this.told;
    if (paused) return "paused";
    return this.you && away.includes(this.you) ? "away" : "";
  }

  /** A new state. @param {import("../types.js").State} state */
  update({ result, offer }) {
    this.over = Boolean(result);
    this.pause.disabled = Boolean(offer);
    this.show();
  }

  /** The server's time. */
  get now() {
    return Date.now() + this.ahead;
  }

  /** Whether the deciding side's time is up. */
  get up() {
    const { deadline } = this.told;
    return typeof deadline === "number" && this.now >= deadline && !this.over;
  }

  tick() {
    if (this.told.sides && !this.over) this.show();
  }

  show() {
    const { sides, paused } = this.told;
    this.element.hidden = !sides;
    this.requests.hidden = !sides || !this.you || this.over;
    this.pause.hidden = Boolean(paused);
    if (!sides) return;
    refill(this.element, this.context.sides().map(({ id, label }) => sides[id] && this.clock(id, label)));
    this.call();
  }

  /** One side's clock. @param {string} side @param {string} label */
  clock(side, label) {
    const { pace, free, deadline, side: decides, sides = {} } = this.told;
    const runs = side === decides && typeof deadline === "number" && !this.over;
    const purse = sides[side] ?? { bank: 0, left: 0 };
    let left = pace === "live" && side === decides ? purse.bank + purse.left : purse.bank;
    let more = 0; // what comes after it
    if (runs) {
      const allowed = (free ?? 0) - this.now;
      left = Math.max((deadline ?? 0) - this.now, 0);
      if (pace === "daily" && allowed > 0) [left, more] = [allowed, purse.bank];
    } else if (pace === "daily" && side === decides && purse.left > 0) [left, more] = [purse.left, purse.bank];
    const little = runs && left + more < (LITTLE[pace] ?? 0);
    return h("div", { class: "clock", dataset: { clockOf: side, runs: String(runs), little: String(little) }, title: t(runs ? "online.clock.runs" : "online.clock.stands", { side: label }) },
      h("span", { class: "side", dataset: { side } }, label), " ",
      h("time", null, span(left)), more > 0 && h("span", { class: "help" }, t("online.clock.reserve", { time: span(more) })));
  }

  /** Show what the clocks require: claim a win, end a pause, end a vacation. */
  call() {
    const { side = null, claimed, paused, away = [] } = this.told;
    let what = "";
    if (this.over) what = "";
    else if (paused) what = "paused";
    else if (this.up && claimed) what = side === this.you ? "mine" : "theirs";
    else if (side && away.includes(side)) what = side === this.you ? "away" : "gone";
    const values = { name: this.context.name(side) };
    const told = what && t(`online.clock.call.${what}`, values);
    if (told === this.called) return;
    this.called = told;
    this.banner.hidden = !what;
    this.banner.dataset.what = what;
    /** @type {HTMLElement[]} */
    let buttons = [];
    if (this.you && what === "paused") buttons = [this.button("resume", () => this.send("resume"))];
    if (this.you && what === "theirs") buttons = [this.button("claim", () => this.send("claim")), this.giving()];
    refill(this.banner, told && h("p", null, told), buttons.length > 0 && h("div", { class: "buttons" }, buttons));
  }

  destroy() {
    window.clearInterval(this.timer);
  }
}

/** A length of time: "1:04:09", "12:30", "2 d 5 h". @param {number} ms */
export function span(ms) {
  const left = Math.max(ms, 0);
  if (left >= DAY) return t("online.clock.days", { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) });
  const [hours, minutes, seconds] = [left / HOUR, (left % HOUR) / MINUTE, (left % MINUTE) / SECOND].map(Math.floor);
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(seconds).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}
