/** Returning to a game: what has happened since the last visit, and other games that wait. */

import { h, refill } from "../common/dom.js";
import { t } from "../common/text.js";

const PATIENCE = 1500; // ms that a state is shown before it counts as seen

/** @typedef {import("../types.js").State} State */

/**
 * @typedef {object} ReturningContext
 * @property {string} id of the game
 * @property {string|null} you your side; null for a spectator
 * @property {number|null} last actions that were seen when you were last here
 * @property {() => State|null} live the newest state
 * @property {(message: any) => void} tell
 * @property {(from: number, to: number) => void} markNew mark what is new in the log
 * @property {(from: number) => void} replay
 */

export class Returning {
  /** @param {ReturningContext} context */
  constructor(context) {
    this.context = context;
    this.you = context.you;
    this.last = context.last;
    this.told = -1; // what the server knows
    this.timer = 0;
    this.began = false;
    this.banner = h("section", { id: "since", class: "offer", hidden: true, "aria-live": "polite" });
    this.next = h("a", { class: "button", id: "next-game", href: `/next?after=${context.id}` }, t("online.next"));
    this.listener = () => this.seen();
    document.addEventListener("visibilitychange", this.listener);
  }

  destroy() {
    document.removeEventListener("visibilitychange", this.listener);
    window.clearTimeout(this.timer);
  }

  /** A new state. @param {State} state */
  update(state) {
    if (!this.began) this.begin(state);
    else if (state.mine && this.at !== state.at && !this.banner.hidden) this.close(); // you have played on
    this.at = state.at;
    this.seen();
  }

  /** The first state: show what is new in it. @param {State} state */
  begin(state) {
    this.began = true;
    const last = Math.min(this.last ?? state.at, state.at);
    if (this.last === null || last === state.at) return;
    this.context.markNew(last, state.at);
    const replay = () => {
      this.close();
      this.context.replay(last);
    };
    this.banner.hidden = false;
    refill(this.banner, h("p", null, t("online.since", { n: state.at - last })),
      h("div", { class: "buttons" },
        h("button", { type: "button", dataset: { since: "close" }, onClick: () => this.close() }, t("online.sinceClose")),
        h("button", { type: "button", class: "primary", dataset: { since: "replay" }, onClick: replay }, t("online.sinceReplay"))));
  }

  close() {
    this.banner.hidden = true;
  }

  /** News shown for a while in a visible page counts as seen: tell the server. */
  seen() {
    window.clearTimeout(this.timer);
    if (document.hidden || !this.you) return;
    this.timer = window.setTimeout(() => {
      const at = this.context.live()?.at;
      if (at === undefined || at === this.told || document.hidden) return;
      this.told = at;
      this.context.tell({ type: "looked", at });
    }, PATIENCE);
  }
}
