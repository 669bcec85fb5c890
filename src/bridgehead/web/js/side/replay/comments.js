/** What is said about a game: comments at its positions, and lines that branch off. */

import { notice, say } from "../../common/announce.js";
import { confirmDialog } from "../../common/dialog.js";
import { h, refill } from "../../common/dom.js";
import { t } from "../../common/text.js";
import { ApiError, get, post } from "../../network/api.js";

/** @typedef {import("../../types.js").Said} Said */
/** @typedef {import("../../types.js").State} State */
/**
 * @typedef {object} Listener
 * @property {(n: number) => Promise<void>} go show the position after n actions
 * @property {(state: State) => void} onState show this position, which is one of a line
 */

/** @param {Listener & {id: string}} given */
export function createComments({ id, go, onState }) {
  /** @type {Said} */
  let said = { comments: [], lines: [] };
  let at = 0;
  let writes = true; // whether comments can be written here
  /** @type {number|null} the number of actions after which the game is over */
  let end = null;
  /** @type {{k: number, n: number}|null} the line that is stepped through, and after how many of its actions */
  let inLine = null;

  const here = h("div", { class: "comments-here" });
  const edit = h("button", { type: "button", class: "quiet", dataset: { comment: "" }, onClick: write }, t("comments.write"));
  const attempt = h("button", { type: "button", class: "quiet", dataset: { newLine: "" }, onClick: () => begin({ at }) }, t("comments.try"));
  const lines = h("div", { class: "lines" });
  const list = h("ol", { class: "said-list" });
  const all = h("details", { class: "said" }, h("summary", null, t("comments.all")), list);
  const element = h("section", { id: "comments", class: "comments", "aria-label": t("comments.title"), hidden: true }, here, h("div", { class: "buttons" }, edit, attempt), lines, all);

  /** The text of the comments at the position. */
  const text = () => said.comments.filter((one) => one.at === at).map((one) => one.text).join("\n\n");

  function draw() {
    refill(here, paragraphs(text()));
    edit.hidden = !writes;
    attempt.hidden = !writes || at === end;
    edit.textContent = t(text() ? "comments.change" : "comments.write");
    refill(lines, said.lines.flatMap((line, k) => (line.at === at ? [inLine?.k === k ? steps(k) : offer(k)] : [])));
    const entries = [...said.comments.map((one) => ({ at: one.at, text: one.text })), ...said.lines.map((one) => ({ at: one.at, text: nameOf(one) }))].sort((a, b) => a.at - b.at);
    all.hidden = entries.length === 0;
    refill(list, entries.map((one) => h("li", null, h("button", { type: "button", class: "quiet", dataset: { at: String(one.at) }, onClick: () => go(one.at) }, h("b", null, t("comments.after", { n: one.at })), " ", one.text))));
  }

  /** A line that can be entered. @param {number} k */
  function offer(k) {
    const line = /** @type {Said["lines"][number]} */ (said.lines[k]);
    return h("button", { type: "button", class: "line", dataset: { line: String(k) }, onClick: () => enter(k) }, nameOf(line));
  }

  /** The line that is stepped through. @param {number} k */
  function steps(k) {
    const line = /** @type {Said["lines"][number]} */ (said.lines[k]);
    const n = inLine?.n ?? 0;
    /** @param {string} name @param {number} to @param {boolean} may */
    const button = (name, to, may) => h("button", { type: "button", dataset: { step: name }, disabled: !may, onClick: () => step(k, to) }, t(`comments.${name}`));
    return h("div", { class: "line-steps", role: "group", "aria-label": nameOf(line) },
      h("p", null, h("b", null, nameOf(line))),
      h("ol", null, line.told.map((told, i) => h("li", { "aria-current": i + 1 === n ? "step" : null },
        h("button", { type: "button", class: "quiet", onClick: () => step(k, i + 1) }, told),
        (line.comments ?? []).filter((one) => one.at === i + 1).map((one) => h("p", { class: "help" }, one.text))))),
      h("div", { class: "buttons" }, button("back", n - 1, n > 0), button("next", n + 1, n < line.actions.length),
        h("button", { type: "button", dataset: { step: "leave" }, onClick: () => go(line.at) }, t("comments.leave"))),
      writes ? h("div", { class: "buttons" },
        h("button", { type: "button", class: "quiet", dataset: { vary: "" }, onClick: () => begin({ at: line.at, line: k, done: n }) }, t("comments.vary")),
        h("button", { type: "button", class: "quiet", dataset: { remove: "" }, onClick: () => drop(k) }, t("comments.remove"))) : null);
  }

  /** @param {number} k */
  async function enter(k) {
    await go(said.lines[k]?.at ?? 0);
    await step(k, 1);
    /** @type {HTMLElement|null} */ (lines.querySelector("[data-step=next]:enabled, [data-step=leave]"))?.focus();
  }

  /** Show the position after n actions of a line. @param {number} k @param {number} n */
  async function step(k, n) {
    try {
      const state = await get(`/api/saved/${id}/lines/${k}/at/${n}`);
      inLine = { k, n };
      onState(state);
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.step : "";
      draw();
      if (focused) /** @type {HTMLElement|null} */ (lines.querySelector(`[data-step=${focused}]:enabled`) ?? lines.querySelector("[data-step=leave]"))?.focus();
      say(said.lines[k]?.told[n - 1] ?? t("comments.begin"));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notice(error.message);
    }
  }

  /** Begin a new line on the board. @param {{at: number, line?: number, done?: number}} from */
  async function begin(from) {
    try {
      const found = await post(`/api/saved/${id}/lines`, from);
      location.hash = `#/game/${found.id}`;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notice(error.message, 0);
    }
  }

  /** Remove a line after a question. @param {number} k */
  async function drop(k) {
    const line = /** @type {Said["lines"][number]} */ (said.lines[k]);
    const texts = { id: "removing-line", title: t("comments.removing.title"), confirm: t("comments.removing.confirm"), back: t("comments.removing.back") };
    if (!(await confirmDialog({ ...texts, body: [h("p", null, nameOf(line))] }))) return;
    try {
      said = await post(`/api/saved/${id}/annotations`, { remove: k, actions: line.actions });
      say(t("comments.removed"));
      await go(line.at);
      edit.focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notice(error.message, 0);
    }
  }

  /** Let a person write the comment at this position. */
  function write() {
    const now = at;
    const area = h("textarea", { class: "comment-text", rows: "4", maxlength: "4000", "aria-label": t("comments.label", { n: now }) }, text());
    const save = h("button", { type: "submit", class: "primary" }, t("comments.save"));
    const form = h("form", { onSubmit: send }, area, h("div", { class: "buttons" }, h("button", { type: "button", onClick: leave }, t("comments.cancel")), save));
    form.addEventListener("keydown", (event) => {
      event.stopPropagation(); // letters are no shortcuts here
      if (event.key === "Escape") leave();
    });

    function leave() {
      draw();
      edit.focus();
    }

    /** @param {Event} event */
    async function send(event) {
      event.preventDefault();
      try {
        said = await post(`/api/saved/${id}/annotations`, { at: now, text: area.value });
        say(t("comments.saved"));
        leave();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notice(error.message, 0);
      }
    }

    refill(here, form);
    edit.hidden = true;
    area.focus();
  }

  return {
    element,
    /** What is said has come; null while the game hides something. @param {Said|null} found */
    take(found) {
      element.hidden = found === null || (!writes && found.comments.length + found.lines.length === 0);
      if (!found) return;
      said = found;
      if (!element.querySelector("form")) draw();
    },
    /** Whether comments can be written. @param {boolean} may */
    allow(may) {
      writes = may;
      draw();
    },
    /** The game is over after n actions; null: it is not. @param {number|null} n */
    ends(n) {
      if (n === end) return;
      end = n;
      if (!element.querySelector("form")) draw();
    },
    /** Another position is shown. @param {number} n */
    at(n) {
      if (n === at && inLine === null) return;
      at = n;
      inLine = null;
      draw();
    },
    /** Write the analysis into the game. */
    async keepAnalysis() {
      try {
        said = await post(`/api/saved/${id}/annotations`, { analysis: true });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return notice(error.message, 0);
      }
      draw();
      all.open = true;
      notice(t("comments.kept"), 6000);
    },
  };
}

/** @param {Said["lines"][number]} line */
const nameOf = (line) => line.name ?? t("comments.line");

/** @param {string} text */
const paragraphs = (text) => text.split(/\n+/).filter(Boolean).map((one) => h("p", null, one));
