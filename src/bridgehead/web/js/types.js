/**
 * What the server sends. Hexes are texts of four digits, units are ids, points are movement points.
 *
 * @typedef {{kind: string, text: string, case: string}} Refusal
 * @typedef {{id: string, label: string}} Side
 * @typedef {{id: string, text: string}} Option
 * @typedef {{id: string, title: string, edition: string, name: string, about: string,
 *   reconstructed: string, sides: Side[], options: Option[], players: {id: string}[]}} GameInfo
 * @typedef {{id: string, game: string, title: string, edition: string, options: string[],
 *   players: Record<string, string>, turn: number, turns: number, phase: string, side: string,
 *   actions: number, over: boolean, winner: string|null, updated: string,
 *   reconstructed: string}} Saved
 * @typedef {{game: string, options: string[], players: Record<string, string>, seed: number|null}} NewGame
 * @typedef {{ready: boolean, doing: string, players: Record<string, boolean>}} Ready
 * @typedef {{n: number, turn: number, side: string, phase: string, text: string, case: string,
 *   hexes: string[], roll?: number}} LogEntry
 * @typedef {{n: number, turn: number, side: string, phase: string, night: boolean}} Mark
 * @typedef {{length: number, entries: LogEntry[], marks: Mark[]}} Story
 * @typedef {{case: string, title: string, text: string}} Rule
 * @typedef {{id: string, name: string, side: string, type: string, typeLabel: string,
 *   strength: number, movement: number, arrives: number|null, entry: string}} Unit
 * @typedef {{neighbors: Record<string, string>, terrain: string, text: string}} Hex
 * @typedef {{game: GameInfo, record: {id: string, players: Record<string, string>,
 *   options: string[], dice: {kind: string, seed?: number, commitment?: string}},
 *   units: Unit[], results: Record<string, string>, hexes: Record<string, Hex>}} Hello
 * @typedef {{name: string, columns: number, case: string}} Shift
 * @typedef {{attack: number, defense: number, differential: number, shifts: Shift[],
 *   column: number, column_label: string, unshifted_column: number, columns: string[],
 *   table: string[][], results: Record<string, number>}} Odds
 * @typedef {{cost: number|null, left: number|null, path: string[]}} Way   cost null: no points are paid
 * @typedef {{unit: string, allowance: number, refusal: {case: string, text: string}|null,
 *   verbs: Record<string, Record<string, Way>>, cross: number|null}} Movement
 * @typedef {{hex: string, target: string, candidates: string[], inside: string[],
 *   must: {unit: string, case: string, text: string}[], support: boolean,
 *   refused: {unit: string, case: string, text: string}[]}} AttackOffer   must: who has to join
 * @typedef {{units: Record<string, Record<string, string[]>>, hexes: Record<string, string[]>,
 *   plain: string[]}} Decision
 * @typedef {{step: string, hex: string, target: string, attackers: Record<string, string>,
 *   support: boolean, result?: string, loss_due?: number}} Combat
 * @typedef {{text: string, case: string, units: string[], hexes: string[]}} Reminder
 * @typedef {{winner: string, ending: string, case: string, reason: string}} Result
 * @typedef {{map: number, across: number, eliminated: number, due: number, later: number}} Count
 * @typedef {{at: number, length: number, turn: number, turns: number, night: boolean,
 *   side: string, phase: string, step: string, toMove: string|null, mine: boolean,
 *   decision: Decision|null, combat: Combat|null, odds: Odds|null,
 *   roll: {face: number, result: string, odds?: Odds|null}|null, units: Record<string, string>,
 *   marks: Record<string, string[]>, counts: Record<string, Count>,
 *   board: Record<string, string>, log: {from: number, entries: LogEntry[]}, canUndo: boolean,
 *   waiting: {side: string, player: string}|null, paused: boolean, trouble: string, reminders: Reminder[],
 *   endRefused: {case: string, text: string}|null, result: Result|null, last: string}} State
 */

export {};
