/** The slider of a replay, with the turns and phases below it. */

import { h, refill } from "../../common/dom.js";
import { named, sideName, t } from "../../common/text.js";

/** @typedef {import("../../types.js").Mark} Mark */

/**
 * @param {(n: number) => void} onMove the slider was moved, or a turn was clicked
 * @returns {{element: HTMLElement, slider: HTMLInputElement, marks: (marks: Mark[]) => void,
 *   show: (n: number, length: number) => string, neighbor: (n: number, way: number) => number}}
 */
export function createTrack(onMove) {
  /** @type {Mark[]} */
  let marks = [];
  let length = 0;

  const slider = h("input", {
    type: "range", id: "replay-slider", min: "0", max: "0", step: "1", "aria-label": t("replay.slider"),
    onInput: () => onMove(Number(slider.value)),
  });
  const ticks = h("div", { class: "track-ticks", "aria-hidden": "true" });
  const element = h("div", { class: "track" }, slider, ticks);

  /** @param {number} n */
  const markOf = (n) => marks.filter((mark) => mark.n <= n).at(-1);

  /** @param {number} n @returns {string} where that is, in words */
  function words(n) {
    const mark = markOf(n);
    const count = t("replay.count", { n, length });
    if (!mark) return count;
    if (mark.phase === "over") return t("replay.whereOver", { turn: mark.turn, count });
    return t("replay.where", {
      turn: mark.turn, side: sideName(mark.side), phase: named("phases", mark.phase), count,
    });
  }

  function drawTicks() {
    /** @param {number} n */
    const place = (n) => `left: calc(var(--thumb) / 2 + (100% - var(--thumb)) * ${length ? n / length : 0})`;
    let turn = 0;
    refill(ticks, marks.filter((mark) => mark.n <= length).map((mark) => {
      const begins = mark.turn !== turn;
      turn = mark.turn;
      return begins
        ? h("span", { class: mark.night ? "turn night" : "turn", style: place(mark.n), onClick: () => onMove(mark.n) }, mark.turn)
        : h("i", { style: place(mark.n), dataset: { side: mark.side } });
    }));
  }

  return {
    element,
    slider,
    marks(given) {
      marks = given;
      drawTicks();
    },
    show(n, newLength) {
      if (newLength !== length) {
        length = newLength;
        slider.max = String(length);
        drawTicks();
      }
      slider.value = String(n);
      const text = words(n);
      slider.setAttribute("aria-valuetext", text);
      return text;
    },
    neighbor(n, way) {
      const found = way > 0 ? marks.find((mark) => mark.n > n) : marks.filter((mark) => mark.n < n).at(-1);
      return found ? found.n : way > 0 ? length : 0;
    },
  };
}
