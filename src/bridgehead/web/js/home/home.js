/** The first page: continue a game, start one, import one. */

import { get } from "../network/api.js";
import { h } from "../common/dom.js";
import { languageField } from "../network/language.js";
import { knowSides, t } from "../common/text.js";
import { createImport } from "./import.js";
import { createLearn } from "./learn.js";
import { createNewGame } from "./newgame.js";
import { createPeople } from "./people.js";
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
    doors(saved),
    createLearn(games),
    createPuzzles(),
    h("div", { class: "home-columns" }, list.element, form.element, records.element),
    createPeople(),
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

/** The ways on from here: each leads to its part of the page. @param {import("../types.js").Saved[]} saved */
function doors(saved) {
  const running = saved.filter(({ over }) => !over).length;
  /** @param {string} name @param {string} says @param {string} heading the id of the heading to which it leads */
  const door = (name, says, heading) =>
    h("button", { type: "button", class: "door", dataset: { door: name }, onClick: () => goTo(heading) }, h("b", null, t(`doors.${name}`)), h("span", null, says));
  return h("div", { class: "doors", role: "group", "aria-label": t("doors.label") },
    door("continue", running ? t("home.door.running", { n: running }) : t("home.door.none"), saved.length ? "saved-title" : "new-game-title"),
    door("learn", t("home.door.learn"), "learn-title"),
    door("play", t("home.door.play"), "new-game-title"),
    door("people", t("home.door.people"), "people-title"));
}

/** Show a part of the page, and let the keyboard continue there. @param {string} heading */
function goTo(heading) {
  const found = document.getElementById(heading);
  if (!found) return;
  found.tabIndex = -1;
  found.focus({ preventScroll: true });
  (found.closest("section") ?? found).scrollIntoView({ block: "start" });
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
    languageField("home-language"),
  );
}
