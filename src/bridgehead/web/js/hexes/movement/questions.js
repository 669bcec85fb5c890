/** The questions in the Movement Phase and at set-up, with their buttons. */

import { inSentence, points, t } from "../../common/text.js";
import { pointsLeft } from "../model.js";

/** @typedef {import("../model.js").HexModel} HexModel */
/** @typedef {import("./reach.js").Reach} Reach */
/** @typedef {import("../../game/setup/draft.js").Draft} Draft */
/** @typedef {import("../../game/panel/decision.js").Choice} Choice */
/** @typedef {import("../../game/panel/decision.js").Question} Question */

const ANY = "*"; // units of whatever group
const MANY = 10; // buttons for units that wait: from so many on they are folded by group

/** The question for a unit; units off the map have buttons. @param {HexModel} model @param {Draft} draft @returns {Question} */
export function whichUnit(model, draft) {
  const movers = model.movers();
  const waiting = waitingOf(model);
  const choices = whoWaits(model, null);
  const { step } = model.state;
  if (step === "setup") {
    const note = movers.length ? t("play.setupNote") : draft.note(t("play.end"));
    return { title: model.step.ask, note, choices: [...theRest(model), ...choices, ...draft.choices((unit) => model.hexOf(unit) ?? "")] };
  }
  if (step !== "movement") return { title: model.step.ask, choices };
  const counts = { n: movers.length - waiting.length, waiting: waiting.length };
  const some = !waiting.length ? "play.movers" : counts.n ? "play.moversWaiting" : "play.arrivals";
  const note = movers.length ? some : "play.noMovers";
  return { title: model.step.ask, note: [t(note, counts), limitsOf(model, waiting)].filter(Boolean).join(" "), choices };
}

/**
 * How many waiting units may still arrive in this turn, and the points that they give the other side, with the cases.
 * Points of several are summed in one sentence.
 * @param {HexModel} model
 * @param {readonly string[]} waiting
 */
export function limitsOf(model, waiting) {
  const limits = (model.state.limits ?? []).filter(({ units }) => units.some((unit) => waiting.includes(unit)));
  const costly = limits.filter(({ points: given }) => given);
  const single = costly.length > 1 ? limits.filter((one) => !costly.includes(one)) : limits;
  const told = single.map((one) => t("play.limit", { text: one.text, case: one.case }));
  return [...told, costly.length > 1 && together(costly)].filter(Boolean).join(" ");
}

/** @param {import("../../types.js").Reminder[]} costly */
function together(costly) {
  const total = costly.reduce((sum, { points: given = 0 }) => sum + given, 0);
  const parts = costly.map(({ what = "", points: given = 0 }) => t("play.arrivalCost", { what: inSentence(what), n: given }));
  return t("play.arrivalsCost", { side: costly[0]?.side ?? "", n: total, parts: parts.join(", "), case: [...new Set(costly.map((one) => one.case))].join(", ") });
}

/** The units of a group, or of all, that can enter. @param {HexModel} model @param {string} [group] */
export function waitingOf(model, group = ANY) {
  return model.movers().filter((unit) => !model.hexOf(unit) && (group === ANY || groupOf(model, unit) === group));
}

/** The name of the group in which a waiting unit is listed. @param {HexModel} model @param {string} unit */
export function groupOf(model, unit) {
  const { group, side } = model.unit(unit);
  return group || model.side(side);
}

/**
 * A button for each waiting unit, folded by group if there are many, and one for a whole group.
 * @param {HexModel} model
 * @param {string|null} chosen
 * @returns {Choice[]}
 */
function whoWaits(model, chosen) {
  const waiting = waitingOf(model);
  const many = waiting.length > MANY;
  const together = model.state.step === "movement";
  /** @param {string} name @param {string} group @returns {Choice[]} */
  const whole = (name, group) => {
    const n = waitingOf(model, name).length;
    return together && n > 1 ? [{ whole: name, label: t("several.whole", { n }), group }] : [];
  };
  if (!many) return [...whole(ANY, ""), ...waiting.map((unit) => ({ ...unitButton(model, unit, chosen), group: "" }))];
  /** @type {Map<string, Choice[]>} */
  const groups = new Map();
  for (const unit of waiting) {
    const name = groupOf(model, unit);
    groups.set(name, [...(groups.get(name) ?? whole(name, name)), unitButton(model, unit, chosen)]);
  }
  return [...groups.values()].flat();
}

