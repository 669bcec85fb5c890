/** The choice of the page's language. The server learns it by a cookie; a server for many keeps it with the account, too. */

import { h } from "../common/dom.js";
import { cookiePath, fromRoot, isForMany } from "../common/server.js";
import { t } from "../common/text.js";

const YEAR = 31536000; // seconds

/** A field to choose the language; null where there is only one. @param {string} id @returns {HTMLElement|null} */
export function languageField(id) {
  const { lang, dataset } = document.documentElement;
  const choices = (dataset.languages ?? "").split(";").filter(Boolean).map((one) => /** @type {[string, string]} */ (one.split(/ (.*)/)));
  if (choices.length < 2) return null;
  const select = h("select", { id, onChange: () => choose(select.value) }, choices.map(([value, name]) => h("option", { value, lang: value, selected: value === lang }, name)));
  return h("div", { class: "field" }, h("label", { for: id }, t("page.language")), select);
}

/** @param {string} language */
async function choose(language) {
  document.cookie = `language=${language};path=${cookiePath};max-age=${YEAR};samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;
  if (isForMany) await fetch(fromRoot("/language"), { method: "POST", body: new URLSearchParams({ language }) }).catch(() => {});
  location.reload();
}
