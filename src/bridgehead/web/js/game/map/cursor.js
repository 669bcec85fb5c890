/** The keyboard on the board: a cursor that moves from place to place, keys of decisions, zoom. */

import { sayNow } from "../../common/announce.js";
import { t } from "../../common/text.js";

const HEARD = 1500; // ms: a reason that comes late is said too

/**
 * @typedef {import("../parts.js").MapContext & {hint: import("../panel/hint_line.js").Hint, reveal: (places: string[]) => void,
 *   part: () => import("../parts.js").Part, chosen: () => string, card: import("./card.js").Card,
 *   keys: Record<string, () => void>, pointed?: (spot: {hex: string|null, unit: string|null}) => void}} CursorContext
 *   part: of the decision now; chosen: the unit in hand, "" if there is none; keys: what keys do wherever the focus is, except moving; pointed: the cursor was moved there
 */

/** Parts that each kind of map adds: `neighbor`, the place to which a key leads. */
export class Cursor {
  /** @param {CursorContext} context */
  constructor(context) {
    this.context = context;
    this.frame = context.frame; // it has the focus while its keys act
    /** @type {string|null} */
    this.hex = null;
    this.led = false; // the keyboard has led it somewhere since the board got the focus
    /** @type {number|undefined} */
    this.quiet = undefined;
    this.frame.addEventListener("keydown", (event) => this.press(event));
    this.frame.addEventListener("focus", () => this.enter());
    this.frame.addEventListener("blur", () => this.leave());
  }

  /** The board gets the focus: put the cursor where it was, or where something can be done. */
  enter() {
    if (this.context.model.shown) this.hex ??= this.first();
    this.show();
  }

  /** Another part of the page has the focus. */
  leave() {
    this.led = false;
    this.context.overlay.cursor(null);
    this.context.card.cursor(null);
  }

  /** Show the cursor while the board has the keyboard focus. */
  show() {
    this.frame.dataset.cursor = this.hex ?? "";
    const seen = this.frame.matches(":focus-visible") ? this.hex : null;
    this.context.overlay.cursor(seen);
    this.context.card.cursor(this.led ? seen : null);
  }

  /** Move the cursor without an announcement. @param {string|null} place */
  put(place) {
    if (place) this.hex = place;
    this.show();
  }

  /** The cursor's starting place: that of the first unit that can act, or the first place. */
  first() {
    const { model, board } = this.context;
    return model.movers().map((unit) => model.hexOf(unit)).find(Boolean) ?? [...board.centers.keys()][0] ?? "";
  }

  /**
   * @param {string} here
   * @param {string} _key
   * @returns {string|null|undefined} null at the edge of the map, undefined where the key leads nowhere
   */
  neighbor(here, _key) {
    return here;
  }

  /** What is under the cursor. */
  spot() {
    return { hex: this.hex, unit: /** @type {string|null} */ (null), box: null };
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.frame) return;
    if (event.shiftKey && event.key === "Enter") this.more();
    else if (!this.move(event.key) && !this.carryOut(event.key)) return;
    event.preventDefault();
  }

  /** Add the unit under the cursor to the selection, or remove it. */
  more() {
    this.hex ??= this.first();
    this.aloud(() => this.context.part().click({ ...this.spot(), more: true }));
  }

  /** @param {string} key @returns {boolean} whether it moves the cursor */
  move(key) {
    const here = this.hex ?? this.first();
    const to = this.neighbor(here, key);
    if (to === undefined) return false;
    if (!this.context.board.centers.size) return true;
    this.hex = to ?? here;
    this.context.reveal([this.hex]);
    this.tell(to ? "" : t("board.edge"));
    return true;
  }

  /** Announce what is at the cursor, and what can be done there. @param {string} [before] */
  tell(before = "") {
    this.led = true;
    this.show();
    this.context.hint.lead = before;
    this.context.pointed?.(this.spot());
    this.aloud(() => this.context.part().point(this.spot()));
  }

  /** @param {string} key @returns {boolean} whether it does something */
  carryOut(key) {
    if (key !== "Enter" && key !== " ") return this.shortcut(key);
    this.hex ??= this.first();
    this.aloud(() => this.context.part().click(this.spot()));
    return true;
  }

  /** Handle a key that works wherever the focus is. @param {string} key @returns {boolean} whether it does something */
  shortcut(key) {
    const { viewport } = this.context;
    /** @type {Record<string, () => void>} */
    const does = {
      ...this.context.keys,
      n: () => this.step(1),
      N: () => this.step(-1),
      "+": () => viewport.closer(),
      "-": () => viewport.farther(),
      0: () => viewport.whole(),
    };
    const act = does[{ "=": "+" }[key] ?? key];
    act?.();
    return Boolean(act);
  }

  /** @param {1|-1} step */
  step(step) {
    const place = this.aloud(() => this.context.part().next(step));
    if (!place) return sayNow(t("board.nothing"));
    this.hex = place;
    this.context.reveal([place]);
    this.tell(this.chosen(place));
  }

  /** The announcement about the chosen unit if the place does not include it. @param {string} _place */
  chosen(_place) {
    return "";
  }

  /**
   * Do something and announce its hint.
   * @template T
   * @param {() => T} act
   * @returns {T}
   */
  aloud(act) {
    const { hint } = this.context;
    hint.aloud = true;
    const done = act();
    this.show();
    window.clearTimeout(this.quiet);
    this.quiet = window.setTimeout(() => (hint.aloud = false), HEARD);
    return done;
  }
}
