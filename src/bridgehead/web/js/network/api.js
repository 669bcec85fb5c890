/** Communication with the server: requests, and the WebSocket of a game. */

import { notice } from "../common/announce.js";
import { Heartbeat } from "./heartbeat.js";
import { fromRoot } from "../common/server.js";
import * as settings from "../common/settings.js";
import { t } from "../common/text.js";

/** A refusal of the server. */
export class ApiError extends Error {
  /** @param {{kind: string, text: string, case?: string}} error @param {number} [status] */
  constructor(error, status = 0) {
    super(error.text);
    this.kind = error.kind;
    this.case = error.case ?? "";
    this.status = status;
  }
}

const PATIENCE = 12000; // ms that an answer may take

/**
 * Fetch with a time limit: a read is given up, and the sender of a change is told that there is no answer yet.
 * Callers that can cancel a request, by a signal, set their own limit.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>} ApiError "lost" where there is none
 */
export async function answered(path, init = {}) {
  const reads = (init.method ?? "GET") === "GET";
  const stop = new AbortController();
  const timer = init.signal ? 0 : window.setTimeout(() => (reads ? stop.abort() : notice(t("errors.slow"))), PATIENCE);
  try {
    return await fetch(fromRoot(path), { signal: stop.signal, ...init });
  } catch {
    throw new ApiError({ kind: "lost", text: t("errors.noAnswer") });
  } finally {
    window.clearTimeout(timer);
  }
}

/**
 * Request data.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>} what the server answers, null where it answers nothing
 */
export async function request(path, init) {
  const answer = await answered(path, init);
  if (answer.status === 204) return null;
  const data = await answer.json().catch(() => null);
  if (answer.ok) return data;
  throw new ApiError(data?.error ?? { kind: "request", text: `${answer.status} ${answer.statusText}` }, answer.status);
}

/** @param {string} path */
export const get = (path) => request(path);

/** @param {string} path @param {any} body data, or a file as it is @param {AbortSignal} [signal] takes the request back */
export const post = (path, body, signal) =>
  request(path, { method: "POST", ...(body instanceof Blob ? { body } : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }), ...(signal ? { signal } : {}) });

/** @param {string} path */
export const remove = (path) => request(path, { method: "DELETE" });

const WAITS = [250, 500, 1000, 2000, 4000]; // ms before the connection is tried again
const RESTART = 1012; // the server says that it begins anew
const SPREAD = 1000; // ms: then all pages come back

