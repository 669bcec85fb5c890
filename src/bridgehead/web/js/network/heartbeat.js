/**
 * Detects dead connections. A network may drop packets silently, and then the browser notices nothing for minutes.
 * After a silence the server is pinged; without an answer the connection counts as lost. It is also pinged when the
 * page becomes visible, and when the device has slept.
 */

const LOOK = 1000; // ms between two looks at the clock
const QUIET = 5000; // ms without a message until the server is asked
const ANSWER = 7000; // ms that it has for the answer
const SOON = 3000; // … when somebody has just come back
const OPENING = 9000; // ms that a new connection may take
const SLEPT = 5 * LOOK; // ms between two looks: the page stood still

export class Heartbeat {
  /** @param {{ask: () => void, dead: () => void, again: () => void}} listener `again`: try now, there is a network again */
  constructor({ ask, dead, again }) {
    this.ask = ask;
    this.dead = dead;
    this.looked = Date.now();
    this.heard = 0; // when something came last
    this.until = 0; // when an answer must have come, 0 where none is waited for
    this.runs = false;
    this.timer = window.setInterval(() => this.look(), LOOK);
    this.stopped = new AbortController();
    const { signal } = this.stopped;
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.probe(), { signal });
    window.addEventListener("pageshow", () => this.probe(), { signal });
    window.addEventListener("offline", () => this.runs && this.dead(), { signal });
    window.addEventListener("online", () => (this.runs ? this.probe() : again()), { signal });
  }

  /** A connection is being opened. */
  open() {
    this.runs = true;
    this.until = Date.now() + OPENING;
  }

  /** A message has arrived. */
  hear() {
    this.heard = Date.now();
    this.until = 0;
  }

  /** There is no connection to watch. */
  rest() {
    this.runs = false;
    this.until = 0;
  }

  /** Ping now, with a short time limit. */
  probe() {
    if (!this.runs) return;
    this.looked = Date.now();
    this.until = this.looked + SOON;
    this.ask();
  }

  look() {
    const now = Date.now();
    const slept = now - this.looked > SLEPT; // then the answer may be waiting here, unread
    this.looked = now;
    if (!this.runs) return;
    if (slept) this.probe();
    else if (this.until && now > this.until) this.dead();
    else if (!this.until && now - this.heard > QUIET) {
      this.until = now + ANSWER;
      this.ask();
    }
  }

  stop() {
    this.rest();
    window.clearInterval(this.timer);
    this.stopped.abort();
  }
}
