/** The analysis of a finished game: a graph of the chances, the turning points, luck and mistakes. */

import { notice, say } from "../../common/announce.js";
import { ApiError, get, post } from "../../network/api.js";
import { aboutChance, signed } from "../../common/chance.js";
import { h, refill, reveal } from "../../common/dom.js";
import { asked as asks } from "../../common/download.js";
import { playerName } from "../../common/player_names.js";
import { sentence, sideName, t } from "../../common/text.js";
import { chanceAt, drawGraph, hit, pointAt, roomRight, scale, turnsOf } from "./graph.js";

/** @typedef {import("../../types.js").AnalysisData} AnalysisData */
/** @typedef {import("../../types.js").AnalysisState} AnalysisState */
/** @typedef {import("../../types.js").TurningPoint} TurningPoint */
/**
 * @typedef {object} Listener
 * @property {() => void} open bring it to the screen
 * @property {(n: number) => Promise<void>} go show the position after n actions
 * @property {(n: number) => void} playOn ask who plays on after n actions
 * @property {() => Promise<void>} keep write the analysis into the game
 * @property {() => void} done it has just been completed
 * @property {(plan: readonly string[]) => void} plan draw a plan on the map, in the position that is shown
 */

const AGAIN = 700; // ms between two questions how far it is
const TALL = 190; // px of the graph
const LOW = 132; // px of the graph below the board

