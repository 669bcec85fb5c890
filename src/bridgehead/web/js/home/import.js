/** Bringing a record in, from a file. */

import { clearNotice, notice } from "../announce.js";
import { ApiError, post } from "../api.js";
import { h } from "../dom.js";
import { t } from "../text.js";

const LARGEST = 20_000_000; // bytes; a long game has about 40 KB

/**
 * @returns {{element: HTMLElement, takeDrops: (around: HTMLElement) => void}} `takeDrops` lets a file be
 *   dropped anywhere in an element
 */
export function createImport() {
  const input = h("input", { type: "file", id: "import-file", class: "unseen", accept: ".json,application/json" });
  const button = h("label", { class: "button", for: input.id }, t("home.import.choose"));
  const element = h("section", { class: "card import", "aria-labelledby": "import-title" },
    h("h2", { class: "heading", id: "import-title" }, t("home.import.title")),
    h("p", { class: "help" }, t("home.import.help")), input, button);

  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (file) await take(file);
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
      if (file) await take(file);
    });
  }

  return { element, takeDrops };
}

/** @param {File} file */
async function take(file) {
  if (file.size > LARGEST) return notice(t("home.import.large", { name: file.name }), 0);
  try {
    const { id } = await post("/api/saved/import", file);
    clearNotice();
    location.hash = `#/game/${id}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notice(t("home.import.failed", { name: file.name, text: error.message }), 0);
  }
}
