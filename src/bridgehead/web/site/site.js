/** The server-rendered pages: the reader's theme and time zone, copying links, and updating the lobby. */

import * as settings from "../js/common/settings.js";
import { cookiePath, fromRoot } from "../js/common/server.js";
import { setTab } from "../js/online/tab.js";
import { localTime, zoneName } from "../js/common/time.js";

settings.subscribe("theme", (theme) => (document.documentElement.dataset.theme = theme));

for (const field of document.querySelectorAll("input[data-copy]")) {
  if (field instanceof HTMLInputElement) field.addEventListener("focus", () => field.select());
}

/** Show times in the browser's time zone. @param {ParentNode} page */
function localize(page) {
  for (const time of page.querySelectorAll("time[datetime]")) {
    if (time instanceof HTMLTimeElement) time.textContent = localTime(time.dateTime);
  }
}

localize(document);
// the server learns the zone when a session begins, for mails and chosen hours
document.cookie = `zone=${zoneName()};path=${cookiePath};max-age=31536000;samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;

/** The tab says in how many games it is your turn. */
function tellTab() {
  const waiting = document.querySelectorAll("[data-list=mine] > .yours").length;
  setTab("", waiting, waiting > 0);
}

const AGAIN = 10_000; // ms until a form that got no answer can be sent again

// a second click would send a form again, and its answer would replace the first one
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post" || event.defaultPrevented) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "true";
  window.setTimeout(() => delete form.dataset.sent, AGAIN);
});
window.addEventListener("pageshow", () => { // the page comes back as it was left
  for (const form of document.querySelectorAll("form[data-sent]")) if (form instanceof HTMLFormElement) delete form.dataset.sent;
});

const EVERY = 5000; // ms between two looks at the lobby from other pages

const SELDOM = 6; // of a hidden tab, every sixth time

const PATIENCE = 60_000; // ms until a look that gets no answer is given up

let hidden = 0;
let isLooking = false; // one look at a time: those of a slow server would pile up
let shownTag = ""; // the ETag of the lobby that is shown, where it is known

const MINE = "[data-list=mine] > ";
const FOLLOWS = document.body.dataset.follow; // ms between two looks at this page

/** The challenges that wait on this page: those in the lobby, or that of an invitation. */
function waited() {
  const found = document.querySelectorAll(`${MINE}[data-state=open], [data-begins]`);
  return [...found].map((row) => row.getAttribute("data-begins") ?? row.getAttribute("data-game"));
}

/** Look at the page anew, if no look is under way. */
async function look() {
  if (isLooking || (document.hidden && ++hidden % SELDOM)) return; // a hidden tab asks less often
  isLooking = true;
  await follow().finally(() => (isLooking = false));
}

/** Update the page, unless the user is about to do something in it; go to a game that somebody has taken. */
async function follow() {
  const shown = document.querySelector("main");
  if (!shown) return;
  const headers = shownTag ? { "If-None-Match": shownTag } : undefined;
  const address = FOLLOWS ? location.pathname + location.search : fromRoot("/");
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  if (!answer?.ok) return; // or 304: it is as it was
  const text = await answer.text().catch(() => ""); // the line may break in its middle
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.querySelector("main");
  if (!fresh) return;
  localize(fresh);
  for (const details of fresh.querySelectorAll("details[id]")) { // what the reader has opened stays open
    const old = document.getElementById(details.id);
    if (details instanceof HTMLDetailsElement && old instanceof HTMLDetailsElement) details.open = old.open;
  }
  const begun = waited().find((id) => fresh.querySelector(`${MINE}[data-game="${id}"][data-state=running]`));
  if (begun) return location.assign(fromRoot(`/game/${begun}`));
  if (FOLLOWS && !fresh.isEqualNode(shown)) {
    if (shown.contains(document.activeElement)) return;
    const next = document.importNode(fresh, true);
    for (const image of next.querySelectorAll("img")) { // pictures that stay are not loaded again
      const old = [...shown.querySelectorAll("img")].find(({ src }) => src === image.src);
      if (old) image.replaceWith(old);
    }
    shown.replaceWith(next);
    tellTab();
  }
  shownTag = answer.headers.get("ETag") ?? "";
}

if (FOLLOWS) tellTab();
if (FOLLOWS || document.querySelector("[data-begins]")) window.setInterval(look, Number(FOLLOWS) || EVERY);
