/** What the other side did in its last turn: a card above the decision, and its arrows on the map, until you act. */

import { h, refill } from "../../common/dom.js";
import { points, t } from "../../common/text.js";

/** @typedef {import("../../types.js").TurnTold} TurnTold */
/** @typedef {import("../../types.js").State} State */
/**
 * @typedef {object} LastTurnContext
 * @property {import("../parts.js").Model} model
 * @property {import("../parts.js").Overlay} overlay
 * @property {HTMLElement} before what the card stands
 * @property {(what: string, fields: Record<string, any>) => Promise<any>} ask
 * @property {(places: string[]) => void} reveal
 * @property {() => boolean} isLive
 * @property {(text: string) => void} tell
 */

export class LastTurn {
  /** @param {LastTurnContext} context */
  constructor(context) {
    this.context = context;
    /** @type {TurnTold|null} */
    this.told = null;
    this.asked = -1; // the number of actions at which the server was asked last
    this.wanted = false; // whether the key was pressed and the answer has not come
    this.title = h("b", null);
    this.short = h("small", null);
    this.list = h("ul", null);
    this.element = h("details", { id: "last-turn", class: "last-turn", hidden: true, "aria-label": t("lastTurn.label") }, h("summary", null, this.title, " ", this.short), this.list);
    this.list.addEventListener("pointerover", (event) => this.light(event.target));
    this.list.addEventListener("focusin", (event) => this.light(event.target));
    for (const name of ["pointerleave", "focusout"]) this.list.addEventListener(name, () => this.context.overlay.told(null));
    this.list.addEventListener("click", (event) => this.context.reveal(placesOf(event.target)));
    context.before.before(this.element);
  }

  /** A newer state is on the screen. @param {State|null} before @param {State} state */
  take(before, state) {
    if (before && state.at < before.at) this.hide(); // taken back
    const begins = state.mine && state.side === state.toMove && (!before || !before.mine || before.side !== state.side);
    if (!begins || state.lesson || state.puzzle || state.line || state.result || state.curtain) return;
    this.ask(true);
  }

  /** Ask the server, and show what it tells. @param {boolean} fresh only if nothing was done since */
  async ask(fresh) {
    const { ask, model } = this.context;
    const { at } = model.state;
    if (fresh && this.asked === at) return;
    this.asked = at;
    const told = /** @type {TurnTold|null} */ (await ask("turn", {}).catch(() => null)); // without a connection nothing is told
    if (!fresh && !this.wanted) return;
    if (!fresh) this.wanted = false;
    if (at !== model.state.at || !this.context.isLive()) return;
    if (told && (told.fresh || !fresh)) this.show(told);
    if (told && !fresh) this.element.open = true;
    if (!told && !fresh) this.context.tell(t("lastTurn.none"));
  }

  /** The key: show it again, or hide it. */
  toggle() {
    if (!this.element.hidden) this.hide();
    else if (this.wanted) this.wanted = false; // pressed twice
    else if (this.context.model.shown?.mine) {
      this.wanted = true;
      this.ask(false);
    } else this.context.tell(t("lastTurn.notNow"));
  }

  /** @param {TurnTold} told */
  show(told) {
    this.told = told;
    const { model, overlay } = this.context;
    this.title.textContent = t("lastTurn.title", { side: model.side(told.side), turn: told.turn });
    refill(this.list, told.lines.map((line) => {
      const places = this.places(line);
      const text = this.text(line);
      return h("li", { class: `told-${line.kind}` }, places.length ? h("button", { type: "button", "data-hexes": places.join(" ") }, text) : text);
    }));
    this.short.textContent = this.summary(told);
    this.element.hidden = false;
    overlay.turn(told.arrows);
  }

  /** How many units moved and battles were fought. @param {TurnTold} told */
  summary({ lines }) {
    const moves = lines.find(({ kind }) => kind === "moves")?.count ?? 0;
    const n = lines.filter(({ kind }) => kind === "battle").length;
    return [moves && t("lastTurn.short.moves", { n: moves }), n && t("lastTurn.short.battles", { n })].filter(Boolean).join(", ");
  }

  hide() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.context.overlay.turn([]);
    this.context.overlay.told(null);
  }

  /** Draw the arrows on a new picture of the map. */
  redraw() {
    if (this.told && !this.element.hidden) this.context.overlay.turn(this.told.arrows);
  }

  /** @param {TurnTold["lines"][number]} line @returns {string[]} */
  places(line) {
    if (line.kind !== "goal") return line.places;
    const goal = this.context.model.state.goals.find((/** @type {import("../../types.js").Goal} */ { text, side }) => text === line.text && side === line.side);
    return goal?.places ?? [];
  }

  /** @param {TurnTold["lines"][number]} line */
  text(line) {
    const { model } = this.context;
    const side = model.side(line.side ?? "");
    if (line.kind === "battle") return model.prose(line.text ?? "");
    if (line.kind === "goal") return t("lastTurn.goal", { side, text: line.text ?? "", was: points(line.was ?? 0), have: points(line.have ?? 0) });
    const n = line.count ?? 0;
    if (line.kind === "scored") return t("lastTurn.points", { side, n: `${n > 0 ? "+" : "−"}${points(Math.abs(n))}` });
    if (line.kind === "lost") return t(n === 1 ? "lastTurn.lostOne" : "lastTurn.lost", { side, n });
    return t(n === 1 ? "lastTurn.movesOne" : "lastTurn.moves", { n });
  }

  /** @param {EventTarget|null} target */
  light(target) {
    const places = placesOf(target);
    this.context.overlay.told(places.length ? places : null);
  }
}

/** @param {EventTarget|null} target @returns {string[]} */
function placesOf(target) {
  const line = target instanceof Element ? target.closest("[data-hexes]") : null;
  return line instanceof HTMLElement ? (line.dataset.hexes ?? "").split(" ") : [];
}
