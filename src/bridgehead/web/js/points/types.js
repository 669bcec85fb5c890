/**
 * The server's data of titles with points and routes, in addition to those of all titles.
 *
 * @typedef {{name: string, chances: {text: string, share: number, look: string}[], case: string, strength: number|null, column: number|null, shifts: {name: string, columns: number, case: string}[]}} ForecastRoll
 * @typedef {{rolls: ForecastRoll[], risks: ForecastRoll[], note: string}} Forecast   core/words/offers.py says what is what
 * @typedef {{to: string, by: string}} Route
 * @typedef {{id: string, name: string, theaters: string[], text: string, control: string,
 *   routes: Route[]}} Place   a point or a reserve area
 * @typedef {{id: string, name: string, x: number, y: number, width: number, height: number}} Theater
 * @typedef {{id: string, name: string, side: string, nation: string, type: string, typeLabel: string,
 *   key: string, strength: number, bracket: number|null, air: boolean}} Counter   counters of one key are equal
 * @typedef {{mobilize?: number, refit?: number}} Price
 * @typedef {Omit<import("../types.js").Hello, "units"> & {units: Counter[], places: Place[],
 *   theaters: Theater[], faces: Record<string, string>, stocks: string[],
 *   prices: Record<string, Price>, income: Record<string, number[]>,
 *   limits: Record<string, number>}} PointHello
 * @typedef {import("../types.js").Shift} Shift
 * @typedef {{unit: string, strength: number, column: number, can: boolean, fired: boolean,
 *   shifts: Shift[], results: string[]}} Gun
 * @typedef {{point: string, attacker: string, first: string|null, firing: string|null, round: number,
 *   nation: string|null, forces: Record<string, Gun[]>}} Battle
 * @typedef {{n: number, kind: string, point: string, side: string, unit?: string, round?: number,
 *   nation?: string|null, strength: number, column: number, shifts: Shift[], results: string[], face: number,
 *   result: string}} Shot
 * @typedef {{actions: string[], plain: string[], movers: string[],
 *   count: number}} Orders   all actions but moves, those of one word, and who can move
 * @typedef {import("../types.js").State & {
 *   viewer: string|null, curtain: string|null, view: Record<string, any>, battle: Battle|null, shots: Shot[],
 *   decision: Orders|null, roll: {face: number, result: string, shot: Shot|null}|null}} PointState
 */

export {};
