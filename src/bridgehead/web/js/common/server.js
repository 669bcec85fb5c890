/** The server that the page came from. A server for many has a page for each game, and others for puzzles and positions. */

const { game, screen, root = "" } = document.documentElement.dataset;

/** The address of a path of the server, which may itself be under a path (`--public`). @param {string} path from "/" on; others stay as they are */
export const fromRoot = (path) => (path.startsWith("/") ? root + path : path);
/** The path of our cookies. */
export const cookiePath = root || "/";
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
