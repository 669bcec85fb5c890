/** Play on from here: a new game that begins in a position of this one. */

import { clearNotice, notice } from "../../common/announce.js";
import { h } from "../../common/dom.js";
import { asked } from "../../common/download.js";
import { fromRoot, isForMany } from "../../common/server.js";
import { sideName, t } from "../../common/text.js";
import { createPlayers } from "../../home/players.js";
import { createSeed } from "../../home/seed.js";
import { ApiError, post } from "../../network/api.js";

/**
 * Ask who plays on, and begin the game.
 * @param {{id: string, hello: import("../../types.js").Hello, at: number, where: string, position?: any}} from `at`: after how many actions;
 *   `where`: that in words; `position`: its data, where it is of no game
 */
export function askPlayOn({ id, hello, at, where, position }) {
  const { game, record } = hello;
  const title = h("h2", { id: "play-on-title", class: "heading" }, t("playOn.title"));
  const players = createPlayers();
  players.choices(game);
  players.take(record.players);
  const seed = createSeed();
  const view = h("select", { id: "play-on-view", name: "view" },
    h("option", { value: "" }, t("playOn.whole")), game.sides.map((side) => h("option", { value: side.id }, t("playOn.knew", { side: sideName(side.id) }))));
  const seen = h("div", { class: "field" }, h("label", { for: view.id }, t("playOn.view")), view, h("p", { class: "help" }, t("playOn.viewHelp")));
  const begin = isForMany ? here() : h("button", { type: "submit", class: "primary" }, t("playOn.begin"));
  const form = h("form", { novalidate: true, onSubmit: send }, isForMany ? null : players.element, game.hides && !hello.puzzle && !position ? seen : null, isForMany ? null : seed.element,
    h("div", { class: "buttons" }, h("button", { type: "button", onClick: () => dialog.close() }, t("playOn.back")), hello.online ? download() : null, begin));
  const dialog = h("dialog", { id: "play-on", class: "play-on", "aria-labelledby": title.id }, title, h("p", null, where), h("p", { class: "help" }, t(isForMany ? "playOn.here" : position ? "setUp.playHelp" : "playOn.help"), hello.online ? ` ${t("playOn.atHome")}` : ""), form);
  dialog.addEventListener("close", () => dialog.remove());
  let begun = false;

  /** The link to the form for a game on a server for many. */
  function here() {
    const link = h("a", { class: "button primary", dataset: { playHere: "" } }, t("playOn.hereBegin"));
    const aim = () => (link.href = fromRoot(`/${hello.puzzle ? "puzzle" : "game"}/${id}/from/${at}${view.value && `/${view.value}`}`));
    view.addEventListener("change", aim);
    aim();
    return link;
  }

  /** The link to the new game as a file, to play it elsewhere. */
  function download() {
    const link = h("a", { class: "button", download: "", dataset: { branch: "" } }, t("playOn.download"));
    link.addEventListener("click", () => (link.href = fromRoot(`/api/saved/${id}/branch?${new URLSearchParams({ at: String(at), view: view.value })}`)));
    return asked(link);
  }

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    if (isForMany || begun || !seed.check()) return;
    begun = true;
    try {
      const chosen = { players: players.values(), seed: seed.value() };
      const found = await (position ? post("/api/saved", { position, ...chosen }) : post(`/api/saved/${id}/branch`, { at, ...chosen, view: game.hides ? view.value : "" }));
      clearNotice();
      dialog.close();
      location.hash = `#/game/${found.id}`;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notice(error.message, 0);
    } finally {
      begun = false;
    }
  }

  document.body.append(dialog);
  dialog.showModal();
  begin.focus();
}
