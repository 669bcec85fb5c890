/** The theater shown: one, or both side by side. */

import { h } from "../common/dom.js";
import { t } from "../common/text.js";

/** @typedef {import("./types.js").Theater} Theater */
/** @typedef {{x: number, y: number, width: number, height: number}} Area */

const BOTH = "both";

/** @param {(area: Area, whole: boolean) => void} onShow `whole`: both are to be seen, and not only where the action is */
export function createTheaters(onShow) {
  /** @type {Theater[]} */
  let theaters = [];
  let shown = "";
  const element = h("div", { class: "theaters", role: "group", "aria-label": t("routes.theatersLabel") });
  element.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-theater]") : null;
    if (button instanceof HTMLElement) show(button.dataset.theater ?? BOTH, true);
  });

  /** @param {string} name */
  function area(name) {
    const found = theaters.filter(({ id }) => name === BOTH || id === name);
    const right = Math.max(...found.map(({ x, width }) => x + width));
    const x = Math.min(...found.map((one) => one.x));
    return { x, y: 0, width: right - x, height: Math.max(...found.map(({ height }) => height)) };
  }

  /** @param {string} name @param {boolean} [byHand] */
  function show(name, byHand = false) {
    shown = name;
    for (const button of element.children) button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.theater === name));
    onShow(area(name), byHand && name === BOTH);
  }

  return {
    element,
    get shown() {
      return shown;
    },
    /** @param {Theater[]} given @param {boolean} wide whether both fit beside each other */
    meet(given, wide) {
      theaters = given;
      element.replaceChildren(...[...given.map(({ id, name }) => ({ id, name })), { id: BOTH, name: t("routes.both") }]
        .map(({ id, name }) => h("button", { type: "button", "data-theater": id, "aria-pressed": "false" }, name)));
      show(wide ? BOTH : (given[0]?.id ?? BOTH));
    },
    show,
    /** @param {string} name */
    isOne: (name) => theaters.some(({ id }) => id === name),
    /** @param {string} name */
    has: (name) => name === BOTH || theaters.some(({ id }) => id === name),
    again: () => shown && show(shown),
    /** Make a place visible. @param {readonly string[]} of its theaters */
    reveal(of) {
      const [first] = of;
      if (first && shown !== BOTH && !of.includes(shown)) show(first);
    },
  };
}
