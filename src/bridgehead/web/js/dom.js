/** Making and finding elements. */

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * Make an element. Properties that begin with "on" are listeners ("onClick"), `class` and `dataset`
 * are what they say, true and false set and leave out an attribute, everything else is an attribute.
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

/** @param {HTMLElement} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2).toLowerCase(), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * What a button has that a key presses too: the style sheet prints the key on it.
 * @param {string} key as it is printed
 * @param {string} [whole] with what is held down
 */
export function shortcut(key, whole = key) {
  return { "data-key": key, "aria-keyshortcuts": whole };
}

/** Append children; what is null or false is left out. @param {Element} element @param {...(Child|Child[])} children */
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

/** Read an SVG fragment. @param {string} markup @returns {SVGElement} */
export function svg(markup) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGElement} */ (document.importNode(/** @type {Element} */ (root.firstElementChild), true));
}

/**
 * Scroll a box just so far that an element in it is seen; nothing else moves.
 * @param {HTMLElement} element
 * @param {HTMLElement} box
 */
export function reveal(element, box) {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += Math.min(inner.bottom - outer.bottom, inner.top - outer.top);
}

/** Scroll a box until an element in it is in its middle. @param {HTMLElement} element @param {HTMLElement} box */
export function center(element, box) {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
}

/**
 * Let a style sheet know, by `data-more` on the box, whether something lies below what is seen of it.
 * @param {HTMLElement} box that scrolls
 * @param {...Element} contents what makes it grow
 */
export function tellMore(box, ...contents) {
  const tell = () => box.toggleAttribute("data-more", box.scrollHeight - box.scrollTop - box.clientHeight > 4);
  box.addEventListener("scroll", tell, { passive: true });
  const watch = new ResizeObserver(tell);
  for (const part of [box, ...contents]) watch.observe(part);
}

/** The element of an id, which must be there. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}
