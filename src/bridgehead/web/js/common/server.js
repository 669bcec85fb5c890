/** The server that the page came from. A server for many has a page for each game, and others for puzzles and positions. */

const { game, screen } = document.documentElement.dataset;

/** The game of this page, if the server has a page for each. */
export const onlyGame = game;
/** Whether this page belongs to the puzzles of a server for many. */
export const onPuzzlePages = screen === "puzzles";
/** Whether this is the page of a server for many on which a position is set up. */
export const onPositionPage = screen === "position";
/** Whether the server is one for many. */
export const isForMany = Boolean(game) || onPuzzlePages || onPositionPage;
/** The page to which one returns from this one. */
export const homePage = !isForMany ? "#/" : onPuzzlePages && game ? "/puzzles" : "/";
