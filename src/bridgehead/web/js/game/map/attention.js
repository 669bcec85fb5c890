/** Directs attention: shows where the action is, and enlarges counters if there is room. */

import * as settings from "../../common/settings.js";
import { Card } from "./card.js";
import { FightCard } from "./fight_card.js";
import { HEAVY, isElsewhere, isTiny, partOf } from "./focus.js";
import { keep, restore } from "./saved_view.js";
import { Minimap } from "./minimap.js";
import { StackFan } from "./stack_fan.js";

/** @typedef {import("../parts.js").Model} Model */
/**
 * @typedef {import("./card.js").CardContext & import("./saved_view.js").Sheets & {action: () => [string, number][],
 *   asked: () => string[], reveal: (places: string[]) => void, turnTo: () => void, isReplayed: () => boolean,
 *   pick: (unit: string) => void, fight: {panel: HTMLElement, places: () => string[]}}} AttentionContext
 *   action: the important places, with weights; asked: those of the question; turnTo: show the map with the action;
 *   pick: choose a unit; fight: the panel of an attack or a battle, and where it is fought
 */
/** @typedef {import("./focus.js").Spot} Spot */

const HANDS_OFF = 4000; // ms after the map was moved by hand until it moves by itself
const COUNTER = 54; // units of the picture
const WANTED = 46; // px of a counter
const BEYOND = 1.5; // times its size, where nobody stands beside it
const WITHIN = 1.18; // times its size, where somebody does

export class Attention {
  /** @param {AttentionContext} context */
  constructor(context) {
    this.context = context;
    this.shown = ""; // the part of the game whose action was shown last
    this.minimap = new Minimap(context);
    this.card = new Card({ ...context, fanned: (place) => this.fan.isOf(place) });
    this.fan = new StackFan({ ...context, card: this.card });
    this.fightCard = new FightCard({ ...context, ...context.fight });
    this.at = -1; // the position that was shown last
    this.placed = 0; // units placed in it, during a set-up
    this.opened = false; // whether the map has been shown since the page was loaded
    const { board, overlay, viewport } = context;
    viewport.moved = () => {
      this.minimap.follow();
      this.fan.hide();
      this.fightCard.place();
    };
    this.stop = settings.subscribe("oneSize", () => this.size());
    viewport.settled = () => this.rest();
    overlay.remarked = () => this.minimap.makeWay();
    viewport.wanted = () => (this.opened ? context.asked().filter((place) => board.centers.has(place)).map((place) => overlay.at(place)) : []);
  }

  /** A new picture has arrived: show its action again. */
  anew() {
    this.shown = "";
    this.minimap.anew();
  }

  /** A state is shown. @param {import("../../types.js").State} state */
  update(state) {
    this.minimap.units();
    if (state.at !== this.at || state.curtain) {
      this.card.hide();
      this.fan.hide();
    }
    const placed = state.placed?.length ?? 0;
    const isSpread = this.opened && placed > this.placed + 1; // several units were placed at once
    [this.at, this.placed] = [state.at, placed];
    const { board, viewport } = this.context;
    if (!board.svg || state.curtain) return;
    if (isSpread && state.mine) viewport.whole();
    const part = `${state.turn} ${state.side} ${state.phase}`;
    if (this.shown && !state.mine && !this.context.isReplayed() && state.toMove) this.follow(state);
    if (part === this.shown) return;
    const first = !this.shown;
    if (!first && !state.mine) return;
    this.shown = part;
    const untouched = viewport.touched === -Infinity && !viewport.isZoomed; // there was nothing to show before
    const again = !this.opened && restore(this.context, part);
    this.opened = true;
    if (again) this.minimap.makeWay();
    else if (first || untouched) this.show();
    else if (viewport.isZoomed && isElsewhere(this.spots(), viewport.seen)) this.show();
    if (state.mine && !again) this.context.reveal(this.context.asked());
  }

  /** Show what somebody else has just done, unless the user is moving the map. @param {import("../../types.js").State} state */
  follow({ log }) {
    const { viewport, board } = this.context;
    if (performance.now() - viewport.touched < HANDS_OFF) return;
    const places = log.entries.at(-1)?.hexes.filter((place) => board.centers.has(place)) ?? [];
    if (places.length) this.context.reveal(places);
  }

  /** Show where the action is. */
  show() {
    this.context.turnTo();
    this.frame();
  }

  /** Show the part of the present map with the action. */
  frame() {
    const { viewport } = this.context;
    const part = partOf(this.spots(), viewport.was);
    if (part) viewport.frameOn(part);
    this.minimap.makeWay();
  }

  /** Show places with readable counters, the first one before the others. @param {string[]} places */
  frameOn([first = "", ...others]) {
    const { viewport, board, overlay, reveal } = this.context;
    const spot = (/** @type {string} */ place, /** @type {number} */ weight) => (board.centers.has(place) ? [{ ...overlay.at(place), weight }] : []);
    const spots = [...spot(first, HEAVY * (others.length + 1)), ...others.flatMap((place) => spot(place, 1))];
    const part = isTiny(viewport.scale * viewport.zoom, viewport.was.x) ? partOf(spots, viewport.was) : null;
    if (part) viewport.frameOn(part);
    else reveal([first, ...others]);
  }

  /** Switch between the whole map and the action. */
  toggle() {
    const { viewport } = this.context;
    if (viewport.isZoomed) viewport.whole();
    else this.show();
  }

  /** The important places on the visible map. @returns {Spot[]} */
  spots() {
    const { model, board, overlay, viewport } = this.context;
    if (!model.shown) return [];
    const { box } = viewport;
    /** @type {Map<string, number>} */
    const weights = new Map();
    for (const place of model.occupants.keys()) weights.set(place, 1);
    for (const [place, weight] of this.context.action()) weights.set(place, (weights.get(place) ?? 0) + weight);
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
    if (this.opened && this.shown && !this.context.isReplayed()) keep(this.context, this.shown);
  }

  /** Set how much counters may be enlarged to be readable, for the style sheet. */
  size() {
    const { viewport, frame } = this.context;
    const factor = settings.get("oneSize") ? 1 : WANTED / (COUNTER * viewport.scale * viewport.zoom);
    frame.style.setProperty("--beyond", String(kept(factor, BEYOND)));
    frame.style.setProperty("--within", String(kept(factor, WITHIN)));
  }

  destroy() {
    this.stop();
    this.card.hide();
    this.fightCard.destroy();
    this.minimap.destroy();
  }
}

/** @param {number} factor @param {number} most */
const kept = (factor, most) => Math.round(Math.min(Math.max(factor, 1), most) * 100) / 100;

/** The places of the units that can act, as the most important ones. @param {Model} model @returns {[string, number][]} */
export function movers(model) {
  return model.movers().flatMap((/** @type {string} */ unit) => {
    const place = model.hexOf(unit);
    return place ? [[place, HEAVY]] : [];
  });
}
