/** The battle, round by round: both forces, each unit's fire, and every roll with its column explained. */

import { h, refill } from "../common/dom.js";
import { filled, percent, t } from "../common/text.js";
import { caseButton } from "../side/case.js";
import { smallDie } from "../side/dice.js";
import { face } from "./counters.js";
import { resultText } from "./decisions/words.js";

/** @typedef {import("./model.js").PointModel} PointModel */
/** @typedef {import("./types.js").Gun} Gun */
/** @typedef {import("./types.js").Shot} Shot */
/** @typedef {import("./types.js").Shift} Shift */

const FLIGHT = Object.freeze(["r", "R", "A"]); // results that make the enemy retreat

export class BattlePanel {
  /** @param {PointModel} model @param {(number: string) => void} onCase opens a rule */
  constructor(model, onCase) {
    this.model = model;
    this.onCase = onCase;
    this.title = h("h2", null);
    this.note = h("p", { class: "note" });
    this.forces = h("div", { class: "forces" });
    this.shots = h("ol", { class: "shots", "aria-label": t("routes.battle.rolls") });
    this.element = h("section", { id: "battle", hidden: true, "aria-label": t("routes.battle.label") }, this.title, h("div", { class: "battle-body" }, this.note, this.forces, this.shots));
  }

  show() {
    const { model } = this;
    const { battle, shots, result } = model.state;
    const seen = battle ? shots.filter(({ point, kind }) => point === battle.point && kind === "fire") : shots.slice(-12);
    this.element.hidden = Boolean(result) || (!battle && !seen.length);
    if (this.element.hidden) return;
    this.title.textContent = battle
      ? t(battle.round ? "routes.battle.round" : "routes.battle.before", { place: model.placeName(battle.point), n: battle.round })
      : t("routes.battle.phase");
    this.note.textContent = battle && battle.first ? t("routes.battle.order", { first: model.side(battle.first), firing: model.side(battle.firing) }) : "";
    refill(this.forces, battle ? Object.keys(battle.forces).map((side) => this.force(side)) : null);
    refill(this.shots, [...seen].reverse().map((shot) => this.line(shot)));
  }

  /** @param {string} side */
  force(side) {
    const { model } = this;
    const { battle, decision } = model.state;
    if (!battle) return null;
    const guns = battle.forces[side] ?? [];
    return h("section", { class: "force", "data-side": side },
      h("h3", null, h("span", { class: "side", "data-side": side }, model.side(side)), " ", t(side === battle.attacker ? "routes.battle.attacks" : "routes.battle.defends", { side: model.side(side) })),
      h("ul", null, guns.map((gun) => this.gun(gun, Boolean(decision?.actions.includes(`fire ${gun.unit}`))))));
  }

  /** @param {Gun} gun @param {boolean} fires whether it can be told to fire now */
  gun(gun, fires) {
    const { model } = this;
    const said = h("span", { class: "gun-name" }, model.unit(gun.unit).name,
      h("small", null, t("routes.battle.strength", { n: gun.strength, column: gun.column }), gun.fired ? ` ${t("routes.battle.fired")}` : ""),
      h("small", { class: "gun-chances" }, chanceText(gun.results)));
    return h("li", { class: gun.fired ? "gun fired" : "gun", "data-gun": gun.unit },
      h("details", null, h("summary", null, face(model, gun.unit), said), this.column(gun)),
      fires && h("button", { type: "button", class: "choice", "data-do": `fire ${gun.unit}` }, t("routes.battle.fire")));
  }

  /**
   * The derivation of the column, and the result of each face of the die.
   * @param {{strength: number, column: number, shifts: Shift[], results: string[]}} of
   * @param {number} [rolled]
   */
  column({ strength, column, shifts, results }, rolled = 0) {
    return h("div", { class: "column-told" },
      h("p", null, t("routes.battle.base", { n: strength }),
        shifts.map(({ name, columns, case: number }) => h("span", { class: columns > 0 ? "shift right" : "shift" },
          ` ${columns > 0 ? "+" : "−"}${Math.abs(columns)} ${this.model.word("shifts", name)} `, number && caseButton(number, this.onCase))),
        ` ${t("routes.battle.column", { n: column })}`),
      h("ol", { class: "faces-told" }, results.map((result, k) => h("li", { "aria-current": k + 1 === rolled ? "true" : null }, h("small", null, String(k + 1)), h("b", null, result === "-" ? "–" : result)))));
  }

  /** @param {Shot} shot */
  line(shot) {
    const { model } = this;
    const who = shot.unit ? model.unit(shot.unit).name : filled(model.word("shots", shot.kind), { nation: shot.nation ? model.word("nations", shot.nation) : model.side(shot.side) });
    const [place, n] = [model.placeName(shot.point), shot.round];
    const where = !n ? place : model.state.battle ? t("routes.battle.inRound", { n }) : t("routes.battle.round", { place, n });
    return h("li", { class: `shot ${shot.side}` },
      h("details", null,
        h("summary", null, smallDie(shot.face), h("span", null, `${where}: ${who}`), h("b", { class: "shot-result" }, resultText(shot.result))),
        this.column(shot, shot.face)));
  }
}

/** The chances of hits and retreats, in words. @param {string[]} results of the six faces */
function chanceText(results) {
  const share = (/** @type {(result: string) => boolean} */ fits) => percent(results.filter(fits).length / results.length);
  const two = results.some((result) => Number(result) > 1);
  const goes = results.some((result) => FLIGHT.includes(result));
  const hits = results.some((result) => Number(result) > 0);
  const parts = [hits ? t("routes.battle.hits", { chance: share((result) => Number(result) > 0) }) : t("routes.battle.noHits")];
  if (two) parts.push(t("routes.battle.hitsMany", { chance: share((result) => Number(result) > 1) }));
  if (goes) parts.push(t("routes.battle.retreats", { chance: share((result) => FLIGHT.includes(result)) }));
  return parts.join(", ");
}
