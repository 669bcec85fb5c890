/** The tab "Boxes": everything off the map, and the tracks. */

import { h, refill } from "/static/js/common/dom.js";
import { filled, points, t } from "/static/js/common/text.js";
import { airTable } from "/static/js/points/air_table.js";
import { equal, named } from "/static/js/points/counters.js";

/** @typedef {import("/static/js/points/model.js").PointModel} PointModel */

const OF_STRIKES = Object.freeze(["ready", "used"]); // boxes that are shown with the missions

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
    const heading = `${Object.values(words.words.counted ?? {})[0]}: ${words.stocks.map((stock) => this.model.word("nations", stock)).join(" / ")}`;
    const rows = words.game.turns.map(({ label }, k) => {
      const turn = k + 1;
      const coming = this.inside(`turn-track:${turn}`);
      const income = words.stocks.map((stock) => words.income[stock]?.[k] ?? 0).join(" / ");
      return h("li", { "aria-current": turn === now.turn && now.phase !== "setup" ? "step" : null, class: turn < now.turn ? "past" : "" },
        h("b", null, String(turn)), h("span", null, label), h("small", { title: heading }, income),
        coming.length > 0 && h("div", { class: "coming" }, equal(this.model, coming).map((same) => named(this.model, same[0] ?? "", same.length))));
    });
    return section("turns", h("ol", { class: "turns" }, rows));
  }

  stocks() {
    const { hello: words, state: now } = this.model;
    const { view } = now;
    const count = (/** @type {string} */ name, /** @type {string} */ stock) => h("td", null, String(view[name]?.[stock] ?? 0));
    const table = h("table", { class: "stocks" },
      h("thead", null, h("tr", null, h("td"), words.stocks.map((stock) => h("th", { scope: "col" }, this.model.word("nations", stock))))),
      h("tbody", null, Object.entries(words.words.counted ?? {}).map(([name, label]) => h("tr", null, h("th", { scope: "row" }, label), words.stocks.map((stock) => count(name, stock))))));
    const tracks = words.stocks.map((stock) => {
      const value = Number(view.casualties?.[stock] ?? 0);
      const limit = words.limits[stock] ?? 60;
      return h("div", { class: "casualties" }, h("span", null, this.model.word("nations", stock)),
        h("meter", { min: "0", max: String(limit + 1), high: String(limit * 0.75), optimum: "0", value: String(value), "aria-label": t("routes.casualtiesOf", { stock: this.model.word("nations", stock) }) }),
        h("b", null, `${value} / ${limit}`));
    });
    const victory = words.game.sides.map(({ id, label }) => h("div", { class: "casualties" }, h("span", { class: "side", "data-side": id }, label), h("span"), h("b", null, points(now.ledger?.[id]?.points ?? 0))));
    return [section("stocks", table), section("casualties", ...tracks), section("victory", ...victory)];
  }

  air() {
    const { hello: words, state: now } = this.model;
    const masters = Object.entries(now.view.air_master ?? {}).map(([theater, side]) => h("p", null, t("routes.master", { side: this.model.side(side), theater: this.model.word("theaters", theater) })));
    return section("air", ...masters, airTable(this.model, words.theaters.map(({ id }) => id), true));
  }

  events() {
    const { view } = this.model.state;
    const pool = /** @type {string[]} */ (view.pool ?? []);
    const lasting = Object.entries(this.model.hello.words.lasting ?? {}).flatMap(([name, said]) => {
      /** @type {string[]} */
      const places = Array.isArray(view[name]) ? view[name] : [];
      return places.length || (view[name] && !Array.isArray(view[name])) ? [h("li", null, filled(said, { places: places.map((place) => this.model.placeName(place)).join(", ") }))] : [];
    });
    const now = view.event && view.event !== "none" ? h("p", { class: "event-now" }, t("routes.eventNow", { event: this.model.word("events", view.event) })) : null;
    return section("events", now, lasting.length ? h("ul", null, lasting) : null,
      pool.length > 0 && this.fold("pool", t("routes.pool"), pool.length, h("ul", null, pool.map((event) => h("li", null, this.model.word("events", event))))));
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
    const { words, game: { sides } } = this.model.hello;
    return Object.entries(words.boxes ?? {}).flatMap(([box, name]) => OF_STRIKES.includes(box) ? [] : sides.map(({ id: side, label }) => {
      const units = this.inside(box, side);
      return units.length ? this.fold(`${box} ${side}`, `${name}, ${label}`, units.length, this.list(units)) : null;
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
   * @param {...import("/static/js/common/dom.js").Child} content
   */
  fold(name, title, count, ...content) {
    return h("details", { class: "box", "data-fold": name, open: this.open.has(name) }, h("summary", null, title, " ", h("small", null, String(count))), ...content);
  }
}

/** @param {string} name @param {...import("/static/js/common/dom.js").Child} content */
function section(name, ...content) {
  return h("section", { "data-display": name }, h("h3", { class: "heading" }, t(`routes.displays.${name}`)), ...content);
}
