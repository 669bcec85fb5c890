/**
 * Dice that both players of a game can check: hash chains, and how rolls follow from them. The same as
 * core/dice/verifiable.py, whose docstring explains it. WebCrypto exists only on HTTPS pages.
 */

/** @typedef {{kind: string, side?: string, anchor?: string, link?: string, ticket?: string, after?: string, commitment?: string,
 *   number?: number, of?: number, gave?: number, text?: string, at?: number}} Event */
/** @typedef {{version: number, game: string, title: string, strict: boolean, people: string[],
 *   secrets: {commitment: string, secret: string}[], events: Event[]}} Trail */

export const LENGTH = 4096; // links of a chain
const STRETCH = 100_000;
const NONE = "none";
const encoder = new TextEncoder();

/** Whether this browser can make chains. */
export const canChain = () => Boolean(globalThis.crypto?.subtle);

/** @param {ArrayBuffer|Uint8Array} bytes */
export const toHex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex */
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/** @param {string|Uint8Array<ArrayBuffer>} data */
async function sha256(data) {
  return toHex(await crypto.subtle.digest("SHA-256", typeof data === "string" ? encoder.encode(data) : data));
}

/** The predecessor of a link, or the anchor for the first one. @param {string} link */
export const linkBefore = (link) => sha256(fromHex(link));

/**
 * A whole chain: the anchor, then its links in the order in which they are shown.
 * @param {string} seed 64 hex digits, the last link @param {number} [length]
 */
export async function chainOf(seed, length = LENGTH) {
  const chain = [seed];
  for (let left = length; left > 0; left--) chain.push(await linkBefore(/** @type {string} */ (chain.at(-1))));
  return chain.reverse();
}

/**
 * The values that are fixed before anything is rolled.
 * @param {string} game @param {string} title @param {string} commitment
 * @param {[string, string][]} anchors by side, in the order of the sides
 */
export function headerOf(game, title, commitment, anchors) {
  return sha256(["bridgehead dice 1", game, title, commitment, ...anchors.map(([side, anchor]) => `${side} ${anchor || NONE}`)].join("\n"));
}

/** A header as six words to read aloud. @param {string} header */
export async function wordsOf(header) {
  const key = await crypto.subtle.importKey("raw", encoder.encode(header), "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: encoder.encode("bridgehead dice words"), iterations: STRETCH };
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(how, key, 96));
  const [hard, soft] = ["bdfghjklmnprstvz", "aiou"];
  return Array.from({ length: 6 }, (_, n) => {
    const bits = ((bytes[2 * n] ?? 0) << 8) | (bytes[2 * n + 1] ?? 0);
    return [hard[bits >> 12], soft[(bits >> 10) & 3], hard[(bits >> 6) & 15], soft[(bits >> 4) & 3], hard[bits & 15]].join("");
  }).join(" ");
}

/** @param {string} secret @param {string} message */
async function hmac(secret, message) {
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(message)));
}

/**
 * Roll number `number`, 0 to `outcomes` - 1: the first byte below the largest multiple of `outcomes`.
 * @param {string} secret @param {number} number @param {string} header @param {string[]} links @param {number} outcomes
 */
export async function draw(secret, number, header, links, outcomes) {
  const digest = await sha256([header, ...links].join("\n"));
  const limit = 256 - (256 % outcomes);
  for (let block = 0; ; block++) {
    for (const byte of await hmac(secret, `${number}|${digest}|${block}`)) if (byte < limit) return byte % outcomes;
  }
}

/** @param {string} secret @param {number} number @param {string} header @param {string[]} links @param {string} digest */
export async function ticketOf(secret, number, header, links, digest) {
  return toHex(await hmac(secret, ["ticket", number, header, ...links, digest].join("|")));
}

/** @param {boolean} right @param {string} what a text of online.dice.why */
function must(right, what) {
  if (!right) throw new Error(what);
}

/** The state of the dice while a game's events are processed. */
class Walk {
  /** @param {Trail} trail @param {string[]} sides */
  constructor(trail, sides) {
    this.trail = trail;
    this.sides = sides;
    this.secrets = new Map(trail.secrets.map(({ commitment, secret }) => [commitment, secret]));
    this.commitment = trail.secrets[0]?.commitment ?? "";
    this.header = "";
    this.rolls = 0;
    this.actor = this.answered = this.promised = "";
    /** @type {Map<string, {anchor: string, last: string, begun: boolean, waits: boolean}>} */
    this.chains = new Map();
  }

  get secret() {
    return this.secrets.get(this.commitment) ?? "";
  }

