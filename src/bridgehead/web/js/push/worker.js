/** The service worker: shows a notice when no page is open, and opens its game. It caches no pages. */

const worker = /** @type {any} */ (self);
const NAME = "Bridgehead";
const ROOT = worker.location.pathname.replace(/\/static\/.*/, ""); // the path of the server, "" if it has none

/**
 * Show a notice; a newer one of the same game replaces it.
 * @param {{text: string, path: string, topic: string}} told
 */
const show = ({ text, path, topic }) =>
  worker.registration.showNotification(NAME, { body: text, tag: topic, renotify: true, icon: `${ROOT}/static/icon.svg`, data: { path } });

/** Go to the page of a notice: an open one, or a new one. @param {string} path */
async function lead(path) {
  const url = new URL(ROOT + path, worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((/** @type {{url: string}} */ page) => new URL(page.url).pathname === url.pathname);
  if (open) await open.focus();
  else await worker.clients.openWindow(url.href);
}

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(show(event.data.json())));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.path));
});
