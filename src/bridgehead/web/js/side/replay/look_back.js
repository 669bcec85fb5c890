/** The tab "Replay": the replay, what can be done with the shown position, what is said about it, the analysis. */

import { createAnalysis } from "./analysis.js";
import { createComments } from "./comments.js";
import { createHere } from "./here.js";
import { createReplay } from "./replay.js";

/**
 * @param {{id: string, open: () => void, onState: (state: import("../../types.js").State|null) => void,
 *   plan: (plan: readonly string[]) => void, onAnalyzed: () => void}} given `open` brings the tab to the screen; `onState` gets the position
 *   to be shown, null for that of now; `plan` draws a plan on the map
 */
export function createLookBack({ id, open, onState, plan, onAnalyzed }) {
  let length = 0;
  const here = createHere({ id, where: () => replay.where(), see: (eyes) => replay.see(eyes) });
  const comments = createComments({ id, onState, go: (n) => replay.go(n) });
  const analysis = createAnalysis({ id, plan, open, go: (n) => replay.go(n), playOn: here.playOn, keep: comments.keepAnalysis, done: onAnalyzed });
  const replay = createReplay({ id, onState, onShown, onStory });
  replay.element.append(here.element, comments.element, analysis.element);

  /** @param {import("../../types.js").Story} story */
  function onStory({ said }) {
    comments.take(said);
    here.open(said !== null);
  }

  /** @param {number|null} n */
  function onShown(n) {
    analysis.at(n);
    here.at(n ?? length);
    comments.at(n ?? length);
  }

  return {
    replay,
    analysis,
    playOn: here.playOn,
    /** @param {import("../../types.js").Hello} hello */
    meet(hello) {
      here.meet(hello);
      comments.allow(!hello.online && !hello.puzzle && !hello.line);
      analysis.meet(hello);
    },
    /** @param {import("../../types.js").State} state */
    update(state) {
      ({ length } = state);
      comments.ends(state.result ? length : null);
      here.update(state);
      replay.update(state);
      analysis.update(state); // of a game that is over
    },
    /** Show the beginning of the last phase of a game that is over, to play on from there or from before. */
    playOnFromEarlier() {
      open();
      replay.lastPhase();
      here.focus();
    },
  };
}
