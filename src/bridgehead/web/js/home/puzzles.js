/** Puzzles: that of the day, your rating and your mistakes, and a list to choose from. Part of the first page, or a page of its own. */

import { h, refill } from "../common/dom.js";
import { homePage, isForMany } from "../common/server.js";
import { knowSides, named, sideName, t } from "../common/text.js";
import { get } from "../network/api.js";
import { openPuzzle } from "../network/open_puzzle.js";
import { ornament } from "./ornament.js";

/** @typedef {import("../types.js").PuzzleInfo} PuzzleInfo */

const FEW = 12; // of the list at first, and more each time
const BEGINNER = 1500; // points of somebody who has no rating
const NEAR = 8; // puzzles near your strength, of which one is chosen by chance

/** The page of the puzzles of a server for many. @returns {Promise<import("../main.js").Screen>} */
export async function createPuzzlePage() {
  const { games } = await get("/api/games");
  knowSides(...games.map((/** @type {import("../types.js").GameInfo} */ { sides }) => sides));
  const head = h("header", { class: "title-block" }, h("div", { class: "title-words" },
    h("h1", null, t("page.name")), h("p", null, h("a", { href: homePage }, t("home.puzzles.back")))), ornament());
  return { element: h("main", { id: "home" }, head, createPuzzles()), title: t("home.puzzles.title"), destroy: () => {} };
}

/** @returns {HTMLElement} it is filled when the server has answered */
export function createPuzzles() {
  const element = h("section", { class: "card learn puzzles", id: "puzzles", "aria-labelledby": "puzzles-title", hidden: true });
  get("/api/puzzles").then((found) => show(element, found), () => {}); // without: the rest of the page works
  return element;
}

/** @param {HTMLElement} element @param {import("../types.js").PuzzleList} found */
function show(element, { today, rating, due, puzzles }) {
  if (!today) return;
  element.hidden = false;
  refill(element,
    h("div", { class: "learn-words" },
      h("h2", { class: "heading", id: "puzzles-title" }, t("home.puzzles.title")),
      h("p", { class: "help" }, t("home.puzzles.help")),
      h("p", { id: "puzzle-rating" }, rating?.attempts ? t(rating.provisional ? "home.puzzles.provisional" : "home.puzzles.rating", { rating: rating.rating }) : t(rating ? "home.puzzles.unrated" : "home.puzzles.visitor"),
        rating ? null : [" ", h("a", { href: "/login?next=/puzzles" }, t("home.puzzles.logIn"))])),
    card(today),
    h("div", { class: "puzzle-row" },
      h("button", { type: "button", dataset: { puzzle: "next" }, onClick: () => openPuzzle(["next"]) }, t("home.puzzles.next")),
      due ? h("button", { type: "button", dataset: { puzzle: "due" }, onClick: () => openPuzzle(["due"]) }, t("home.puzzles.due", { n: due })) : rating ? h("p", { class: "help" }, t("home.puzzles.noneDue")) : null),
    more(puzzles, rating?.rating ?? BEGINNER));
}

/** The puzzle of the day. @param {PuzzleInfo} puzzle */
function card(puzzle) {
  const title = h("h3", { id: "puzzle-today" }, t("home.puzzles.today"));
  return h("article", { class: "puzzle-card", "aria-labelledby": title.id },
    h("img", { class: "saved-map", src: `/api/puzzles/${puzzle.id}/board.svg`, alt: "", loading: "lazy", decoding: "async" }),
    h("div", null, title,
      h("p", null, h("b", null, t("home.game", { title: puzzle.title, edition: puzzle.edition })), puzzle.scenario ? ` · ${puzzle.scenario}` : null),
      h("p", null, puzzle.question),
      h("p", { class: "help" }, facts(puzzle)),
      h("button", { type: "button", class: "primary", dataset: { puzzle: "today" }, "aria-describedby": title.id, onClick: () => openPuzzle([puzzle.id]) }, t("home.puzzles.begin"))));
}

