/** The server that the page came from. A server for many has a page for each game, and one for the puzzles. */

const { game, screen } = document.documentElement.dataset;

/** The game of this page, if the server has a page for each. */
export const onlyGame = game;
/** Whether this page belongs to the puzzles of a server for many. */
export const onPuzzlePages = screen === "puzzles";
/** Whether the server is one for many. */
export const isForMany = Boolean(game) || onPuzzlePages;
/** The page to which one returns from this one. */
export const homePage = !isForMany ? "#/" : onPuzzlePages && game ? "/puzzles" : "/";
