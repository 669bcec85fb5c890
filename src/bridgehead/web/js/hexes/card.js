/** A unit's card on hex maps, and its counter as a separate drawing. */

import { draw } from "../game/map/overlay.js";
import { inSentence, t } from "../common/text.js";

/** @typedef {import("./model.js").HexModel} HexModel */

const BOX = "-30 -30 60 62";

/** @param {HexModel} model @param {string} id */
export function tellUnit(model, id) {
  const { name, side, group, typeLabel, told, values } = model.unit(id);
  const whose = [model.side(side), group].filter((word, k, all) => word && all.indexOf(word) === k).join(", ");
  const state = [model.hexOf(id) ? "" : model.aboutPlace(id), ...model.marksOf(id)].filter(Boolean).join(", ");
  return { name, kind: `${whose}. ${typeLabel}`, values: printed(told || values), state, may: may(model, id) };
}

/** Numbers with their meanings. @param {string} told */
function printed(told) {
  const [, strength, movement] = told.match(/^(\d+)(?:-(\d+))?$/) ?? [];
  if (!strength) return told;
  return movement ? t("card.both", { n: strength, movement }) : t("card.strength", { n: strength });
}

/** A unit's possible actions now, in words; in its own side's phase also why it has none. @param {HexModel} model @param {string} id */
function may(model, id) {
  const { mine, toMove, step } = model.state;
  if (!mine || model.unit(id).side !== toMove) return "";
  const verbs = Object.entries(model.verbs(id)).map(([verb, places]) => {
    const { alone, mode = verb } = model.verb(verb);
    return inSentence((places.includes("") && alone) || mode);
  });
  if (verbs.length) return t("card.may", { what: verbs.join(", ") });
  return step === "movement" ? t("card.cannot") : "";
}

/**
 * A copy of a unit's counter on the board.
 * @param {import("../game/map/board.js").Board} board
 * @param {string} unit
 */
export function faceOf(board, unit) {
  const counter = board.svg?.querySelector(`#unit-${CSS.escape(unit)}`);
  const face = draw("svg", { class: "face", viewBox: BOX, "aria-hidden": "true" });
  for (const part of counter?.children ?? []) if (!part.classList.contains("veil")) face.append(part.cloneNode(true));
  return face;
}
