/** Your record: results, rating, luck and skill over all games on this machine. */

import { get } from "../network/api.js";
import { h, refill } from "../common/dom.js";
import { asked } from "../common/download.js";
import { playerName } from "../common/player_names.js";
import { knowSides, sideName, t } from "../common/text.js";
import { shortDate } from "../common/time.js";
import { drawTrack } from "./track.js";

/** @typedef {import("../types.js").PersonalRecord} PersonalRecord */
/** @typedef {import("../types.js").PlayedGame} PlayedGame */
/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").RecordRow} RecordRow */
/** @typedef {{title: string, fits: (game: PlayedGame) => boolean}} Filter */

const FEW = 12; // games in the list at first
const COUNTS = /** @type {const} */ (["games", "won", "drawn", "lost", "running", "abandoned"]);
const RARE = ["running", "abandoned"]; // columns that are shown where they are needed

/** @returns {Promise<import("../main.js").Screen>} */
export async function createRecord() {
  const [record, { games }] = await Promise.all([get("/api/record"), get("/api/games")]);
  knowSides(...games.map((/** @type {GameInfo} */ { sides }) => sides));
  const element = h("main", { id: "record", class: "own-record" },
    h("header", { class: "record-head" },
      h("a", { class: "home-link", href: "#/" }, "‹ ", t("ownRecord.home")),
      h("h1", null, t("ownRecord.title")),
      record.games.length > 0 && asked(h("a", { class: "button", href: "/api/record.csv", download: "", dataset: { csv: "" } }, t("ownRecord.csv")))),
    record.games.length ? filled(record, games) : empty());
  return { element, title: t("ownRecord.title"), destroy: () => {} };
}

/** What will stand here. */
function empty() {
  return h("section", { class: "card", id: "record-empty" },
    h("h2", { class: "heading" }, t("ownRecord.empty.title")),
    h("p", null, t("ownRecord.empty.text")),
    h("ul", null, ["results", "rating", "luck", "decisions"].map((name) => h("li", null, t(`ownRecord.empty.${name}`)))),
    h("p", null, h("a", { class: "button primary", href: "#/" }, t("ownRecord.empty.begin"))));
}

/** @param {PersonalRecord} record @param {GameInfo[]} games */
function filled(record, games) {
  const list = createGames(record.games, games);
  return [
    h("ul", { class: "tiles", "aria-label": t("ownRecord.results") }, COUNTS.map((name) => h("li", { dataset: { count: name } }, h("b", null, String(record.totals[name])), " ", h("span", null, t(`ownRecord.columns.${name}`))))),
    h("div", { class: "record-columns" }, ratings(record), luck(record)),
    h("section", { class: "card", "aria-labelledby": "record-results" },
      h("h2", { class: "heading", id: "record-results" }, t("ownRecord.results")),
      h("p", { class: "help" }, t("ownRecord.filter.help")),
      h("div", { class: "record-tables" }, tables(record, games, list.filter))),
    list.element,
  ];
}

/** @param {PersonalRecord} record */
function ratings({ ratings: found, puzzles }) {
  return h("section", { class: "card", id: "record-rating", "aria-labelledby": "record-rating-title" },
    h("h2", { class: "heading", id: "record-rating-title" }, t("ownRecord.rating.title")),
    found.length === 0 && h("p", { class: "help" }, t("ownRecord.rating.none")),
    found.map(({ title, rating, margin, provisional, games, history }) => h("article", { class: "rated-title", dataset: { rated: title } },
      h("p", null, h("b", null, title), " ", t("ownRecord.rating.now", { rating, margin, games }), provisional ? ` ${t("ownRecord.rating.provisional")}` : ""),
      drawTrack(history.map((one) => ({ value: one.rating, href: `#/game/${one.id}`, label: t("ownRecord.rating.dot", { date: shortDate(one.began), rating: one.rating, change: change(one.change) }) })),
        t("ownRecord.rating.graph", { title, from: history[0]?.rating ?? rating, to: rating, games })))),
    found.length > 0 && h("p", { class: "help" }, t("ownRecord.rating.help")),
    puzzles.history.length > 0 && [
      h("h3", null, t("ownRecord.puzzles.title")),
      h("p", { id: "record-puzzles" }, t("ownRecord.puzzles.now", { rating: puzzles.rating, margin: puzzles.margin, n: puzzles.attempts }), puzzles.provisional ? ` ${t("ownRecord.rating.provisional")}` : ""),
      drawTrack(puzzles.history.map(({ time, rating }) => ({ value: rating, href: "", label: t("ownRecord.puzzles.dot", { date: shortDate(time), rating }) })),
        t("ownRecord.puzzles.graph", { from: puzzles.history[0]?.rating ?? puzzles.rating, to: puzzles.rating, n: puzzles.attempts })),
      h("p", { class: "help" }, t("ownRecord.puzzles.help")),
    ]);
}

