/** A set-up is a draft until it is done: placed units can be moved or taken back. */

import { t } from "../../common/text.js";

/** @typedef {import("../parts.js").Model} Model */
/** @typedef {import("../panel/decision.js").Choice} Choice */
/** @typedef {import("../panel/decision.js").Question} Question */
/** @typedef {import("../map/overlay.js").Mark} Mark */
/** @typedef {{places: Record<string, string>, with: string[], kept: string}} Answer   places: with the unit that it changes places with, or ""; with: who has to be taken back too; kept: why it cannot be taken back, or "" */
/**
 * @typedef {{model: Model, setUp: (units: readonly string[], to: string|null) => Promise<boolean>,
 *   ask: (what: string, fields: Record<string, any>) => Promise<any>, chosen: (unit: string|null) => void,
 *   reveal: (places: string[]) => void, complain: (error: unknown) => void}} DraftContext
 */

export class Draft {
  /** @param {DraftContext} context @param {() => void} changed what is in hand is another, or more is known of it */
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
    /** @type {string|null} the placed unit in hand */
    this.unit = null;
    /** @type {Answer|null} what the server says of it */
    this.answer = null;
  }

  /** The units that can be moved or taken back. @returns {readonly string[]} */
  units() {
    return this.context.model.state.placed ?? [];
  }

  /** @param {string|null|undefined} unit */
  has(unit) {
    return Boolean(unit) && this.units().includes(unit ?? "");
  }

  /** The placed units in a place. @param {string|null} place */
  at(place) {
    return place ? this.units().filter((unit) => this.context.model.hexOf(unit) === place) : [];
  }

  drop() {
    this.unit = this.answer = null;
  }

  /** @param {string} unit */
  pick(unit) {
    const { context } = this;
    const { at } = context.model.state;
    this.unit = unit;
    this.answer = null;
    context.chosen(unit);
    context.reveal([context.model.hexOf(unit) ?? ""]);
    this.changed();
    context.ask("placed", { unit }).then((answer) => {
      if (this.unit !== unit || context.model.state.at !== at) return;
      this.answer = answer;
      this.changed();
    }, context.complain);
  }

  /** The possible places for the selected unit. @returns {string[]} */
  goals() {
    return Object.keys(this.answer?.places ?? {});
  }

  /** @param {string} place */
  async go(place) {
    if (this.unit) await this.context.setUp([this.unit], place);
  }

  /** Take the selected unit back, with all that were placed depending on it. */
  async takeBack() {
    if (this.unit && this.answer) await this.context.setUp([this.unit, ...this.answer.with], null);
  }

  /** @returns {Mark[]} */
  marks() {
    const from = this.unit && this.context.model.hexOf(this.unit);
    /** @type {Mark[]} */
    const marks = Object.entries(this.answer?.places ?? {}).map(([hex, other]) => ({ hex, kind: other ? "some" : "reach" }));
    return from ? [...marks, { hex: from, kind: "selected" }] : marks;
  }

  /** What the selected unit would do in a place, "" if it cannot go there. @param {string|null|undefined} place */
  about(place) {
    const other = this.answer?.places[place ?? ""];
    if (other === undefined) return "";
    return other ? t("draft.exchange", { unit: this.context.model.name(other) }) : t("draft.canGo");
  }

  /** @returns {Question} */
  question() {
    const { model } = this.context;
    const unit = this.unit ?? "";
    const others = this.answer?.with ?? [];
    /** @type {Choice[]} */
    const choices = this.answer && !this.answer.kept ? [{ takeBack: unit, label: t(others.length ? "draft.takeBackWith" : "draft.takeBack", { n: others.length }) }] : [];
    const exchanges = Object.values(this.answer?.places ?? {}).some(Boolean);
    const notes = [t(exchanges ? "draft.noteExchange" : "draft.note"), this.answer?.kept ? t("draft.kept", { why: this.answer.kept }) : ""];
    return { title: model.name(unit), note: notes.filter(Boolean).join(" "), choices, back: true };
  }

  /** A button for each placed unit, folded. @param {(unit: string) => string} place where it is, in words @returns {Choice[]} */
  choices(place) {
    const group = t("draft.placed");
    return this.units().map((unit) => ({ pick: unit, label: this.context.model.name(unit), note: place(unit), side: this.context.model.unit(unit).side, group }));
  }

  /** The text when all units are placed. @param {string} done the button that ends the set-up */
  note(done) {
    const suggested = this.context.model.state.last === "deploy";
    return t(suggested ? "draft.suggested" : "draft.complete", { done });
  }
}
