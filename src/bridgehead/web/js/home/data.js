/** The data of a game: the package's, or imported ones. */

import { clearNotice, notice, say } from "../common/announce.js";
import { ApiError, post, remove } from "../network/api.js";
import { h, refill } from "../common/dom.js";
import { t } from "../common/text.js";

const LARGEST = 1024 * 1024; // bytes of a zip file

/**
 * @param {import("../types.js").DataSet[]} sets
 * @param {(game: string) => void} show shows another game, the one that imported data are for
 * @param {() => void} onChange other data are chosen
 * @returns {{element: HTMLElement, choices: (game: string) => void, value: () => string|null}}
 *   `choices` offers the data of a game
 */
export function createData(sets, show, onChange) {
  let game = "";
  const about = h("p", { class: "help", id: "data-about" });
  const select = h("select", { name: "data", id: "data-select", "aria-describedby": about.id, onChange: choose });
  const input = h("input", { type: "file", id: "data-file", class: "unseen", accept: ".zip,application/zip" });
  const button = h("label", { class: "button", for: input.id }, t("home.data.import"));
  const forget = h("button", { type: "button", id: "data-delete", onClick: drop }, t("home.data.delete"));
  const element = h("details", { class: "own-data", id: "own-data" },
    h("summary", null, t("home.data.title")),
    h("div", { class: "field" }, h("label", { for: select.id }, t("home.data.label")), select, about),
    h("p", { class: "help" }, t("home.data.help")),
    h("div", { class: "buttons" }, input, button, forget));

  const chosen = () => sets.find((set) => set.id === select.value);

  function tell() {
    const set = chosen();
    forget.hidden = !set;
    about.textContent = !set ? t("home.data.ours")
      : [t("home.data.changes", { n: set.changes }), set.against.length ? t("home.data.against", { places: set.against.join(", ") }) : ""].join(" ").trim();
  }

  function choose() {
    tell();
    onChange();
  }

  /** @param {string} wanted */
  function choices(wanted) {
    const kept = wanted === game ? select.value : "";
    game = wanted;
    refill(select, h("option", { value: "" }, t("home.data.package")),
      sets.filter((set) => set.games.includes(game)).map((set) => h("option", { value: set.id }, set.name)));
    select.value = kept;
    if (select.selectedIndex < 0) select.value = "";
    tell();
  }

  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (file) await take(file);
    input.value = ""; // the same file may be chosen again after it was mended
  });

  /** @param {File} file */
  async function take(file) {
    if (file.size > LARGEST) return notice(t("home.data.large", { name: file.name }), 0);
    try {
      const set = await post("/api/data", file);
      sets = [...sets.filter((one) => one.id !== set.id), set];
      clearNotice();
      if (!set.games.includes(game)) show(set.game);
      choices(game);
      select.value = set.id;
      element.open = true;
      choose();
      say(t("home.data.taken", { name: set.name }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notice(t("home.data.failed", { name: file.name, text: error.message }), 0);
    }
  }

  async function drop() {
    const set = chosen();
    if (!set) return;
    try {
      await remove(`/api/data/${set.id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return notice(error.message, 0);
    }
    sets = sets.filter((one) => one !== set);
    choices(game);
    onChange();
    select.focus();
  }

  return { element, choices, value: () => select.value || null };
}
