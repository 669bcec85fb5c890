/** The keyboard on the board: a hex cursor, the decision's keys, zoom. */

import { say } from "../announce.js";
import { t } from "../text.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Part} Part */

/** Keys that go to a neighbor through one side. */
const SIDES = Object.freeze({ w: "n", e: "ne", d: "se", s: "s", a: "sw", q: "nw", ArrowUp: "n", ArrowDown: "s" });

/**
 * @typedef {object} Deeds what the keys do besides moving the cursor
 * @property {() => Part} part the part that leads the decision now
 * @property {() => void} undo
 * @property {() => void} end
 * @property {() => void} help
 * @property {import("./advice.js").Advice} advice
 * @property {import("./viewport.js").Viewport} viewport
 */

export class Cursor {
  /**
   * @param {HTMLElement} frame the board, which has the focus while its keys act
   * @param {Desk} desk
   * @param {Deeds} deeds
   */
  constructor(frame, desk, deeds) {
    this.frame = frame;
    this.desk = desk;
    this.deeds = deeds;
    /** @type {string|null} */
    this.hex = null;
    frame.addEventListener("keydown", (event) => this.press(event));
    frame.addEventListener("focus", () => this.enter());
    frame.addEventListener("blur", () => desk.overlay.cursor(null));
  }

  /** The board gets the focus: the cursor is where it was, or where something can be done. */
  enter() {
    if (this.desk.model.shown) this.hex ??= this.first();
    this.show();
  }

  /** Show the cursor while the keyboard is in use on the board. */
  show() {
    const visible = this.frame.matches(":focus-visible");
    this.frame.dataset.cursor = this.hex ?? "";
    this.desk.overlay.cursor(visible ? this.hex : null);
  }

  /**
   * Go to a hex without saying so.
   * @param {string|null} hex
   */
  put(hex) {
    if (hex) this.hex = hex;
    this.show();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.frame) return;
    if (this.move(event.key) || this.deed(event.key)) event.preventDefault();
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it moves the cursor
   */
  move(key) {
    const { model, reveal, board } = this.desk;
    const here = this.hex ?? this.first();
    const neighbors = model.hello.hexes[here]?.neighbors ?? {};
    /** @type {string|undefined} */
    let to;
    if (key === "ArrowLeft") to = sideways(here, neighbors.nw, neighbors.sw);
    else if (key === "ArrowRight") to = sideways(here, neighbors.ne, neighbors.se);
    else if (key in SIDES) to = neighbors[SIDES[/** @type {keyof typeof SIDES} */ (key)]];
    else return false;
    if (!board.centers.size) return true;
    this.hex = to ?? here;
    reveal([this.hex]);
    this.tell(to ? "" : t("board.edge"));
    return true;
  }

  /**
   * Say what is in the cursor's hex, and what can be done there.
   * @param {string} [before]
   */
  tell(before = "") {
    const { hint } = this.desk;
    this.show();
    hint.lead = before;
    hint.aloud = true;
    this.deeds.part().point(this.spot());
    window.clearTimeout(this.quiet);
    this.quiet = window.setTimeout(() => (hint.aloud = false), 1500); // a reason that comes late is said too
  }

  /** @type {number|undefined} */
  quiet;

  /** What the cursor is on. */
  spot() {
    const hex = this.hex;
    return { hex, unit: this.desk.model.at(hex), box: null };
  }

  /** The hex where the cursor begins: the first unit's that can act, or the first hex. */
  first() {
    const { model, board } = this.desk;
    const side = model.state.toMove;
    const own = model.movers().find((unit) => model.hexOf(unit)) ?? model.hello.units.find((one) => one.side === side && model.hexOf(one.id))?.id;
    return (own && model.hexOf(own)) || [...board.centers.keys()][0] || "";
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it does something
   */
  deed(key) {
    const { deeds } = this;
    const { viewport } = deeds;
    const part = deeds.part();
    switch (key) {
      case "Enter":
      case " ":
        this.hex ??= this.first();
        this.aloud(() => part.click(this.spot()));
        return true;
      case "Escape":
        if (part.back()) say(t("board.dropped"));
        else deeds.advice.close();
        return true;
      case "n":
      case "p":
        this.step(key === "n" ? 1 : -1);
        return true;
      case "f":
        part.fire?.();
        return true;
      case "x":
        part.cross?.();
        return true;
      case "u":
        deeds.undo();
        return true;
      case "E":
        deeds.end();
        return true;
      case "h":
        deeds.advice.ask();
        return true;
      case "?":
        deeds.help();
        return true;
      case "+":
      case "=":
        viewport.closer();
        return true;
      case "-":
        viewport.farther();
        return true;
      case "0":
        viewport.fit();
        return true;
      case "c": {
        const point = this.desk.board.centers.get(this.hex ?? this.first());
        if (point) viewport.center(point);
        return true;
      }
      default:
        return false;
    }
  }

  /** @param {1|-1} step */
  step(step) {
    const { reveal } = this.desk;
    const hex = this.aloud(() => this.deeds.part().next(step));
    if (!hex) {
      say(t("board.nothing"));
      return;
    }
    this.hex = hex;
    reveal([hex]);
    const { model } = this.desk;
    const unit = this.frame.closest("main")?.dataset.unit; // the unit that was chosen may be off the map
    this.tell(unit && model.at(hex) !== unit ? `${model.aboutUnit(unit)}.` : "");
  }

  /**
   * Do something whose hint is said as well.
   * @template T
   * @param {() => T} act
   * @returns {T}
   */
  aloud(act) {
    const { hint } = this.desk;
    hint.aloud = true;
    const done = act();
    this.show();
    window.clearTimeout(this.quiet);
    this.quiet = window.setTimeout(() => (hint.aloud = false), 1500);
    return done;
  }
}

/**
 * The neighbor in the same printed row, so that going on goes straight.
 * @param {string} here
 * @param {string|undefined} upper
 * @param {string|undefined} lower
 */
function sideways(here, upper, lower) {
  const row = here.slice(2);
  return [upper, lower].find((hex) => hex?.slice(2) === row) ?? upper ?? lower;
}
