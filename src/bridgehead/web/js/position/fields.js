/** The controls for the fields of a position, as the server lists them. */

import { h } from "../common/dom.js";
import { t } from "../common/text.js";

/**
 * The server's data for setting up a position.
 *
 * @typedef {{id: string, label: string}} Word
 * @typedef {{field: string, label: string, about: "game"|"unit"|"place", kind: "number"|"choice"|"flag"|"list", least: number,
 *   most: number, step: number, words: Word[], keys: Word[]}} Control   how a field is set: of the game, each unit or each place
 * @typedef {{text: string, field: string, units: string[], places: string[]}} Fault   what is wrong with a position
 * @typedef {Record<string, any>} PositionData
 * @typedef {{game: string, options: string[], position: PositionData, values: PositionData, line: string, pending: boolean,
 *   state: any}} Checked   a position that can be; values: of all its fields; pending: something has been begun
 * @typedef {Checked & {hello: any, controls: Control[], offMap: Word[]}} Opened   with what never changes in its game
 * @typedef {{toMove: string|null, count: number, result: {winner: string, reason: string}|null, side: string,
 *   chance: {value: number, error: number}|null, compiled: boolean}} Evaluation   chance: of `side` to win
 */

const NONE = ""; // the value of a choice that is not made
const LONG = 6; // words of a list that are shown at once

/**
 * A control of the whole position: one field, or one for each entry of a table.
 * @param {Control} control
 * @param {PositionData} values of all fields
 */
export function ofGame(control, values) {
  const value = values[control.field];
  if (control.kind === "list") return words(control, value ?? []);
  if (!control.keys.length) return row(control, control.label, "", value, false);
  return h("fieldset", { class: "setup-table" }, h("legend", null, control.label),
    control.keys.map(({ id, label }) => row(control, label, id, value?.[id], true)));
}

/**
 * The controls that belong to a unit or a place.
 * @param {readonly Control[]} controls
 * @param {string} id of the unit or place
 * @param {PositionData} values
 */
export function ofOne(controls, id, values) {
  return controls.filter(({ keys }) => !keys.length || keys.some((key) => key.id === id)).map((control) => {
    const value = values[control.field];
    return row(control, control.label, id, control.kind === "flag" ? Boolean(value?.includes(id)) : value?.[id], true);
  });
}

/** A control with its label. @param {Control} control @param {string} label @param {string} key of a table, "" for none @param {any} value @param {boolean} may it be left out */
function row(control, label, key, value, may) {
  const id = `setup-${control.field}${key ? `-${key}` : ""}`.replace(/[^\w-]+/g, "_");
  const data = { id, dataset: { field: control.field, key } };
  if (control.kind === "flag" || (control.kind === "number" && control.least === 0 && control.most === 1 && control.step === 1)) {
    return h("label", { class: "tick setup-tick" }, h("input", { type: "checkbox", checked: Boolean(value), ...data }), h("span", null, label));
  }
  const input = control.kind === "choice"
    ? h("select", data, may && h("option", { value: NONE }, t("setUp.noChoice")), control.words.map((word) => h("option", { value: word.id, selected: word.id === value }, word.label)))
    : h("input", { type: "number", inputmode: "decimal", min: control.least, max: control.most, step: control.step, value: value ?? 0, ...data });
  return h("div", { class: "setup-field" }, h("label", { for: id }, label), input);
}

/** A list of words, each in it or not. @param {Control} control @param {readonly string[]} value */
function words({ field, label, words: all }, value) {
  const ticks = all.map((word) => h("label", { class: "tick setup-tick" },
    h("input", { type: "checkbox", id: `setup-${field}-${word.id}`, checked: value.includes(word.id), dataset: { field, key: word.id } }), h("span", null, word.label)));
  if (all.length <= LONG) return h("fieldset", { class: "setup-table" }, h("legend", null, label), ticks);
  return h("details", { class: "setup-list", dataset: { keep: field } }, h("summary", null, label), ticks);
}

/**
 * The new value of a field after a control has changed.
 * @param {Control} control
 * @param {HTMLInputElement|HTMLSelectElement} input
 * @param {PositionData} values
 * @returns {any} null for the default
 */
export function changed(control, input, values) {
  const key = input.dataset.key ?? "";
  const now = values[control.field];
  const on = input instanceof HTMLInputElement && input.checked;
  if (control.kind === "list" || (control.kind === "flag" && control.about !== "game")) {
    const others = (now ?? []).filter((/** @type {string} */ one) => one !== key);
    return on ? [...others, key] : others;
  }
  const value = control.kind === "flag" ? on : control.kind === "choice" ? input.value || null : numberOf(input, on);
  if (!key) return value;
  const { [key]: _, ...rest } = now ?? {};
  return value === null ? rest : { ...rest, [key]: value };
}

/** @param {HTMLInputElement|HTMLSelectElement} input @param {boolean} on */
function numberOf(input, on) {
  if (input.type === "checkbox") return Number(on);
  return input.value.trim() === "" ? null : Number(input.value);
}
