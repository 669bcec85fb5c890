/** What a person is asked in the Movement Phase and at set-up, and the buttons that go with it. */

import { points, t } from "../text.js";
import { pointsLeft } from "./model.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./reach.js").Reach} Reach */
/** @typedef {import("./decision.js").Choice} Choice */
/** @typedef {import("./decision.js").Question} Question */

/**
 * Which unit? Those that are off the map have a button each.
 * @param {Model} model
 * @returns {Question}
 */
export function whichUnit(model) {
  const movers = model.movers();
  const waiting = movers.filter((unit) => !model.hexOf(unit));
  const choices = waiting.map((unit) => unitButton(model, unit));
  if (model.state.step === "setup") return { title: t("play.ask.setup"), note: t("play.setupNote"), choices };
  const counts = { n: movers.length - waiting.length, waiting: waiting.length };
  const note = !movers.length ? "play.noMovers" : waiting.length ? "play.moversWaiting" : "play.movers";
  return { title: t("play.ask.movement"), note: t(note, counts), choices };
}

/**
 * @param {Model} model
 * @param {string} unit
 * @returns {Choice}
 */
function unitButton(model, unit) {
  const { name, side, strength, movement, entry } = model.unit(unit);
  return { pick: unit, label: name, note: `${strength}-${movement}${entry ? ` · ${entry}` : ""}`, side };
}

/**
 * Where to? Or by which verb, where more than one leads to the hex.
 * @param {Model} model
 * @param {Reach} reach
 * @param {string} unit
 * @param {string|null} fork the hex in question
 * @returns {Question}
 */
export function whichHex(model, reach, unit, fork) {
  const { name, strength, movement, typeLabel: type } = model.unit(unit);
  const title = t("play.unitTitle", { name, values: `${strength}-${movement}` });
  if (fork) {
    const choices = reach.verbsTo(fork).map((verb) => verbButton(model, reach, `${verb} ${unit} ${fork}`));
    return { title, note: t("play.fork", { hex: fork }), choices, back: true };
  }
  /** @type {Choice[]} */
  const choices = [];
  if (model.verbs(unit).cross) {
    const cost = reach.answer?.cross;
    choices.push({ do: `cross ${unit}`, label: t("play.crossButton"), note: typeof cost === "number" ? pointsLeft(cost) : "" });
  }
  const allowance = model.state.step === "setup" ? undefined : reach.answer?.allowance;
  const note = allowance === undefined ? t("play.where", { type }) : t("play.whereWith", { type, points: pointsLeft(allowance) });
  return { title, note, choices, back: true };
}

/**
 * @param {Model} model
 * @param {Reach} reach
 * @param {string} action
 * @returns {Choice}
 */
function verbButton(model, reach, action) {
  const [verb = "", , hex = ""] = action.split(" ");
  const paid = reach.ways(hex).find((way) => way.verb === verb)?.paid;
  return { do: action, label: model.aboutAction(action), note: paid ? t("play.left", { left: points(paid.left) }) : "" };
}
