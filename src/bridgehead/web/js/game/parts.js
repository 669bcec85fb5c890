/**
 * The shared objects of the game screen's parts, and the interface of a decision's part.
 *
 * @typedef {import("./map/board.js").Spot} Spot
 * @typedef {import("../hexes/model.js").HexModel|import("../points/model.js").PointModel} Model
 * @typedef {import("../hexes/overlay.js").HexOverlay|import("../points/overlay.js").PointOverlay} Overlay
 *
 * @typedef {object} Context
 * @property {Model} model
 * @property {import("./map/board.js").Board} board
 * @property {Overlay} overlay
 * @property {import("./panel/hint_line.js").Hint} hint
 * @property {import("./panel/decision.js").Decision} panel
 * @property {(action: string) => Promise<boolean>} act carry out an action; false where it was refused
 * @property {(actions: readonly string[], part?: {waits?: boolean}) => Promise<import("../types.js").Followed|null>} plan carry out several actions, as far as it goes; null where nothing was done; waits: the rest is sent later
 * @property {(units: readonly string[], to: string|null) => Promise<boolean>} setUp move a unit of the set-up, or take some back; false where that was refused
 * @property {() => Promise<boolean>} undo take the last action back; false where that cannot be
 * @property {(what: string, fields: Record<string, any>) => Promise<any>} ask rejects with an ApiError
 * @property {(about: string, action: string|null) => void} why say why an action is not possible, once the pointer has rested
 * @property {(unit: string|null) => void} chosen a unit is chosen, or none is any more
 * @property {(places: string[]) => void} reveal bring places into sight
 * @property {(places: string[]) => void} frame bring places into sight, with counters that can be read
 * @property {(goals: string[]) => string[]} first of many goals those to look at: a lesson's, or those that fit, nearest the objectives
 * @property {(error: unknown) => void} complain show an error of the server
 * @property {(unit: string, place: string|null) => Promise<{text: string, holds: boolean}[]>} conditions what holds for a unit in a place, in words
 * @property {(unit: string, place: string) => Promise<import("../types.js").Layer|null>} ahead what a unit could attack from a place to which it can move, and what could attack it
 *
 * @typedef {Omit<Context, "model"|"board"|"overlay"> & {model: import("../hexes/model.js").HexModel, board: import("../hexes/board.js").HexBoard,
 *   overlay: import("../hexes/overlay.js").HexOverlay, preview: import("../hexes/attack/preview.js").AttackPreview}} HexContext
 *
 * The map on the screen, for whoever moves it or lies over it.
 * @typedef {object} MapContext
 * @property {Model} model
 * @property {HTMLElement} frame it has the focus while its keys act
 * @property {import("./map/board.js").Board} board
 * @property {Overlay} overlay
 * @property {import("./map/viewport.js").Viewport} viewport
 *
 * What a title adds to the page: `page.js` in its folder `screen/page`.
 * @typedef {{createTabs?: (model: any) => TitleTab[]}} TitlePage
 * @typedef {import("./window/tabs.js").Tab & {update: () => void}} TitleTab   update: another state is shown
 *
 * A part leads a person through one kind of decision.
 * @typedef {object} Part
 * @property {(fresh: boolean) => void} begin show the decision; `fresh`: it is another than before
 * @property {(spot: Spot) => void} click the person clicked, or pressed Enter, there
 * @property {(spot: Spot|null) => void} point the pointer or the cursor is there, or nowhere
 * @property {() => boolean} back drop what is in hand; false where nothing is
 * @property {(step: 1|-1) => string|null} next go to the next thing to act with; the hex to look at
 * @property {() => boolean} [browse] go to the next attack, and show its odds; false where there is none
 * @property {(unit: string) => void} pick choose a unit by a button
 * @property {(units: string[], more: boolean) => void} [box] choose these units; with `more` beside those in hand
 * @property {(spot: Spot) => ""|"held"|"free"} [grabs] whether something there can be dragged, and whether it is in hand
 * @property {(spot: Spot) => void} [grab] take in hand what is to be dragged from there
 * @property {(unit: string) => void} [toggle] take one unit more in hand, or one less
 * @property {(name: string) => void} [whole] choose all units of a group that waits
 * @property {() => void} [fire] carry out the attack in hand
 * @property {(verb: string) => void} [mode] mark the hexes of one kind of going
 * @property {() => void} [followChain] carry out the proposed moves of a retreat
 * @property {() => void} [takeBack] put the placed unit in hand among those to be placed
 * @property {() => void} [cross] send the chosen unit across the canal
 */

/**
 * The item after, or before, another; the first or last if there is none.
 * @param {readonly string[]} list
 * @param {string|null} now
 * @param {1|-1} step
 */
export function turned(list, now, step) {
  const at = list.indexOf(now ?? "");
  if (at < 0) return (step > 0 ? list[0] : list.at(-1)) ?? null;
  return list[(at + step + list.length) % list.length] ?? null;
}