/** @param {PersonalRecord} record */
function luck({ luck: all, months }) {
  const [latest] = months;
  return h("section", { class: "card", id: "record-luck", "aria-labelledby": "record-luck-title" },
    h("h2", { class: "heading", id: "record-luck-title" }, t("ownRecord.luck.title")),
    all.games === 0 ? h("p", { class: "help" }, t("ownRecord.luck.none")) : [
      h("table", { class: "counts" },
        h("caption", { class: "unseen" }, t("ownRecord.luck.title")),
        h("thead", null, h("tr", null, ["what", "sum", "each"].map((name) => h("th", { scope: "col" }, t(`ownRecord.luck.${name}`))))),
        h("tbody", null,
          row(t("ownRecord.luck.luck"), all.luck, all.luck_error, all.games),
          row(t("ownRecord.luck.loss"), -all.loss, all.loss_error, all.games))),
      h("p", { class: "help" }, t("ownRecord.luck.games", { games: all.games }), " ", t("ownRecord.luck.mistakes", { n: all.mistakes, of: all.decisions })),
    ],
    latest && h("h3", null, t("ownRecord.month", { month: monthName(latest.month) })),
    latest && h("ul", { class: "month" }, /** @type {const} */ (["best", "worst"]).map((kind) => decision(kind, latest[kind]))),
    months.length > 1 && h("details", null, h("summary", null, t("ownRecord.months")),
      months.slice(1).map((one) => [h("h4", null, monthName(one.month)), h("ul", { class: "month" }, /** @type {const} */ (["best", "worst"]).map((kind) => decision(kind, one[kind])))]).flat()));
}

/** @param {string} label @param {number} sum @param {number} error @param {number} games */
function row(label, sum, error, games) {
  return h("tr", null, h("th", { scope: "row" }, label), h("td", null, t("ownRecord.luck.value", { n: signed(sum), error: Math.round(100 * error) })), h("td", null, signed(sum / games)));
}

/** @param {"best"|"worst"} kind @param {import("../types.js").OwnDecision|null} one */
function decision(kind, one) {
  if (!one) return null;
  const { id, action, title, turn, points, sentence } = one;
  return h("li", null, h("a", { href: `#/game/${id}/${action}`, dataset: { decision: kind } },
    h("b", null, t(`ownRecord.${kind}`, { points: signed(points) })), " ", sentence || t("ownRecord.decision", { title, turn, n: action })));
}

/** @param {PersonalRecord} record @param {GameInfo[]} games @param {(filter: Filter) => void} filter */
function tables({ tables: found, totals }, games, filter) {
  /** @type {Record<string, (row: RecordRow) => string>} */
  const names = {
    title: ({ title, name }) => t("home.game", { title, edition: name }),
    side: ({ title, name }) => t("ownRecord.of", { title, name: name ? sideName(name) : t("ownRecord.bothSides") }),
    opponent: ({ title, name }) => t("ownRecord.of", { title, name: name === "human" ? t("ownRecord.people") : playerName(name) }),
    scenario: ({ title, name }) => t("ownRecord.of", { title, name: scenarioName(games, name) || t("ownRecord.wholeGame") }),
  };
  /** @type {Record<string, (row: RecordRow) => (game: PlayedGame) => boolean>} */
  const fits = {
    title: ({ title, name }) => (game) => game.title === title && game.edition === name,
    side: ({ title, name }) => (game) => game.title === title && game.side === name,
    opponent: ({ title, name }) => (game) => game.title === title && game.opponent === name,
    scenario: ({ title, name }) => (game) => game.title === title && game.scenario === name,
  };
  const columns = COUNTS.filter((name) => !RARE.includes(name) || totals[name] > 0);
  return Object.entries(found).map(([kind, rows]) => h("div", { class: "wide-table" }, h("table", { class: "counts", dataset: { table: kind } },
    h("caption", null, t(`ownRecord.by.${kind}`)),
    h("thead", null, h("tr", null, h("td", null), columns.map((name) => h("th", { scope: "col" }, t(`ownRecord.columns.${name}`))))),
    h("tbody", null, rows.map((one) => {
      const title = names[kind]?.(one) ?? one.name;
      return h("tr", null,
        h("th", { scope: "row" }, h("button", { type: "button", class: "quiet", onClick: () => filter({ title, fits: fits[kind]?.(one) ?? (() => true) }) }, title)),
        columns.map((name) => h("td", null, String(one[name]))));
    })))));
}

