/** An attack that is chosen but not fired, kept in the window so that a reload comes back to it. */

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
    // no storage in this window: a reload begins without an attack
  }
}

/** What was prepared in this position; null where nothing is kept of it. @param {Model} model @returns {Prepared|null} */
export function prepared(model) {
  try {
    const { at, hexes, attackers, support, markers } = JSON.parse(sessionStorage.getItem(key(model)) ?? "{}");
    const whole = at === model.state.at && Array.isArray(hexes) && Array.isArray(attackers);
    return whole ? { at, hexes, attackers, support: Boolean(support), markers: { ...markers } } : null;
  } catch {
    return null;
  }
}
