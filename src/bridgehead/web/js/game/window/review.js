/** The layout of a replay and of an analysis: board, graph, moves and lines beside each other, where there is room. */

const GRAPH = "(min-width: 900px) and (min-height: 600px)"; // from where the graph stands below the board
const MOVES = "(min-width: 1200px) and (min-height: 600px)"; // from where the moves stand beside it

/**
 * @param {{game: HTMLElement, places: {moves: HTMLElement, graph: HTMLElement}, log: HTMLElement, putGraph: (place: HTMLElement|null) => void,
 *   arranged: () => void, go: (n: number) => void}} context places: where moves and graph stand; log: the moves; putGraph: place the graph
 *   there, or where it usually is; arranged: the moves have another place; go: show the position after n actions
 */
export function createReview({ game, places, log, putGraph, arranged, go }) {
  const home = log.parentElement;
  const wide = [window.matchMedia(GRAPH), window.matchMedia(MOVES)];
  let on = false;

  function arrange() {
    const [graph, moves] = wide.map(({ matches }) => on && matches);
    game.toggleAttribute("data-review", on);
    putGraph(graph ? places.graph : null);
    const to = moves ? places.moves : home;
    if (log.parentElement === to) return;
    to?.append(log);
    arranged();
  }

  places.moves.addEventListener("click", (event) => {
    const entry = event.target instanceof Element ? event.target.closest("[data-n]") : null;
    if (entry instanceof HTMLElement && !(/** @type {Element} */ (event.target).closest(".case"))) go(Number(entry.dataset.n));
  });
  for (const query of wide) query.addEventListener("change", arrange);

  return {
    /** @param {boolean} now whether an earlier position, or a game that is over, is looked at */
    update(now) {
      if (now === on) return;
      on = now;
      arrange();
    },
    destroy: () => wide.forEach((query) => query.removeEventListener("change", arrange)),
  };
}