/** @param {Listener & {id: string}} given */
export function createAnalysis({ id, open, go, plan, playOn, keep, done: onDone }) {
  const path = `/api/saved/${id}/analysis`;
  /** @type {AnalysisState|null} */
  let state = null;
  let length = 0;
  /** @type {number|null} */
  let shown = null; // after how many actions the position on the board is, null for the end
  let chosen = -1; // the turning point that is looked at
  let asked = false;
  let gone = false;
  let elsewhere = false; // whether the game is on a server for many
  /** @type {number|undefined} */
  let timer;

  const title = h("h3", { class: "heading", id: "analysis-title", tabindex: "-1" }, t("analysis.title"));
  const body = h("div", { class: "analysis-body" });
  const element = h("section", { id: "analysis", class: "analysis", hidden: true, "aria-labelledby": title.id }, title, body);
  const { graph, place, where, signs } = graphParts(click);
  const list = h("ol", { class: "turning-points" });
  let graphPlace = /** @type {HTMLElement|null} */ (null); // where the graph stands, if not here
  const watch = new ResizeObserver(() => drawAgain());
  watch.observe(place);

  /** @param {() => Promise<AnalysisState>} ask */
  async function learn(ask) {
    window.clearTimeout(timer);
    try {
      const before = state?.state;
      state = await ask();
      if (gone) return;
      draw();
      if (state.state === "running") timer = window.setTimeout(() => learn(() => get(path)), AGAIN);
      if (state.state === "done" && before === "running") {
        say(t("analysis.ready"));
        onDone();
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === "lost" && state?.state === "running") timer = window.setTimeout(() => learn(() => get(path)), 3 * AGAIN);
      else if (error.kind !== "lost") notice(error.message, 0);
    }
  }

  function start() {
    say(t("analysis.begun"));
    learn(() => post(path, {}));
  }

  const data = () => (state?.state === "done" ? state.result : null); // the result, if it is available

  // Rendering

  function draw() {
    if (!state || state.state === "none") refill(body, idle(state?.trouble ?? ""));
    else if (state.state === "running") running(state.done, state.of);
    else if (!body.contains(list)) finished(state.result, state.mistakes);
  }

  /** @param {string} trouble */
  function idle(trouble) {
    return [
      trouble && h("p", { class: "why" }, sentence(trouble)),
      h("p", { class: "help" }, t("analysis.help")),
      h("div", { class: "buttons" }, h("button", { type: "button", dataset: { startAnalysis: "" }, onClick: start }, t("analysis.start"))),
    ];
  }

  /** @param {number} done @param {number} of */
  function running(done, of) {
    const text = of ? t("analysis.running", { done, of }) : t("analysis.waiting");
    const bar = body.querySelector("progress");
    if (!bar) {
      refill(body, h("label", { class: "analysis-progress" }, h("span", null, text), h("progress", { max: "1", value: "0" })), h("p", { class: "help" }, t("analysis.meanwhile")));
      running(done, of);
      return;
    }
    bar.value = of ? done / of : 0;
    if (bar.previousElementSibling) bar.previousElementSibling.textContent = text;
  }

  /** @param {AnalysisData} found @param {number} [mistakes] that become puzzles */
  function finished(found, mistakes = 0) {
    refill(list, found.turning_points.map((_, k) => line(found, k, pick, playOn)));
    refill(signs, legend(found));
    refill(body, h("h4", null, t("analysis.turning")), list, !found.turning_points.length && h("p", { class: "help" }, t("analysis.noTurning")),
      mistakes ? h("p", { class: "help", dataset: { mistakes: String(mistakes) } }, t("analysis.practice", { n: mistakes })) : null,
      h("h4", null, t("analysis.summary")), summary(found), found.summary.sentences.map((text) => h("p", null, sentence(text))),
      table(found), h("div", { class: "buttons" }, elsewhere ? download(id) : h("button", { type: "button", dataset: { keepAnalysis: "" }, onClick: () => keep() }, t("analysis.keep"))), h("p", { class: "help" }, found.note, " ", t("analysis.by", { player: playerName(found.player) })));
    putGraph(graphPlace);
  }

  /** @param {HTMLElement|null} to where the graph stands; null: above the turning points */
  function putGraph(to) {
    graphPlace = to;
    if (!data()) return;
    (to ?? body).prepend(graph);
    drawAgain();
  }

  /** @returns {import("./graph.js").Frame} */
  const frame = () => ({ width: Math.max(Math.round(place.clientWidth), 240), height: graphPlace ? LOW : TALL, length });

  function drawAgain() {
    const found = data();
    if (!found || !place.clientWidth) return;
    const [first, second] = sidesOf(found);
    const title = t("analysis.graph", { first: sideName(first), second: sideName(second), from: aboutChance(chanceAt(found, 0)), to: said(chanceAt(found, length)) });
    refill(place, drawGraph(found, frame(), { first, second }, title),
      h("span", { class: `graph-side over ${roomRight(found, 1) ? "right" : ""}`, "aria-hidden": "true", dataset: { side: first } }, sideName(first)),
      h("span", { class: `graph-side under ${roomRight(found, 0) ? "right" : ""}`, "aria-hidden": "true", dataset: { side: second } }, sideName(second)));
    mark();
  }

  /** Mark the selected step: in the graph, in the list, in words. */
  function mark() {
    const found = data();
    const graph = place.firstElementChild;
    if (!found || !graph) return;
    const n = shown ?? length;
    pointAt(graph, frame(), n);
    for (const point of graph.querySelectorAll("[data-point]")) point.classList.toggle("chosen", point.getAttribute("data-point") === String(chosen));
    [...list.children].forEach((item, k) => {
      item.querySelector("button")?.setAttribute("aria-expanded", String(k === chosen));
      item.querySelector(".turning-detail")?.toggleAttribute("hidden", k !== chosen);
    });
    const [first, second] = sidesOf(found);
    const chance = chanceAt(found, n);
    where.textContent = n >= length ? t("analysis.atEnd", { n }) : t("analysis.where", { n, first: sideName(first), second: sideName(second), chance: aboutChance(chance), other: aboutChance(1 - chance) });
  }

  // Requests

  /** @param {MouseEvent} event */
  function click(event) {
    const found = data();
    if (!found) return;
    const { left, top } = place.getBoundingClientRect();
    const spot = { x: event.clientX - left, y: event.clientY - top };
    const k = hit(found, frame(), spot);
    if (k >= 0) pick(k);
    else go(scale(frame()).n(spot.x));
  }

  /** Show a turning point; if there was a better decision, the position before it. @param {number} k */
  async function pick(k) {
    const found = data();
    const point = found?.turning_points[k];
    if (!point) return;
    const { better } = point;
    await go(better ? point.from - 1 : point.to);
    chosen = k;
    mark();
    if (better) plan(better.plan);
    const [item, box] = [list.children[k], element.parentElement];
    if (item instanceof HTMLElement && box) reveal(item, box);
    say([sentence(point.sentence), better && found ? betterText(found, point) : ""].filter(Boolean).join(" "));
  }

  return {
    element,
    putGraph,
    /** @param {import("../../types.js").Hello} hello */
    meet(hello) {
      elsewhere = Boolean(hello.online);
    },
    /** @param {{result: any, length: number}} now */
    update(now) {
      element.hidden = now.result === null;
      if (now.result === null) return graph.remove();
      if (length !== now.length) {
        length = now.length;
        drawAgain();
      }
      if (asked) return;
      asked = true;
      draw();
      learn(() => get(path));
    },
    /** @param {number|null} n */
    at(n) {
      if (shown === n) return;
      shown = n;
      chosen = -1;
      mark();
    },
    /** Open it, and start the analysis if it is not done. */
    begin() {
      open();
      title.focus({ preventScroll: true });
      const box = element.parentElement;
      if (box) box.scrollTop += element.getBoundingClientRect().top - box.getBoundingClientRect().top;
      if (!state || state.state === "none") start();
    },
    destroy() {
      gone = true;
      window.clearTimeout(timer);
      watch.disconnect();
    },
  };
}

/** The graph, the words for the shown position, and what the signs mean. @param {(event: MouseEvent) => void} click */
function graphParts(click) {
  const place = h("div", { class: "graph-place", onClick: click });
  const where = h("p", { class: "analysis-where" });
  const signs = h("p", { class: "graph-legend", "aria-hidden": "true" });
  return { place, where, signs, graph: h("div", { class: "analysis-graph" }, place, where, signs) };
}

