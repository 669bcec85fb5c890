/** The changing groups of the picture: only changed parts of a new drawing replace old ones. */

import { arrange } from "../../common/dom.js";

/** @typedef {{group: Element, parts: Element[], drawn: Element}} Known   parts: those in the page; drawn: as they came */

export class Groups {
  /** @param {(part: Element) => void} prepare what comes into the page, before it does */
  constructor(prepare) {
    this.prepare = prepare;
    /** @type {Element|null} */
    this.picture = null;
    /** @type {Map<string, Known>} by the group's id */
    this.known = new Map();
  }

  /** Another picture is in the page. @param {Element} picture @param {Element} drawn the same as it came */
  begin(picture, drawn) {
    this.picture = picture;
    this.known.clear();
    this.first = drawn;
  }

  /** @type {Element|null} */
  first = null;

  /** Update a group to its present drawing. @param {Element} fresh */
  show(fresh) {
    const { id } = fresh;
    const known = this.known.get(id) ?? this.meet(id);
    if (!known) return;
    const { parts, drawn } = known;
    if (!canStay(drawn) || !canStay(fresh) || !drawn.cloneNode().isEqualNode(fresh.cloneNode())) this.replace(known, fresh);
    else this.renew(known.group, parts, [...drawn.children], [...fresh.children], known);
    known.drawn = fresh;
  }

  /** A group of the picture that has not been updated yet. @param {string} id @returns {Known|null} */
  meet(id) {
    const selector = `#${CSS.escape(id)}`;
    const group = this.picture?.querySelector(selector);
    const drawn = this.first?.querySelector(selector);
    if (!group || !drawn) return null;
    const known = { group, parts: [...group.children], drawn };
    this.known.set(id, known);
    return known;
  }

  /** @param {Known} known @param {Element} fresh */
  replace(known, fresh) {
    const group = this.made(fresh);
    known.group.replaceWith(group);
    known.group = group;
    known.parts = [...group.children];
  }

  /**
   * Replace the parts between an unchanged beginning and end; if their number is the same, only changed ones.
   * @param {Element} group
   * @param {Element[]} parts
   * @param {Element[]} before
   * @param {Element[]} now
   * @param {Known} known
   */
  renew(group, parts, before, now, known) {
    const same = (/** @type {number} */ a, /** @type {number} */ b) => Boolean(before[a] && now[b] && before[a].isEqualNode(now[b]));
    let head = 0;
    while (same(head, head)) head += 1;
    let [end, until] = [before.length, now.length];
    while (end > head && until > head && same(end - 1, until - 1)) [end, until] = [end - 1, until - 1];
    const asMany = end === until;
    const fresh = now.slice(head, until).map((part, k) => (asMany && same(head + k, head + k) ? parts[head + k] : null) ?? this.made(part));
    const all = [...parts.slice(0, head), ...fresh, ...parts.slice(end)];
    arrange(group, all); // one that glides lay above the others until now
    known.parts = all;
  }

  /** A part converted for the page. @param {Element} drawn */
  made(drawn) {
    const part = document.importNode(drawn, true);
    this.prepare(part);
    return part;
  }
}

/** Whether its parts can be replaced one by one; a group with a title cannot. @param {Element} group */
function canStay(group) {
  return [...group.children].every(({ localName }) => localName !== "title");
}
