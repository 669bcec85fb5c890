/** Who plays each side. */

import { h, refill } from "../common/dom.js";
import { aboutPlayer, parts } from "../common/player_names.js";
import { named, t } from "../common/text.js";

const HUMAN = "human";
const USUAL = 3; // seconds a decision, where a time is chosen
const HANDICAPS = ["", "10", "30"]; // percent of the decisions that are made at random
const FIRST = "sergeant"; // the opponent of a first game

/**
 * The fields, with quick choices above them.
 * @returns {{element: HTMLElement, choices: (game: import("../types.js").GameInfo) => void,
 *   values: () => Record<string, string>, take: (players: Record<string, string>) => void, first: (game: import("../types.js").GameInfo, side?: string) => void}}
 *   `first` takes the players of a first game, in which a person has this side
 */
export function createPlayers() {
  /** @type {Map<string, Field>} */
  const sides = new Map();
  /** @type {{button: HTMLButtonElement, players: Record<string, string>}[]} */
  let quick = [];
  const quickRow = h("div", { class: "quick" });
  const fields = h("div", { class: "sides" });
  const element = h("fieldset", { class: "players" }, h("legend", { class: "label" }, t("home.players")), quickRow, fields);

  const values = () => Object.fromEntries([...sides].map(([side, field]) => [side, field.value()]));

  function changed() {
    const now = values();
    for (const { button, players } of quick) {
      const same = Object.keys(players).every((side) => players[side] === now[side]);
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

  /** @param {import("../types.js").GameInfo} game */
  function choices(game) {
    const before = values();
    const ids = [HUMAN, ...game.players.map((player) => player.id)];
    const best = ids.includes("captain") ? "captain" : ids[ids.length - 1];
    sides.clear();
    for (const side of game.sides) sides.set(side.id, createField(side, game, changed));
    refill(fields, [...sides.values()].map(({ element: field }) => field));
    /** @param {string} person the side that a person plays; the other is the computer's */
    const alone = (person) => Object.fromEntries(game.sides.map(({ id }) => [id, id === person ? HUMAN : best]));
    /** @param {string} player */
    const all = (player) => Object.fromEntries(game.sides.map(({ id }) => [id, player]));
    const offers = [
      ...game.sides.map((side) => ({ text: t("home.quick.one", { side: side.label }), players: alone(side.id) })),
      { text: t("home.quick.both"), players: all(HUMAN) },
      { text: t("home.quick.watch"), players: all(best) },
    ];
    quick = offers.map(({ text, players }) => ({
      button: h("button", { type: "button", onClick: () => take(players) }, text),
      players,
    }));
    refill(quickRow, quick.map(({ button }) => button));
    const kept = game.sides.every(({ id }) => ids.includes(parts(before[id] ?? "").name));
    take(kept ? before : firstGame(game) ?? alone(game.sides[0].id));
  }

  return { element, choices, values, take, first: (game, side) => take(firstGame(game, side) ?? {}) };
}

/**
 * The players of a first game: a person on this side or the easier one, null if none is named.
 * @param {import("../types.js").GameInfo} game
 * @param {string} [side]
 */
function firstGame({ sides, briefing, players }, side = briefing?.easier) {
  if (!side || !players.some(({ id }) => id === FIRST)) return null;
  return Object.fromEntries(sides.map(({ id }) => [id, id === side ? HUMAN : FIRST]));
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
function createField(side, { players, styles }, onChange) {
  const about = h("p", { class: "help", id: `about-${side.id}` });
  const select = h("select", { name: `player-${side.id}`, id: `player-${side.id}`, "aria-describedby": about.id, onChange: changed },
    [HUMAN, ...players.map(({ id }) => id)].map((id) => h("option", { value: id }, named("players", id))));
  const time = h("select", { name: `time-${side.id}`, id: `time-${side.id}`, onChange });
  const timed = h("div", { class: "thinking-time", hidden: true }, h("label", { for: time.id }, t("players.time"), h("span", { class: "unseen" }, `, ${side.label}`)), time);
  const style = h("select", { name: `style-${side.id}`, id: `style-${side.id}`, onChange },
    ["", ...styles].map((id) => h("option", { value: id }, named("players.styles", id || "none"))));
  const styled = h("div", { class: "thinking-time", hidden: true }, h("label", { for: style.id }, t("players.style"), h("span", { class: "unseen" }, `, ${side.label}`)), style);
  const handicap = h("select", { name: `handicap-${side.id}`, id: `handicap-${side.id}`, onChange },
    HANDICAPS.map((share) => h("option", { value: share }, t(`players.handicaps.${share || "none"}`))));
  const easier = h("div", { class: "thinking-time", hidden: true }, h("label", { for: handicap.id }, t("players.handicap"), h("span", { class: "unseen" }, `, ${side.label}`)), handicap);
  const element = h("div", { class: "field" },
    h("label", { for: select.id }, h("span", { class: "side", dataset: { side: side.id } }, side.label)), select, timed, about, styled, easier);

  /** The thinking times of the selected player. */
  const times = () => players.find(({ id }) => id === select.value)?.times ?? [];

  function show() {
    const offered = times();
    timed.hidden = offered.length === 0;
    easier.hidden = select.value === HUMAN || select.value === "recruit"; // who chooses at random anyway
    styled.hidden = easier.hidden || styles.length === 0;
    if (offered.length && time.options.length !== offered.length) {
      refill(time, offered.map((n) => h("option", { value: n, selected: n === USUAL }, n === 1 ? t("players.oneSecond") : t("players.seconds", { n }))));
    }
    about.textContent = aboutPlayer(select.value);
  }

  function changed() {
    show();
    onChange();
  }

  return {
    element,
    value() {
      const who = style.value && !styled.hidden ? `${select.value}:style=${style.value}` : select.value;
      const player = times().length ? `${who}@${time.value}` : who;
      return handicap.value && !easier.hidden ? `${player}%${handicap.value}` : player;
    },
    choose(player) {
      const { name, style: manner, amount, handicap: share } = parts(player);
      select.value = name;
      style.value = styles.includes(manner) ? manner : "";
      handicap.value = HANDICAPS.includes(share) ? share : "";
      show();
      if (amount && times().map(String).includes(amount)) time.value = amount;
    },
  };
}