/** The connection of a game, reopened whenever it breaks. */
export class Play {
  /**
   * @param {string} id
   * @param {{onHello: (hello: import("../types.js").Hello) => void,
   *          onState: (state: import("../types.js").State) => void,
   *          onAside?: (message: any) => void, onLost: () => void, onBack: () => void, onGone: (text: string) => void}} listener
   */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    /** @type {Map<number, {message: any, resolve: (data: any) => void, reject: (error: Error) => void}>} */
    this.asked = new Map();
    /** @type {(() => Promise<string|null>)|null} the next link of this browser's chain of dice */
    this.nextLink = null;
    /** @type {Record<string, string>} the groups of the board that have come */
    this.board = {};
    this.repeats = false; // whether the server knows keys: then what got no answer is sent again
    this.number = 0;
    this.tries = 0;
    this.closed = false;
    this.lost = false;
    this.retry = 0; // the timer of the next try
    /** @type {WebSocket|null} */
    this.socket = null;
    this.heartbeat = new Heartbeat({
      ask: () => this.send({ type: "ping", id: 0 }),
      dead: () => this.abandon(),
      again: () => this.open(),
    });
    this.open();
  }

  open() {
    window.clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${fromRoot(`/api/saved/${this.id}/play?pace=${settings.get("pace")}`)}`);
    socket.onmessage = (event) => {
      this.heartbeat.hear();
      this.take(JSON.parse(event.data));
    };
    socket.onclose = ({ code }) => this.broken(code);
    this.socket = socket;
    this.heartbeat.open();
  }

  /** Abandon a connection that receives nothing, because the browser may take minutes to close it. */
  abandon() {
    const { socket } = this;
    if (socket) socket.onmessage = socket.onclose = null;
    socket?.close();
    this.broken();
  }

  /** The number of messages to be sent again on reconnection, because it is unknown whether they arrived. */
  get unsure() {
    return this.asked.size;
  }

  /** @param {number} [code] why */
  broken(code) {
    this.socket = null;
    this.heartbeat.rest();
    for (const [id, { message, reject }] of this.asked) {
      if (message.key && this.repeats && !this.closed) continue;
      this.asked.delete(id);
      reject(new ApiError({ kind: "lost", text: "" }));
    }
    if (this.closed) return;
    if (!this.lost) {
      this.lost = true;
      this.listener.onLost();
    }
    const wait = (WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 0) + (code === RESTART ? SPREAD : 0);
    window.clearTimeout(this.retry);
    this.retry = window.setTimeout(() => !this.closed && this.open(), wait * (0.5 + Math.random())); // not all at once
  }

  /** @param {any} message */
  take(message) {
    if (message.type === "reply") this.answer(message);
    else if (message.type === "state") this.listener.onState(this.whole(message));
    else if (message.type === "hello") {
      this.tries = 0;
      if (this.lost) this.listener.onBack();
      this.lost = false;
      this.repeats = Boolean(message.online);
      this.listener.onHello(message);
      for (const [id, asked] of this.asked) this.send({ ...asked.message, id });
    } else if (["chat", "people", "clock", "after", "orders"].includes(message.type)) this.listener.onAside?.(message);
    else if (message.type === "gone") {
      this.close();
      this.listener.onGone(message.text ?? "");
    }
  }

  /** Return a state with all groups of the board; unchanged ones were not sent again. @param {any} state */
  whole(state) {
    this.board = { ...this.board, ...state.board };
    return { ...state, board: this.board };
  }

  /** @param {any} message */
  answer(message) {
    const asked = this.asked.get(message.id);
    this.asked.delete(message.id);
    if (message.ok) asked?.resolve(message.data);
    else asked?.reject(new ApiError(message.error));
  }

  /** Send a message that has no reply. @param {any} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Send a message and wait for the reply. ApiError if the server refuses.
   * @param {any} message
   * @returns {Promise<any>}
   */
  call(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new ApiError({ kind: "lost", text: "" }));
    }
    const id = ++this.number;
    this.socket.send(JSON.stringify({ ...message, id }));
    return new Promise((resolve, reject) => this.asked.set(id, { message, resolve, reject }));
  }

  /** Ask about the position: "movement", "why", "attack", "odds". @param {string} what @param {any} fields */
  ask(what, fields) {
    return this.call({ type: "ask", what, ...fields });
  }

  /**
   * Send a change of the game. Its key identifies it if it is sent a second time.
   * @param {any} message
   */
  change(message) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return this.call({ ...message, key: [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("") });
  }

  /** Send an action, with the next link of the dice chain if one is needed. @param {any} message */
  async decide(message) {
    const link = await this.nextLink?.();
    return this.change(link ? { ...message, link } : message);
  }

  /**
   * Carry out an action. `at` is the number of actions that the page knows of, `version` the version of its view.
   * @param {string} action @param {number} at @param {number} [version]
   */
  act(action, at, version) {
    return this.decide({ type: "do", action, at, version });
  }

  /**
   * Carry out actions one after the other, as far as possible.
   * @param {readonly string[]} actions @param {number} at @param {number} [version]
   * @param {{first?: number, goes_on?: boolean}} [part] only so many of them; whether an undo takes them back with those before
   */
  plan(actions, at, version, part = {}) {
    return this.decide({ type: "plan", actions, at, version, ...part });
  }

  /**
   * Move a unit that was placed in the set-up or, without a place, take such units back.
   * @param {readonly string[]} units @param {string|null} to @param {number} at @param {number} [version]
   */
  setUp(units, to, at, version) {
    return this.change({ type: "setup", units, to, at, version });
  }

  /** @param {number} at @param {number} [version] */
  undo(at, version) {
    return this.change({ type: "undo", at, version });
  }

  close() {
    this.closed = true;
    window.clearTimeout(this.retry);
    this.heartbeat.stop();
    this.socket?.close();
  }
}
