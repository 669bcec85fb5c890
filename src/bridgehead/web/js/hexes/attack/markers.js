/** Airstrikes and naval guns: checkboxes for single ones, numbers for several. */

import { h } from "../../common/dom.js";
import { t } from "../../common/text.js";

/**
 * The input fields of some markers.
 * @param {import("../model.js").HexModel} model
 * @param {Record<string, number>} most how many there are of each
 * @param {Record<string, number>} given how many are declared already
 * @returns {HTMLElement[]}
 */
export function markerFields(model, most, given = {}) {
  return Object.entries(most).map(([name, n]) => {
    const label = model.marker(name);
    const least = given[name] ?? 0;
    if (!model.isNumbered(name)) {
      return h("label", { class: "support marker" },
        h("input", { type: "checkbox", "data-marker": name, checked: least > 0, disabled: n < 1 || least > 0 }),
        h("span", null, n < 1 && least < 1 ? t("attack.noMarker", { marker: label }) : label));
    }
    const id = `marker-${name}`;
    return h("div", { class: "marker number" },
      h("label", { for: id }, label),
      step(name, -1, label),
      h("input", { id, type: "number", inputmode: "numeric", "data-marker": name, min: String(least), max: String(n), value: String(least), disabled: n <= least }),
      step(name, 1, label),
      h("small", null, t("attack.ofMarkers", { n })));
  });
}

/** @param {string} name @param {1|-1} more @param {string} label */
function step(name, more, label) {
  return h("button", { type: "button", class: "quiet step", "data-step": String(more), "data-of": name, "aria-label": t(more > 0 ? "attack.oneMore" : "attack.oneLess", { marker: label }) },
    more > 0 ? "+" : "−");
}

/**
 * Set the number of each, and enable the buttons.
 * @param {Element} body
 * @param {Record<string, number>} markers
 * @param {Record<string, number>} most
 */
export function setMarkers(body, markers, most) {
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (body.querySelectorAll("input[data-marker]"))) {
    const n = markers[box.dataset.marker ?? ""] ?? 0;
    if (box.type === "checkbox") box.checked = n > 0;
    else if (box.value !== String(n)) box.value = String(n);
  }
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (body.querySelectorAll("button[data-step]"))) {
    const { of = "", step: more } = button.dataset;
    const n = (markers[of] ?? 0) + Number(more);
    const box = /** @type {HTMLInputElement|null} */ (body.querySelector(`input[data-marker="${of}"]`));
    button.disabled = n < Number(box?.min ?? 0) || n > (most[of] ?? 0);
  }
}
