/** Summaries of the rules, by case. */

import { h, refill } from "../common/dom.js";
import { notice } from "../common/announce.js";
import { get } from "../network/api.js";
import { readIn } from "../network/way_back.js";
import { t } from "../common/text.js";
import { withCases } from "./case.js";

/** @typedef {import("../types.js").Rule} Rule */

/** @param {string} game its id @param {boolean} canPlay whether worked examples can be opened here */
export function createRules(game, canPlay) {
  /** @type {{rule: Rule, element: HTMLElement}[]} */
  let shown = [];
  const search = h("input", {
    type: "search", id: "rules-search", autocomplete: "off", spellcheck: "false",
    placeholder: t("rules.hint"), onInput: () => filter(),
  });
  const count = h("p", { class: "help rules-count", role: "status" });
  const list = h("div", { class: "rules-list", tabindex: "0", role: "region", "aria-label": t("rules.title") });
  const element = h("div", { id: "rules", class: "rules" },
    h("div", { class: "field" }, h("label", { for: search.id }, t("rules.search")), search), count, list);
  const loaded = load();

  async function load() {
    /** @type {{rules: Rule[]}} */
    const { rules } = await get(`/api/rules/${game}`);
    const cases = new Set(rules.map((rule) => rule.case));
    const known = (/** @type {string} */ number) => cases.has(number);
    shown = rules.map((rule) => ({
      rule,
      element: h("article", { dataset: { rule: rule.case }, tabindex: "-1" },
        h("h3", null, h("span", { class: "rule-case" }, rule.case), " ", rule.title),
        h("p", null, withCases(rule.text, (number) => number !== rule.case && known(number), open)),
        canPlay ? rule.examples.map(exampleLink) : null),
    }));
    refill(list, shown.map((one) => one.element));
    count.textContent = t("rules.all", { many: shown.length });
  }

  function filter() {
    const wanted = search.value.trim().toLowerCase();
    const words = wanted.split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { rule, element: article } of shown) {
      const text = `${rule.title} ${rule.text}`.toLowerCase();
      const hit = /^[[\d.()\]]+$/.test(wanted)
        ? rule.case.startsWith(bare(wanted))
        : words.every((word) => text.includes(word));
      article.hidden = !hit;
      if (hit) found += 1;
    }
    count.textContent = found === shown.length ? t("rules.all", { many: found })
      : found ? t("rules.found", { many: found }) : t("rules.none");
  }

  /** @param {string} number */
  async function open(number) {
    try {
      await loaded;
    } catch {
      return notice(t("rules.failed"));
    }
    const cases = shown.map((one) => one.rule.case);
    const near = nearest(bare(number), cases);
    search.value = "";
    filter();
    for (const { rule, element: article } of shown) article.classList.toggle("asked", rule.case === near);
    const article = shown.find((one) => one.rule.case === near)?.element;
    if (!article) return;
    list.scrollTop += article.getBoundingClientRect().top - list.getBoundingClientRect().top;
    article.focus({ preventScroll: true });
    if (near !== bare(number)) count.textContent = t("rules.nearest", { case: bare(number), near });
  }

  loaded.catch(() => (count.textContent = t("rules.failed")));
  return { element, open };
}

/** A link that opens a worked example on the board. @param {Rule["examples"][number]} example */
const exampleLink = ({ game, id, title }) =>
  h("a", { href: `#/learn/${game}/${id}`, dataset: { example: id }, onClick: () => readIn(`${game}/${id}`) }, t("rules.example", { title }));

/** A case number without surrounding characters: "[4.5]." is "4.5". @param {string} number */
const bare = (number) => number.replace(/[[\]\s]/g, "").replace(/\.$/, "");

/**
 * The nearest case: itself, its parent, the first of its section, or the previous one.
 * @param {string} number
 * @param {string[]} cases in their order
 */
function nearest(number, cases) {
  if (cases.includes(number)) return number;
  const around = number.replace(/\(.*$/, "");
  const section = around.split(".")[0];
  const within = (/** @type {string} */ start) => cases.find((one) => one === start || one.startsWith(`${start}(`));
  const before = cases.filter((one) => Number.parseFloat(one) <= Number.parseFloat(around));
  return within(around)
    ?? cases.find((one) => one.split(".")[0] === section)
    ?? before[before.length - 1]
    ?? cases[0];
}
