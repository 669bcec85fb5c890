/** Dice: the large one that tumbles, and the small ones of the log. */

import { h, svg } from "../dom.js";
import { t } from "../text.js";

// Pips by face, as columns and rows of 0 to 2.
const PIPS = [
  [],
  ["11"],
  ["00", "22"],
  ["00", "11", "22"],
  ["00", "02", "20", "22"],
  ["00", "02", "11", "20", "22"],
  ["00", "01", "02", "20", "21", "22"],
];
const TUMBLE = 90; // ms a face
const FACES_SHOWN = 6;
const READ = 700; // ms that a roll stays in sight after it has come to rest

/** The drawing of a face. @param {number} face */
function drawing(face) {
  const pips = (PIPS[face] ?? []).map(([x, y]) => `<circle cx="${9 + 11 * Number(x)}" cy="${9 + 11 * Number(y)}" r="3.800"/>`);
  return svg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" aria-hidden="true">
    <rect class="die-body" x="1.500" y="1.500" width="37" height="37" rx="8"/><g class="die-pips">${pips.join("")}</g></svg>`);
}

/** A die in a line of text, which says the face too. @param {number} face @returns {HTMLElement} */
export function smallDie(face) {
  return h("span", { class: "small-die", "aria-hidden": "true", dataset: { face } }, drawing(face));
}

/**
 * The die that shows the roll of the moment. It is silent: who shows it says what it brought.
 * `clear` takes it away: at once, or, where the game goes on by itself, when it has been seen.
 * @returns {{element: HTMLElement, show: (face: number, text: string) => void, clear: (seen?: boolean) => void}}
 */
export function createDie() {
  const picture = h("span", { class: "die-picture" });
  const words = h("span", { class: "die-words" });
  const element = h("div", { id: "die", class: "die", hidden: true }, picture, words);
  /** @type {number|undefined} */
  let timer;
  /** @type {number|undefined} */
  let leaving;
  let until = 0; // when it has been seen

  function hide() {
    window.clearTimeout(timer);
    element.hidden = true;
    delete element.dataset.face;
  }

  /** @param {number} face @param {number} left faces to be seen before it */
  function tumble(face, left) {
    const seen = left ? 1 + ((face + left * 5 - 1) % 6) : face;
    picture.replaceChildren(drawing(seen));
    element.classList.toggle("tumbling", left > 0);
    timer = left ? window.setTimeout(() => tumble(face, left - 1), TUMBLE) : undefined;
  }

  return {
    element,
    show(face, text) {
      window.clearTimeout(timer);
      window.clearTimeout(leaving);
      element.hidden = false;
      element.dataset.face = String(face);
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", t("dice.face", { face }));
      words.textContent = text;
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      until = still ? 0 : performance.now() + FACES_SHOWN * TUMBLE + READ;
      tumble(face, still ? 0 : FACES_SHOWN);
    },
    clear(seen = false) {
      window.clearTimeout(leaving);
      const left = until - performance.now();
      if (seen && left > 0) leaving = window.setTimeout(hide, left);
      else hide();
    },
  };
}
