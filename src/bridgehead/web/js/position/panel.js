/** The column beside the map: what is selected, the units beside the map, the fields, and what is done with the position. */

import { h, refill, shortcut, tellMore } from "../common/dom.js";
import { isForMany } from "../common/server.js";
import { percent, sentence, sideName, t } from "../common/text.js";
import { counterButton } from "./tray.js";
import { ofGame, ofOne } from "./fields.js";

/** @typedef {import("./fields.js").Opened} Opened */
/** @typedef {import("./fields.js").Fault} Fault */

const FIRST = Object.freeze(["turn", "side", "phase"]);

/**
 * @typedef {object} PanelContext
 * @property {any} model
 * @property {HTMLElement} tray
 * @property {() => Opened} now
 * @property {() => string} hand the unit in hand, "" for none
 * @property {() => string} place the selected place, "" for none
 * @property {(unit: string) => SVGElement} face
 * @property {readonly import("../types.js").GameInfo[]} games
 */

/** @param {PanelContext} context */
export function createPanel(context) {
  const { model, tray, now, hand, place, face, games } = context;
  const fault = h("p", { id: "setup-fault", class: "wrong", role: "alert", hidden: true });
  const help = h("p", { class: "help setup-help" }, t("setUp.help"));
  const pending = h("p", { class: "setup-pending", hidden: true }, t("setUp.pending"), " ", h("button", { type: "button", class: "small", dataset: { deed: "settle" } }, t("setUp.settle")));
  const times = h("div", { class: "setup-times" });
  const selected = h("section", { class: "setup-selected", "aria-labelledby": "setup-selected-title" });
  const fields = h("div", { class: "setup-fields" });
  const more = h("details", { class: "setup-more" }, h("summary", null, t("setUp.more")), fields);
  const told = h("p", { id: "setup-told", role: "status", hidden: true });
  const body = h("div", { class: "setup-body" }, fault, help, times, pending, more, opening(), tray);
  const buttons = {
    undo: deed("undo", shortcut("u")),
    redo: deed("redo", shortcut("U")),
    test: isForMany ? null : deed("test"), // nobody is helped where people play
    copy: deed("copy"),
    link: isForMany ? deed("link") : null,
    save: deed("save"),
    play: deed("play", { class: "primary" }),
  };
  const foot = h("div", { class: "setup-foot" }, told, h("div", { class: "setup-buttons" }, Object.values(buttons)));
  const element = h("aside", { class: "column", "aria-label": t("setUp.column") }, body, selected, foot);
  tellMore(body);

  /** Where another position is taken from. */
  function opening() {
    const area = h("textarea", { id: "setup-line", rows: "3", spellcheck: "false", autocomplete: "off", placeholder: "bh1:…" });
    const input = h("input", { type: "file", id: "setup-file", class: "unseen", accept: ".json,.txt,application/json,text/plain" });
    return h("details", { class: "setup-open", dataset: { keep: "open" } }, h("summary", null, t("setUp.open")),
      h("div", { class: "buttons setup-starts" },
        h("button", { type: "button", dataset: { deed: "start" } }, t("setUp.start")),
        h("button", { type: "button", dataset: { deed: "empty" } }, t("setUp.empty"))),
      h("div", { class: "setup-field" }, h("label", { for: area.id }, t("home.import.line")), area),
      h("div", { class: "buttons" },
        h("button", { type: "button", dataset: { deed: "paste" } }, t("home.import.open")),
        input, h("label", { class: "button", for: input.id }, t("home.import.choose"))));
  }

  /** The unit in hand, or the selected place. */
  function showSelected() {
    const { controls, values, offMap } = now();
    const unit = hand();
    const shown = unit ? ofUnit(unit) : place() ? ofPlace(place()) : [];
    selected.hidden = !shown.length;
    const open = [...selected.querySelectorAll("details")].map((one) => one.open);
    refill(selected, h("h2", { class: "heading", id: "setup-selected-title" }, t("setUp.selected")), shown);
    for (const [k, one] of selected.querySelectorAll("details").entries()) one.open = open[k] ?? false;

    /** @param {string} id */
    function ofUnit(id) {
      const at = model.state.units[id] ?? "eliminated";
      const isOnMap = model.places.has(at);
      const select = h("select", { id: "setup-where", dataset: { where: id } },
        h("option", { value: "", selected: isOnMap }, isOnMap ? t("setUp.onMap", { place: model.placeName(at) }) : t("setUp.onMapNow")),
        offMap.map((one) => h("option", { value: one.id, selected: one.id === at }, one.label)));
      return [
        h("div", { class: "setup-unit" }, face(id), h("p", null, h("b", null, model.name(id)), model.aboutUnit(id).slice(model.name(id).length))),
        h("div", { class: "setup-moves" },
          h("div", { class: "setup-field" }, h("label", { for: select.id }, t("setUp.where")), select),
          h("div", { class: "setup-field" }, h("label", { for: "setup-place" }, t("setUp.placeLabel")),
            h("input", { id: "setup-place", type: "text", list: "setup-places", autocomplete: "off", spellcheck: "false", dataset: { goes: id }, placeholder: t("setUp.placeHint") }))),
        h("datalist", { id: "setup-places" }, [...model.places.keys()].map((/** @type {string} */ one) => h("option", { value: one }, model.placeName(one)))),
        folded(t("setUp.marks"), ofOne(controls.filter(({ about }) => about === "unit"), id, values)),
        isOnMap && folded(model.placeName(at), [...others(at, id), ...ofOne(controls.filter(({ about }) => about === "place"), at, values)]),
        h("div", { class: "buttons" },
          h("button", { type: "button", class: "small", dataset: { deed: "eliminate" }, ...shortcut("Del", "Delete") }, t("setUp.eliminate")),
          h("button", { type: "button", class: "quiet small", dataset: { deed: "drop" }, ...shortcut("Esc", "Escape") }, t("setUp.drop"))),
      ];
    }

    /** @param {string} id */
    function ofPlace(id) {
      return [
        h("p", null, h("b", null, sentence(model.aboutHex(id)))),
        ...others(id, ""),
        h("div", { class: "setup-marks" }, ofOne(controls.filter(({ about }) => about === "place"), id, values)),
      ];
    }
  }

  /** The other units of a place. @param {string} at @param {string} id @returns {HTMLElement[]} */
  function others(at, id) {
    const units = model.all(at).filter((/** @type {string} */ one) => one !== id);
    const rows = units.map((/** @type {string} */ one) => h("li", null, counterButton(model, one, face(one), { id: `setup-here-${one}`, dataset: { take: one } })));
    return rows.length ? [h("ul", { class: "setup-here" }, rows)] : [];
  }

  return {
    element,
    body,
    showSelected,
    /** Show the fields of the position. */
    draw() {
      const { controls, values, pending: begun } = now();
      const own = controls.filter(({ about }) => about === "game");
      const open = new Set([...fields.querySelectorAll("details[open]")].map((one) => /** @type {HTMLElement} */ (one).dataset.keep));
      refill(times, own.filter(({ field }) => FIRST.includes(field)).map((control) => ofGame(control, values)));
      refill(fields, own.filter(({ field }) => !FIRST.includes(field)).map((control) => ofGame(control, values)));
      for (const one of fields.querySelectorAll("details")) one.open = open.has(one.dataset.keep);
      more.hidden = !fields.children.length;
      pending.hidden = !begun;
      told.hidden = true;
      showSelected();
    },
    /** Say why a change was refused; null: nothing was. @param {Fault|null} found */
    fault(found) {
      fault.hidden = !found;
      fault.textContent = found ? model.prose(found.text) : "";
    },
    /** Which steps can be made. @param {boolean} undo @param {boolean} redo */
    steps(undo, redo) {
      buttons.undo.disabled = !undo;
      buttons.redo.disabled = !redo;
    },
    /** Show what a test has found; null: it is under way. @param {import("./fields.js").Evaluation|null} found */
    tested(found) {
      told.hidden = false;
      told.textContent = found ? tale(found) : t("setUp.testing");
    },
    /** The game that is chosen in the head. */
    choice: h("select", { id: "setup-game", "aria-label": t("home.edition") }, games.map((game) => h("option", { value: game.id }, t("home.game", { title: game.title, edition: game.edition })))),
  };

  /** @param {import("./fields.js").Evaluation} found */
  function tale({ toMove, count, result, side, chance, compiled }) {
    if (result) return sentence(t("setUp.over", { reason: result.reason }));
    const who = t("setUp.decides", { side: sideName(toMove ?? ""), n: count, ask: sentence(model.ask(model.state.step)) });
    if (!chance) return `${who} ${t(compiled ? "setUp.noChance" : "setUp.notCompiled")}`;
    return `${who} ${t("setUp.chance", { side: sideName(side), share: percent(chance.value), error: percent(2 * chance.error) })}`;
  }
}

/** Controls that are shown on demand. @param {string} title @param {HTMLElement[]} controls */
function folded(title, controls) {
  return controls.length > 0 && h("details", null, h("summary", null, title), h("div", { class: "setup-marks" }, controls));
}

/** @param {string} name @param {Record<string, any>} [more] */
const deed = (name, more = {}) => h("button", { type: "button", id: `setup-${name}`, dataset: { deed: name }, ...more }, t(`setUp.deeds.${name}`));
