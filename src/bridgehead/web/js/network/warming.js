/** A small bar with the compilation progress of a game's rules; it disappears at the end. */

import { get } from "./api.js";
import { h } from "../common/dom.js";
import { t } from "../common/text.js";

const EVERY = 1000; // ms
const UNDER_WAY = ["waiting", "compiling"];

/** Whether rules are being compiled, or will be. @param {import("../types.js").Warmth|undefined} warmth */
export function isUnderWay(warmth) {
  return Boolean(warmth && UNDER_WAY.includes(warmth.state));
}

/**
 * @param {(warmth: import("../types.js").Warmth|undefined) => void} [told] is called with each answer
 * @returns {{element: HTMLElement, watch: (game: string) => void, destroy: () => void}} `watch` says which
 *   game is meant; it may be called again and again
 */
export function createWarming(told) {
  const bar = h("progress", { max: "1", value: "0", "aria-label": t("warming.label") });
  const text = h("span", null);
  const element = h("p", { class: "warming", hidden: true, title: t("warming.about") }, bar, text);
  let meant = "";
  let stopped = false;
  /** @type {number|undefined} */
  let timer;

  async function ask() {
    const game = meant;
    /** @type {import("../types.js").Ready|null} */
    const ready = await get("/api/ready").catch(() => null); // a server that restarts is asked again
    if (stopped || game !== meant) return; // another game is asked about by now
    const warmth = ready?.games?.[game];
    if (ready) show(warmth);
    if (ready) told?.(warmth);
    if (!ready || isUnderWay(warmth)) timer = window.setTimeout(ask, EVERY);
  }

  /** @param {import("../types.js").Warmth|undefined} warmth */
  function show(warmth) {
    element.hidden = !isUnderWay(warmth);
    if (!warmth || element.hidden) return;
    const { done, known } = warmth;
    bar.value = known ? done / known : 0;
    const said = known ? t("warming.done", { done, known }) : t("warming.waiting");
    if (text.textContent !== said) text.textContent = said;
  }

  return {
    element,
    watch(game) {
      if (game === meant) return;
      meant = game;
      window.clearTimeout(timer);
      ask();
    },
    destroy() {
      stopped = true;
      window.clearTimeout(timer);
    },
  };
}
