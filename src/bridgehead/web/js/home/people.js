/** People to play with: in the same network, by a server that this page starts, or on a server elsewhere. */

import { notice, say } from "../common/announce.js";
import { h, refill } from "../common/dom.js";
import { t } from "../common/text.js";
import { ApiError, get, remove, request } from "../network/api.js";
import { addressOf, keepServer, servers } from "../network/elsewhere.js";

/** @typedef {{installed: boolean, state: "stopped"|"starting"|"running", addresses: string[], code: string}} Network */

/** @returns {HTMLElement} */
export function createPeople() {
  const network = h("div", { class: "people-way", id: "network" });
  get("/api/network").then((found) => showNetwork(network, found), () => {}); // without: the rest of the page works
  return h("section", { class: "card people-card", id: "people", "aria-labelledby": "people-title" },
    h("h2", { class: "heading", id: "people-title", tabindex: "-1" }, t("doors.people")),
    h("div", { class: "people-ways" }, network, join(), sameScreen()));
}

/** @param {HTMLElement} element @param {Network} found */
function showNetwork(element, found) {
  const { installed, state, addresses, code } = found;
  const [own = "", ...others] = addresses;
  const address = others.at(-1) ?? own;
  const runs = state === "running";
  if (runs) keepServer(new URL(own).origin);
  const button = h("button", { type: "button", class: runs ? "quiet" : "primary", id: "network-switch", disabled: !installed, onClick: change }, t(runs ? "people.stop" : "people.start"));
  refill(element,
    h("h3", null, t("people.network")),
    h("p", { class: "help" }, t("people.networkHelp")),
    runs ? h("div", { class: "people-address" },
      code ? h("img", { src: code, alt: t("people.code"), width: 132, height: 132 }) : null,
      h("div", null,
        h("p", null, t("people.others"), " ", h("b", { id: "network-address" }, address)),
        h("p", { class: "help" }, t("people.firewall")),
        h("a", { class: "button primary", href: own, id: "network-open" }, t("people.open")))) : null,
    installed ? null : h("p", { class: "trouble" }, t("people.missing"), " ", h("code", null, "pip install 'bridgehead[serve]'")),
    button);

  async function change() {
    button.disabled = true;
    button.textContent = t(runs ? "people.stopping" : "people.starting");
    try {
      const now = runs ? await remove("/api/network") : await request("/api/network", { method: "POST" });
      showNetwork(element, now);
      say(t(now.state === "running" ? "people.runs" : "people.stopped"));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notice(error.message, 0);
      showNetwork(element, { ...found, state: "stopped" });
    }
    element.querySelector("button")?.focus();
  }
}

/** The form to join a server, with those that were joined before. */
function join() {
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true }, t("people.wrong"));
  const field = h("input", { type: "text", id: "server-address", inputmode: "url", autocomplete: "url", spellcheck: "false", placeholder: "play.example.org", onInput: () => (trouble.hidden = true) });
  const known = servers();
  return h("form", { class: "people-way", id: "join-server", novalidate: true, onSubmit: send },
    h("h3", null, t("people.join")),
    h("p", { class: "help" }, t("people.joinHelp")),
    h("div", { class: "field" }, h("label", { for: field.id }, t("people.address")), field),
    trouble,
    h("button", { type: "submit" }, t("people.go")),
    known.length ? h("ul", { class: "known-servers", "aria-label": t("people.known") }, known.map((one) => h("li", null, h("a", { href: one }, one)))) : null);

  /** @param {Event} event */
  function send(event) {
    event.preventDefault();
    const address = addressOf(field.value);
    trouble.hidden = Boolean(address);
    if (!address) return field.focus();
    keepServer(address);
    location.assign(address);
  }
}

/** Two people at one screen: the form for a new game has that. */
function sameScreen() {
  return h("div", { class: "people-way" },
    h("h3", null, t("people.screen")),
    h("p", { class: "help" }, t("people.screenHelp")),
    h("button", { type: "button", id: "same-screen", onClick: choose }, t("people.both")));

  function choose() {
    for (const button of document.querySelectorAll("#new-game [data-quick=both]")) if (button instanceof HTMLElement) button.click();
    const begin = document.querySelector("#new-game button[type=submit]");
    if (begin instanceof HTMLElement) begin.focus();
  }
}
