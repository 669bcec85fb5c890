/** The keyboard on a map of points: arrows go to the nearest place in a direction. */

import { say } from "../announce.js";
import { t } from "../text.js";

/** @typedef {import("./orders.js").PointDesk} PointDesk */
/** @typedef {import("../game/desk.js").Part} Part */

const WAYS = Object.freeze({
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
});
const ASIDE = 2.2; // how much farther a place counts that lies aside

export class PointCursor {
  /**
   * @param {HTMLElement} frame
   * @param {PointDesk} desk
   * @param {import("./overlay.js").PointOverlay} overlay
   * @param {{part: () => Part, undo: () => void, end: () => void, help: () => void,
   *   advice: import("../game/advice.js").Advice,
   *   viewport: import("../game/viewport.js").Viewport, centers: () => Map<string, {x: number, y: number}>,
   *   seen: (place: string) => void}} deeds `seen` brings the theater of a place to the screen
   */
  constructor(frame, desk, overlay, deeds) {
    this.frame = frame;
    this.desk = desk;
    this.overlay = overlay;
    this.deeds = deeds;
    /** @type {string|null} */
    this.hex = null;
    frame.addEventListener("keydown", (event) => this.press(event));
    frame.addEventListener("focus", () => this.enter());
    frame.addEventListener("blur", () => overlay.cursor(null));
  }

  enter() {
    if (this.desk.model.shown) this.hex ??= this.first();
    this.show();
  }

  show() {
    this.frame.dataset.cursor = this.hex ?? "";
    this.overlay.cursor(this.frame.matches(":focus-visible") ? this.hex : null);
  }

  /** @param {string|null} place */
  put(place) {
    if (place) this.hex = place;
    this.show();
  }

  first() {
    const { model } = this.desk;
    const mover = model.movers().map((unit) => model.hexOf(unit)).find(Boolean);
    return mover ?? [...this.deeds.centers().keys()][0] ?? null;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.frame) return;
    const way = WAYS[/** @type {keyof typeof WAYS} */ (event.key)];
    if (way) this.move(way[0] ?? 0, way[1] ?? 0);
    else if (!this.deed(event.key)) return;
    event.preventDefault();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  move(dx, dy) {
    const from = this.hex ? this.overlay.at(this.hex) : { x: 0, y: 0 };
    let best = "";
    let least = Infinity;
    for (const place of this.deeds.centers().keys()) {
      if (place === this.hex) continue;
      const to = this.overlay.at(place);
      const [x, y] = [to.x - from.x, to.y - from.y];
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      const far = ahead + aside * ASIDE;
      if (ahead > 8 && aside < ahead * 2 && far < least) [best, least] = [place, far];
    }
    if (best) this.hex = best;
    this.desk.reveal(this.hex ? [this.hex] : []);
    this.tell(best ? "" : t("board.edge"));
  }

  /** @param {string} [before] */
  tell(before = "") {
    const { hint } = this.desk;
    if (this.hex) this.deeds.seen(this.hex);
    this.show();
    hint.lead = before;
    hint.aloud = true;
    this.deeds.part().point({ hex: this.hex, unit: null, box: null });
    window.clearTimeout(this.quiet);
    this.quiet = window.setTimeout(() => (hint.aloud = false), 1500);
  }

  /** @type {number|undefined} */
  quiet;

  /**
   * @param {string} key
   * @returns {boolean} whether it does something
   */
  deed(key) {
    const { viewport } = this.deeds;
    const part = this.deeds.part();
    switch (key) {
      case "Enter":
      case " ":
        this.desk.hint.aloud = true;
        part.click({ hex: this.hex ??= this.first(), unit: null, box: null });
        this.show();
        return true;
      case "Escape":
        if (part.back()) say(t("board.dropped"));
        else this.deeds.advice.close();
        return true;
      case "n":
      case "p": {
        const place = part.next(key === "n" ? 1 : -1);
        if (!place) say(t("board.nothing"));
        else {
          this.hex = place;
          this.desk.reveal([place]);
          this.tell();
        }
        return true;
      }
      case "u":
        this.deeds.undo();
        return true;
      case "E":
        this.deeds.end();
        return true;
      case "h":
        this.deeds.advice.ask();
        return true;
      case "?":
        this.deeds.help();
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
      default:
        return false;
    }
  }
}
