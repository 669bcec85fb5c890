/** The form that begins a game. */

import { clearNotice, notice } from "../announce.js";
import { ApiError, post } from "../api.js";
import { h, refill } from "../dom.js";
import { parts } from "../players.js";
import { named, sentence, t } from "../text.js";
import { createPlayers } from "./players.js";
import { createSeed } from "./seed.js";

/**
 * @param {import("../types.js").GameInfo[]} games
 * @returns {{element: HTMLElement, ready: (ready: import("../types.js").Ready) => void}}
 */
export function createNewGame(games) {
  /** @type {import("../types.js").Ready|null} */
  let readiness = null;
  let wanted = false; // the form was sent, and begins as soon as everything is prepared
  let begun = false;

  const about = h("p", { class: "help", id: "game-about" });
  const select = h("select", { name: "game", id: "game-select", "aria-describedby": about.id, onChange: choose },
    games.map((game) => h("option", { value: game.id }, t("home.game", { title: game.title, edition: game.edition }))));
  const options = h("fieldset", { class: "options" });
  const players = createPlayers(() => showReadiness());
  const seed = createSeed();
  const state = h("p", { class: "preparing", role: "status" });
  const submit = h("button", { type: "submit", class: "primary begin" }, t("home.begin"));
  const form = h(
    "form",
    { id: "new-game", novalidate: true, onSubmit: send },
    h("div", { class: "field" }, h("label", { for: select.id }, t("home.edition")), select, about),
    options,
    players.element,
    seed.element,
    h("div", { class: "begin-row" }, submit, state),
  );
  const element = h("section", { class: "card new-game", "aria-labelledby": "new-game-title" },
    h("h2", { class: "heading", id: "new-game-title" }, t("home.new")), form);

  /** The game that is chosen. */
  const chosen = () => games.find((game) => game.id === select.value) ?? games[0];

  function choose() {
    const game = chosen();
    about.textContent = game.about;
    options.hidden = game.options.length === 0;
    refill(options, h("legend", { class: "label" }, t("home.options")), game.options.map(optionLine));
    players.choices(game);
  }

  /** What keeps the game from beginning: text for the reader, "" for nothing. */
  function missing() {
    if (!readiness) return t("home.ready.asking");
    const { ready, players: prepared } = readiness;
    if (ready && Object.values(players.values()).every((player) => prepared[parts(player).name] !== false)) return "";
    return t("home.ready.preparing", { doing: named("home.ready.stages", readiness.doing) });
  }

  function showReadiness() {
    if (begun) return;
    const text = missing();
    if (wanted && !text) return void begin();
    if (!text) wanted = false;
    state.classList.toggle("working", text !== "");
    const told = wanted ? `${text} ${t("home.ready.then")}` : text;
    if (state.textContent !== told) state.textContent = told;
    submit.setAttribute("aria-disabled", String(wanted));
    submit.textContent = wanted ? t("home.waiting") : t("home.begin");
  }

  /** @param {Event} event */
  function send(event) {
    event.preventDefault();
    if (begun || !seed.check()) return;
    wanted = true;
    showReadiness();
  }

  async function begin() {
    begun = true;
    const ticked = /** @type {NodeListOf<HTMLInputElement>} */ (options.querySelectorAll("input:checked"));
    /** @type {import("../types.js").NewGame} */
    const game = {
      game: select.value,
      options: [...ticked].map((input) => input.value),
      players: players.values(),
      seed: seed.value(),
    };
    try {
      const { id } = await post("/api/saved", game);
      clearNotice();
      location.hash = `#/game/${id}`;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notice(error.message, 0);
    } finally {
      begun = wanted = false;
      showReadiness();
    }
  }

  choose();
  showReadiness();
  return {
    element,
    ready(ready) {
      readiness = ready;
      showReadiness();
    },
  };
}

/** @param {import("../types.js").Option} option */
function optionLine(option) {
  return h("label", { class: "tick option" },
    h("input", { type: "checkbox", name: "option", value: option.id }),
    h("span", null, h("b", null, named("options", option.id)), h("span", { class: "help" }, sentence(option.text))));
}
