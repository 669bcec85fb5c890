/** The browser's tab: its title and icon say that somebody is awaited, and how many messages wait. */

import { fromRoot } from "../common/server.js";

let prefix = "";
let drawn = ""; // the icon as it came
let shown = "";

/**
 * @param {string} says what the title begins with, "" for nothing
 * @param {number} count of what waits, shown in the title and on the icon
 * @param {boolean} calls whether the icon calls
 */
export function setTab(says, count, calls) {
  const base = prefix && document.title.startsWith(prefix) ? document.title.slice(prefix.length) : document.title;
  prefix = `${count ? `(${count}) ` : ""}${says ? `${says} \u00b7 ` : ""}`;
  document.title = prefix + base;
  void setIcon(calls, count);
}

/** @param {boolean} calls @param {number} count */
async function setIcon(calls, count) {
  const link = document.querySelector("link[rel=icon]");
  const wanted = `${calls} ${Math.min(count, 10)}`;
  if (!(link instanceof HTMLLinkElement) || wanted === shown || (!shown && !calls && !count)) return;
  shown = wanted;
  drawn ||= await fetch(fromRoot("/static/icon.svg")).then((answer) => answer.text(), () => "");
  if (!drawn || shown !== wanted) return;
  const number = count ? `<text x="23" y="27" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="13" fill="#fff">${count > 9 ? "9+" : count}</text>` : "";
  const badge = calls || count ? `<circle cx="23" cy="22.500" r="9" fill="#c22a12" stroke="#fff" stroke-width="1.500"/>${number}` : "";
  link.href = `data:image/svg+xml,${encodeURIComponent(drawn.replace("</svg>", `${badge}</svg>`))}`;
}
