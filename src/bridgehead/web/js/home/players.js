/** Who plays each side. */

import { h, refill } from "../dom.js";
import { named, t } from "../text.js";

const HUMAN = "human";

/**
 * The fields, with quick choices over them.
 * @param {() => void} onChange
 * @returns {{element: HTMLElement, choices: (game: import("../types.js").GameInfo) => void,
 *   values: () => Record<string, string>}}
 */
export function createPlayers(onChange) {
  /** @type {Map<string, HTMLSelectElement>} */
  const selects = new Map();
  /** @type {{button: HTMLButtonElement, players: Record<string, string>}[]} */
  let quick = [];
  const quickRow = h("div", { class: "quick" });
  const fields = h("div", { class: "sides" });
  const element = h("fieldset", { class: "players" }, h("legend", { class: "label" }, t("home.players")), quickRow, fields);

  const values = () => Object.fromEntries([...selects].map(([side, select]) => [side, select.value]));

  function changed() {
    const now = values();
    for (const { button, players } of quick) {
      const same = Object.keys(players).every((side) => players[side] === now[side]);
      button.setAttribute("aria-pressed", String(same));
    }
    onChange();
  }

  /** @param {Record<string, string>} players */
  function take(players) {
    for (const [side, player] of Object.entries(players)) {
      const select = selects.get(side);
      if (select) select.value = player;
    }
    changed();
  }

  /** @param {import("../types.js").GameInfo} game */
  function choices(game) {
    const before = values();
    const ids = [HUMAN, ...game.players.map((player) => player.id)];
    const best = ids.includes("sergeant") ? "sergeant" : ids[ids.length - 1];
    selects.clear();
    refill(fields, game.sides.map((side) => {
      const select = h("select", { name: `player-${side.id}`, id: `player-${side.id}`, onChange: changed },
        ids.map((id) => h("option", { value: id }, named("players", id))));
      selects.set(side.id, select);
      return h("div", { class: "field" },
        h("label", { for: select.id }, h("span", { class: "side", dataset: { side: side.id } }, side.label)), select);
    }));
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
    const kept = game.sides.every(({ id }) => ids.includes(before[id]));
    take(kept ? before : alone(game.sides[0].id));
  }

  return { element, choices, values };
}