/** The button that places all remaining units, if the decision has it. @param {HexModel} model @returns {Choice[]} */
function theRest(model) {
  return model.state.decision?.plain.includes("deploy") ? [{ do: "deploy", label: model.aboutAction("deploy") }] : [];
}

/** @param {HexModel} model @param {string} unit @param {string|null} chosen @returns {Choice} */
function unitButton(model, unit, chosen) {
  const { name, side, values, entry, typeLabel } = model.unit(unit);
  const note = [`${inSentence(typeLabel)} ${values}`, entry].filter(Boolean).join(" · ");
  const pressed = chosen === null ? undefined : unit === chosen;
  return { pick: unit, face: unit, label: name, note, side, group: groupOf(model, unit), pressed };
}

/**
 * The question for a hex, or for an action if several lead to the hex.
 * @param {HexModel} model
 * @param {Reach} reach
 * @param {string} unit
 * @param {string|null} fork the hex in question
 * @returns {Question}
 */
export function whichHex(model, reach, unit, fork) {
  const { name, values, typeLabel: type } = model.unit(unit);
  const { step } = model.state;
  const title = t("play.unitTitle", { name, values });
  if (fork) {
    const choices = reach.actionsTo(fork).map(({ action }) => actionButton(model, reach, action));
    return { title, note: t("play.fork", { hex: fork }), choices, back: true };
  }
  const choices = [...stay(model, reach, unit), ...alonePlaces(model, reach, unit), ...modes(model, reach, unit), ...theRest(model)];
  if (step === "movement" && !model.hexOf(unit)) choices.push(...whoWaits(model, unit));
  const allowance = model.step.places ? undefined : reach.answer?.allowance;
  const [leading = ""] = reach.leading();
  const ask = model.step.where ?? model.verb(leading).where ?? t("play.chooseHex");
  const note = allowance === undefined ? t("play.where", { type, ask }) : t("play.whereWith", { type, points: pointsLeft(allowance), ask });
  const limits = step === "movement" && !model.hexOf(unit) ? limitsOf(model, [unit]) : "";
  return { title, note: [note, limits].filter(Boolean).join(" "), choices, back: !model.step.alone };
}

/** An entering unit may end its move on the edge hex itself. @param {HexModel} model @param {Reach} reach @param {string} unit @returns {Choice[]} */
function stay(model, reach, unit) {
  const edge = model.state.last.split(" ").at(-1) ?? "";
  const action = `move ${unit} ${edge}`;
  if (!model.step.alone || !reach.actionsTo(edge).some((one) => one.action === action)) return [];
  return [{ do: action, label: t("play.stayOn", { hex: edge }), hexes: [edge] }];
}

/**
 * Buttons for the unit's actions without a hex.
 * @param {HexModel} model
 * @param {Reach} reach
 * @param {string} unit
 * @returns {Choice[]}
 */
function alonePlaces(model, reach, unit) {
  const verbs = Object.entries(model.verbs(unit)).filter(([, places]) => places.includes(""));
  return verbs.map(([verb]) => {
    const cost = reach.answer?.[/** @type {"cross"} */ (verb)];
    return { do: `${verb} ${unit}`, label: model.verb(verb).alone ?? verb, note: typeof cost === "number" ? pointsLeft(cost) : "" };
  });
}

/**
 * The ways of moving to choose from, where another unit takes part in one of them.
 * @param {HexModel} model
 * @param {Reach} reach
 * @param {string} unit
 * @returns {Choice[]}
 */
function modes(model, reach, unit) {
  const apart = reach.apart();
  const verbs = model.verbs(unit);
  const own = model.going().filter((verb) => verbs[verb]);
  const several = own.filter((verb) => verb !== "move" && verb !== "place");
  const names = apart.length || several.length > 1 || (several.length && own.length > 1) ? [...own, ...apart] : [];
  if (names.length < 2) return [];
  return names.map((verb) => {
    const hexes = [...new Set((verbs[verb] ?? []).map((place) => place.slice(-4)))];
    return { mode: verb, label: model.verb(verb).mode ?? verb, note: t(hexes.length === 1 ? "play.hex" : "play.hexes", { n: hexes.length }), pressed: reach.leading().includes(verb) };
  });
}

/**
 * @param {HexModel} model
 * @param {Reach} reach
 * @param {string} action
 * @returns {Choice}
 */
function actionButton(model, reach, action) {
  const paid = reach.ways(action.slice(-4)).find((way) => way.action === action)?.paid;
  return { do: action, label: model.aboutAction(action), note: !paid ? "" : paid.left === null ? pointsLeft(paid.cost) : t("play.left", { left: points(paid.left) }) };
}
