/** The settings of notices: if this browser supports push, it can be added with one click. */

import { fromRoot } from "../js/common/server.js";

const form = document.querySelector("#push");
const needs = document.querySelector("#push-needs");
const knows = isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

/** Start the worker; return its registration. @param {string} path */
async function registered(path) {
  const registration = await navigator.serviceWorker.register(fromRoot(path));
  const begins = registration.installing ?? registration.waiting;
  if (registration.active || !begins) return registration;
  await new Promise((done) => begins.addEventListener("statechange", () => begins.state === "activated" && done(null)));
  return registration;
}

/**
 * The browser's push address for our key.
 * @param {string} path @param {string} key
 */
async function subscription(path, key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("refused");
  const { pushManager } = await registered(path);
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be of another key
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** @param {HTMLFormElement} shown @param {Element|null} note */
function offer(shown, note) {
  const { key = "", worker = "" } = shown.dataset;
  shown.hidden = false;
  note?.remove();
  shown.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = shown.elements.namedItem("subscription");
    const refused = /** @type {HTMLElement|null} */ (shown.querySelector("[data-refused]"));
    try {
      if (field instanceof HTMLInputElement) field.value = JSON.stringify(await subscription(worker, key));
      shown.submit();
    } catch {
      if (refused) refused.hidden = false;
    }
  });
}

if (knows && form instanceof HTMLFormElement) offer(form, needs);
