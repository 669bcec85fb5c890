/** The server-rendered pages: the reader's theme, and links that are copied with one click. */

import * as settings from "../js/settings.js";

settings.subscribe("theme", (theme) => (document.documentElement.dataset.theme = theme));

for (const field of document.querySelectorAll("input[data-copy]")) {
  if (field instanceof HTMLInputElement) field.addEventListener("focus", () => field.select());
}
