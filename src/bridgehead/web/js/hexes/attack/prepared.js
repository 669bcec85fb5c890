/** An attack that is selected but not fired, saved in the window's storage for a reload. */

/** @typedef {{hello: {record: {id: string}}, state: {at: number}}} Model */
/** @typedef {{at: number, hexes: string[], attackers: string[], support: boolean, markers: Record<string, number>}} Prepared
 *   at: the number of actions before it */

/** @param {Model} model */
const key = (model) => `bridgehead-attack-${model.hello.record.id}`;

/** @param {Model} model @param {Omit<Prepared, "at">|null} attack null: none is in hand any more */
export function keep(model, attack) {
  try {
    if (!attack) return sessionStorage.removeItem(key(model));
    const { hexes, attackers, support, markers } = attack;
    sessionStorage.setItem(key(model), JSON.stringify({ at: model.state.at, hexes, attackers, support, markers }));
  } catch {
    // no storage in this window: a reload starts without an attack
  }
}

/** The prepared attack of this position; null if none is saved. @param {Model} model @returns {Prepared|null} */
export function prepared(model) {
  try {
    const { at, hexes, attackers, support, markers } = JSON.parse(sessionStorage.getItem(key(model)) ?? "{}");
    const whole = at === model.state.at && Array.isArray(hexes) && Array.isArray(attackers);
    return whole ? { at, hexes, attackers, support: Boolean(support), markers: { ...markers } } : null;
  } catch {
    return null;
  }
}
