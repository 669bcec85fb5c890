/** What can be done with the position that is shown: play on from it, copy it, share it. */

import { copyPicture, copyText } from "../../common/clipboard.js";
import { notice } from "../../common/announce.js";
import { h, refill } from "../../common/dom.js";
import { fromRoot, isForMany } from "../../common/server.js";
import { sideName, t } from "../../common/text.js";
import { lineAddress } from "../../position/address.js";
import { ApiError, get } from "../../network/api.js";
import { askPlayOn } from "./play_on.js";

const WIDTH = 1600; // px of a copied picture

/** @param {{id: string, where: () => string, see: (eyes: string) => void}} given `where`: the position in words; `see` shows it through other eyes */
export function createHere({ id, where, see }) {
  /** @type {import("../../types.js").Hello|null} */
  let hello = null;
  let n = 0;
  let length = 0;
  let over = false;
  let told = false; // whether the server tells whole positions

  const on = h("button", { type: "button", class: "primary", dataset: { playOn: "" }, onClick: () => playOn(n) }, t("playOn.open"));
  const copies = [
    h("button", { type: "button", dataset: { copy: "position" }, onClick: () => withLine((line) => copyText(line, t("copy.positionDone"))) }, t("copy.position")),
    h("button", { type: "button", dataset: { copy: "picture" }, onClick: () => copyPicture(`/api/saved/${id}/board.png?width=${WIDTH}&at=${n}`, t("copy.pictureDone")) }, t("copy.picture")),
    h("button", { type: "button", dataset: { copy: "link" }, onClick: () => copyText(address(), t("copy.linkDone")) }, t("copy.link")),
  ];
  const change = h("button", { type: "button", dataset: { changePosition: "" }, onClick: () => withLine((line) => location.assign(`${isForMany ? fromRoot("/position") : ""}${lineAddress(hello?.game.id ?? "", line)}`)) }, t("setUp.change"));
  const eyes = h("select", { id: "replay-eyes", onChange: () => see(eyes.value) });
  const seen = h("div", { class: "replay-row", hidden: true }, h("label", { for: eyes.id }, t("replay.eyes")), eyes);
  const closed = h("p", { class: "help", hidden: true }, t("playOn.later"));
  const element = h("div", { class: "here", role: "group", "aria-label": t("playOn.group") }, seen, on, ...copies, change, closed);

  /** Do something with the position as a line of text. @param {(line: string) => unknown} use */
  async function withLine(use) {
    try {
      const { line } = await get(`/api/saved/${id}/line/${n}`);
      await use(line);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notice(error.message, 0);
    }
  }

  /** The address that opens the game at this position. */
  const address = () => (hello?.puzzle && isForMany ? `${location.origin}${fromRoot(`/puzzle/${hello.puzzle.id}`)}` : hello?.online ? `${location.origin}${fromRoot(`/game/${id}#${n}`)}` : `${location.origin}${location.pathname}#/game/${id}/${n}`);

  /** @param {number} at */
  function playOn(at) {
    if (hello) askPlayOn({ id, hello, at, where: at === n ? where() : t("play.replayed", { n: at, length }) });
  }

  function draw() {
    const secret = !told && !over;
    seen.hidden = !hello?.game.hides || !over;
    on.disabled = secret || (over && n === length);
    on.title = over && n === length ? t("playOn.over") : "";
    for (const button of [...copies.slice(0, 1), change]) button.disabled = secret;
    change.hidden = hello?.record.ownData === false;
    closed.hidden = !secret;
    closed.textContent = t(hello?.online ? "playOn.online" : "playOn.later");
  }

  return {
    element,
    playOn,
    focus: () => on.focus(),
    /** @param {import("../../types.js").Hello} found */
    meet(found) {
      hello = found;
      refill(eyes, [["", t("replay.ownEyes")], ...found.game.sides.map(({ id: side }) => [side, sideName(side)]), ["everything", t("replay.allEyes")]].map(([value, label]) => h("option", { value }, label)));
      draw();
    },
    /** Whether the server tells whole positions: nothing is hidden, or nobody may be helped. @param {boolean} may */
    open(may) {
      told = may;
      draw();
    },
    /** @param {State} state */
    update(state) {
      over = state.result !== null;
      length = state.length;
      draw();
    },
    /** @param {number} shown after how many actions the position is that is shown */
    at(shown) {
      n = shown;
      draw();
    },
  };
}

/** @typedef {import("../../types.js").State} State */
