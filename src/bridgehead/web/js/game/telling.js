/** What changes from one state to the next, for ears. */

import { t } from "../text.js";

/** @typedef {import("../types.js").State} State */

const SAID = 6; // lines of the log at most: a turn that was played in a burst is read there

/** Whether two states are the same position for the same reader. @param {State|null} before @param {State} state */
export function isSame(before, state) {
  return before !== null && before.at === state.at && before.last === state.last && before.mine === state.mine && before.viewer === state.viewer;
}

/**
 * What has happened, and what is to be decided now, in words.
 * @param {State} before
 * @param {State} state
 * @param {(step: string) => string} question
 */
export function news(before, state, question) {
  const texts = state.log.entries.slice(-SAID).map((entry) => entry.text);
  if (state.at < before.at) texts.push(t("play.undone"));
  if (state.trouble && state.trouble !== before.trouble) texts.push(t("play.trouble"), state.trouble);
  if (state.mine && state.decision && (state.step !== before.step || !before.mine)) texts.push(question(state.step));
  return texts.join(" ");
}
