/** The seed of the dice: none, or a whole number. */

import { h } from "../common/dom.js";
import { t } from "../common/text.js";

/**
 * @returns {{element: HTMLElement, check: () => boolean, value: () => number|null}} `check` shows
 *   what is wrong and goes there; `value` is the seed where nothing is
 */
export function createSeed() {
  const help = h("p", { class: "help", id: "seed-help" }, t("home.seed.help"));
  const wrong = h("p", { class: "wrong", id: "seed-wrong", role: "alert", hidden: true });
  const input = h("input", {
    type: "text", name: "seed", id: "seed", inputmode: "numeric", autocomplete: "off", spellcheck: "false",
    placeholder: t("home.seed.none"), "aria-describedby": `${wrong.id} ${help.id}`, onInput: () => wrong.hidden || check(false),
  });

  /** @param {boolean} [go] whether the focus goes to a wrong field */
  function check(go = true) {
    const text = input.value.trim();
    const right = /^\d{0,15}$/.test(text);
    wrong.hidden = right;
    wrong.textContent = right ? "" : t("home.seed.wrong", { text });
    input.setAttribute("aria-invalid", String(!right));
    if (!right && go) input.focus();
    return right;
  }

  const element = h("div", { class: "field seed" }, h("label", { for: input.id }, t("home.seed.label")), input, wrong, help);
  return { element, check, value: () => (input.value.trim() === "" ? null : Number(input.value)) };
}
