/** Who plays each side. */

import { h, refill } from "../common/dom.js";
import { aboutPlayer, parts, playerName } from "../common/player_names.js";
import { named, t } from "../common/text.js";
import { levelFor } from "./level.js";

const HUMAN = "human";
const USUAL = 3; // seconds a decision, where a time is chosen
/** @typedef {import("./level.js").Ratings} Ratings */

const LEVEL = "level-"; // begins the value of a level

/**
 * The fields, with quick choices above them.
 * @param {Ratings} [ratings] by which opponents are proposed
 * @returns {{element: HTMLElement, choices: (game: import("../types.js").GameInfo) => void,
 *   values: () => Record<string, string>, take: (players: Record<string, string>) => void, first: (game: import("../types.js").GameInfo, side?: string) => void}}
 *   `first` takes the players that are proposed, of whom a person has this side
 */
export function createPlayers(ratings = new Map()) {
  /** @type {Map<string, Field>} */
  const sides = new Map();
  /** @type {{button: HTMLButtonElement, people: string[]}[]} each with the sides that people play */
  let quick = [];
  let usual = HUMAN; // the computer player that is proposed
  let best = HUMAN; // the strongest computer player that answers quickly
  const quickRow = h("div", { class: "quick" });
  const fields = h("div", { class: "sides" });
  const element = h("fieldset", { class: "players" }, h("legend", { class: "label" }, t("home.players")), quickRow, fields);

  const values = () => Object.fromEntries([...sides].map(([side, field]) => [side, field.value()]));

  function changed() {
    const now = values();
    for (const { button, people } of quick) {
      const same = Object.keys(now).every((side) => people.includes(side) === (now[side] === HUMAN));
      button.setAttribute("aria-pressed", String(same));
    }
  }

  /** @param {Record<string, string>} players */
  function take(players) {
    for (const [side, player] of Object.entries(players)) {
      sides.get(side)?.choose(player);
    }
    changed();
  }

  /** Seat people at these sides. Against them plays the computer player that is chosen. @param {string[]} people */
  function seat(people) {
    const now = values();
    const computer = people.length ? Object.values(now).find((player) => player !== HUMAN) ?? usual : best;
    take(Object.fromEntries(Object.keys(now).map((side) => [side, people.includes(side) ? HUMAN : computer])));
  }

  /** @param {import("../types.js").GameInfo} game */
  function choices(game) {
    const before = values();
    const ids = [HUMAN, ...game.players.map((player) => player.id)];
    best = ids.includes("captain") ? "captain" : ids[ids.length - 1];
    sides.clear();
    for (const side of game.sides) sides.set(side.id, createField(side, game, changed));
    refill(fields, [...sides.values()].map(({ element: field }) => field));
    usual = levelFor(game, ratings).player || best;
    const offers = [
      ...game.sides.map((side) => ({ text: t("home.quick.one", { side: side.label }), people: [side.id], name: side.id })),
      { text: t("home.quick.both"), people: game.sides.map(({ id }) => id), name: "both" },
      { text: t("home.quick.watch"), people: [], name: "watch" },
    ];
    quick = offers.map(({ text, people, name }) => ({
      button: h("button", { type: "button", dataset: { quick: name }, onClick: () => seat(people) }, text),
      people,
    }));
    refill(quickRow, quick.map(({ button }) => button));
    const kept = game.sides.every(({ id }) => ids.includes(parts(before[id] ?? "").name));
    const first = game.sides[0]?.id;
    take(kept ? before : proposed(game, ratings) ?? Object.fromEntries(game.sides.map(({ id }) => [id, id === first ? HUMAN : usual])));
  }

  return { element, choices, values, take, first: (game, side) => take(proposed(game, ratings, side) ?? {}) };
}

/**
 * The players that are proposed: a person on this side or the easier one, null if none is named.
 * @param {import("../types.js").GameInfo} game
 * @param {Ratings} ratings
 * @param {string} [side]
 */
function proposed(game, ratings, side = game.briefing?.easier) {
  const { player } = levelFor(game, ratings);
  if (!side || !player) return null;
  return Object.fromEntries(game.sides.map(({ id }) => [id, id === side ? HUMAN : player]));
}

/**
 * @typedef {object} Field who plays one side
 * @property {HTMLElement} element
 * @property {() => string} value a player, with its thinking time where one is chosen
 * @property {(player: string) => void} choose
 */

/**
 * @param {import("../types.js").Side} side
 * @param {import("../types.js").GameInfo} game
 * @param {() => void} onChange
 * @returns {Field}
 */
function createField(side, { players, styles, levels }, onChange) {
  const about = h("p", { class: "help", id: `about-${side.id}` });
  const select = h("select", { name: `player-${side.id}`, id: `player-${side.id}`, "aria-describedby": about.id, onChange: changed },
    h("option", { value: HUMAN }, named("players", HUMAN)),
    levels.length > 0 && h("optgroup", { label: t("players.levels") },
      levels.map(({ number: n, player }) => h("option", { value: `${LEVEL}${n}` }, t("players.level", { n, player: playerName(player) })))),
    h("optgroup", { label: t("players.ranks") }, players.map(({ id }) => h("option", { value: id }, named("players", id)))));
  const time = h("select", { name: `time-${side.id}`, id: `time-${side.id}`, onChange });
  const timed = h("div", { class: "thinking-time", hidden: true }, h("label", { for: time.id }, t("players.time"), h("span", { class: "unseen" }, `, ${side.label}`)), time);
  const style = h("select", { name: `style-${side.id}`, id: `style-${side.id}`, onChange },
    ["", ...styles].map((id) => h("option", { value: id }, named("players.styles", id || "none"))));
  const styled = h("div", { class: "thinking-time", hidden: true }, h("label", { for: style.id }, t("players.style"), h("span", { class: "unseen" }, `, ${side.label}`)), style);
  const element = h("div", { class: "field" },
    h("label", { for: select.id }, h("span", { class: "side", dataset: { side: side.id } }, side.label)), select, timed, about, styled);

  /** The selected level, if one is selected. */
  const level = () => levels.find(({ number: n }) => select.value === `${LEVEL}${n}`);
  /** The thinking times of the selected player. */
  const times = () => players.find(({ id }) => id === select.value)?.times ?? [];

  function show() {
    const offered = times();
    timed.hidden = offered.length === 0;
    styled.hidden = Boolean(level()) || [HUMAN, "recruit"].includes(select.value) || styles.length === 0;
    if (offered.length && time.options.length !== offered.length) {
      refill(time, offered.map((n) => h("option", { value: n, selected: n === USUAL }, n === 1 ? t("players.oneSecond") : t("players.seconds", { n }))));
    }
    const rated = level();
    about.textContent = rated ? `${aboutPlayer(rated.player)} ${t("players.strength", { rating: rated.rating })}` : aboutPlayer(select.value);
  }

  function changed() {
    show();
    onChange();
  }

  return {
    element,
    value() {
      const rated = level();
      if (rated) return rated.player;
      const who = style.value && !styled.hidden ? `${select.value}:style=${style.value}` : select.value;
      return times().length ? `${who}@${time.value}` : who;
    },
    choose(player) {
      const { name, style: manner, amount } = parts(player);
      const rated = levels.find((one) => one.player === player);
      select.value = rated ? `${LEVEL}${rated.number}` : name;
      style.value = styles.includes(manner) ? manner : "";
      show();
      if (amount && times().map(String).includes(amount)) time.value = amount;
    },
  };
}
