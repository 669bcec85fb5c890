/** Directs attention: shows where the action is, and enlarges counters if there is room. */

import { Card } from "./card.js";
import { HEAVY, isElsewhere, partOf } from "./focus.js";
import { keep, restore } from "./saved_view.js";
import { Minimap } from "./minimap.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("./focus.js").Spot} Spot */

const HANDS_OFF = 4000; // ms after the map was moved by hand until it moves by itself
const COUNTER = 54; // units of the picture
const WANTED = 46; // px of a counter
const BEYOND = 1.5; // times its size, where nobody stands beside it
const WITHIN = 1.18; // times its size, where somebody does

export class Attention {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.shown = ""; // the part of the game whose action was shown last
    this.minimap = new Minimap(game);
    this.card = new Card(game);
    this.at = -1; // the position that was shown last
    this.opened = false; // whether the map has been shown since the page was loaded
    const { viewport } = game.ui;
    viewport.moved = () => this.minimap.follow();
    viewport.settled = () => this.rest();
    game.ui.overlay.remarked = () => this.minimap.makeWay();
    viewport.wanted = () => (this.opened ? game.centersOf(game.asked()) : []);
  }

  /** A new picture has arrived: show its action again. */
  anew() {
    this.shown = "";
    this.minimap.anew();
  }

  /** A state is shown. @param {import("../../types.js").State} state */
  update(state) {
    this.minimap.units();
    if (state.at !== this.at || state.curtain) this.card.hide();
    this.at = state.at;
    const { board } = this.game.ui;
    if (!board.svg || state.curtain) return;
    const part = `${state.turn} ${state.side} ${state.phase}`;
    if (this.shown && !state.mine && !this.game.replayed && state.toMove) this.follow(state);
    if (part === this.shown) return;
    const first = !this.shown;
    if (!first && !state.mine) return;
    this.shown = part;
    const { viewport } = this.game.ui;
    const untouched = viewport.touched === -Infinity && !viewport.isZoomed; // there was nothing to show before
    const again = !this.opened && restore(this.game, part);
    this.opened = true;
    if (again) this.minimap.makeWay();
    else if (first || untouched) this.show();
    else if (viewport.isZoomed && isElsewhere(this.spots(), viewport.seen)) this.show();
    if (state.mine && !again) this.game.reveal(this.game.asked());
  }

  /** Show what somebody else has just done, unless the user is moving the map. @param {import("../../types.js").State} state */
  follow({ log }) {
    const { ui: { viewport, board } } = this.game;
    if (performance.now() - viewport.touched < HANDS_OFF) return;
    const places = log.entries.at(-1)?.hexes.filter((place) => board.centers.has(place)) ?? [];
    if (places.length) this.game.reveal(places);
  }

  /** Show where the action is. */
  show() {
    this.game.turnTo();
    this.frame();
  }

  /** Show the part of the present map with the action. */
  frame() {
    const { viewport } = this.game.ui;
    const part = partOf(this.spots(), viewport.was);
    if (part) viewport.frameOn(part);
    this.minimap.makeWay();
  }

  /** Switch between the whole map and the action. */
  toggle() {
    const { viewport } = this.game.ui;
    if (viewport.isZoomed) viewport.whole();
    else this.show();
  }

  /** The important places on the visible map. @returns {Spot[]} */
  spots() {
    const { model, ui: { board, overlay, viewport } } = this.game;
    if (!model.shown) return [];
    const { box } = viewport;
    /** @type {Map<string, number>} */
    const weights = new Map();
    for (const place of model.occupants.keys()) weights.set(place, 1);
    for (const [place, weight] of this.game.action()) weights.set(place, (weights.get(place) ?? 0) + weight);
    return [...weights].flatMap(([place, weight]) => {
      if (!board.centers.has(place)) return [];
      const { x, y } = overlay.at(place);
      const inside = x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
      return inside ? [{ x, y, weight }] : [];
    });
  }

  rest() {
    this.size();
    this.minimap.makeWay();
    if (this.opened && this.shown && !this.game.replayed) keep(this.game, this.shown);
  }

  /** Set how much counters may be enlarged to be readable, for the style sheet. */
  size() {
    const { viewport, layout } = this.game.ui;
    const factor = WANTED / (COUNTER * viewport.scale * viewport.zoom);
    layout.board.style.setProperty("--beyond", String(kept(factor, BEYOND)));
    layout.board.style.setProperty("--within", String(kept(factor, WITHIN)));
  }

  destroy() {
    this.card.hide();
    this.minimap.destroy();
  }
}

/** @param {number} factor @param {number} most */
const kept = (factor, most) => Math.round(Math.min(Math.max(factor, 1), most) * 100) / 100;

/** The places of the units that can act, as the most important ones. @param {Game["model"]} model @returns {[string, number][]} */
export function movers(model) {
  return model.movers().flatMap((/** @type {string} */ unit) => {
    const place = model.hexOf(unit);
    return place ? [[place, HEAVY]] : [];
  });
}
