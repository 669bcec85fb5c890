/** All texts of the page are in text/en.json; `t` returns them. */

const FORMS = /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g; // {name}, or {name:one|many}

/** @type {any} */
let texts = {};
/** @type {readonly Side[]} */
let sides = [];
const colors = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, colors];

/** @typedef {import("../types.js").Side} Side */

/** Load the texts. Call it once, before anything is shown. */
export async function loadText() {
  const answer = await fetch("/static/text/en.json");
  texts = await answer.json();
  document.documentElement.lang = texts.language;
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
 * form that agrees with a value: a number, or the name of a side.
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
  return text.replace(FORMS, (whole, name, one, many) => {
    const value = values[name];
    if (value === undefined) return whole;
    return one === undefined ? String(value) : isMany(value) ? many : one;
  });
}

/** Whether a verb or noun with a value is plural: not with 1, nor with "Israel". @param {string|number} value */
function isMany(value) {
  if (typeof value === "number" || /^\d+$/.test(value)) return Number(value) !== 1;
  return sides.some(({ label, plural }) => plural && label === value);
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

/** Points as printed: 8.5 is "8½". @param {number} value */
export function points(value) {
  const whole = Math.floor(value);
  if (value === whole) return String(whole);
  return `${whole || ""}½`;
}

/** A chance in percent. @param {number} share */
export function percent(share) {
  return `${Math.round(share * 100)}%`;
}
