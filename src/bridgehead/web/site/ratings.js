/** The page of a player: the course of each rating is drawn above its table. */

import { drawTrack } from "../js/record/track.js";

for (const table of document.querySelectorAll("table[data-track]")) {
  const rows = [...table.querySelectorAll("tbody tr")].filter((row) => row instanceof HTMLTableRowElement);
  const dots = rows.map((row) => ({
    value: Number(row.dataset.value),
    href: row.querySelector("a")?.getAttribute("href") ?? "",
    label: [...row.cells].map((cell) => cell.textContent).join(", "),
  }));
  if (dots.length && table instanceof HTMLElement) table.closest("details")?.before(drawTrack(dots, table.dataset.track ?? ""));
}
