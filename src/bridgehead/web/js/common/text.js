/**
 * The texts of the page in the reader's language: text/en.json, text/de.json and so on; `t` returns them. The server
 * names the language in the page's `lang`. What a language lacks is in English.
 */

import { fromRoot } from "./server.js";

const FORMS = /\{(\w+)(?::([^{}]*\|[^{}]*))?\}/g; // {name}, or {name:one|many}
const ENGLISH = "en";
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"]; // of plurals, in the order of a text's forms

/** @type {any} */
let texts = {};
/** @type {readonly Side[]} */
let sides = [];
let plurals = new Intl.PluralRules(ENGLISH);
let categories = categoriesOf(plurals);
let numbers = new Intl.NumberFormat(ENGLISH);
let shares = new Intl.NumberFormat(ENGLISH);
const colors = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, colors];

/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Sentence} Sentence */

/** Load the texts. Call it once, before anything is shown. */
export async function loadText() {
  const { lang } = document.documentElement;
  const [own, english] = await Promise.all([catalog(lang), lang === ENGLISH ? {} : catalog(ENGLISH)]);
  texts = completed(own, english);
  document.documentElement.lang = texts.language;
  document.documentElement.dir = texts.direction;
  plurals = new Intl.PluralRules(texts.language);
  categories = categoriesOf(plurals);
  numbers = new Intl.NumberFormat(texts.language, { useGrouping: false, maximumFractionDigits: 20 });
  shares = new Intl.NumberFormat(texts.language, { style: "percent" });
}

/** @param {string} language */
async function catalog(language) {
  return (await fetch(fromRoot(`/static/text/${language}.json`))).json();
}

/** A group of texts, with the English ones for those that it lacks. @param {any} own @param {any} english @returns {any} */
function completed(own, english) {
  const found = { ...english, ...own };
  for (const [name, value] of Object.entries(english)) {
    if (typeof value === "object" && typeof own[name] === "object") found[name] = completed(own[name], value);
  }
  return found;
}

/** The plural categories of a language, in the order of its forms. @param {Intl.PluralRules} rules */
function categoriesOf(rules) {
  const { pluralCategories } = rules.resolvedOptions();
  return CATEGORIES.filter((name) => pluralCategories.includes(/** @type {Intl.LDMLPluralRule} */ (name)));
}

/** Tell the page the sides of the games on it, in the order of each game: their names and looks. @param {...readonly Side[]} ofGames */
export function knowSides(...ofGames) {
  sides = ofGames.flat();
  colors.replaceSync(ofGames.flatMap((game) => game.map((side, k) => sideRules(side, k === 0 ? "first" : "second"))).join(""));
}

/** @param {Side} side @param {"first"|"second"} place */
function sideRules({ id, corner }, place) {
  const it = CSS.escape(id);
  return `:is([data-side="${it}"], .${it}) { --side: var(--${place}-side); --side-ink: var(--${place}-side-ink); --side-on-map: var(--${place}-side-on-map);
    --side-line: var(--line-${corner}); --side-radius: var(--radius-${corner}); --side-clip: var(--clip-${corner}); --side-small-clip: var(--small-clip-${corner}); }`;
}

/** The name of a side, of the dice, or of nobody. @param {string} id */
export function sideName(id) {
  return sides.find((side) => side.id === id)?.label ?? named("sides", id);
}

/**
 * A text by its key, "play.end", with {name} replaced by values. An unknown key is an error. {name:is|are} is the
 * form that agrees with a value: a number, or the name of a side. A language has as many forms as plural categories.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = key.split(".").reduce((group, part) => group?.[part], texts);
  if (typeof text !== "string") throw new Error(`text/en.json has no ${key}`);
  return filled(text, values);
}

/** A text with its values. @param {string} text @param {Record<string, string|number>} values */
export function filled(text, values) {
  return text.replace(FORMS, (whole, name, forms) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (forms !== undefined) return formOf(value, forms.split("|"));
    return typeof value === "number" ? numbers.format(value) : value;
  });
}

/** Sentences of the server, whose values may be sentences, too. @param {readonly Sentence[]} sentences @returns {string} */
export function inWords(sentences) {
  return sentences.map(({ text, values }) => filled(text, Object.fromEntries(Object.entries(values)
    .map(([name, value]) => [name, typeof value === "object" ? inWords([value]) : value])))).join(" ");
}

/** The form of a verb or noun that agrees with a value: with a number, or with a name such as "Israel". @param {string|number} value @param {string[]} forms */
function formOf(value, forms) {
  if (typeof value === "number" || /^\d+$/.test(value)) {
    return forms[Math.min(categories.indexOf(plurals.select(Number(value))), forms.length - 1)] ?? "";
  }
  return (sides.some(({ label, plural }) => plural && label === value) ? forms.at(-1) : forms[0]) ?? "";
}

/** Whether there is a text with this key. @param {string} key */
export function hasText(key) {
  return typeof key.split(".").reduce((group, part) => group?.[part], texts) === "string";
}

/**
 * A text of a group by an id from the server; the id itself if there is no text yet.
 * @param {string} group
 * @param {string} id
 */
export function named(group, id) {
  const key = `${group}.${id.replaceAll(" ", "_")}`;
  return hasText(key) ? t(key) : id.replaceAll("_", " ");
}

/** A text from the server as a sentence, with a capital letter and a full stop. @param {string} text */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?:…]$/.test(whole) ? whole : `${whole}.`;
}

/** A label as a part of a sentence: with a small letter, where the language writes nouns small. @param {string} label */
export function inSentence(label) {
  return texts.nouns === "small" ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** Points as printed: 8.5 is "8½". @param {number} value */
export function points(value) {
  const whole = Math.floor(value);
  if (value === whole) return String(whole);
  return `${whole || ""}½`;
}

/** A chance in percent. @param {number} share */
export function percent(share) {
  return shares.format(share);
}
