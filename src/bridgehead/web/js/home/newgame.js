/** The form for a new game. */

import { h, refill } from "../common/dom.js";
import { sentence, t } from "../common/text.js";
import { startAddress } from "../position/address.js";
import { beginGame } from "../network/begin_game.js";
import { createWarming } from "../network/warming.js";
import { createBid } from "./bid.js";
import { createData } from "./data.js";
import { createFirst } from "./first.js";
import { createPlayers } from "./players.js";
import { createScenario } from "./scenario.js";
import { createSeed } from "./seed.js";

/**
 * @param {import("../types.js").GameInfo[]} games
 * @param {import("../types.js").DataSet[]} sets data of people's own
 * @param {import("./level.js").Ratings} ratings
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function createNewGame(games, sets, ratings) {
  const about = h("p", { class: "help", id: "game-about" });
  const select = h("select", { name: "game", id: "game-select", "aria-describedby": about.id, onChange: choose },
    games.map((game) => h("option", { value: game.id }, t("home.game", { title: game.title, edition: game.edition }))));
  const options = h("fieldset", { class: "options", onChange: tell });
  const bid = createBid(() => first.show(chosen(), given(), !data.value()));
  const data = createData(sets, (game) => {
    if (select.value === game) return;
    select.value = game;
    choose();
  }, tell);
  const players = createPlayers(ratings);
  const first = createFirst(ratings, () => {
    players.first(chosen());
    submit.focus(); // it may be out of sight
  });
  const scenario = createScenario((found) => {
    if (found) players.first(chosen(), found.side);
    tell();
  });
  const seed = createSeed();
  const warming = createWarming();
  const submit = h("button", { type: "submit", class: "primary begin" }, t("home.begin"));
  const setUp = h("a", { class: "button", id: "set-up-game", href: startAddress("", []) }, t("setUp.title"));
  const form = h(
    "form",
    { id: "new-game", novalidate: true, onSubmit: send },
    h("div", { class: "field" }, h("label", { for: select.id }, t("home.edition")), select, about),
    scenario.element,
    first.element,
    options,
    bid.element,
    data.element,
    players.element,
    seed.element,
    h("div", { class: "begin-row" }, submit, setUp, warming.element),
  );
  const element = h("section", { class: "card new-game", "aria-labelledby": "new-game-title" },
    h("h2", { class: "heading", id: "new-game-title" }, t("home.new")), form);

  /** The selected game. */
  const chosen = () => games.find((game) => game.id === select.value) ?? games[0];

  /** The ticked options. */
  function ticked() {
    const found = /** @type {NodeListOf<HTMLInputElement>} */ (options.querySelectorAll("input:checked"));
    return [...found].map((input) => input.value);
  }

  /** The options of the new game, including a bid and a scenario. */
  const given = () => [...ticked(), ...bid.values(), ...scenario.values()];

  /** Show the measurements for the selected game, options and data. */
  function tell() {
    bid.show(chosen(), ticked(), !data.value());
    first.show(chosen(), given(), !data.value());
    setUp.hidden = data.value() !== null; // a line of text names no data of one's own
    setUp.href = startAddress(chosen().id, given());
    if (scenario.values().length) first.element.hidden = true; // it is about the whole game
  }

  function choose() {
    const game = chosen();
    about.textContent = game.about;
    options.hidden = game.options.length === 0;
    refill(options, h("legend", { class: "label" }, t("home.options")), game.options.map(optionLine));
    data.choices(game.id);
    players.choices(game);
    scenario.choices(game);
    tell();
    warming.watch(game.id);
  }

  /** @param {Event} event */
  function send(event) {
    event.preventDefault();
    if (seed.check()) begin();
  }

  function begin() {
    /** @type {import("../types.js").NewGame} */
    const game = {
      game: select.value,
      options: given(),
      players: players.values(),
      seed: seed.value(),
      data: data.value(),
    };
    beginGame(game);
  }

  choose();
  return { element, destroy: warming.destroy };
}

/** @param {import("../types.js").Option} option */
function optionLine(option) {
  return h("label", { class: "tick option" },
    h("input", { type: "checkbox", name: "option", value: option.id }),
    h("span", null, h("b", null, option.name), h("span", { class: "help" }, sentence(option.text))));
}
