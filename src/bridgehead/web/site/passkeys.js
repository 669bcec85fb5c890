/** Passkeys: the server asks, the device signs, and the answer is sent back. */

import { fromRoot } from "../js/common/server.js";

/** @typedef {{ok: boolean, data: any}} Answer */

/** @param {string} text base64url */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function base64url(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} path @param {object} data @returns {Promise<any>} */
async function post(path, data) {
  const answer = await fetch(fromRoot(`/api/passkeys/${path}`), { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error.text);
  return found;
}

/** Create a new key. @param {any} asked */
async function made(asked) {
  const known = (asked.excludeCredentials ?? []).map((/** @type {any} */ key) => ({ ...key, id: bytes(key.id) }));
  const publicKey = { ...asked, challenge: bytes(asked.challenge), user: { ...asked.user, id: bytes(asked.user.id) }, excludeCredentials: known };
  const found = /** @type {any} */ (await navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = found.response;
  return { id: found.id, rawId: found.id, type: found.type, response: { clientDataJSON: base64url(clientDataJSON), attestationObject: base64url(attestationObject) } };
}

/** Sign the server's challenge. @param {any} asked */
async function signed(asked) {
  const known = (asked.allowCredentials ?? []).map((/** @type {any} */ key) => ({ ...key, id: bytes(key.id) }));
  const found = /** @type {any} */ (await navigator.credentials.get({ publicKey: { ...asked, challenge: bytes(asked.challenge), allowCredentials: known } }));
  const { clientDataJSON, authenticatorData, signature } = found.response;
  return { id: found.id, rawId: found.id, type: found.type, response: { clientDataJSON: base64url(clientDataJSON), authenticatorData: base64url(authenticatorData), signature: base64url(signature) } };
}

/** @param {HTMLElement} button */
async function use(button) {
  const form = /** @type {HTMLFormElement} */ (button.closest("form"));
  const what = button.dataset.passkey ?? "";
  const { name, password, next } = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  const done = /** @type {HTMLElement|null} */ (form.querySelector("[data-passkey-done]"));
  const trouble = /** @type {HTMLElement} */ (form.querySelector("[data-passkey-trouble]"));
  trouble.hidden = true;
  try {
    const asked = await post(`${what}/ask`, { name, password });
    const credential = await (what === "add" || what === "register" ? made(asked) : signed(asked));
    const { to } = await post(what, { name, next, credential });
    if (to) location.assign(fromRoot(to));
    else if (done) done.hidden = false;
  } catch (error) {
    // the browser's message about a refused key is not useful to anybody
    const told = error instanceof DOMException || !(error instanceof Error) ? "" : error.message;
    trouble.textContent = told ? `${told[0]?.toUpperCase()}${told.slice(1)}.` : (trouble.dataset.passkeyTrouble ?? "");
    trouble.hidden = false;
  }
}

if (window.PublicKeyCredential) {
  document.querySelector("#add-passkey")?.removeAttribute("hidden");
  for (const button of document.querySelectorAll("[data-passkey]")) {
    if (!(button instanceof HTMLElement)) continue;
    button.hidden = false;
    button.addEventListener("click", () => use(button));
  }
}
