/** The first page: continue a game, start one, import one. */

import { get } from "../network/api.js";
import { h } from "../common/dom.js";
import { knowSides, t } from "../common/text.js";
import { createImport } from "./import.js";
import { createLearn } from "./learn.js";
import { createNewGame } from "./newgame.js";
import { ornament } from "./ornament.js";
import { createPuzzles } from "./puzzles.js";
import { startAddress } from "../position/address.js";
import { createSaved } from "./saved.js";

/** @returns {Promise<import("../main.js").Screen>} */
export async function createHome() {
  const [{ games }, { saved, damaged }, { data }, { ratings }] = await Promise.all([
    get("/api/games"),
    get("/api/saved"),
    get("/api/data"),
    get("/api/record/ratings"),
  ]);
  knowSides(...games.map((/** @type {import("../types.js").GameInfo} */ { sides }) => sides));
  const list = createSaved(saved, damaged);
  const form = createNewGame(games, data, ratingsOf(ratings));
  const records = createImport(games);
  const element = h(
    "main",
    { id: "home" },
    titleBlock(),
    createLearn(games),
    createPuzzles(),
    h("div", { class: "home-columns" }, list.element, form.element, records.element),
    about(games),
  );
  records.takeDrops(element);
  return { element, title: "", destroy: form.destroy };
}

/** The ratings of a record. @param {{title: string, rating: number}[]} told @returns {import("./level.js").Ratings} */
function ratingsOf(told) {
  return new Map(told.map(({ title, rating }) => [title, rating]));
}

/** The program's name, in the style of the map sheet. */
function titleBlock() {
  return h(
    "header",
    { class: "title-block" },
    h("div", { class: "title-words" }, h("h1", null, t("page.name")), h("p", null, t("home.subtitle")),
      h("p", { class: "title-links" }, h("a", { href: "#/record", id: "own-record" }, t("ownRecord.title")), " ", h("a", { href: startAddress("", []), id: "set-up-link" }, t("setUp.title")))),
    ornament(),
  );
}

/** What the program is, and what in it is reconstructed. @param {import("../types.js").GameInfo[]} games */
function about(games) {
  const told = [...new Set(games.map((game) => game.reconstructed).filter(Boolean))].map((text) => {
    const titles = new Set(games.filter((game) => game.reconstructed === text).map((game) => game.title));
    return { text, games: [...titles].join(", ") };
  });
  return h(
    "footer",
    { class: "about" },
    h("h2", { class: "heading" }, t("home.about.title")),
    h("p", null, t("home.about.independent")),
    told.map(({ text, games: named }) => h("p", null, h("b", null, t("home.about.reconstructed", { games: named })), " ", text)),
  );
}
