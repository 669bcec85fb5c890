/** After an online game: rematch, rating changes, sharing. */

import { say } from "../common/announce.js";
import { h, refill } from "../common/dom.js";
import { fromRoot } from "../common/server.js";
import { t } from "../common/text.js";

/** @typedef {import("../types.js").After} After */

/**
 * @typedef {object} AftermathContext
 * @property {string} id of the game
 * @property {string|null} you your side; null for a spectator
 * @property {(side: string|null) => string} name of who plays a side
 * @property {(message: any) => Promise<boolean>} send
 */

export class Aftermath {
  /** @param {AftermathContext} context */
  constructor(context) {
    this.context = context;
    this.you = context.you;
    /** @type {After|null} */
    this.known = null;
    this.element = h("section", { id: "aftermath", class: "aftermath", hidden: true, "aria-label": t("after.label") });
  }

  /** @param {After} told */
  take(told) {
    const before = this.known;
    this.known = told;
    const { rematch } = told;
    if (before && rematch?.answer === "accepted" && before.rematch?.answer !== "accepted" && rematch.next) {
      location.assign(fromRoot(rematch.mirrored ? `/match/${rematch.next}` : `/game/${rematch.next}`));
      return;
    }
    if (before && rematch?.answer === "" && rematch.by !== this.you && before.rematch !== rematch) say(this.words(rematch));
    if (before && rematch?.answer === "declined" && before.rematch?.answer === "" && rematch.by === this.you) say(t("after.declined"));
    this.draw(told);
  }

  /** @param {NonNullable<After["rematch"]>} rematch */
  words({ by, mirrored }) {
    const kind = t(mirrored ? "after.mirrored" : "after.single");
    return by === this.you ? t("after.asked", { kind }) : t("after.asks", { kind, name: this.context.name(by) });
  }

  /** @param {After} told */
  draw({ rated, ratings, rematch, open, match, tournament, branches }) {
    this.element.hidden = false;
    refill(this.element,
      h("p", { dataset: { ratings: "" } }, this.rating(rated, ratings)),
      match && h("p", null, h("a", { href: `/match/${match}` }, t("after.toMatch"))),
      tournament && h("p", null, h("a", { href: `/tournament/${tournament.id}` }, t("after.toTournament", { name: tournament.name }))),
      branches.length > 0 && h("div", { dataset: { branches: "" } }, h("p", null, t("after.branches")),
        h("ul", null, branches.map(({ id, action, seats }) => h("li", null, h("a", { href: `/game/${id}` }, t("after.branch", { n: action, names: Object.values(seats).join(", ") })))))),
      this.you && this.offers(rematch),
      this.you && !open ? h("form", { method: "post", action: `/game/${this.context.id}/share` }, h("button", { type: "submit", title: t("after.shareNote") }, t("after.share"))) : null);
  }

  /** @param {boolean} rated @param {After["ratings"]} ratings */
  rating(rated, ratings) {
    const sides = Object.keys(ratings);
    if (!rated) return t("after.friendly");
    if (!sides.length) return t("after.uncounted");
    return sides.map((side) => {
      const { rating, change, provisional } = /** @type {After["ratings"][string]} */ (ratings[side]);
      const name = this.context.name(side);
      return t(provisional ? "after.provisional" : "after.rating", { name, rating, change: change < 0 ? `−${-change}` : `+${change}` });
    }).join(" ");
  }

  /** @param {After["rematch"]} rematch */
  offers(rematch) {
    if (rematch?.answer === "accepted" && rematch.next) {
      const to = rematch.mirrored ? `/match/${rematch.next}` : `/game/${rematch.next}`;
      return h("p", null, h("a", { class: "button primary", href: to }, t("after.go")));
    }
    if (rematch?.answer === "") {
      const answers = rematch.by === this.you ? ["withdraw"] : ["accept", "decline"];
      return h("div", { class: "offer", dataset: { rematch: rematch.by ?? "" } },
        h("p", null, this.words(rematch)),
        h("div", { class: "buttons" }, answers.map((what) => this.button(what, t(`online.answer.${what}`), { what }))));
    }
    return h("div", null,
      rematch?.answer === "declined" ? h("p", { class: "help" }, t("after.declined")) : null,
      h("div", { class: "buttons" },
        this.button("rematch", t("after.rematch"), { what: "offer", mirrored: false }),
        this.button("mirrored", t("after.match"), { what: "offer", mirrored: true })));
  }

  /** @param {string} name @param {string} label @param {{what: string, mirrored?: boolean}} asked */
  button(name, label, asked) {
    return h("button", { type: "button", class: name === "accept" ? "primary" : "", dataset: { after: name }, onClick: () => this.context.send({ type: "rematch", ...asked }) }, label);
  }
}
