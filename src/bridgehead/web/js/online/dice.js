/** Dice that both players can check: this browser's chain, the texts about them, and the final check. */

import { say } from "../common/announce.js";
import { get } from "../network/api.js";
import { h, refill } from "../common/dom.js";
import { named, t } from "../common/text.js";
import * as chain from "./chain.js";
import { Giving } from "./repeated_answers.js";

/** @typedef {import("../types.js").DiceTold} DiceTold */
/** @typedef {{seed: string, anchor: string, header: string, used: number, tickets: Record<string, string>}} Kept
 *   of one secret of the server: `used` counts the links that the server has, `tickets` tells for what each link was given */

/**
 * @typedef {object} DiceContext
 * @property {string} id of the game
 * @property {string} you your side; "" for a spectator
 * @property {HTMLElement} element the screen of the game
 * @property {() => import("../types.js").Side[]} sides
 * @property {(side: string) => string} name of who plays a side
 * @property {(message: any) => Promise<any>} change send a change of the game; ApiError if it is refused
 */

const LATER = 5000; // ms in which another window may have the chain that is missing here
const NONE = "none";

export class Dice {
  /** @param {DiceContext} context */
  constructor(context) {
    this.context = context;
    this.you = context.you;
    this.key = `bridgehead.chain.${context.id}.${this.you}`;
    /** @type {DiceTold|null} */
    this.now = null;
    this.over = false;
    this.header = this.words = this.warning = "";
    /** @type {{seed: string, links: string[]}|null} */
    this.made = null;
    /** @type {Promise<any>} one thing after the other */
    this.busy = Promise.resolve();
    this.giving = new Giving((wanted) => this.queue(() => this.give(wanted))); // of its own accord
    this.verdict = h("p", { role: "status", dataset: { verdict: "" } });
    this.told = h("div", { class: "fair" });
    this.checks = h("button", { type: "button", hidden: true, dataset: { checkDice: "" }, onClick: () => this.check() }, t("online.dice.check"));
    this.element = h("section", { id: "fair", class: "fair" },
      h("h3", { class: "heading" }, t("online.dice.heading")), this.told,
      h("div", { class: "buttons" }, h("button", { type: "button", dataset: { howDice: "" }, onClick: () => this.explain() }, t("online.dice.how")), this.checks),
      this.verdict);
  }

  // Storage

