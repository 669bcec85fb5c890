/** The tab "Game": files and pictures, appearance, speed of the computer, facts. */

import { h } from "../common/dom.js";
import { asked } from "../common/download.js";
import { languageField } from "../network/language.js";
import { playerName } from "../common/player_names.js";
import { fromRoot } from "../common/server.js";
import * as settings from "../common/settings.js";
import { elsewhereButtons } from "../network/elsewhere.js";
import { sentence, sideName, t } from "../common/text.js";
import { createLegend } from "./legend.js";
import { tick } from "./checkbox.js";
import { soundSettings } from "./volume.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Hello["record"]} GameRecord */

const PACES = [0, 300, 600, 1200, 2500]; // ms
const THEMES = ["auto", "light", "dark"];
const COLUMNS = ["right", "left", "below", "float"]; // where the column stands
const PICTURE_WIDTH = 2400; // px of a PNG

/**
 * @param {{id: string, game: GameInfo, record: GameRecord, layers: string[], isBare: boolean, resign: () => void, keys: () => void,
 *   briefing: () => void}} given `layers`: what is printed on the map; `isBare`: the map stands without its surroundings on every screen;
 *   `resign` asks before it resigns, `keys` and `briefing` show them
 */
export function createMenu({ id, game, record, layers, isBare, resign, keys, briefing }) {
  /** @type {(() => void)[]} */
  const stops = [];
  const legend = createLegend(id, isBare);
  stops.push(legend.destroy);
  const element = h(
    "div",
    { class: "menu" },
    section("computer", choice("pace", t("menu.pace"), PACES, stops)),
    section("sound", soundSettings(stops)),
    section("layers", layerSwitches(layers, stops), legend.element),
    section("look", languageField("language"), choice("theme", t("menu.theme"), THEMES, stops), choice("column", t("menu.column"), COLUMNS, stops), tick("fightCard", "fight-card", t("menu.fightCard"), stops), tick("oneSize", "one-size", t("menu.oneSize"), stops), tick("briefing", "briefing-start", t("briefing.again"), stops), tick("unmoved", "unmoved-warning", t("menu.unmoved"), stops), tick("skips", "skips-questions", t("menu.skips"), stops)),
    section("files", files(id, game)),
    section("facts", facts(game, record)),
    h("div", { class: "buttons" },
      h("a", { class: "button", href: "#/" }, t("menu.home")),
      game.briefing ? h("button", { type: "button", dataset: { briefing: "" }, onClick: briefing }, t("briefing.open")) : null,
      h("button", { type: "button", dataset: { keys: "" }, onClick: keys }, t("menu.keys")),
      h("button", { type: "button", dataset: { resign: "" }, onClick: resign }, t("menu.resign"))),
  );
  return { element, destroy: () => stops.forEach((stop) => stop()) };
}

/** @param {string} name @param {...import("../common/dom.js").Child} content */
function section(name, ...content) {
  return h("section", null, h("h3", { class: "heading" }, t(`menu.${name}`)), ...content);
}

/**
 * A setting chosen from a list.
 * @param {"pace"|"theme"|"column"} name
 * @param {string} label
 * @param {(string|number)[]} values
 * @param {(() => void)[]} stops
 */
function choice(name, label, values, stops) {
  const number = typeof values[0] === "number";
  const select = h("select", { id: name, onChange: () => settings.set(name, number ? Number(select.value) : select.value) },
    values.map((value) => h("option", { value }, t(`menu.${name}s.${value}`))));
  stops.push(settings.subscribe(name, (value) => (select.value = String(value))));
  return h("div", { class: "field" }, h("label", { for: name }, label), select);
}

/**
 * What is printed on the map, each on or off.
 * @param {string[]} layers
 * @param {(() => void)[]} stops
 */
function layerSwitches(layers, stops) {
  const boxes = layers.map((layer) => h("input", {
    type: "checkbox", dataset: { layer },
    onChange: (/** @type {Event} */ event) =>
      settings.set("layers", { ...settings.get("layers"), [layer]: /** @type {HTMLInputElement} */ (event.target).checked }),
  }));
  stops.push(settings.subscribe("layers", (shown) => {
    for (const box of boxes) box.checked = Boolean(shown[box.dataset.layer ?? ""]);
  }));
  return h("div", { class: "layer-switches" },
    boxes.map((box) => h("label", { class: "tick" }, box, t(`menu.layer.${box.dataset.layer}`))));
}

/**
 * Links to the record, and to pictures of the position with the layers shown.
 * @param {string} id
 * @param {GameInfo} game
 */
function files(id, game) {
  /** @param {string} kind @param {Record<string, string>} fixed */
  function picture(kind, fixed) {
    const link = h("a", { class: "button", download: "", dataset: { picture: kind } }, t(`menu.${kind}`));
    const aim = () => {
      const query = new URLSearchParams(fixed);
      const at = document.getElementById("game")?.dataset.at; // the position that is on the screen now
      if (at) query.set("at", at);
      const shown = settings.get("shownLayers")[game.title] ?? [];
      const zones = game.sides.map((side) => side.id).filter((side) => shown.includes(`zones-${side}`));
      if (zones.length) query.set("zones", zones.join(","));
      if (shown.includes("line")) query.set("line", "1");
      link.href = fromRoot(`/api/saved/${id}/board.${kind}?${query}`);
    };
    for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, aim); // at the last moment
    aim();
    return link;
  }

  const at = () => Number(document.getElementById("game")?.dataset.at ?? 0);
  return h("div", { class: "menu-files" },
    elsewhereButtons(id, at),
    asked(h("a", { class: "button", href: `/api/saved/${id}/record`, download: "", dataset: { export: "" } }, t("menu.export"))),
    picture("svg", { download: "1" }),
    picture("png", { width: String(PICTURE_WIDTH) }),
    h("p", { class: "help" }, t("menu.filesHelp")));
}

/** @param {GameInfo} game @param {GameRecord} record */
function facts(game, record) {
  const { dice } = record;
  const told = record.optionTexts.map(sentence);
  const seed = dice.kind === "seeded" ? ` ${t("menu.seed", { seed: dice.seed ?? "" })}` : "";
  /** @type {[string, (Node|string)[]][]} */
  const rows = [
    ["edition", [t("home.game", { title: game.title, edition: game.edition })]],
    ["players", [h("ul", null, game.sides.map(({ id, label }) => h("li", null, t("menu.player", { side: label, player: playerName(record.players[id] ?? "human") }))))]],
    ["options", told.length ? [h("ul", null, told.map((text) => h("li", null, text)))] : [t("menu.noOptions")]],
    ["dice", [`${t(`menu.diceKinds.${dice.kind}`)}${seed}`]],
  ];
  const { origin } = record;
  if (record.name) rows.unshift(["name", [record.name]]);
  if (origin) rows.push(["origin", [t(origin.view ? "menu.branchOfView" : "menu.branch", { n: origin.action, side: sideName(origin.view) })]]);
  if (!record.ownData) rows.push(["data", [t("menu.ownData")]]);
  if (dice.commitment) rows.push(["commitment", [h("code", null, dice.commitment)]]);
  return h("dl", { class: "facts" },
    rows.map(([name, content]) => [h("dt", null, t(`menu.fact.${name}`)), h("dd", null, content)]).flat());
}
