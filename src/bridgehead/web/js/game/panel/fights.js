/** A strip with the battles of the present phase: where each was, and what came of it. */

import { h, refill } from "../../common/dom.js";
import { t } from "../../common/text.js";

/** @typedef {import("../../types.js").State} State */

/**
 * @param {{model: import("../parts.js").Model, light: (places: string[]|null) => void, reveal: (places: string[]) => void}} context
 */
export function createFights({ model, light, reveal }) {
  const list = h("ol", { class: "fights", id: "fights", hidden: true, "aria-label": t("fights.label") });
  /** @type {State["fights"]} */
  let shown = [];

  /** @param {EventTarget|null} target */
  const placesOf = (target) => {
    const button = target instanceof Element ? target.closest("[data-fight]") : null;
    return button instanceof HTMLElement ? shown[Number(button.dataset.fight)]?.places ?? null : null;
  };
  for (const name of ["pointerover", "focusin"]) list.addEventListener(name, (event) => light(placesOf(event.target)));
  for (const name of ["pointerleave", "focusout"]) list.addEventListener(name, () => light(null));
  list.addEventListener("click", (event) => reveal(placesOf(event.target) ?? []));

  return {
    element: list,
    /** @param {State} state */
    update({ fights = [], result }) {
      list.hidden = fights.length < 2 || Boolean(result); // one alone is told below
      if (JSON.stringify(fights) === JSON.stringify(shown)) return;
      shown = fights;
      refill(list, fights.map(({ text, places, result: effect }, n) => {
        const told = model.prose(text);
        return h("li", null, h("button", { type: "button", class: "quiet", title: told, "aria-label": told, dataset: { fight: String(n) } },
          h("b", null, model.placeName(places.at(-1) ?? "")), " ", effect || t("fights.open")));
      }));
      list.scrollLeft = list.scrollWidth;
    },
  };
}
