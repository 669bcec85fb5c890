/** Bids: points that one side gets at the start, and the bid that makes the game even. */

import { h, refill } from "../common/dom.js";
import { percent, points, t } from "../common/text.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */

/**
 * @param {() => void} onChange
 * @returns {{element: HTMLElement, show: (game: GameInfo, options: string[], ownData: boolean) => void, values: () => string[]}}
 *   `show` is told the game, which of its options are ticked, and whether the data are Bridgehead's; `values` is the bid as an option, if any
 */
export function createBid(onChange) {
  const side = h("select", { name: "bid-side", id: "bid-side", onChange: change });
  const number = h("input", { type: "number", name: "bid-points", id: "bid-points", min: "0.5", max: "100", step: "0.5", "aria-describedby": "bid-help" });
  const even = h("p", { class: "help bid-even", "aria-live": "polite" });
  const element = h("fieldset", { class: "bid" },
    h("legend", { class: "label" }, t("home.bid.title")),
    h("label", { for: side.id }, t("home.bid.side")), side,
    h("label", { for: number.id }, t("home.bid.points")), number,
    even,
    h("p", { class: "help", id: "bid-help" }, t("home.bid.help")));
  let shown = "";

  function change() {
    number.disabled = side.value === "";
    number.required = !number.disabled;
    onChange();
  }

  /** @param {string} bid as an option, "" for none */
  function take(bid) {
    const [to = "", worth = ""] = bid.replace(/^bid=/, "").split(":");
    side.value = to;
    number.value = worth;
    change();
  }

  /** @param {GameInfo} game @param {string[]} options @param {boolean} ownData */
  function show(game, options, ownData) {
    element.hidden = game.bids === null;
    if (shown !== game.id) {
      shown = game.id;
      refill(side, h("option", { value: "" }, t("home.bid.none")), game.sides.map(({ id, label }) => h("option", { value: id }, label)));
      take(""); // nobody bids unseen
    }
    if (game.bids === null) return;
    const ticked = [...options].sort().join();
    const found = game.bids.find((one) => [...one.options].sort().join() === ticked);
    if (!ownData || !found) {
      refill(even, t(ownData ? "home.bid.unmeasured" : "home.bid.unmeasuredData"));
      return;
    }
    const [to, worth] = found.bid.replace(/^bid=/, "").split(":");
    const label = game.sides.find(({ id }) => id === to)?.label ?? "";
    const text = found.bid
      ? t("home.bid.even", { n: points(Number(worth)), side: label, games: found.games, share: percent(found.score), error: percent(found.error) })
      : t("home.bid.evenWithout", { games: found.games, share: percent(found.score), error: percent(found.error) });
    refill(even, text, " ", h("button", { type: "button", class: "quiet", dataset: { bid: found.bid }, onClick: () => take(found.bid) }, t("home.bid.take")));
  }

  return { element, show, values: () => (side.value ? [`bid=${side.value}:${number.value}`] : []) };
}
