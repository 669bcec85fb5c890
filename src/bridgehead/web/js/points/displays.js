/** The tab "Boxes": everything off the map, and the tracks. */

import { h, refill } from "../common/dom.js";
import { named as text, points, t } from "../common/text.js";
import { equal, named } from "./counters.js";

/** @typedef {import("./model.js").PointModel} PointModel */

const MISSIONS = Object.freeze(["air-superiority", "strategic", "ground-attack", "recon"]);
const BOXES = Object.freeze(["unplaced", "available", "refit", "breakdown", "breakdown-sinai", "breakdown-golan", "breakdown-any", "eliminated", "permanently-eliminated", "event-only", "allies-cup"]);
const LASTING = Object.freeze(["combined_arms", "ceasefire", "jordan_limit", "closed"]); // effects of events, and of casualties
const AIRBORNE = Object.freeze(["tac", "wild_weasel", "ssm"]);

export class Displays {
  /** @param {PointModel} model */
  constructor(model) {
    this.model = model;
    this.element = h("div", { id: "displays", class: "displays" });
    this.drawn = "";
    /** @type {Set<string>} folds that are open */
    this.open = new Set();
    this.element.addEventListener("toggle", (event) => {
      const fold = /** @type {HTMLDetailsElement} */ (event.target);
      if (fold.open) this.open.add(fold.dataset.fold ?? "");
      else this.open.delete(fold.dataset.fold ?? "");
    }, true);
  }

  update() {
    const { state: now } = this.model;
    const key = JSON.stringify([now.turn, now.view, now.units, now.ledger, now.phase]);
    if (key === this.drawn) return;
    this.drawn = key;
    refill(this.element, this.track(), this.stocks(), this.air(), this.events(), this.reserves(), this.boxes());
  }

  /** The counters in a box, of one side or all. @param {string} box @param {string} [side] */
  inside(box, side) {
    const { state: now, hello: words, units: counters } = this.model;
    return words.units.map(({ id }) => id).filter((id) => now.units[id] === box && (!side || counters.get(id)?.side === side));
  }

  track() {
    const { state: now, hello: words } = this.model;
    const rows = words.game.turns.map(({ label }, k) => {
      const turn = k + 1;
      const coming = this.inside(`turn-track:${turn}`);
      const income = words.stocks.map((stock) => words.income[stock]?.[k] ?? 0).join(" / ");
      return h("li", { "aria-current": turn === now.turn && now.phase !== "setup" ? "step" : null, class: turn < now.turn ? "past" : "" },
        h("b", null, String(turn)), h("span", null, label), h("small", { title: t("routes.income") }, income),
        coming.length > 0 && h("div", { class: "coming" }, equal(this.model, coming).map((same) => named(this.model, same[0] ?? "", same.length))));
    });
    return section("turns", h("ol", { class: "turns" }, rows));
  }

  stocks() {
    const { hello: words, state: now } = this.model;
    const { view } = now;
    const count = (/** @type {string} */ name, /** @type {string} */ stock) => h("td", null, String(view[name]?.[stock] ?? 0));
    const table = h("table", { class: "stocks" },
      h("thead", null, h("tr", null, h("td"), words.stocks.map((stock) => h("th", { scope: "col" }, t(`routes.nations.${stock}`))))),
      h("tbody", null, ["points", "ew", "barrage"].map((name) => h("tr", null, h("th", { scope: "row" }, t(`routes.stocks.${name}`)), words.stocks.map((stock) => count(name, stock))))));
    const tracks = words.stocks.map((stock) => {
      const value = Number(view.casualties?.[stock] ?? 0);
      const limit = words.limits[stock] ?? 60;
      return h("div", { class: "casualties" }, h("span", null, t(`routes.nations.${stock}`)),
        h("meter", { min: "0", max: String(limit + 1), high: String(limit * 0.75), optimum: "0", value: String(value), "aria-label": t("routes.casualtiesOf", { stock: t(`routes.nations.${stock}`) }) }),
        h("b", null, `${value} / ${limit}`));
    });
    const victory = words.game.sides.map(({ id, label }) => h("div", { class: "casualties" }, h("span", { class: "side", "data-side": id }, label), h("span"), h("b", null, points(now.ledger?.[id]?.points ?? 0))));
    return [section("stocks", table), section("casualties", ...tracks), section("victory", ...victory)];
  }

