/** What a map of hexes and one of points have of their own where a position is set up. */

import { Board } from "../game/map/board.js";
import { HexBoard } from "../hexes/board.js";
import { faceOf } from "../hexes/card.js";
import { HexCursor } from "../hexes/cursor.js";
import { HexModel } from "../hexes/model.js";
import { HexOverlay } from "../hexes/overlay.js";
import { face } from "../points/counters.js";
import { PointCursor } from "../points/cursor.js";
import { PointModel } from "../points/model.js";
import { PointOverlay } from "../points/overlay.js";

/**
 * @typedef {object} MapKind
 * @property {any} model
 * @property {(view: HTMLElement) => Board} board
 * @property {(board: any) => import("../game/parts.js").Overlay} overlay
 * @property {typeof import("../game/map/cursor.js").Cursor} Cursor
 * @property {(board: Board, unit: string) => SVGElement} face the counter of a unit, as a separate drawing
 */

/** @returns {MapKind} */
function hexes() {
  return { model: new HexModel(), board: (view) => new HexBoard("", view), overlay: (board) => new HexOverlay(board), Cursor: HexCursor, face: faceOf };
}

/** @returns {MapKind} */
function points() {
  const model = new PointModel();
  return { model, board: (view) => new Board("", view), overlay: (board) => new PointOverlay(board), Cursor: PointCursor, face: (_board, unit) => face(model, unit) };
}

/** @type {Record<string, () => MapKind>} */
const KINDS = { hexes, points };

/** @param {string} kind what units stand on @returns {MapKind} */
export const mapKind = (kind) => (KINDS[kind] ?? hexes)();
