/** The destinations of the selected unit, and the server's answers about them. */

/** @typedef {import("../../game/parts.js").HexContext} HexContext */
/** @typedef {import("../../types.js").Movement} Answer */
/** @typedef {import("../../types.js").Way} Way */
/** @typedef {Way & {cost: number}} Paid */
/** @typedef {{verb: string, place: string, action: string}} Going */
/** @typedef {import("../../game/panel/hint_line.js").Reason} Reason */

/** Whether movement points are paid: not for placements and airborne arrivals. @param {Way} way @returns {way is Paid} */
const isPaid = (way) => way.cost !== null && way.path.length > 0;

export class Reach {
  /** @param {HexContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Map<string, Promise<Answer>>} */
    this.answers = new Map();
    /** @type {Map<string, Promise<Reason|null>>} */
    this.reasons = new Map();
    /** @type {string|null} */
    this.unit = null;
    /** @type {Answer|null} what the server said of the chosen unit */
    this.answer = null;
    /** @type {string|null} the one verb whose hexes are marked */
    this.verb = null;
    /** @type {unknown} the verbs of the unit that were listed by hex */
    this.of = null;
    /** @type {string|null} the one verb that they were listed for */
    this.by = null;
    /** @type {Map<string, Going[]>} */
    this.found = new Map();
  }

  /** Drop the server's answers, which are valid for one position only. */
  forget() {
    this.answers.clear();
    this.reasons.clear();
    this.choose(null);
  }

  /** @param {string|null} unit */
  choose(unit) {
    this.unit = unit;
    this.answer = null;
    this.verb = null;
  }

  /** The verbs that lead to marked hexes now: those without other units, or the chosen one. */
  leading() {
    const verbs = this.unit ? this.context.model.verbs(this.unit) : {};
    const own = this.context.model.going().filter((verb) => verbs[verb]);
    if (this.verb && verbs[this.verb]) return [this.verb];
    return own.length ? own : this.apart().slice(0, 1);
  }

  /** The verbs of the selected unit that are offered separately, because another unit takes part. */
  apart() {
    const verbs = this.unit ? this.context.model.verbs(this.unit) : {};
    return Object.keys(verbs).filter((verb) => !this.context.model.verb(verb).goes && verbs[verb]?.some(Boolean));
  }

  /** The selected unit's actions, by destination hex. @returns {Map<string, Going[]>} */
  listed() {
    const verbs = this.unit ? this.context.model.verbs(this.unit) : {};
    if (this.of === verbs && this.by === this.verb) return this.found;
    [this.of, this.by, this.found] = [verbs, this.verb, new Map()];
    for (const verb of this.leading()) {
      for (const place of verbs[verb] ?? []) {
        const going = { verb, place, action: `${verb} ${this.unit} ${place}` };
        const hex = place.slice(-4);
        this.found.set(hex, [...(this.found.get(hex) ?? []), going]);
      }
    }
    return this.found;
  }

  /** The actions that lead the selected unit to a hex. @param {string} hex */
  actionsTo(hex) {
    const found = this.listed().get(hex) ?? [];
    if (found.length || !this.beyond().includes(hex)) return found;
    const place = `${this.answer?.through?.edge} ${hex}`;
    return [{ verb: "enter", place, action: `enter ${this.unit} ${place}` }];
  }

  /** The destinations of the selected unit. */
  goals() {
    const verbs = this.unit ? this.context.model.verbs(this.unit) : {};
    return [...new Set([...this.leading().flatMap((verb) => (verbs[verb] ?? []).map((place) => place.slice(-4))), ...this.beyond()])];
  }

  /** The hexes behind the edge hex used last, if the selected unit can enter there, too. */
  beyond() {
    return this.answer?.through && this.leading().includes("enter") ? Object.keys(this.answer.through.ways) : [];
  }

  /**
   * The known ways of the selected unit to a hex, and whether points are paid for them.
   * @param {string} hex
   * @returns {{verb: string, action: string, paid: Paid|null}[]}
   */
  ways(hex) {
    return this.actionsTo(hex).flatMap(({ verb, place, action }) => {
      const way = this.answer?.verbs[verb]?.[place] ?? (place.includes(" ") && verb === "enter" ? this.answer?.through?.ways[hex] : null);
      return way ? [{ verb, action, paid: isPaid(way) ? way : null }] : [];
    });
  }

  /** The paid way to a hex: with a path, a cost and remaining points. @param {string} hex */
  paid(hex) {
    return this.ways(hex).find((way) => way.paid)?.paid ?? null;
  }

  /** @param {string} unit @param {string} [edge] by which it might come in */
  movement(unit, edge = "") {
    const key = `${unit} ${edge}`;
    const found = this.answers.get(key) ?? this.context.ask("movement", edge ? { unit, edge } : { unit });
    this.answers.set(key, found);
    return found;
  }

  /** Why the selected unit cannot go to a hex. @param {string} unit @param {string} hex */
  why(unit, hex) {
    const { model, ask } = this.context;
    const fallback = model.step.places ? "place" : model.hexOf(unit) || model.step.alone ? "move" : "enter";
    const verb = this.leading()[0] ?? fallback;
    const place = model.verbs(unit)[verb]?.[0] ?? ""; // another unit may have to be named with the hex
    const key = [verb, unit, ...place.split(" ").slice(0, -1), hex].join(" ");
    const found = this.reasons.get(key) ?? ask("why", { action: key });
    this.reasons.set(key, found);
    return found;
  }
}
