/** The parts of the game screen for online play, and what each of them is given: elements, and functions of the game. */

import { Absence } from "./absence.js";
import { Aftermath } from "./aftermath.js";
import { Clocks } from "./clocks.js";
import { Dice } from "./dice.js";
import { Returning } from "./next_game.js";
import { Standing } from "./standing_orders.js";
import { Table } from "./table.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../types.js").Online} Online */

/** @param {Game} game @param {Online} online */
export function createOnlineParts(game, online) {
  const clocks = new Clocks(ofClocks(game, online));
  const standing = new Standing(ofStanding(game, online));
  const returning = new Returning(ofReturning(game, online));
  const absence = new Absence({ you: online.you, name: name(game), send: send(game) }, online);
  const table = new Table(ofTable(game, online, { clocks, standing, returning, absence }), online);
  const dice = new Dice(ofDice(game, online));
  table.element.append(dice.element);
  return { table, dice, standing, aftermath: new Aftermath(ofAftermath(game, online)), banners: [table.banner, clocks.banner, absence.banner, standing.suggestion, returning.banner] };
}

/** @param {Game} game @param {Online} online @param {Pick<import("./table.js").TableContext, "clocks"|"standing"|"returning"|"absence">} parts @returns {import("./table.js").TableContext} */
function ofTable(game, { you }, parts) {
  return { id: game.id, you, sides: sides(game), send: send(game), tell: tell(game), version: () => game.live?.version, call: () => game.ui.tabs.call("table"), leave: () => game.ui.tabs.lower(), ...parts };
}

/** @param {Game} game @param {Online} online @returns {import("./clocks.js").ClocksContext} */
function ofClocks(game, { you }) {
  return { you, sides: sides(game), name: name(game), send: send(game), stop: (why) => game.stop(why) };
}

/** @param {Game} game @param {Online} online @returns {import("./standing_orders.js").StandingContext} */
function ofStanding(game, { you }) {
  return { you: () => you, model: game.model, send: send(game), showTable: () => game.ui.tabs.show("table") };
}

/** @param {Game} game @param {Online} online @returns {import("./next_game.js").ReturningContext} */
function ofReturning(game, { you, last = null }) {
  const { id, ui: { log, tabs, replay } } = game;
  return {
    id, you, last, live: () => game.live, tell: tell(game), markNew: (from, to) => log.fresh(from, to),
    replay: (from) => {
      tabs.show("replay");
      replay.from(from);
    },
  };
}

/** @param {Game} game @param {Online} online @returns {import("./dice.js").DiceContext} */
function ofDice(game, { you }) {
  return { id: game.id, you: you ?? "", element: game.element, sides: sides(game), name: name(game), change: (message) => game.play.change(message) };
}

/** @param {Game} game @param {Online} online @returns {import("./aftermath.js").AftermathContext} */
function ofAftermath(game, { you }) {
  return { id: game.id, you, name: name(game), send: send(game) };
}

/** @param {Game} game @returns {() => import("../types.js").Side[]} */
const sides = (game) => () => game.model.hello.game.sides;

/** @param {Game} game @returns {(side: string|null) => string} */
const name = (game) => (side) => game.table?.name(side) ?? "";

/** @param {Game} game @returns {(message: any) => Promise<boolean>} */
const send = (game) => (message) => game.actions.send(message);

/** @param {Game} game @returns {(message: any) => void} */
const tell = (game) => (message) => game.play.send(message);