  /** @returns {Record<string, Kept>} by the server's hash of its secret */
  kept() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "{}") ?? {};
    } catch {
      return {};
    }
  }

  /** The stored data for the present secret. @returns {Kept|undefined} */
  get mine() {
    return this.kept()[this.now?.commitment ?? ""];
  }

  /** @param {Partial<Kept>} more */
  keep(more) {
    const commitment = this.now?.commitment ?? "";
    const before = this.mine ?? { seed: "", anchor: "", header: "", used: 0, tickets: {} };
    try {
      localStorage.setItem(this.key, JSON.stringify({ ...this.kept(), [commitment]: { ...before, ...more } }));
    } catch {
      // a private window may refuse: then the chain lasts as long as the page
    }
  }

  /** The chain of the stored data; a new one if there is none, or it is lost. @param {boolean} lost */
  async chain(lost = false) {
    let seed = this.mine?.seed;
    if (!seed || lost) {
      seed = chain.toHex(crypto.getRandomValues(new Uint8Array(32)));
      const links = await chain.chainOf(seed);
      const other = this.mine?.seed; // another window may have been quicker
      if (other && !lost) seed = other;
      else {
        this.made = { seed, links };
        this.keep({ seed, anchor: links[0], used: 0 });
      }
    }
    if (this.made?.seed !== seed) this.made = { seed, links: await chain.chainOf(seed) };
    return this.made.links;
  }

  /** The next link, null if the chain is lost, used up, or longer than the server says. */
  async next() {
    const last = this.now?.last ?? "";
    if (!chain.canChain() || !this.mine?.seed) return null;
    const links = await this.chain();
    const index = links.indexOf(last);
    if (index < (this.mine?.used ?? 0) || index + 1 >= links.length) return null;
    this.keep({ used: index });
    return links[index + 1] ?? null;
  }

  /** Begin a chain, or a new one. */
  async anchor(lost = false) {
    const anchor = chain.canChain() ? (await this.chain(lost))[0] : NONE;
    await this.context.change({ type: "anchor", anchor });
  }

  /** Run tasks one after the other. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  queue(work) {
    const done = this.busy.then(work);
    this.busy = done.catch(() => null); // a refusal: what is wanted comes again with the next state
    return done;
  }

  // The server's requests

  /** The link for an action of this window, null if none is due. @returns {Promise<string|null>} */
  link() {
    return this.queue(async () => {
      const due = () => this.now && this.you && !this.over && this.now.opening[this.you] && this.now.want !== "link" && this.now.anchors[this.you] !== NONE;
      if (!due()) return null;
      const found = await this.next();
      if (found) return found;
      await this.anchor(true).catch(() => this.context.change({ type: "anchor", anchor: NONE }));
      return due() ? this.next() : null;
    });
  }

  /** A state has arrived. @param {import("../types.js").State} state */
  hear(state) {
    this.now = state.dice ?? null;
    this.over = Boolean(state.result);
    this.queue(() => this.compare()).then(() => this.show());
    this.show();
    const { want, ticket, last, commitment } = this.now ?? { want: "" };
    this.giving.want(want && `${want} ${commitment} ${ticket} ${last}`);
  }

  /** Send what the server wants. @param {string} wanted */
  async give(wanted) {
    const { want, ticket = "" } = this.now ?? {};
    if (!want || wanted !== this.giving.wanted) return;
    if (want === "anchor") return void (await this.anchor());
    const link = await this.next();
    if (!link) return void window.setTimeout(() => this.renew(wanted), LATER);
    const tickets = this.mine?.tickets ?? {};
    if (ticket && (tickets[link] ?? ticket) !== ticket) {
      this.warn("twice");
      return;
    }
    if (ticket) this.keep({ tickets: { ...tickets, [link]: ticket } });
    await this.context.change({ type: "link", link, ticket });
  }

  /** Begin a new chain, because no window has the old one. @param {string} wanted */
  renew(wanted) {
    if (wanted !== this.giving.wanted) return;
    this.queue(() => this.anchor(true)).catch(() => this.giving.again(wanted));
  }

  /** Compute the header, and compare it with that of the start. */
  async compare() {
    const now = this.now;
    if (!now || !chain.canChain() || !Object.keys(now.opening).length) return;
    const sides = this.context.sides().map(({ id }) => id);
    const anchors = sides.map((side) => /** @type {[string, string]} */ ([side, now.opening[side] ?? ""]));
    const header = await chain.headerOf(this.context.id, now.title, now.commitment, anchors);
    const known = this.mine?.header;
    if (known && known !== header) this.warn("changed");
    else if (!known && this.you) this.keep({ header });
    if (header !== this.header) [this.header, this.words] = [header, await chain.wordsOf(header)];
  }

  /** @param {"twice"|"changed"} what */
  warn(what) {
    if (this.warning === what) return;
    this.warning = what;
    say(t(`online.dice.${what}`));
    this.show();
  }

  // Texts

  show() {
    const now = this.now;
    this.checks.hidden = !(this.over && now && chain.canChain());
    if (!now) return refill(this.told, h("p", { dataset: { dice: "sealed" } }, h("b", null, t("online.dice.sealed"))), h("p", { class: "help" }, t("online.dice.noHttps")));
    const opened = Object.keys(now.opening).length > 0;
    const kind = now.strength !== "sealed" && !opened ? "begins" : now.strength === "checked" && now.people.length < 2 ? "alone" : opened ? now.strength : "begins";
    const lines = [
      ...now.people.filter((side) => now.anchors[side] === NONE).map((side) => t("online.dice.none", { name: this.context.name(side) })),
      ...now.people.filter((side) => now.renewed[side]).map((side) => t("online.dice.renewed", { name: this.context.name(side), n: now.renewed[side] ?? 0 })),
    ];
    return refill(this.told,
      this.warning && h("p", { dataset: { verdict: "bad" } }, t(`online.dice.${this.warning}`)),
      h("p", { dataset: { dice: kind } }, h("b", null, t(`online.dice.${kind}`))),
      opened && this.words && h("p", null, `${t("online.dice.words")}: `, h("span", { class: "words" }, this.words)),
      lines.map((line) => h("p", { class: "help" }, line)));
  }

  /** Explain who can foresee and influence what. */
  explain() {
    const close = h("button", { type: "button", class: "primary", onClick: () => dialog.close() }, t("online.dice.close"));
    const title = h("h2", { id: "dice-about-title" }, t("online.dice.how"));
    const parts = ["chain", "player", "keeper", "plays", "lost", "end"].map((part) => h("p", null, t(`online.dice.about.${part}`)));
    const words = this.words && h("p", null, h("b", { class: "words" }, this.words), " ", t("online.dice.compare"));
    const dialog = h("dialog", { id: "dice-about", "aria-labelledby": title.id }, title, h("div", { class: "dialog-body" }, ...parts, words), h("div", { class: "buttons" }, close));
    dialog.addEventListener("close", () => dialog.remove());
    this.context.element.append(dialog);
    dialog.showModal();
    close.focus();
  }

  /** Compute every roll of the game again. */
  async check() {
    this.checks.disabled = true;
    this.verdict.textContent = t("online.dice.checking");
    try {
      /** @type {chain.Trail} */
      const trail = await get(`/api/saved/${this.context.id}/dice`);
      const sides = this.context.sides().map(({ id }) => id);
      const known = Object.entries(this.kept()).map(([commitment, { header, tickets }]) => ({ commitment, header, tickets }));
      const { ok, rolls, back, event, why } = await chain.check(trail, sides, known);
      this.verdict.dataset.verdict = ok ? "good" : "bad";
      const more = back ? ` ${t("online.dice.back", { n: back })}` : "";
      this.verdict.textContent = ok ? `${t("online.dice.good", { n: rolls })}${more}` : t("online.dice.bad", { n: event, why: named("online.dice.why", why) });
    } catch (error) {
      this.verdict.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      this.checks.disabled = false;
    }
  }
}
