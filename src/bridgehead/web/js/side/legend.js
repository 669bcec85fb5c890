/** The legend for a map without its surroundings, as in a small window. */

import { compact } from "../common/compact.js";
import { h } from "../common/dom.js";
import { fromRoot } from "../common/server.js";
import * as settings from "../common/settings.js";

const EDGE = 8; // units of the picture around the legend

/**
 * @param {string} id of the saved game
 * @param {boolean} always the map stands alone on every screen
 */
export function createLegend(id, always) {
  const element = h("div", { class: "legend-alone", "data-legend": "" });
  const small = compact();
  let wanted = false;
  let seen = false;
  let asked = false;

  /** Load the sheet when it is needed and visible, and keep its legend. */
  const show = () => {
    element.hidden = !(wanted && (always || small.matches));
    if (element.hidden || !seen || asked) return;
    asked = true;
    fetch(fromRoot(`/api/saved/${id}/board.svg?sheet=1`)).then((answer) => answer.text()).then((text) => take(element, text), () => (asked = false));
  };
  const watcher = new IntersectionObserver((entries) => {
    seen ||= entries.some((entry) => entry.isIntersecting);
    show();
  });
  watcher.observe(element);
  small.addEventListener("change", show);
  const stop = settings.subscribe("layers", (layers) => {
    wanted = layers.legend;
    show();
  });
  return {
    element,
    destroy() {
      stop();
      watcher.disconnect();
      small.removeEventListener("change", show);
    },
  };
}

/** Its symbols and patterns are defined by the board. @param {HTMLElement} element @param {string} text */
function take(element, text) {
  const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const legend = sheet.querySelector("#legend");
  if (!legend) return;
  const picture = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(sheet, false)));
  legend.removeAttribute("id"); // the board's may have it
  const drawn = /** @type {SVGGElement} */ (/** @type {unknown} */ (document.importNode(legend, true)));
  picture.append(drawn);
  picture.removeAttribute("height");
  picture.removeAttribute("width");
  element.replaceChildren(picture);
  const box = drawn.getBBox();
  picture.setAttribute("viewBox", `${box.x - EDGE} ${box.y - EDGE} ${box.width + 2 * EDGE} ${box.height + 2 * EDGE}`);
}
