/** The picture of the theaters: one picture of both, of which one is seen, or both. */

import { Board } from "../game/board.js";

/** @typedef {import("../game/board.js").Spot} Spot */

const GLIDE = 300; // ms
const NEAR = 20; // units of the picture: a pile that is sorted anew is no move

export class PointBoard extends Board {
  /**
   * @param {EventTarget|null} target
   * @returns {Spot}
   */
  spot(target) {
    if (!(target instanceof Element) || !this.svg?.contains(target)) return { hex: null, unit: null, box: null };
    const unit = /** @type {SVGElement|null} */ (target.closest("svg [data-unit]"));
    const place = /** @type {SVGElement|null} */ (target.closest("[data-hex], [data-again]"));
    return { hex: place?.dataset.hex ?? place?.dataset.again ?? null, unit: unit?.dataset.unit ?? null, box: null };
  }

  /** Counters glide where they lie in the pile. @param {Map<string, string>} before */
  glide(before) {
    for (const unit of this.svg?.querySelectorAll("#layer-units [data-unit]") ?? []) {
      const was = numbers(before.get(unit.id) ?? "");
      const now = numbers(unit.getAttribute("transform") ?? "");
      if (!was || !now || Math.hypot(was[0] - now[0], was[1] - now[1]) < NEAR) continue;
      unit.animate([{ transform: styled(was) }, { transform: styled(now) }], { duration: GLIDE, easing: "ease-in-out" });
    }
  }
}

/**
 * The numbers of an SVG transform: x, y, scale.
 * @param {string} transform
 * @returns {[number, number, number]|null}
 */
function numbers(transform) {
  const [x, y, scale = "1"] = transform.match(/-?[\d.]+/g) ?? [];
  return x === undefined || y === undefined ? null : [Number(x), Number(y), Number(scale)];
}

/** @param {number[]} place */
const styled = ([x = 0, y = 0, scale = 1]) => `translate(${x}px, ${y}px) scale(${scale})`;
