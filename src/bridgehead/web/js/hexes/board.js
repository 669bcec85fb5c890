/** The picture of a hex map, with or without its surroundings. */

import { Board } from "../game/map/board.js";
import { isHex } from "./model.js";
import { giveRoom } from "./spacing.js";

export class HexBoard extends Board {
  /** Whether the picture has a box with this name. @param {string} box */
  has(box) {
    return Boolean(this.svg?.querySelector(`[data-box="${box}"]`));
  }

  /** @param {import("../types.js").State} state @param {boolean} glide */
  show(state, glide) {
    super.show(state, glide);
    giveRoom(this);
  }

  /** @param {Element} unit */
  goes(unit) {
    unit.parentElement?.append(unit); // above the others while it moves, and where it stands nobody else is
    const id = CSS.escape(/** @type {SVGElement} */ (unit).dataset.unit ?? "");
    for (const mark of this.svg?.querySelectorAll(`#layer-marks [data-of="${id}"]`) ?? []) {
      mark.animate({ opacity: [0, 0, 1] }, this.motion.ms + 80); // it comes when the counter has arrived
    }
  }

  /** A counter may be drawn over another hex than its own, or in a box. @param {EventTarget|null} target */
  spot(target) {
    const spot = super.spot(target);
    if (!(target instanceof Element) || !this.svg?.contains(target)) return spot;
    const { place = "" } = /** @type {SVGElement|null} */ (target.closest("svg [data-unit]"))?.dataset ?? {};
    const box = /** @type {SVGElement|null} */ (target.closest("[data-box]"))?.dataset.box;
    return { ...spot, hex: isHex(place) ? place : spot.hex, box: box ?? (place === "across" ? place : null) };
  }
}
