/** Set-up and movement: choose a unit, then a hex; also arrivals, landings and crossings. */

import { turned } from "../../game/parts.js";
import { Draft } from "../../game/setup/draft.js";
import { filled, inWords, points, t } from "../../common/text.js";
import { pointsLeft } from "../model.js";
import { waitingOf, whichHex, whichUnit } from "./questions.js";
import { Reach } from "./reach.js";
import { Together } from "./together.js";

/** @typedef {import("../../game/parts.js").HexContext} HexContext */
/** @typedef {import("../../game/parts.js").Part} Part */
/** @typedef {import("../../game/parts.js").Spot} Spot */
/** @typedef {import("../../game/map/overlay.js").Mark} Mark */

const PATIENCE = 120; // ms the pointer rests before the server is asked why not
const REST = 250; // ms the pointer rests on a hex before the server is asked what could follow there

/** @implements {Part} */
export class Movement {
  /** @param {HexContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Spot|null} what the pointer is on */
    this.under = null;
    /** @type {string|null} the hex that more than one verb leads to, while it is asked which */
    this.fork = null;
    this.timer = this.resting = 0;
    this.reach = new Reach(context);
    this.together = new Together(this);
    this.draft = new Draft(context, () => this.draw());
    this.edge = ""; // the edge hex by which units came in last
    /** @type {string|null} the unit that was chosen before it came in */
    this.waited = null;
  }

  /** @param {boolean} fresh */
  begin(fresh) {
    if (fresh) {
      const before = this.unit;
      this.reach.forget();
      this.clear();
      const next = this.following(before);
      if (next) {
        this.pick(next);
        return;
      }
    }
    this.draw();
    if (!fresh) this.trace(this.under?.hex);
  }

  /**
   * The unit that is selected automatically: the only one with a decision, or the next to be set up.
   * @param {string|null} before who was in hand
   */
  following(before) {
    const { model } = this.context;
    const { step, decision, last } = model.state;
    const movers = model.movers();
    const [first] = movers;
    if (model.step.alone) return movers.length === 1 ? first : null;
    if (before !== null && before === this.waited && model.hexOf(before) && step === "movement") return this.nextOf(before);
    const placed = before !== null && last.startsWith(`place ${before} `);
    return placed && decision?.plain.includes("deploy") ? first : null;
  }

  /** The next waiting unit of a unit's group, first those that can enter by the same hex. @param {string} before */
  nextOf(before) {
    const { model } = this.context;
    const { group, side } = model.unit(before);
    const waiting = model.movers().filter((unit) => !model.hexOf(unit) && model.isAsked(unit) && model.unit(unit).group === group && model.unit(unit).side === side);
    return waiting.find((unit) => model.verbs(unit).enter?.includes(this.edge)) ?? waiting[0] ?? null;
  }

  // Selection

  /** @param {string} unit */
  pick(unit) {
    const { model, chosen, reveal, hint } = this.context;
    if (this.draft.has(unit)) {
      this.clear();
      this.draft.pick(unit);
      return;
    }
    if (!model.movers().includes(unit)) {
      this.refuse(unit);
      return;
    }
    this.together.drop();
    this.draft.drop();
    this.waited = model.hexOf(unit) ? null : unit;
    this.reach.choose(unit);
    this.fork = null;
    chosen(unit);
    this.draw();
    hint.show(`${model.aboutUnit(unit)}. ${t("play.chooseHex")}`);
    const hex = model.hexOf(unit);
    reveal(hex ? [hex] : this.context.first(this.reach.goals()));
    this.reach.movement(unit, this.edge).then((answer) => {
      if (this.unit !== unit) return;
      this.reach.answer = answer;
      this.draw();
      // The pointer may still be where it was before the selection: show refusals only after it moves.
      if (this.under?.hex && this.reach.goals().includes(this.under.hex)) this.point(this.under);
    }, this.context.complain);
  }

  /** The selected unit. */
  get unit() {
    return this.reach.unit;
  }

  /** @returns {boolean} whether something was in hand */
  back() {
    if (this.fork) {
      this.fork = null;
      this.draw();
      return true;
    }
    if (!(this.unit || this.together.many || this.draft.unit) || this.following(null)) return false;
    this.clear();
    this.context.hint.clear(true);
    this.draw();
    return true;
  }

  /** Clear the selection. */
  clear() {
    this.together.drop();
    this.draft.drop();
    this.reach.choose(null);
    this.fork = null;
    this.context.chosen(null);
  }

  /** @param {string} unit */
  toggle(unit) {
    this.together.toggle(unit);
  }

  /** @param {string[]} units @param {boolean} more */
  box(units, more) {
    this.together.box(units, more);
  }

  /** Select all waiting units of a group; all groups if it has no name. @param {string} name */
  whole(name) {
    this.together.set(waitingOf(this.context.model, name));
  }

  /** @param {Spot} spot @returns {""|"held"|"free"} */
  grabs(spot) {
    const { model } = this.context;
    const here = spot.unit ?? model.at(spot.hex);
    if (!here || !model.movers().includes(here)) return "";
    return this.together.inHand().includes(here) ? "held" : "free";
  }

  /** @param {Spot} spot */
  grab(spot) {
    const here = spot.unit ?? this.context.model.at(spot.hex);
    if (here && this.grabs(spot) === "free" && !this.together.choose(this.context.model.all(spot.hex))) this.pick(here);
  }

  /** @param {1|-1} step @returns {string|null} */
  next(step) {
    const { model } = this.context;
    const unit = turned([...model.movers(), ...this.draft.units()], this.unit ?? this.draft.unit, step);
    if (!unit) return null;
    this.pick(unit);
    return model.hexOf(unit) ?? this.reach.goals()[0] ?? null;
  }

  /** @param {Spot} spot */
  click(spot) {
    const { model, act } = this.context;
    const here = spot.unit ?? model.at(spot.hex);
    if (this.draft.unit && this.clickDraft(spot)) return;
    if (this.unit && !spot.more && spot.hex && spot.hex !== model.hexOf(this.unit) && this.reach.goals().includes(spot.hex)) {
      this.go(spot.hex);
      return;
    }
    if (this.together.click(spot)) return;
    if (this.unit && spot.box === "across" && model.verbs(this.unit).cross) {
      act(`cross ${this.unit}`);
      return;
    }
    if (this.unit && here === this.unit && !this.goalHere(spot)) {
      const next = this.nextHere(spot);
      if (next) this.pick(next);
      else this.back();
      return;
    }
    if (this.unit && spot.hex && this.reach.goals().includes(spot.hex)) {
      this.go(spot.hex);
      return;
    }
    if (here && (model.movers().includes(here) || this.draft.has(here))) this.pick(here);
    else if (this.unit) this.point(spot);
    else if (here) this.refuse(here);
  }

  /** @param {Spot} spot @returns {boolean} whether the click was for the placed unit in hand */
  clickDraft({ hex }) {
    const { draft } = this;
    const stays = draft.unit && hex === this.context.model.hexOf(draft.unit);
    if (stays) this.back();
    else if (hex && draft.goals().includes(hex)) draft.go(hex);
    return Boolean(stays || (hex && draft.goals().includes(hex)));
  }

  takeBack() {
    this.draft.takeBack();
  }

  /** Whether the chosen way of moving leads to the hex of the selected unit. @param {Spot} spot */
  goalHere(spot) {
    return Boolean(this.reach.verb && spot.hex && this.reach.goals().includes(spot.hex));
  }

  /**
   * Of several units in a hex, the next that can act after the selected one; null after the last.
   * @param {Spot} spot
   */
  nextHere(spot) {
    const { model } = this.context;
    const able = model.all(spot.hex).filter((unit) => model.movers().includes(unit));
    return able[able.indexOf(this.unit ?? "") + 1] ?? null;
  }

  /** Go to a hex, or ask how if there is more than one way. @param {string} hex */
  go(hex) {
    const actions = this.reach.actionsTo(hex);
    const [one] = actions;
    if (actions.length > 1) {
      this.fork = hex;
      this.draw();
    } else if (one) {
      if (one.verb === "enter") this.edge = one.place.slice(0, 4);
      if (one.place.includes(" ") && one.verb === "enter") this.context.plan([one.action]);
      else this.context.act(one.action);
    }
  }

  /** Mark the hexes of one way of moving, or of all. @param {string} verb */
  mode(verb) {
    const { reach } = this;
    reach.verb = reach.verb === verb ? null : verb;
    this.fork = null;
    this.draw();
    this.context.reveal(this.context.first(reach.goals()));
  }

  /** Send the selected unit across the canal, or say why it cannot go; otherwise switch to its next way of moving. */
  cross() {
    const { model, board, act } = this.context;
    if (!this.unit) return;
    const kinds = [null, ...this.reach.apart()];
    if (board.has("across") || model.verbs(this.unit).cross?.includes("")) act(`cross ${this.unit}`);
    else if (kinds.length > 1) this.mode(kinds[(kinds.indexOf(this.reach.verb) + 1) % kinds.length] ?? this.reach.verb ?? "");
  }

  /** Say why a unit cannot act. @param {string} unit */
  refuse(unit) {
    const { model, hint, complain } = this.context;
    const about = model.aboutUnit(unit);
    if (model.unit(unit).side !== model.state.toMove) {
      hint.show(t("play.theirs", { unit: about }));
      return;
    }
    this.reach.movement(unit).then(({ refusal }) => {
      hint.show(`${about}.`, refusal ?? { text: t("play.nowhere"), case: "" });
    }, complain);
  }

  // Pointer

  /** @param {Spot|null} spot */
  point(spot) {
    window.clearTimeout(this.resting);
    this.context.overlay.tags("ahead", []);
    this.context.preview.hide();
    this.under = spot;
    window.clearTimeout(this.timer);
    const { model, hint, overlay, why } = this.context;
    why("", null);
    if (this.together.many) {
      this.together.point(spot);
      return;
    }
    if (!spot?.hex) {
      overlay.path(null);
      if (spot?.box === "across" && this.unit) this.pointAcross(this.unit);
      else hint.tell(spot);
      return;
    }
    const about = `${model.aboutHex(spot.hex)}.`;
    if (this.draft.unit) {
      overlay.path(null);
      hint.show([about, this.draft.about(spot.hex)].filter(Boolean).join(" "));
      return;
    }
    if (!this.unit || (spot.hex === model.hexOf(this.unit) && !this.goalHere(spot))) {
      overlay.path(null);
      hint.show(about);
      return;
    }
    if (this.reach.goals().includes(spot.hex)) this.pointReachable(spot.hex, about);
    else this.pointUnreachable(this.unit, spot.hex, about);
  }

  /** @param {string} hex @param {string} about */
  pointReachable(hex, about) {
    const { hint, model } = this.context;
    this.trace(hex);
    const ways = this.reach.ways(hex);
    const told = ways.map(({ verb, paid: price }) => {
      const { can = "", costs = can, usual } = model.verb(verb);
      if (!price) return can;
      const values = { cost: pointsLeft(price.cost), left: points(price.left ?? 0) };
      return ways.length === 1 && usual ? t("play.cost", values) : filled(costs, values);
    });
    const said = [about, ...(told.length ? told : [t("play.canGo")])].join(" ");
    hint.show(said);
    if (this.unit) this.foretell(this.unit, hex, said);
  }

  /** Add what the unit could attack from a hex, and what could attack it there, once the pointer rests. @param {string} unit @param {string} hex @param {string} said */
  foretell(unit, hex, said) {
    const { hint, overlay, ahead, preview } = this.context;
    this.resting = window.setTimeout(async () => {
      const found = await ahead(unit, hex);
      if (!found?.note.length || this.unit !== unit || !hint.says(said)) return;
      overlay.tags("ahead", found.tags);
      preview.move(unit, hex);
      hint.show(`${said} ${inWords(found.note)}`);
    }, REST);
  }

  /** Show the path to a hex and its cost, if there is one. @param {string|null} [hex] */
  trace(hex) {
    const paid = hex ? this.reach.paid(hex) : null;
    this.context.overlay.path(paid && paid.path, paid ? t(paid.cost > 0 ? "board.cost" : "board.free", { n: points(paid.cost) }) : "");
  }

  /** @param {string} unit @param {string} hex @param {string} about */
  pointUnreachable(unit, hex, about) {
    const { hint, overlay } = this.context;
    overlay.path(null);
    if (!hint.aloud) hint.show(about);
    const tell = () =>
      this.reach.why(unit, hex).then(
        (reason) => this.unit === unit && this.under?.hex === hex && hint.show(about, reason),
        () => hint.show(about), // the connection is lost, or the position another
      );
    this.timer = window.setTimeout(tell, hint.aloud ? 0 : PATIENCE);
  }

  /** @param {string} unit */
  pointAcross(unit) {
    const { model, hint, why } = this.context;
    const about = t("play.acrossBox");
    if (model.verbs(unit).cross) {
      const cost = this.reach.answer?.cross;
      hint.show(`${about} ${typeof cost === "number" ? t("play.crossCost", { cost: pointsLeft(cost) }) : t("play.canGo")}`);
      return;
    }
    why(about, `cross ${unit}`);
  }

  // Rendering

  draw() {
    const { model, overlay, panel } = this.context;
    const { together } = this;
    panel.element.dataset.many = String(together.inHand().length);
    if (together.many) {
      overlay.marks(together.marks());
      overlay.path(null);
      panel.ask(together.question());
      return;
    }
    overlay.path(null);
    if (this.draft.unit) {
      overlay.marks(this.draft.marks());
      panel.ask(this.draft.question());
      return;
    }
    overlay.marks(this.unit ? this.reachable(this.unit) : this.idle());
    panel.ask(this.unit ? whichHex(model, this.reach, this.unit, this.fork) : whichUnit(model, this.draft));
  }

  /** @returns {Mark[]} */
  idle() {
    const { model } = this.context;
    return [...model.movers(), ...this.draft.units()].flatMap((unit) => {
      const hex = model.hexOf(unit);
      return hex ? [{ hex, kind: /** @type {const} */ ("mover") }] : [];
    });
  }

  /** @param {string} unit @returns {Mark[]} */
  reachable(unit) {
    const from = this.context.model.hexOf(unit);
    /** @type {Mark[]} */
    const marks = this.reach.goals().map((hex) => {
      const paid = this.reach.paid(hex);
      return { hex, kind: "reach", label: paid && this.reach.leading().every((verb) => this.context.model.verb(verb).goes) ? points(paid.left ?? 0) : "" };
    });
    return from ? [...marks, { hex: from, kind: "selected" }] : marks;
  }
}