/** The list of games, the latest first. @param {PlayedGame[]} all @param {GameInfo[]} infos */
function createGames(all, infos) {
  const games = [...all].reverse();
  /** @type {Filter|null} */
  let filter = null;
  let most = FEW;
  const heading = h("h2", { class: "heading", id: "record-games-title", tabindex: "-1" });
  const every = h("button", { type: "button", class: "quiet", id: "record-all", onClick: () => choose(null) }, t("ownRecord.filter.all"));
  const more = h("button", { type: "button", class: "quiet", onClick: () => show(Infinity) });
  const body = h("tbody");
  const element = h("section", { class: "card", id: "record-games", "aria-labelledby": heading.id }, heading, every,
    h("div", { class: "wide-table" }, h("table", { class: "counts games", role: "table" },
      h("caption", { class: "unseen" }, t("ownRecord.list")),
      h("thead", null, h("tr", null, ["date", "game", "side", "opponent", "result", "rating", "luck", "loss"].map((name) => h("th", { scope: "col" }, t(`ownRecord.listColumns.${name}`))))),
      body)), more);

  /** @param {number} count */
  function show(count) {
    most = count;
    const found = games.filter((one) => !filter || filter.fits(one));
    heading.textContent = filter ? t("ownRecord.filter.title", { title: filter.title, n: found.length }) : t("ownRecord.list");
    every.hidden = filter === null;
    refill(body, found.slice(0, most).map((one) => line(one, infos)));
    more.hidden = found.length <= most;
    more.textContent = t("ownRecord.more", { n: found.length - most });
  }

  /** @param {Filter|null} wanted */
  function choose(wanted) {
    filter = wanted;
    show(FEW);
    heading.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  }

  show(FEW);
  return { element, filter: choose };
}

/** @param {PlayedGame} game @param {GameInfo[]} infos */
function line(game, infos) {
  const { id, began, title, edition, scenario, side, opponent, result, rating, change: by, luck: lucky, loss } = game;
  const what = t("home.game", { title, edition });
  const cell = { role: "cell" }; // also where the style sheet makes blocks of the row
  return h("tr", { role: "row", dataset: { game: id, result } },
    h("td", cell, shortDate(began)),
    h("th", { scope: "row", role: "rowheader" }, h("a", { href: `#/game/${id}` }, scenario ? t("ownRecord.of", { title: what, name: scenarioName(infos, scenario) }) : what)),
    h("td", cell, side ? h("span", { class: "side", dataset: { side } }, sideName(side)) : t("ownRecord.bothSides")),
    h("td", cell, opponent === "human" ? t("ownRecord.people") : playerName(opponent)),
    h("td", { ...cell, class: "result-word" }, t(`ownRecord.outcomes.${result}`)),
    number("rating", rating === null || by === null ? "" : t("ownRecord.rated", { rating, change: change(by) })),
    number("luck", lucky === null ? "" : signed(lucky)),
    number("loss", loss === null ? "" : signed(-loss)));
}

/** A cell with a number; where rows are blocks its label stands before it. @param {string} name @param {string} text "" for none */
const number = (name, text) => h("td", { role: "cell", dataset: { label: t(`ownRecord.listColumns.${name}`), ...(text ? {} : { none: "" }) } }, text || "–");

/** @param {GameInfo[]} games @param {string} id */
const scenarioName = (games, id) => games.flatMap(({ scenarios }) => scenarios).find((one) => one.id === id)?.name ?? id;

/** A share of a won game in points, with its sign. @param {number} share */
const signed = (share) => change(Math.round(100 * share));

/** A change with its sign. @param {number} n */
const change = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

/** A month in words. @param {string} month "2026-11" */
const monthName = (month) => new Intl.DateTimeFormat(document.documentElement.lang || undefined, { year: "numeric", month: "long", timeZone: "UTC" }).format(new Date(`${month}-01T00:00:00Z`));
