/** Importing a record from a file. */

import { clearNotice, notice } from "../common/announce.js";
import { ApiError, post } from "../network/api.js";
import { h } from "../common/dom.js";
import { named, t } from "../common/text.js";

const LARGEST = 20_000_000; // bytes; a long game has about 40 KB

/**
 * @param {import("../types.js").GameInfo[]} games
 * @returns {{element: HTMLElement, takeDrops: (around: HTMLElement) => void}} `takeDrops` lets a file be
 *   dropped anywhere in an element
 */
export function createImport(games) {
  const players = createOwners(games);
  const input = h("input", { type: "file", id: "import-file", class: "unseen", accept: ".json,application/json" });
  const button = h("label", { class: "button", for: input.id }, t("home.import.choose"));
  const area = h("textarea", { id: "import-line", rows: "3", spellcheck: "false", autocomplete: "off", placeholder: "bh1:…" });
  const open = h("button", { type: "submit" }, t("home.import.open"));
  const paste = h("form", { class: "paste", novalidate: true, onSubmit: takeText },
    h("div", { class: "field" }, h("label", { for: area.id }, t("home.import.line")), area), open);
  const element = h("section", { class: "card import", "aria-labelledby": "import-title" },
    h("h2", { class: "heading", id: "import-title" }, t("home.import.title")),
    h("p", { class: "help" }, t("home.import.help")), players.element, input, button, paste);

  /** @param {Event} event */
  async function takeText(event) {
    event.preventDefault();
    if (area.value.trim()) await take(new File([area.value], t("home.import.pasted")), players.query);
    else area.focus();
  }

  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (file) await take(file, players.query);
    input.value = ""; // the same file may be chosen again after it was mended
  });

  /** @param {HTMLElement} around */
  function takeDrops(around) {
    around.addEventListener("dragover", (event) => {
      event.preventDefault();
      element.classList.add("over");
    });
    around.addEventListener("dragleave", () => element.classList.remove("over"));
    around.addEventListener("drop", async (event) => {
      event.preventDefault();
      element.classList.remove("over");
      const file = event.dataTransfer?.files[0];
      if (file) await take(file, players.query);
    });
  }

  return { element, takeDrops };
}

/**
 * Who continues to play in the record: as recorded, or others.
 * @param {import("../types.js").GameInfo[]} games
 * @returns {{element: HTMLElement, query: (game: string) => string}} `query` is for a record of that game
 */
function createOwners(games) {
  const sides = new Map(games.flatMap((game) => game.sides).map(({ id, label }) => [id, label]));
  const ids = [...new Set(["human", ...games.flatMap((game) => game.players.map(({ id }) => id))])];
  const selects = [...sides.keys()].map((side) =>
    h("select", { name: `import-${side}`, id: `import-${side}`, dataset: { side } },
      h("option", { value: "" }, t("home.import.asRecorded")), ids.map((id) => h("option", { value: id }, named("players", id)))));
  const fields = selects.map((select) => {
    const side = select.dataset.side ?? "";
    return h("div", { class: "field" },
      h("label", { for: select.id }, h("span", { class: "side", dataset: { side } }, sides.get(side))), select);
  });
  return {
    element: h("details", { class: "owners" }, h("summary", null, t("home.import.players")), h("div", { class: "sides" }, fields)),
    query(id) {
      const own = games.find((game) => game.id === id)?.sides.map((side) => side.id) ?? [...sides.keys()];
      const chosen = selects.filter((select) => select.value && own.includes(select.dataset.side ?? "")).map((select) => [select.dataset.side ?? "", select.value]);
      return chosen.length ? `?${new URLSearchParams(chosen)}` : "";
    },
  };
}

/** @param {File} file @param {(game: string) => string} query who plays on */
async function take(file, query) {
  if (file.size > LARGEST) return notice(t("home.import.large", { name: file.name }), 0);
  try {
    const game = await file.text().then((text) => /^[\s>]*bh\d+:([\w-]+):/.exec(text)?.[1] ?? JSON.parse(text)?.game, () => "").catch(() => ""); // the server says what is wrong
    const { id } = await post(`/api/saved/import${query(String(game))}`, file);
    clearNotice();
    location.hash = `#/game/${id}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notice(t("home.import.failed", { name: file.name, text: error.message }), 0);
  }
}
