/** A handle between the decision and the tabs: dragging it gives one of them more room. */

import { h } from "../../common/dom.js";
import * as settings from "../../common/settings.js";
import { t } from "../../common/text.js";

const LEAST = 160; // px of either
const STEP = 32; // px of an arrow key

/**
 * @param {HTMLElement} upper
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function createResizer(upper) {
  const element = h("div", { class: "resizer", role: "separator", tabindex: "0", "aria-orientation": "horizontal", "aria-label": t("play.resize"), title: t("play.resizeNote"), "aria-valuemin": "0", "aria-valuemax": "100" });

  const room = () => upper.parentElement?.clientHeight ?? 0;
  const tell = () => element.setAttribute("aria-valuenow", String(Math.round((100 * upper.offsetHeight) / Math.max(room(), 1))));

  /** @param {number} height in px; 0: as much as the decision needs */
  const set = (height) => settings.set("deciding", height && Math.round(Math.min(Math.max(height, LEAST), Math.max(room() - LEAST, LEAST))));

  const stop = settings.subscribe("deciding", (height) => {
    upper.classList.toggle("sized", height > 0);
    upper.style.setProperty("--sized", `${height}px`);
    tell();
  });
  const watcher = new ResizeObserver(tell);
  watcher.observe(upper);
  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (element.hasPointerCapture(event.pointerId)) set(event.clientY - upper.getBoundingClientRect().top);
  });
  element.addEventListener("dblclick", () => set(0));
  element.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -STEP, ArrowDown: STEP }[event.key];
    if (by) set(upper.offsetHeight + by);
    else if (event.key === "Home") set(0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    element,
    destroy() {
      stop();
      watcher.disconnect();
    },
  };
}
