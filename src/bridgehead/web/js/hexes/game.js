/** The screen of a game on hexes. */

import { notice } from "../common/announce.js";
import { compact } from "../common/compact.js";
import { HEAVY } from "../game/map/focus.js";
import { Game } from "../game/game.js";
import { createPoints } from "../side/points.js";
import { t } from "../common/text.js";
import { Attack } from "./attack/attack.js";
import { AttackPanel } from "./attack/panel.js";
import { AttackPreview } from "./attack/preview.js";
import { HexBoard } from "./board.js";
import { faceOf, tellUnit } from "./card.js";
import { Choices } from "./choices.js";
import { HexCursor } from "./cursor.js";
import { Fight } from "./attack/in_progress.js";
import { HexModel, isHex } from "./model.js";
import { Movement } from "./movement/movement.js";
import { HexOverlay } from "./overlay.js";
import { firstAction, movesBetween, strokes } from "./plan.js";
import { Protect } from "./attack/protective_fire.js";
import { Units } from "./units.js";

/** @typedef {import("../types.js").HexState} HexState */
/** @typedef {import("../game/parts.js").Part} Part */

const ATTACKED = 10 * HEAVY; // more than a town full of units that wait
const KEYS = Object.freeze(["arrows", "sides", "enter", "more", "escape", "next", "fire", "cross", "undo", "end", "lastTurn", "advise", "lesson", "zoom", "whole", "window", "center", "briefing", "layers", "tabs", "resign", "help"]);

/** @param {[string, number][]} found @returns {[string, number][]} each place once */
function summed(found) {
  const sums = new Map();
  for (const [place, weight] of found) sums.set(place, (sums.get(place) ?? 0) + weight);
  return [...sums];
}

export class HexGame extends Game {
  /** @param {string} id of the saved game @param {import("../game/parts.js").TitlePage} title */
  constructor(id, { createTabs }) {
    const model = new HexModel();
    const onCase = (/** @type {string} */ number) => this.openCase(number);
    const sheet = new AttackPanel(onCase);
    const units = new Units(model, (unit) => this.pick(unit));
    const points = createPoints({ onCase });
    super(id, {
      model,
      board: (view) => new HexBoard(id, view),
      overlay: (board) => new HexOverlay(board),
      Cursor: HexCursor,
      fight: sheet.element,
      tabs: [
        { name: "units", label: t("play.tabs.units"), icon: "▣", content: units.element },
        { name: "points", label: t("play.tabs.points"), icon: "★", content: points.element },
        ...(createTabs?.(model) ?? []),
      ],
      layers: ["numbers", "names", "legend"],
      isBare: false, // a large window has room for them
      keys: KEYS,
      does: (key) => t(`board.keys.${key}.does`),
    });
    this.model = model;
    this.units = units;
    this.points = points;
    points.shown = (there) => this.ui.tabs.offer("points", there);
    points.shown(false); // until the title is known to count them
    const context = /** @type {import("../game/parts.js").HexContext} */ (this.context);
    this.overlay = context.overlay;
    this.preview = new AttackPreview(context);
    context.preview = this.preview;
    this.ui.layout.board.after(this.preview.element);
    this.fight = new Fight(this.ui, sheet, context);
    this.movement = new Movement(context);
    this.attack = new Attack(context, sheet);
    this.attack.targetsChanged = () => this.ui.layout.next(this.left());
    this.protect = new Protect(context, sheet);
    this.choices = new Choices(context);
    this.compact = compact();
    const load = () => this.load(!this.compact.matches); // what is printed around the map has its room beside the column
    this.compact.addEventListener("change", load);
    this.stops.push(() => this.compact.removeEventListener("change", load));
    load();
  }

  /** @param {readonly string[]} plan */
  strokes(plan) {
    return strokes(this.model, plan);
  }

  /** @param {readonly string[]} plan */
  firstAction(plan) {
    return firstAction(this.model, plan);
  }