  /** @param {string} side */
  counts(side) {
    const chain = this.chains.get(side);
    return chain && chain.begun && !chain.waits && chain.anchor !== NONE ? chain.last : "";
  }

  links() {
    return this.sides.map((side) => this.counts(side));
  }

  /** Who must give something before a roll. */
  owes() {
    const { people, strict } = this.trail;
    const missing = people.filter((side) => !this.chains.get(side)?.begun);
    if (missing.length || !strict || !people.includes(this.actor)) return missing;
    return people.filter((side) => side !== this.actor && side !== this.answered && this.counts(side));
  }

  /** @param {Event} event */
  async anchor({ side = "", anchor = "" }) {
    must(this.trail.people.includes(side), "anchor");
    const renewed = Boolean(this.header);
    this.chains.set(side, { anchor, last: anchor, begun: renewed || anchor === NONE, waits: renewed && anchor !== NONE });
    if (renewed || !this.trail.people.every((each) => this.chains.has(each))) return;
    const anchors = this.sides.map((each) => /** @type {[string, string]} */ ([each, this.chains.get(each)?.anchor ?? ""]));
    this.header = await headerOf(this.trail.game, this.trail.title, this.commitment, anchors);
  }

  /** @param {string} side @param {string} link */
  async link(side, link) {
    const chain = this.chains.get(side);
    must(Boolean(this.header && chain && chain.anchor !== NONE), "chain");
    if (!chain) return;
    must((await linkBefore(link)) === chain.last, "next");
    for (const [other, each] of this.chains) if (other !== side) each.waits = false;
    Object.assign(chain, { last: link, begun: true });
  }

  /** @param {Event} event */
  async take(event) {
    const { kind, side = "", link = "", number = 0, of = 0, gave = -1, text = "", after = "" } = event;
    if (kind === "anchor") await this.anchor(event);
    else if (kind === "action") {
      Object.assign(this, { actor: side, answered: "", promised: "" });
      if (link) await this.link(side, link);
    } else if (kind === "link") {
      if (event.ticket) {
        must((await ticketOf(this.secret, this.rolls + 1, this.header, this.links(), after)) === event.ticket, "ticket");
        this.promised = after;
      }
      const begun = this.chains.get(side)?.begun;
      await this.link(side, link);
      if (begun) this.answered = side;
    } else if (kind === "secret") {
      Object.assign(this, { commitment: event.commitment ?? "", header: "", actor: "", answered: "" });
      this.chains.clear();
    } else if (kind === "roll") {
      must(number === this.rolls + 1, "left");
      must(!this.owes().length, "owed");
      must(!this.promised || this.promised === after, "promised");
      must(gave === (await draw(this.secret, number, this.header, this.links(), of)), "roll");
      must(!text.startsWith("roll ") || of !== 6 || text === `roll ${gave + 1}`, "roll");
      Object.assign(this, { rolls: number, answered: "", promised: "" });
    } else must(false, "kind");
  }
}

/** This browser's own knowledge: what it was told, and what it gave.
 * @typedef {{commitment: string, header: string, tickets: Record<string, string>}} Known */

/**
 * Recompute the complete dice history of a finished game.
 * @param {Trail} trail
 * @param {string[]} sides
 * @param {Known[]} [known] what this browser has noted, by commitment
 * @returns {Promise<{ok: boolean, rolls: number, back: number, event: number, why: string}>} where it is wrong: the first
 *   event that is, from 1, and why: a text of online.dice.why
 */
export async function check(trail, sides, known = []) {
  const walk = new Walk(trail, sides);
  let [event, back] = [0, 0];
  try {
    for (const { commitment, secret } of trail.secrets) must((await sha256(secret)) === commitment, "secret");
    for (const one of trail.events) {
      event++;
      await walk.take(one);
      if (one.kind === "roll" && one.at === undefined) back++;
      const mine = known.find(({ commitment }) => commitment === walk.commitment);
      if (mine?.header && walk.header) must(mine.header === walk.header, "header");
      if (mine && one.kind === "link" && one.ticket) {
        const given = mine.tickets[one.link ?? ""];
        must(given === undefined || given === one.ticket, "given");
      }
    }
    event = 0;
    for (const { commitment } of known) must(walk.secrets.has(commitment), "missing");
  } catch (error) {
    return { ok: false, rolls: walk.rolls, back, event, why: error instanceof Error ? error.message : String(error) };
  }
  return { ok: true, rolls: walk.rolls, back, event: 0, why: "" };
}
