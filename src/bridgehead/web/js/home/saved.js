/** The saved games, newest first. */

import { notice, say } from "../common/announce.js";
import { ApiError, remove } from "../network/api.js";
import { elsewhereButtons } from "../network/elsewhere.js";
import { confirmDialog } from "../common/dialog.js";
import { h, refill } from "../common/dom.js";
import { asked } from "../common/download.js";
import { playerName } from "../common/player_names.js";
import { named, sideName, t } from "../common/text.js";
import { localTime } from "../common/time.js";

const FEW = 5; // shown at first

/**
 * @param {import("../types.js").Saved[]} games
 * @param {string[]} damaged the ids of those that cannot be listed
 * @returns {{element: HTMLElement}}
 */
export function createSaved(games, damaged) {
  let left = games;
  let all = games.length <= FEW + 1;
  const list = h("ol", { id: "saved", class: "saved" });
  const more = h("button", { type: "button", class: "quiet", onClick: showAll });
  const element = h("section", { class: "card continue", "aria-labelledby": "saved-title" },
    h("h2", { class: "heading", id: "saved-title", tabindex: "-1" }, t("home.saved.title")), list, more,
    damaged.length > 0 && h("p", { class: "help", id: "damaged" }, t("home.saved.damaged", { games: damaged.join(", ") })));

  function show() {
    const roots = left.filter((game) => !parentOf(game));
    const shown = all ? roots : roots.slice(0, FEW);
    refill(list, shown.map((game) => withBranches(game)));
    more.hidden = all;
    more.textContent = t("home.saved.more", { many: roots.length - shown.length });
    element.hidden = left.length === 0 && damaged.length === 0;
  }

  /** The game in the list from which a game branches off, if it is still there. @param {import("../types.js").Saved} game */
  const parentOf = ({ parent }) => left.find(({ id }) => id === parent?.id);

  /** A game, and below it the games that branch off from it. @param {import("../types.js").Saved} game @returns {HTMLElement} */
  function withBranches(game) {
    const entry = line(game, game === left[0], forget);
    const branches = left.filter(({ parent }) => parent?.id === game.id);
    if (branches.length) entry.append(h("ol", { class: "branches", "aria-label": t("home.saved.branches", { game: title(game) }) }, branches.map(withBranches)));
    return entry;
  }

  function showAll() {
    all = true;
    show();
    /** @type {HTMLElement|undefined} */ (list.querySelectorAll("[data-open]")[FEW])?.focus();
  }

  /** @param {import("../types.js").Saved} game */
  async function forget(game) {
    const sure = await confirmDialog({
      id: "delete", css: "heading",
      title: t("home.delete.title"),
      body: [h("p", null, t("home.delete.text", { game: title(game), actions: game.actions }))],
      confirm: t("home.delete.confirm"),
      back: t("home.delete.back"),
    });
    if (!sure) return;
    try {
      await remove(`/api/saved/${game.id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 404) return notice(error.message, 0);
    }
    left = left.filter((other) => other.id !== game.id);
    all ||= left.length <= FEW;
    show();
    say(t("home.delete.done", { game: title(game) }));
    element.querySelector("h2")?.focus();
  }

  show();
  return { element };
}

/** @param {import("../types.js").Saved} game */
const title = (game) => t("home.game", { title: game.title, edition: game.edition });

/**
 * @param {import("../types.js").Saved} game
 * @param {boolean} newest
 * @param {(game: import("../types.js").Saved) => void} forget
 */
function line(game, newest, forget) {
  const name = h("b", { id: `saved-${game.id}` }, game.name || title(game));
  return h(
    "li",
    { dataset: { saved: game.id } },
    h("img", { class: "saved-map", src: `/api/saved/${game.id}/board.svg`, alt: "", loading: "lazy", decoding: "async" }),
    h("div", { class: "saved-words" },
      name,
      game.parent ? h("p", { class: "help", dataset: { branch: game.parent.id } }, t("home.saved.branch", { n: game.parent.action })) : null,
      h("p", { class: "saved-state" }, where(game)),
      h("p", { class: "help" }, who(game)),
      h("p", { class: "help" }, t("home.saved.when", { when: when(game.updated), actions: game.actions }))),
    h("div", { class: "buttons" },
      h("a", { class: newest ? "button main" : "button", href: `#/game/${game.id}`, dataset: { open: "" }, "aria-describedby": name.id },
        t(game.over ? "home.saved.look" : "home.saved.open")),
      asked(h("a", { class: "button quiet", href: `/api/saved/${game.id}/record`, download: "", dataset: { export: "" }, "aria-describedby": name.id },
        t("home.saved.export"))),
      game.over ? [] : elsewhereButtons(game.id, () => game.actions),
      h("button", { type: "button", class: "quiet", dataset: { delete: "" }, "aria-describedby": name.id, onClick: () => forget(game) },
        t("home.saved.delete"))),
  );
}

/** The progress of a game. @param {import("../types.js").Saved} game @returns {(Node|string)[]} */
function where(game) {
  if (game.over) {
    const winner = game.winner ?? "";
    if (winner === "draw") return [t("home.saved.draw", { turn: game.turn })];
    return winner in game.players
      ? [sideBadge(winner), ` ${t("home.saved.won", { turn: game.turn })}`]
      : [t("home.saved.over", { turn: game.turn })];
  }
  const phase = named("phases", game.phase);
  const place = game.turns === null ? t("home.saved.whereAlone", { turn: game.turn, phase }) : t("home.saved.where", { turn: game.turn, turns: game.turns, phase });
  return [sideBadge(game.side), ` ${place}`];
}

/** @param {string} side */
function sideBadge(side) {
  return h("span", { class: "side", dataset: { side } }, sideName(side));
}

/** @param {import("../types.js").Saved} game */
function who(game) {
  return Object.entries(game.players)
    .map(([side, player]) => t("home.saved.player", {
      side: sideName(side),
      player: playerName(player),
    }))
    .join(t("home.saved.between"));
}

/** A time in words. @param {string} iso */
function when(iso) {
  const time = new Date(iso);
  const minutes = Math.round((time.getTime() - Date.now()) / 60_000);
  const language = document.documentElement.lang;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (minutes > -60) return relative.format(Math.min(minutes, 0), "minute");
  if (minutes > -24 * 60) return relative.format(Math.round(minutes / 60), "hour");
  return localTime(iso);
}