  /** The units that can act, their subject, and where waiting units could enter. @returns {[string, number][]} */
  action() {
    const { units = {}, hexes = {} } = this.model.state.decision ?? {};
    /** @type {[string, number][]} */
    const found = super.action();
    for (const hex of Object.values(hexes).flat().filter(isHex)) found.push([hex, HEAVY]);
    if (this.model.state.mine && this.leading(this.model.state) === this.choices) found.push(...this.choices.places().map((hex) => /** @type {[string, number]} */ ([hex, ATTACKED])));
    for (const hex of (this.model.state.combat?.hexes ?? []).filter(isHex)) found.push([hex, ATTACKED]);
    for (const [unit, verbs] of Object.entries(units)) {
      if (this.model.hexOf(unit)) continue;
      const goals = [...new Set(Object.values(verbs).flat().map((place) => place.slice(-4)))].filter(isHex);
      for (const hex of goals) found.push([hex, HEAVY / goals.length]);
    }
    return summed(found);
  }

  asked() {
    if (this.part === this.choices) return this.choices.asked();
    if (this.part === this.attack && this.attack.offer) return this.attack.hexes;
    const hex = this.model.hexOf(this.element.dataset.unit ?? "");
    return hex && isHex(hex) ? [hex] : [];
  }

  /** @param {string} id */
  told(id) {
    return tellUnit(this.model, id);
  }

  /** @param {string} unit */
  face(unit) {
    return faceOf(this.ui.board, unit);
  }

  /** @param {HexState} state @returns {Part} */
  leading({ step }) {
    const { part = "" } = this.model.stepOf(step);
    return { movement: this.movement, attack: this.attack, protection: this.protect }[part] ?? this.choices;
  }

  /** @param {HexState} state @param {HexState|null} before @param {boolean} same */
  draw(state, before, same) {
    this.points.update(this.model);
    this.units.update();
    this.overlay.moved(same ? [] : movesBetween(before, state));
  }

  /** @param {Part} part @param {boolean} fresh */
  turn(part, fresh) {
    if (fresh) this.attack.drop();
    if (fresh) this.preview.hide();
    if (part !== this.attack) this.attack.plan.hide();
    if (fresh) this.overlay.gathered([]); // a retreat that was proposed
    if (part !== this.protect) this.protect.drop();
    if (!this.attack.offer && part !== this.protect) this.fight.show(this.model.state);
  }

  /** While units are placed, the question shows how many are left. @param {HexState} state */
  ending(state) {
    const end = super.ending(state);
    return state.decision?.plain.includes("deploy") ? { ...end, refused: null } : end;
  }

  /** @param {HexState} state */
  nothingElse({ decision }) {
    return Boolean(decision) && !Object.keys(decision?.units ?? {}).length && !Object.keys(decision?.hexes ?? {}).length && decision?.plain.join() === "end";
  }

  /** A plan that is laid out is not dropped by ending the phase unawares. */
  beforeEnd() {
    if (this.part !== this.attack || !this.attack.plan.list.length) return false;
    notice(t("plan.notYet"));
    return true;
  }

  unmoved() {
    const { model } = this;
    return model.state.step === "movement" ? model.movers().filter((unit) => isHex(model.hexOf(unit)) && model.verbs(unit).move) : [];
  }

  fightPlaces() {
    const { offer, hexes, attackers } = this.attack;
    return offer ? [...hexes, ...attackers.flatMap((unit) => this.model.hexOf(unit) ?? [])] : this.model.battle();
  }

  left() {
    const { state } = this.model;
    if (state.step === "movement" && !this.unmoved().length) {
      const n = this.model.movers().length;
      return n ? t(n === 1 ? "next.actOne" : "next.act", { n }) : "";
    }
    const n = this.leading(state) === this.attack && !state.combat ? this.attack.targets().length : 0;
    return n ? t(n === 1 ? "next.targetOne" : "next.target", { n }) : super.left();
  }

  /** @param {string|null} unit */
  chosen(unit) {
    super.chosen(unit);
    this.units.choose(unit);
    this.overlay.chosen(unit);
    this.element.toggleAttribute("data-crossing", Boolean(unit && this.model.verbs(unit).cross));
  }

  /** @param {string} unit */
  pick(unit) {
    if (!this.model.shown) return;
    this.part.pick(unit);
    if (this.compact.matches) this.ui.tabs.lower();
  }
}