  air() {
    const { units: counters, hello: words, state: now } = this.model;
    const lines = words.game.sides.map(({ id: side, label }) => {
      /** @type {Map<string, string[]>} */
      const rows = new Map();
      for (const [unit, place] of Object.entries(now.units)) {
        const one = counters.get(unit);
        if (!one?.air || one.side !== side || !(place === "ready" || place === "used" || place.includes(":")) || place.startsWith("turn")) continue;
        rows.set(place, [...(rows.get(place) ?? []), unit]);
      }
      const order = ["ready", ...words.theaters.flatMap(({ id }) => MISSIONS.map((mission) => `${id}:${mission}`)), "used"];
      return h("div", { class: "air-side" }, h("h4", null, h("span", { class: "side", "data-side": side }, label)),
        h("dl", null, order.filter((place) => rows.has(place)).flatMap((place) => [h("dt", null, this.model.boxName(place)), h("dd", null, this.strikes(rows.get(place) ?? []))])));
    });
    const masters = Object.entries(now.view.air_master ?? {}).map(([theater, side]) => h("p", null, t("routes.master", { side: this.model.side(side), theater: t(`routes.theaters.${theater}`) })));
    return section("air", ...masters, ...lines);
  }

  /** Strikes in numbers: "Egypt 12 TAC, 2 SSM". @param {string[]} units */
  strikes(units) {
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const unit of units) {
      const { nation, type } = this.model.unit(unit);
      found.set(`${nation} ${type}`, (found.get(`${nation} ${type}`) ?? 0) + 1);
    }
    const nations = new Set(units.map((unit) => this.model.unit(unit).nation));
    return [...nations].map((nation) => {
      const kinds = AIRBORNE.filter((type) => found.has(`${nation} ${type}`)).map((type) => `${found.get(`${nation} ${type}`)} ${t(`routes.kinds.${type.replace("_", "-")}`)}`);
      return `${t(`routes.nations.${nation}`)}: ${kinds.join(", ")}`;
    }).join("; ");
  }

  events() {
    const { view } = this.model.state;
    const pool = /** @type {string[]} */ (view.pool ?? []);
    const lasting = LASTING.filter((name) => view[name]).map((name) => h("li", null, t(`routes.lasting.${name}`)));
    const morale = view.morale?.length ? h("li", null, t("routes.lasting.morale", { places: view.morale.map((/** @type {string} */ place) => this.model.placeName(place)).join(", ") })) : null;
    const now = view.event && view.event !== "none" ? h("p", { class: "event-now" }, t("routes.eventNow", { event: text("routes.events", view.event) })) : null;
    return section("events", now, lasting.length || morale ? h("ul", null, lasting, morale) : null,
      pool.length > 0 && this.fold("pool", t("routes.pool"), pool.length, h("ul", null, pool.map((event) => h("li", null, text("routes.events", event))))));
  }

  reserves() {
    const { model } = this;
    const areas = [...model.places.values()].filter(({ id }) => id.endsWith("-reserve"));
    return areas.map(({ id, name }) => {
      const units = model.all(id);
      const hidden = model.hiddenAt(id);
      if (!units.length && !hidden) return null;
      return this.fold(id, name, units.length + hidden, this.list([...units]), hidden > 0 && h("p", { class: "note" }, t("routes.hidden", { n: hidden })));
    });
  }

  boxes() {
    const sides = this.model.hello.game.sides;
    return BOXES.flatMap((box) => sides.map(({ id: side, label }) => {
      const units = this.inside(box, side);
      return units.length ? this.fold(`${box} ${side}`, `${t(`routes.boxes.${box}`)}, ${label}`, units.length, this.list(units)) : null;
    }));
  }

  /** @param {string[]} units */
  list(units) {
    return h("ul", { class: "box-list" }, equal(this.model, units).map((same) => h("li", null, named(this.model, same[0] ?? "", same.length))));
  }

  /**
   * @param {string} name
   * @param {string} title
   * @param {number} count
   * @param {...import("../common/dom.js").Child} content
   */
  fold(name, title, count, ...content) {
    return h("details", { class: "box", "data-fold": name, open: this.open.has(name) }, h("summary", null, title, " ", h("small", null, String(count))), ...content);
  }
}

/** @param {string} name @param {...import("../common/dom.js").Child} content */
function section(name, ...content) {
  return h("section", { "data-display": name }, h("h3", { class: "heading" }, t(`routes.displays.${name}`)), ...content);
}