/** @param {PuzzleInfo} puzzle */
function facts(puzzle) {
  const state = puzzle.solved === null ? null : t(puzzle.solved ? "home.puzzles.solved" : "home.puzzles.failed");
  return [sideName(puzzle.side), t("puzzle.about", { degree: named("puzzle.degrees", puzzle.degree), rating: puzzle.rating }), state].filter(Boolean).join(" · ");
}

/** All puzzles, to be chosen by what they are about. @param {PuzzleInfo[]} puzzles @param {number} strength in points */
function more(puzzles, strength) {
  let shown = FEW;
  const games = [...new Map(puzzles.map((one) => [one.game, t("home.game", { title: one.title, edition: one.edition })]))];
  const themes = [...new Set(puzzles.flatMap((one) => one.themes))].sort();
  const game = select("game", games);
  const degree = select("degree", ["easy", "medium", "hard"].map((id) => [id, named("puzzle.degrees", id)]));
  const theme = select("theme", themes.map((id) => [id, named("puzzle.themes", id)]));
  const state = select("state", ["new", "failed", "solved"].map((id) => [id, named("home.puzzles.states", id)]));
  const count = h("p", { class: "help", role: "status" });
  const list = h("ol", { class: "puzzle-list" });
  const further = h("button", { type: "button", class: "quiet", onClick: showMore });
  const begin = h("button", { type: "button", dataset: { puzzle: "fitting" }, onClick: () => openPuzzle([nextOf(puzzles.filter(fits))]) }, t("home.puzzles.nextOfThese"));

  /** @param {string} name @param {[string, string][]} options */
  function select(name, options) {
    const field = h("select", { id: `puzzles-${name}`, name: `puzzles-${name}`, onChange: () => fill(FEW) }, h("option", { value: "" }, t("home.puzzles.any")), options.map(([id, text]) => h("option", { value: id }, text)));
    return { element: h("div", { class: "field" }, h("label", { for: field.id }, t(`home.puzzles.${name}`)), field), value: () => field.value };
  }

  /** @param {PuzzleInfo} one */
  function fits(one) {
    const now = one.solved === null ? "new" : one.solved ? "solved" : "failed";
    return [[game, one.game], [degree, one.degree], [state, now]].every(([field, value]) => ["", value].includes(/** @type {any} */ (field).value()))
      && (!theme.value() || one.themes.includes(theme.value()));
  }

  /** @param {number} few */
  function fill(few) {
    shown = few;
    const found = puzzles.filter(fits);
    count.textContent = t("home.puzzles.found", { n: found.length });
    begin.disabled = found.length === 0;
    refill(list, found.slice(0, shown).map((one) => h("li", null,
      h("button", { type: "button", dataset: { puzzle: one.id }, onClick: () => openPuzzle([one.id]) },
        h("b", null, one.title, " ", h("small", null, [one.edition, one.scenario].filter(Boolean).join(" · "))), h("span", null, one.question),
        h("small", null, facts(one)), h("small", null, one.themes.map((name) => named("puzzle.themes", name)).join(", "))))));
    further.hidden = found.length <= shown;
    further.textContent = t("home.puzzles.showMore", { n: Math.min(FEW, found.length - shown) });
  }

  /** One of these at your strength; those that are not solved yet come first. @param {PuzzleInfo[]} found */
  function nextOf(found) {
    const open = found.filter((one) => !one.solved);
    const near = (open.length ? open : found).sort((a, b) => Math.abs(a.rating - strength) - Math.abs(b.rating - strength)).slice(0, NEAR);
    return near[Math.floor(Math.random() * near.length)]?.id ?? "next";
  }

  function showMore() {
    const next = shown;
    fill(shown + FEW);
    /** @type {HTMLElement|undefined} */ (list.querySelectorAll("button")[next])?.focus();
  }

  fill(FEW);
  return h("details", { class: "more-puzzles", open: isForMany }, h("summary", null, t("home.puzzles.more", { n: puzzles.length })),
    h("div", { class: "puzzle-filters" }, [game, degree, theme, state].map((one) => one.element)), h("div", { class: "puzzle-row" }, count, begin), list, further);
}
