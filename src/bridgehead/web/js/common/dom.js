/** Creating and finding elements. */

import { fromRoot } from "./server.js";

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * Create an element. Properties that begin with "on" are listeners ("onClick"), `class` and `dataset` are set as
 * such, true and false set and omit an attribute, everything else is an attribute. Addresses from "/" on are of our server.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>|null} [props]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
  fill(element, ...children);
  return element;
}

const ADDRESSES = new Set(["href", "src", "action"]);

/** @param {HTMLElement} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2).toLowerCase(), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else element.setAttribute(name, value === true ? "" : ADDRESSES.has(name) ? fromRoot(String(value)) : String(value));
}

/**
 * The properties of a button that has a key; the style sheet prints the key on it, and ⇧ for Shift.
 * @param {string} key a capital letter is typed with Shift
 * @param {string} [whole] its name, where that is not the key
 */
export function shortcut(key, whole = key) {
  const shifted = /^[A-Z]$/.test(key);
  return { "data-key": shifted ? `⇧${key}` : key, "aria-keyshortcuts": shifted ? `Shift+${key}` : whole };
}

/** Append children, except null and false. @param {Element} element @param {...(Child|Child[])} children */
export function fill(element, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Replace everything in an element. @param {Element} element @param {...(Child|Child[])} children */
export function refill(element, ...children) {
  element.replaceChildren();
  fill(element, ...children);
}

/** Draw a part of the page anew; what had the focus there has it again, if it has an id. @param {() => void} draw */
export function keepFocus(draw) {
  const id = document.activeElement?.id;
  draw();
  if (id && document.activeElement?.id !== id) document.getElementById(id)?.focus({ preventScroll: true });
}

/** Give an element these children in this order; those that are present are not touched. @param {Element} element @param {readonly Element[]} children */
export function arrange(element, children) {
  const stay = new Set(children);
  for (const child of [...element.children]) if (!stay.has(child)) child.remove();
  let place = element.firstElementChild;
  for (const child of children) {
    if (child === place) place = place.nextElementSibling;
    else element.insertBefore(child, place);
  }
}

/**
 * Update an element to equal another one, with as few changes as possible. An element with other data is replaced,
 * because a click that began on it must not act on something else. Listeners are ignored.
 * @template {Element} T
 * @param {T|undefined} old
 * @param {T} fresh
 * @returns {T} the old one where that is possible, else the other
 */
export function likened(old, fresh) {
  if (!old || old.isEqualNode(fresh)) return old ?? fresh;
  if (old.localName !== fresh.localName || old.childNodes.length !== fresh.childNodes.length || dataOf(old) !== dataOf(fresh)) return fresh;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const parts = [...fresh.childNodes];
  [...old.childNodes].forEach((part, k) => {
    const wanted = parts[k];
    if (!wanted || part.isEqualNode(wanted)) return;
    const made = part instanceof Element && wanted instanceof Element ? likened(part, wanted) : wanted;
    if (made !== part) part.replaceWith(made);
  });
  return old;
}

/** The data that identify an element. @param {Element} element */
function dataOf({ attributes }) {
  return [...attributes].filter(({ name }) => name.startsWith("data-")).map(({ name, value }) => `${name}=${value}`).join();
}

/** Parse an SVG fragment. @param {string} markup @returns {SVGElement} */
export function svg(markup) {
  return /** @type {SVGElement} */ (document.importNode(parsed(markup), true));
}

/** Parse an SVG fragment without adding it to the document. @param {string} markup @returns {Element} */
export function parsed(markup) {
  const inert = document.createElement("template"); // read as HTML, which takes a third of the time that XML takes
  inert.innerHTML = `<svg>${markup}</svg>`;
  return /** @type {Element} */ (inert.content.firstElementChild?.firstElementChild);
}

/**
 * Scroll a box just enough to show an element in it; nothing else moves.
 * @param {HTMLElement} element
 * @param {HTMLElement} box
 */
export function reveal(element, box) {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += Math.min(inner.bottom - outer.bottom, inner.top - outer.top);
  if (inner.left < outer.left) box.scrollLeft -= outer.left - inner.left;
  else if (inner.right > outer.right) box.scrollLeft += Math.min(inner.right - outer.right, inner.left - outer.left);
}

/** Scroll a box so that an element is in its middle. @param {HTMLElement} element @param {HTMLElement} box */
export function center(element, box) {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
}

/**
 * Set `data-more` on a box if there is content below its visible part, for the style sheet.
 * @param {HTMLElement} box that scrolls
 * @param {...Element} contents what makes it grow
 */
export function tellMore(box, ...contents) {
  const tell = () => box.toggleAttribute("data-more", box.scrollHeight - box.scrollTop - box.clientHeight > 4);
  box.addEventListener("scroll", tell, { passive: true });
  const watch = new ResizeObserver(tell);
  for (const part of [box, ...contents]) watch.observe(part);
}

/** Return the element with an id, which must exist. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}
