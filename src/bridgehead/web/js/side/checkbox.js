/** A setting that is on or off, as a checkbox. */

import { h } from "../common/dom.js";
import * as settings from "../common/settings.js";

/**
 * @param {"briefing"|"unmoved"|"sounds"|"skips"|"fightCard"|"oneSize"} name of the setting
 * @param {string} id
 * @param {string} label
 * @param {(() => void)[]} [stops] takes how to stop it following the setting
 */
export function tick(name, id, label, stops) {
  const box = h("input", { type: "checkbox", id, checked: settings.get(name), onChange: () => settings.set(name, box.checked) });
  stops?.push(settings.subscribe(name, (on) => (box.checked = on)));
  return h("label", { class: "tick" }, box, label);
}
