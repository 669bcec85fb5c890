/** Games that move between this server and another one: by links that carry the position or the record. */

import { notice } from "../common/announce.js";
import { h } from "../common/dom.js";
import { remember, remembered } from "../common/remembered.js";
import { isForMany, onPuzzlePages } from "../common/server.js";
import { t } from "../common/text.js";
import { ApiError, get, post } from "./api.js";

const KNOWN = "bridgehead-servers";
const MOST = 5; // servers that are remembered
const HERE = "http://127.0.0.1:8073"; // where `bridgehead play` usually is
const LARGEST = 4 * 2 ** 20; // bytes of a record
const TAKE = "/take/";

/** The servers for many that were joined or started from this page, the last one first. @returns {string[]} */
export const servers = () => remembered(KNOWN).filter((one) => addressOf(one) === one).reverse();

/** @param {string} server */
export function keepServer(server) {
  remember(KNOWN, server, MOST);
}

const PAGES = /\/(|(game|games|invitation|login|register|people|puzzles?|position|tournaments?|leagues?|ratings|settings)(\/.*)?)$/; // of such a server

/** The address of a server that somebody wrote, or of a page of it; "" if it is none. @param {string} text */
export function addressOf(text) {
  const whole = /^[a-z]+:\/\//i.test(text.trim()) ? text.trim() : `http${/^(localhost|[\d.]+|\[[\da-f:]+\])(:\d+)?$/i.test(text.trim()) ? "" : "s"}://${text.trim()}`;
  try {
    const { protocol, origin, pathname, hostname, username } = new URL(whole);
    return /^https?:$/.test(protocol) && hostname && !username && !/\s/.test(text.trim()) ? origin + pathname.replace(PAGES, "") : "";
  } catch {
    return "";
  }
}

/**
 * Go to a server for many, to begin a game there in a position of this one.
 * @param {string} server
 * @param {string} id of a game here
 * @param {number} at after so many actions
 */
export async function playOnThere(server, id, at) {
  const { line } = await get(`/api/saved/${id}/line/${at}`);
  location.assign(`${server}/begin?${new URLSearchParams({ line })}`);
}

/** Open the record of a finished game with `bridgehead play` on this computer. @param {string} id */
export async function openHere(id) {
  const record = await get(`/api/saved/${id}/record`);
  const packed = new Blob([JSON.stringify(record)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  location.assign(`${HERE}/#${TAKE}${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`);
}

/** Whether an address of this page carries a record. @param {string} address what stands behind "#" */
export const carriesRecord = (address) => address.startsWith(TAKE);

/** Import the record that an address carries. @param {string} address @returns {Promise<string>} the id of the game */
export async function takeRecord(address) {
  const text = await unpacked(address.slice(TAKE.length)).catch(() => null);
  if (text === null) throw new ApiError({ kind: "record", text: t("people.broken") });
  return (await post("/api/saved/import", text)).id;
}

/** @param {string} packed @returns {Promise<Blob>} */
async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    size += value.length;
    if (size > LARGEST) throw new Error("too large");
    parts.push(value);
  }
}

/** Buttons that take a game to another server: from here to one for many, from there to this computer. @param {string} id @param {() => number} at @returns {HTMLElement[]} */
export function elsewhereButtons(id, at) {
  if (onPuzzlePages) return [];
  /** @param {string} name @param {string} text @param {() => Promise<void>} go @param {string} [title] */
  const button = (name, text, go, title) => h("button", { type: "button", title, dataset: { elsewhere: name }, onClick: () => go().catch((error) => notice(error.message, 0)) }, text);
  if (isForMany) return [button("here", t("people.here"), () => openHere(id), t("people.hereHelp"))];
  const [server] = servers();
  return server ? [button("there", t("people.there"), () => playOnThere(server, id, at()), t("people.thereAt", { server }))] : [];
}
