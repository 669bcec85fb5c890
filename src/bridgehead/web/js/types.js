/**
 * The server's data. Hexes are strings of four digits, units are ids, points are movement points.
 *
 * @typedef {{kind: string, text: string, case: string}} Refusal
 * @typedef {{id: string, label: string, plural: boolean, corner: string}} Side   corner: of its counters, "round" or "cut"
 * @typedef {{label: string, night: boolean}} Turn
 * @typedef {{situation: string, minutes: number, length: string, easier: string,
 *   balance: {options: string[], wins: Record<string, number>, source: string}[],
 *   sides: Record<string, {wins: string, worries: string[], first: string[]}>}} Briefing   balance: of 100 games between the strongest players, for each set of options that was measured
 * @typedef {{side: string|null, text: string, case: string, have: number, need: number, met: boolean, places: string[],
 *   broken: string[], marks: string[], note: string, group: string, leads: boolean}} Goal   broken: the places where it fails; marks: objectives; leads: its side is the one that is ahead
 * @typedef {{id: string, name: string, text: string}} Option
 * @typedef {{id: string, name: string, history: string, suits: string, side: string, minutes: number, length: string,
 *   balance: {players: string, rank: string, games: number, wins: Record<string, number>}[]}} Scenario   side: that is proposed to a person
 * @typedef {{options: string[], bid: string, games: number, score: number, error: number}} MeasuredBid   bid: as an option, "" for none; score: of the first side
 * @typedef {{id: string, kind: string, title: string, edition: string, name: string, about: string,
 *   reconstructed: string, sides: Side[], options: Option[], hides: boolean, bids: MeasuredBid[]|null, players: {id: string, times: number[]}[], styles: string[], levels: {number: number, player: string, rating: number}[],
 *   turns: Turn[], sureTurns: number, briefing: Briefing|null, lessons?: LessonInfo[],
 *   scenarios: Scenario[], scenario?: string, firstTurn?: number}} GameInfo   hides: something from a side; bids: null in a title that knows no bids; times: seconds to choose from; kind: "hexes" or "points"; sureTurns: those that come in any case; scenario: the name of the one that is played
 * @typedef {{id: string, game: string, title: string, edition: string, options: string[],
 *   players: Record<string, string>, turn: number, turns: number|null, phase: string, side: string,
 *   actions: number, over: boolean, winner: string|null, updated: string,
 *   reconstructed: string, name?: string, parent?: {id: string, action: number}}} Saved   parent: the game that it branches off from
 * @typedef {{game: string, options: string[], players: Record<string, string>, seed: number|null,
 *   data: string|null}} NewGame   data: the id of a DataSet
 * @typedef {{id: string, name: string, game: string, games: string[], changes: number,
 *   against: string[]}} DataSet   data of somebody's own; against: places where the rulebook says otherwise
 * @typedef {{state: "waiting"|"compiling"|"ready"|"failed"|"off", done: number, known: number}} Warmth   in kernels
 * @typedef {{ready: boolean, players: Record<string, boolean>, games?: Record<string, Warmth>}} Ready
 * @typedef {{n: number, turn: number, side: string, phase: string, text: string, case: string,
 *   hexes: string[], roll?: number}} LogEntry
 * @typedef {{n: number, turn: number, side: string, phase: string, night: boolean}} Mark
 * @typedef {{at: number, text: string}} Comment   after so many actions
 * @typedef {{comments: Comment[], lines: {at: number, name?: string, actions: string[], told: string[], comments?: Comment[]}[]}} Said   told: each action in words; the comments of a line count its actions
 * @typedef {{length: number, entries: LogEntry[], marks: Mark[], said: Said|null}} Story   said: null while the game hides something
 * @typedef {{case: string, title: string, text: string, examples: {id: string, game: string, title: string}[]}} Rule
 * @typedef {{id: string, name: string, side: string, type: string, typeLabel: string, group: string,
 *   strength: number, values: string, told: string, arrives: number|null,
 *   entry: string, size?: string}} Unit   values as printed, told in words; group: nation or division
 * @typedef {{neighbors: Record<string, string>, terrain: string, text: string}} Hex
 * @typedef {{key: string, id: string, title: string, teaches: string, minutes: number, side: string, titles: string[]}} LessonInfo   titles: other games that have the same rules
 * @typedef {{key: string, title: string, minutes: number, steps: {say: string, because: string}[], following: {game: string, id: string}|null}} Lesson
 * @typedef {{step: number, because: string, wanted: string[], all: string[], places: string[], reads: boolean,
 *   over: boolean, begun: boolean}} LessonState   wanted: any of these goes on; all: all of these do; reads: Next does
 * @typedef {{id: string, game: string, title: string, edition: string, scenario: string, side: string, question: string, themes: string[],
 *   degree: string, rating: number, own: boolean, solved: boolean|null}} PuzzleInfo   scenario: its name, "" in the whole game; own: a mistake in a game of yours; solved: null if it was not tried
 * @typedef {{rating: number, margin: number, provisional: boolean, attempts: number, change: number}} PuzzleRating   change: by the last attempt
 * @typedef {{solved: boolean, share: number, chance: number, best: number, usual: number, solution: string[], sentence: string,
 *   reasons: {text: string}[], reply: string, gaveUp: boolean, rating: PuzzleRating|null, again: string|null}} PuzzleGrade   share: of the way from usual play to the best plan; chance: of your plan; again: the day on which a mistake comes again
 * @typedef {{complete: boolean, grade: PuzzleGrade|null, shows: boolean}} PuzzleState   complete: the plan is; shows: the best plan is being shown
 * @typedef {{game: string, at: number}} LineInfo   of a line that is played, to be kept in a game: it begins after so many actions
 * @typedef {{outcomes: string[]}} LineState   what the dice can show, if they are due
 * @typedef {{today: PuzzleInfo|null, rating: PuzzleRating|null, due: number, puzzles: PuzzleInfo[]}} PuzzleList   due: mistakes to be practiced
 * @typedef {{ask: string, verbs: string[], ask_of?: string, ask_by?: Record<string, string>, note?: string, end?: string, idle?: string,
 *   says?: Record<string, string>, only?: Record<string, string>, only_title?: string, where?: string, part?: string, places?: boolean,
 *   alone?: boolean, single?: boolean, about?: string, target?: string, listed?: boolean, sheet?: boolean, spends?: boolean, retreats?: boolean, rare?: boolean, chains?: boolean}} Step   core/titles/decisions.py says what is what
 * @typedef {{objects: string, says?: string, helped?: string, mode?: string, in_hand?: string, alone?: string, where?: string, can?: string,
 *   costs?: string, only?: string, note?: string, aim?: string, further?: boolean, goes?: boolean, usual?: boolean, leaves?: boolean, amount?: boolean}} Verb   objects: "unit hex"
 * @typedef {{steps: Record<string, Step>, verbs: Record<string, Verb>}} Decisions   of the title: what is asked, and the words for its verbs
 * @typedef {{game: GameInfo, lesson?: Lesson|null, puzzle?: PuzzleInfo|null, line?: LineInfo|null, record: {id: string, name: string, origin: {action: number, view: string}|null, players: Record<string, string>,
 *   options: string[], optionTexts: string[], dice: {kind: string, seed?: number, commitment?: string},
 *   ownData: boolean},
 *   units: {id: string, name: string, side: string}[], results: Record<string, string>, decisions: Decisions, layers: LayerInfo[], setUps: {side: string, name: string, about: string, units: Record<string, string>}[], words: Record<string, Record<string, string>>, online?: Online}} Hello   of every title; words: of the title, for ids, by groups; `ownData`: the data are Bridgehead's
 * @typedef {{id: string, name: string, about: string, sign: string, side: string, of: string}} LayerInfo   core/titles/layers.py says what is what, here and below
 * @typedef {{places: string[], side: string, tone: string}} Area
 * A sentence of the server in the reader's language, with values for its {names}.
 * @typedef {{text: string, values: Record<string, string|number|Sentence>}} Sentence
 * @typedef {{place: string, text: string, tone: string, about: Sentence[]}} Tag
 * @typedef {{areas: Area[], lines: string[][], tags: Tag[], note: Sentence[]}} Layer
 * @typedef {{name: string, holds: string, fails: string, places: string[]}} Condition
 * @typedef {{you: string|null, seats: Record<string, {name: string, kind: string, here: boolean}>, last?: number|null, standIn?: {computer: string, onTime: boolean}}} Online   standIn: plays for players who are away; last: actions that your page had shown when you were last here; of a game with others elsewhere: kind is "person" or "computer"
 * @typedef {{n: number, name: string, text: string, time: number}} Remark
 * @typedef {{type: "after", rated: boolean, ratings: Record<string, {rating: number, change: number, provisional: boolean}>,
 *   rematch: {by: string|null, mirrored: boolean, answer: ""|"accepted"|"declined"|"withdrawn", next: string|null}|null,
 *   open: boolean, match: string|null, tournament: {id: string, name: string}|null,
 *   branches: {id: string, action: number, over: boolean, seats: Record<string, string>}[]}} After   after a game with others; by: a side; open: everybody with the address may see the game; match: a mirrored one
 * @typedef {{title: string, strict: boolean, strength: "sealed"|"checked"|"strict", commitment: string, people: string[],
 *   anchors: Record<string, string>, opening: Record<string, string>, renewed: Record<string, number>, owes: string[],
 *   want: ""|"anchor"|"link", ticket: string, last: string}} DiceTold   what a side is told of dice that both can check
 * @typedef {Omit<Hello, "units"> & {units: Unit[], hexes: Record<string, Hex>}} HexHello
 * @typedef {{name: string, columns: number, case: string}} Shift
 * @typedef {{column: number, column_label: string, columns: string[], table: string[][],
 *   results: Record<string, number>}} OneTable
 * @typedef {OneTable & {attack: number, defense: number, differential: number, shifts: Shift[],
 *   unshifted_column: number, on?: string, choices?: Record<string, OneTable>,
 *   night_die?: boolean, idle?: string[]}} Odds   choices: the tables among which somebody may still choose; idle: the results that do nothing in this attack
 * @typedef {{cost: number|null, left: number|null, path: string[]}} Way   cost null: no points are paid
 * @typedef {{unit: string, allowance: number, refusal: {case: string, text: string}|null,
 *   verbs: Record<string, Record<string, Way>>, cross: number|null,
 *   through?: {edge: string, ways: Record<string, Way>}|null}} Movement   through: where it gets that comes in by an edge hex
 * @typedef {{moves: {unit: string, action: string, from: string|null, to: string}[],
 *   left: {unit: string, case: string, text: string}[]}} Gathering   how several units go to a hex, and who stays
 * @typedef {{done: number, stopped: ""|"refused"|"asked"|"shown", refused: Refusal|null}} Followed   how far a plan was carried out
 * @typedef {{hex: string, candidates: string[], inside: string[], suggested: string[], everybody: string[],
 *   must: {unit: string, case: string, text: string}[], support?: boolean,
 *   refused: {unit: string, case: string, text: string}[], also?: string[],
 *   careful?: {unit: string, case: string, text: string}[],
 *   roles?: Record<string, string>, values?: Record<string, number>, markers?: Record<string, number>,
 *   protection?: {name: string, value: number}[]}} AttackOffer   suggested: no more than reach the best column; everybody: all who can join together; must: who has to join; careful: whom one should rather keep out; also: further
 *   hexes; roles: "adjacent" or "ranged"; markers: how many there are; protection: what the defender could add
 * @typedef {{points: {name: string, points: number, side: string, case?: string}[],
 *   effects: Record<string, {gone: string[], works: boolean}>}} Costs   of an attack: points given away; of each result, who is eliminated at
 *   once, and whether it does anything
 * @typedef {{units: Record<string, Record<string, string[]>>, hexes: Record<string, string[]>,
 *   plain: string[]}} Decision
 * @typedef {{step: string, hex: string, target: string, attackers: Record<string, string>,
 *   support: boolean, result?: string, loss_due?: number, hexes?: string[], targets?: string[],
 *   markers?: Record<string, number>, protectors?: Record<string, string>, covers?: Record<string, number>,
 *   values?: Record<string, number>}} Combat
 * @typedef {{points: number, atEnd?: number, entries: {name: string, points: number, case?: string}[]}} SideLedger
 * @typedef {{text: string, case: string, units: string[], hexes: string[], points?: number, what?: string, side?: string}} Reminder   points: victory points that side gets, for what
 * @typedef {{winner: string, ending: string, case: string, reason: string}} Result
 * @typedef {Record<string, number>} Count
 * @typedef {{at: number, roll?: {face: number, result: string, texts?: string[]}|null, length: number, turn: number, turns: number|null, night: boolean,
 *   side: string, phase: string, step: string, toMove: string|null, mine: boolean,
 *   goals: Goal[], viewer?: string|null, curtain?: string|null, decision: {plain: string[]}|null,
 *   units: Record<string, string>, counts: Record<string, Count>, ledger: Record<string, SideLedger>|null,
 *   board: Record<string, string>, log: {from: number, entries: LogEntry[]}, canUndo: boolean, begins?: boolean, away?: Record<string, {kind: string, number: number}>, byComputer?: number[][], placed?: string[],
 *   waiting: {side: string, player: string}|null, lesson?: LessonState|null, puzzle?: PuzzleState|null, line?: LineState|null, paused: boolean, trouble: string, reminders: Reminder[],
 *   endRefused: {case: string, text: string}|null, fights: {kind: string, text: string, result: string, places: string[], n: number}[], skip: {action: string, why: "one"|"idle"|"rare"|"same"}|null, result: Result|null, last: string,
 *   apart?: boolean, version?: number, offer?: {side: string, what: string}|null, dice?: DiceTold|null}} State   of every title; placed: in the set-up that is made; apart: in a line beside the game; viewer and
 *   curtain: who looks, and who is to look next, where sides know different things
 * @typedef {{side: string, turn: number, from: number, to: number, fresh: boolean, arrows: {from: string, to: string, kind: "goes"|"attacks"}[],
 *   lines: {kind: "moves"|"battle"|"lost"|"scored"|"goal", places: string[], text?: string, side?: string, count?: number, have?: number, was?: number}[]}} TurnTold   the other
 *   side's last turn; fresh: nothing was done since
 * @typedef {State & {limits?: Reminder[], protectors?: {unit: string, value: number, bars: {unit: string, case: string, text: string}[]}[], decision: Decision|null, combat: Combat|null, odds: Odds|null, marks: Record<string, string[]>,
 *   roll: {face: number, result: string, texts?: string[], odds?: Odds|null}|null}} HexState
 * @typedef {{action: string, plan: string[], sentence: string, headline?: string, chance: number|null, rolls?: boolean}} HintLine   headline: what a long plan is for; chance: of the one who decides; rolls: the dice follow its last action
 * @typedef {HintLine & {at: number, side: string, player: string, looks?: number, told: string, win_probability?: number, draft?: boolean,
 *   reasons?: {kind: string, text: string, subject: string, with_plan: number, otherwise: number, compared: string}[],
 *   lines: HintLine[]}} Hint
 * @typedef {{from: number, to: number, who: string, kind: string, turn: number, before: number,
 *   after: number}} AnalysisStep   numbers of actions from 1; chances of the first side
 * @typedef {{from: number, to: number, who: string, kind: string, turn: number, swing: number, favours: string,
 *   sentence: string, before: number, after: number,
 *   better: {sentence: string, plan: string[], chance: number}|null}} TurningPoint   better.chance: of the one who decided
 * @typedef {{luck: number, loss: number, decisions: number, mistakes: number}} SideSummary
 * @typedef {{first_side: string, player: string, steps: AnalysisStep[], turning_points: TurningPoint[],
 *   summary: {sentences: string[]} & Record<string, SideSummary|string[]>, note: string}} AnalysisData
 * @typedef {{state: "none", trouble?: string} | {state: "running", done: number, of: number} |
 *   {state: "done", result: AnalysisData, mistakes?: number}} AnalysisState   mistakes: that become puzzles
 *   {state: "done", result: AnalysisData}} AnalysisState
 * @typedef {{first: number, favours: string, swing: number, sentence: string}
 *   | {first: number, turn: number, side: string, phase: string, lost: Record<string, number>, gained: Record<string, number>, met: [string, string][], unmet: [string, string][]}} Deciding   of an analysis, or without one; first: how many actions were before it
 * @typedef {{side: string, result: string, rating: {rating: number, change: number, margin: number, provisional: boolean}|null, next: {number: number, player: string, rating: number}|null, analyzed: boolean, decided: Deciding[]}} Outcome
 * @typedef {{games: number, won: number, drawn: number, lost: number, running: number, abandoned: number, other: number}} ResultCounts
 * @typedef {ResultCounts & {title: string, name: string}} RecordRow
 * @typedef {{id: string, title: string, action: number, last: number, turn: number, side: string, points: number, sentence: string}} OwnDecision   action: how many actions were before it; points: parts of a won game
 * @typedef {{began: string, id: string, game: string, title: string, edition: string, scenario: string, side: string, opponent: string, result: string,
 *   rated: boolean, rating: number|null, change: number|null, luck: number|null, loss: number|null}} PlayedGame   side: yours, "" for two people
 * @typedef {{totals: ResultCounts, tables: Record<string, RecordRow[]>, games: PlayedGame[],
 *   ratings: {title: string, rating: number, margin: number, provisional: boolean, games: number, history: {id: string, began: string, rating: number, change: number}[]}[],
 *   luck: {games: number, luck: number, luck_error: number, loss: number, loss_error: number, decisions: number, mistakes: number},
 *   puzzles: {rating: number, margin: number, provisional: boolean, attempts: number, history: {time: string, rating: number}[]},
 *   months: {month: string, best: OwnDecision|null, worst: OwnDecision|null}[]}} PersonalRecord   docs/record.md
 */

export {};