/** The link to a record with the analysis. @param {string} id */
const download = (id) => asks(h("a", { class: "button", href: `/api/saved/${id}/record?annotated=1`, download: "", dataset: { keepAnalysis: "" } }, t("analysis.download")));

/** A chance in the table; at the end of the game it is a result. @param {number} chance */
const said = (chance) => (chance === 0 || chance === 1 ? t("chance.sure", { n: chance * 100 }) : aboutChance(chance));

/** Both sides, with the one of the chances first. @param {AnalysisData} found @returns {[string, string]} */
function sidesOf({ first_side: first, summary }) {
  const second = Object.keys(summary).find((side) => side !== first && side !== "sentences");
  return [first, second ?? "dice"];
}

/** @param {AnalysisData} found */
function legend(found) {
  const kinds = ["decision", "dice"].filter((kind) => found.turning_points.some((point) => point.kind === kind));
  if (!kinds.length) return [];
  return [...kinds.map((kind) => h("span", { class: `sign ${kind}` }, t(`analysis.kinds.${kind}`))), h("span", null, t("analysis.colors"))];
}

/**
 * A turning point that can be opened.
 * @param {AnalysisData} found
 * @param {number} k
 * @param {(k: number) => void} pick
 * @param {(n: number) => void} playOn
 */
function line(found, k, pick, playOn) {
  const point = /** @type {TurningPoint} */ (found.turning_points[k]);
  const { kind, swing, favours } = point;
  const detail = h("div", { class: "turning-detail", id: `turning-${k}`, hidden: true },
    point.better ? h("p", null, betterText(found, point)) : null,
    h("p", { class: "help" }, t(point.better ? "analysis.seenBefore" : "analysis.seenAfter")),
    h("button", { type: "button", dataset: { playOn: "" }, onClick: () => playOn(point.better ? point.from - 1 : point.to) }, t("playOn.open")));
  const button = h("button", { type: "button", class: "turning", dataset: { turning: String(k), side: favours }, "aria-expanded": "false", "aria-controls": detail.id, onClick: () => pick(k) },
    h("span", { class: `sign ${kind}`, "aria-hidden": "true" }),
    h("span", { class: "turning-words" }, h("b", null, h("span", { class: "unseen" }, t(`analysis.kinds.${kind}`), " "), t("analysis.point", { side: sideName(favours), swing: signed(Math.abs(swing)) })), " ", sentence(point.sentence)));
  return h("li", null, button, detail);
}

/**
 * The better decision, with both chances for the deciding side.
 * @param {AnalysisData} found
 * @param {TurningPoint} point
 */
function betterText({ first_side: first }, { better, who, after }) {
  if (!better) return "";
  const played = who === first ? after : 1 - after;
  return t("analysis.better", { plan: sentence(better.sentence), side: sideName(who), chance: aboutChance(better.chance), played: aboutChance(played) });
}

/** @param {AnalysisData} found */
function summary(found) {
  const rows = sidesOf(found).flatMap((side) => {
    const one = /** @type {import("../../types.js").SideSummary|undefined} */ (found.summary[side]);
    return one ? [{ side, one }] : [];
  });
  return h("table", { class: "counts" },
    h("caption", { class: "unseen" }, t("analysis.summary")),
    h("thead", null, h("tr", null, ["side", "luck", "loss", "mistakes"].map((name) => h("th", { scope: "col" }, t(`analysis.columns.${name}`))))),
    h("tbody", null, rows.map(({ side, one }) => h("tr", null,
      h("th", { scope: "row" }, h("span", { class: "side", dataset: { side } }, sideName(side))),
      h("td", null, signed(one.luck)), h("td", null, signed(-Math.abs(one.loss))), h("td", null, t("analysis.ofDecisions", { n: one.mistakes, of: one.decisions }))))));
}

/** The graph as numbers, turn by turn. @param {AnalysisData} found */
function table(found) {
  const [first, second] = sidesOf(found);
  /** @type {[string, number, number][]} */
  const rows = turnsOf(found).map(({ turn, from, before }) => [t("analysis.turn", { turn }), from - 1, before]);
  const last = found.steps.at(-1);
  if (last) rows.push([t("analysis.end"), last.to, last.after]);
  return h("details", { class: "numbers" }, h("summary", null, t("analysis.numbers")),
    h("table", { class: "counts" },
      h("caption", { class: "unseen" }, t("analysis.numbers")),
      h("thead", null, h("tr", null, h("th", { scope: "col" }, t("analysis.columns.turn")), h("th", { scope: "col" }, t("analysis.columns.action")), [first, second].map((side) => h("th", { scope: "col" }, sideName(side))))),
      h("tbody", null, rows.map(([label, n, chance]) => h("tr", null, h("th", { scope: "row" }, label), h("td", null, String(n)), h("td", null, said(chance)), h("td", null, said(1 - chance)))))));
}
