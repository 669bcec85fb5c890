/** Scenarios: short games with a start and a victory of their own. */

import { h, refill } from "../common/dom.js";
import { percent, t } from "../common/text.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Scenario} Scenario */

/**
 * @param {(scenario: Scenario|null) => void} onChoose
 * @returns {{element: HTMLElement, choices: (game: GameInfo) => void, values: () => string[]}} `values` is the scenario as an option, if any
 */
export function createScenario(onChoose) {
  /** @type {GameInfo|null} */
  let now = null;
  const about = h("div", { class: "scenario-about", id: "scenario-about", "aria-live": "polite" });
  const select = h("select", { name: "scenario", id: "scenario-select", "aria-describedby": about.id, onChange: choose });
  const element = h("div", { class: "field scenario" }, h("label", { for: select.id }, t("home.scenario.label")), select, about);

  function choose() {
    const found = now?.scenarios.find(({ id }) => id === select.value) ?? null;
    refill(about, now && found ? told(found, now) : null);
    onChoose(found);
  }

  return {
    element,
    choices(game) {
      const same = game.scenarios.some(({ id }) => id === select.value) ? select.value : "";
      now = game;
      element.hidden = game.scenarios.length === 0;
      refill(select, h("option", { value: "" }, t("home.scenario.none")),
        game.scenarios.map(({ id, name, minutes }) => h("option", { value: id }, t("home.scenario.one", { name, minutes }))));
      select.value = same;
      choose();
    },
    values: () => (select.value ? [`scenario=${select.value}`] : []),
  };
}

/** What is told of a scenario. @param {Scenario} scenario @param {GameInfo} game */
function told({ history, suits, side, minutes, length, balance }, { sides }) {
  const name = sides.find(({ id }) => id === side)?.label ?? side;
  return [
    h("p", null, history),
    h("p", { class: "help" }, t("home.scenario.facts", { length, minutes, side: name }), " ", t("home.scenario.suits", { suits })),
    ...balance.map(({ rank, games, wins }) => {
      const each = sides.map(({ id, label }) => t("home.scenario.wins", { side: label, share: percent((wins[id] ?? 0) / games) }));
      return h("p", { class: "help" }, t("home.scenario.balance", { games, players: rank, each: each.join(", ") }));
    }),
  ];
}
