/** Settings stored in this browser: speed, theme, layers, the open tab. */

const KEY = "bridgehead";
const DEFAULTS = Object.freeze({
  pace: 600, // ms before each step of the computer
  replay: 600, // ms an action of a replay
  theme: "auto",
  column: "right", // of the map; left, below, or float: a card over the map, which has the whole window
  docked: "right", // where the column was before it was such a card
  folded: false, // the card shows its question only
  fightCard: false, // an attack stands beside its target, not in the column
  oneSize: false, // counters with room around them are not enlarged
  sheet: "peek", // on a phone, how high the decision stands: peek or half
  panelFolded: false, // on a phone that lies on its side, the decision is a bar
  tab: "log",
  briefing: true, // the card is shown when a game starts
  unmoved: true, // a warning where a phase ends with units that can still move
  sounds: false,
  volume: 60, // of 100
  skips: true, // a question with nothing to decide is answered by itself
  deciding: 0, // px of the decision; 0: as much as it needs
  layerNames: false, // the bar of layers has their names, not only their signs
  /** @type {Readonly<Record<string, readonly string[]>>} the layers that are shown, by title */
  shownLayers: Object.freeze({}),
  /** @type {Readonly<Record<string, readonly string[]>>} one's own set-ups as JSON, by game and side */
  setUps: Object.freeze({}),
  layers: Object.freeze({ numbers: true, names: true, legend: false, objectives: true }),
});

/** @typedef {typeof DEFAULTS} Settings */

/** @type {any} */
let current = read();
/** @type {Map<string, Set<(value: any) => void>>} */
const listeners = new Map();

function read() {
  try {
    return fitted(JSON.parse(localStorage.getItem(KEY) ?? "{}"), DEFAULTS);
  } catch {
    return { ...DEFAULTS }; // private windows may refuse, and old data may be of another make
  }
}

/**
 * The stored values whose types match the defaults; defaults for the rest.
 * @param {any} kept
 * @param {Readonly<Record<string, any>>} defaults
 * @returns {Record<string, any>}
 */
function fitted(kept, defaults) {
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => {
    const found = kept?.[name];
    if (typeof value === "object") return [name, { ...lists(found), ...fitted(found, value) }];
    return [name, typeof found === typeof value ? found : value];
  }));
}

/** Lists of texts by title. @param {any} found */
function lists(found) {
  return Object.fromEntries(Object.entries(found ?? {}).filter(([, list]) => Array.isArray(list) && list.every((one) => typeof one === "string")));
}

/** @param {keyof Settings} name @returns {any} */
export function get(name) {
  return current[name];
}

/** @param {keyof Settings} name @param {any} value */
export function set(name, value) {
  current = { ...current, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // it lasts until the page is closed
  }
  for (const listener of listeners.get(name) ?? []) listener(value);
}

/**
 * Call a listener with the value now and at each change; returns a function that stops this.
 * @param {keyof Settings} name
 * @param {(value: any) => void} listener
 * @returns {() => void}
 */
export function subscribe(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name)?.add(listener);
  listener(current[name]);
  return () => listeners.get(name)?.delete(listener);
}
