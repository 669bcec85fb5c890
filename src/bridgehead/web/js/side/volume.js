/** The sound settings: on or off, and the volume. */

import { h } from "../common/dom.js";
import * as settings from "../common/settings.js";
import { play, wake } from "../common/sounds.js";
import { t } from "../common/text.js";
import { tick } from "./checkbox.js";

/** @param {(() => void)[]} stops takes how to stop them following the settings */
export function soundSettings(stops) {
  const slider = h("input", { type: "range", id: "volume", min: "0", max: "100", step: "10", onChange: () => settings.set("volume", Number(slider.value)) });
  const switched = tick("sounds", "sounds-on", t("menu.sounds"), stops);
  const sample = () => {
    wake();
    play("turn");
  };
  for (const control of [slider, switched]) control.addEventListener("change", sample);
  stops.push(settings.subscribe("volume", (volume) => (slider.value = String(volume))));
  stops.push(settings.subscribe("sounds", (on) => (slider.disabled = !on)));
  return h("div", { class: "sound-settings" }, switched, h("div", { class: "field" }, h("label", { for: "volume" }, t("menu.volume")), slider));
}
