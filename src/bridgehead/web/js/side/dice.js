/** Dice: the large one that tumbles, and the small ones in the log. */

import { still } from "../game/map/board.js";
import { h, svg } from "../common/dom.js";
import { sentence, t } from "../common/text.js";

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

/** The drawing of a face. @param {number} face */
function drawing(face) {
  const pips = (PIPS[face] ?? []).map(([x, y]) => `<circle cx="${9 + 11 * Number(x)}" cy="${9 + 11 * Number(y)}" r="3.800"/>`);
  return svg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" aria-hidden="true">
    <rect class="die-body" x="1.500" y="1.500" width="37" height="37" rx="8"/><g class="die-pips">${pips.join("")}</g></svg>`);
}

/** A die in a line of text, with the face as text for screen readers. @param {number} face @returns {HTMLElement} */
export function smallDie(face) {
  return h("span", { class: "small-die", "aria-hidden": "true", dataset: { face } }, drawing(face));
}

/** What a roll outside combat has brought, as the log tells it after the face: "9 airstrikes this turn." @param {{texts?: string[]}} roll */
export function broughtBy({ texts: [first = ""] = [] }) {
  const [, ...rest] = first.split(": ");
  return rest.length ? sentence(rest.join(": ")) : "";
}

/**
 * The die with the last roll, until a person acts. It announces nothing itself. `roll` lets it tumble, once for each
 * roll, and calls `then` when it stops; false if it does not tumble. `show` shows it at rest with the result, or the
 * result when it stops.
 * @returns {{element: HTMLElement, roll: (face: number, at: number, then?: () => void) => boolean, show: (face: number, text: string) => void, clear: () => void}}
 */
export function createDie() {
  const picture = h("span", { class: "die-picture" });
  const words = h("span", { class: "die-words" });
  const element = h("div", { id: "die", class: "die", hidden: true }, picture, words);
  /** @type {number|undefined} */
  let timer;
  let tumbled = -1; // the position after the roll that has tumbled
  let brought = "";
  let rests = () => {}; // what is to be done when it rests

  /** @param {number} face @param {number} left faces to be seen before it */
  function tumble(face, left) {
    const seen = left ? 1 + ((face + left * 5 - 1) % 6) : face;
    picture.replaceChildren(drawing(seen));
    element.classList.toggle("tumbling", left > 0);
    timer = left ? window.setTimeout(() => tumble(face, left - 1), TUMBLE) : undefined;
    words.textContent = left ? "" : brought;
    if (!left) rest();
  }

  function rest() {
    const then = rests;
    rests = () => {};
    then();
  }

  /** @param {number} face @param {number} faces to be seen before it @param {string} text of what it brings */
  function put(face, faces, text) {
    window.clearTimeout(timer);
    element.hidden = false;
    element.dataset.face = String(face);
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", t("dice.face", { face }));
    brought = text;
    tumble(face, faces);
  }

  return {
    element,
    roll(face, at, then = () => {}) {
      if (at === tumbled) return false;
      tumbled = at;
      rest();
      rests = then;
      const faces = still() ? 0 : FACES_SHOWN;
      put(face, faces, "");
      return faces > 0;
    },
    show(face, text) {
      if (timer !== undefined && element.dataset.face === String(face)) brought = text;
      else put(face, 0, text);
    },
    clear() {
      window.clearTimeout(timer);
      timer = undefined;
      tumbled = -1;
      rest();
      element.hidden = true;
      delete element.dataset.face;
    },
  };
}
