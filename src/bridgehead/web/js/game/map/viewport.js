/** The visible part of the board: fit, zoom, pan, pinch. One CSS transform per frame. */

import { still } from "./board.js";

const CLOSEST = 6; // times the size at which everything fits
const HEX = 46; // units of the picture around a point that belong to it
const STEP = 1.35; // of a button or a key
const CLICK = 6; // px a pointer may stray before a press becomes a drag
const SETTLE = 160; // ms after the last change the picture is drawn sharp again

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export class Viewport {
  /**
   * @param {HTMLElement} frame what shows the board
   * @param {HTMLElement} view what is moved: holds the picture
   * @param {HTMLElement} zoom its buttons, which may lie on its lower edge
   */
  constructor(frame, view, zoom) {
    this.frame = frame;
    this.buttons = zoom;
    this.view = view;
    this.box = { x: 0, y: 0, width: 1, height: 1 }; // of the picture, in its own units
    this.scale = 1; // px a unit of the picture, when everything fits
    this.zoom = 1;
    this.chosen = 0; // px a unit of the picture, as it was chosen; 0: everything
    this.x = 0;
    this.y = 0;
    /** @type {Map<number, Point>} */
    this.pointers = new Map();
    this.dragged = false;
    this.drawing = 0;
    this.settling = 0;
    this.touched = -Infinity; // when the part that is seen was chosen by hand
    /** @type {() => void} called whenever another part is seen */
    this.moved = () => {};
    /** @type {() => void} called once the view has come to rest */
    this.settled = () => {};
    /** @type {() => Point[]} the points that stay in sight, where they are, when the frame gets another size */
    this.wanted = () => [];
    // In the next frame: resizing inside the observer's callback would trigger it again.
    this.watcher = new ResizeObserver(() => requestAnimationFrame(() => this.resized()));
    this.watcher.observe(frame);
    this.listen();
  }

  destroy() {
    this.watcher.disconnect();
    cancelAnimationFrame(this.drawing);
    window.clearTimeout(this.settling);
  }

  /**
   * @param {SVGSVGElement} picture
   * @param {{x: number, y: number, width: number, height: number}} [area] of it: all but a rim, where none is named
   */
  show(picture, area) {
    const { x, y, width, height } = picture.viewBox.baseVal;
    const rim = 18; // less paper around the sheet than on a print
    this.box = area ?? { x: x + rim, y: y + rim, width: width - 2 * rim, height: height - 2 * rim };
    picture.setAttribute("viewBox", `${this.box.x} ${this.box.y} ${this.box.width} ${this.box.height}`);
    this.resize();
    this.fit();
  }

  /** Another part of the frame is covered: the map stays where it is as far as it can. */
  cover() {
    if (this.frame.clientHeight - this.covered() !== this.was.y) this.resized({ x: this.x, y: this.y });
  }

  /**
   * The window's size or orientation has changed: show again the important places that were visible.
   * @param {Point} [stays] where the map stays in the frame; otherwise it has the same center
   */
  resized(stays) {
    const { x, y, width, height } = this.seen;
    const kept = this.wanted().filter((point) => point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height);
    this.resize(stays);
    if (!kept.length) return;
    const { chosen } = this;
    const room = (/** @type {number[]} */ values) => Math.max(...values) - Math.min(...values) + 2 * HEX;
    const most = Math.min(this.was.x / room(kept.map((point) => point.x)), this.was.y / room(kept.map((point) => point.y))) / this.scale;
    if (this.zoom > most) this.zoomBy(most / this.zoom);
    this.reveal(kept);
    this.chosen = chosen; // a larger window shows it as large again
  }

  /** The frame's size has changed: keep the same scale, and the same center or place. @param {Point} [stays] */
  resize(stays) {
    const { clientWidth: width } = this.frame;
    const height = this.frame.clientHeight - this.covered();
    if (!width || height <= 0) return;
    const { chosen } = this;
    const middle = this.inPicture({ x: this.was.x / 2, y: this.was.y / 2 });
    this.was = { x: width, y: height };
    this.scale = Math.min(width / this.box.width, height / this.box.height);
    this.view.style.width = `${this.box.width * this.scale}px`;
    this.view.style.height = `${this.box.height * this.scale}px`;
    if (chosen && stays) this.place(Math.min(Math.max(chosen / this.scale, 1), CLOSEST), stays.x, stays.y);
    else if (chosen) this.look(middle, chosen);
    else this.fit();
    this.chosen = chosen;
  }

  /**
   * The height at the lower edge of the frame that is covered by buttons. The picture extends below them, but can be
   * moved up.
   */
  covered() {
    const [{ bottom }, { top }] = [this.frame.getBoundingClientRect(), this.buttons.getBoundingClientRect()];
    return Math.max(bottom - top, 0);
  }

  /** @type {Point} the frame's size without what is covered, when it was last looked at */
  was = { x: 1, y: 1 };

  fit() {
    this.place(1, 0, 0);
  }

  /** Show everything. */
  whole() {
    this.touched = performance.now();
    this.fit();
  }

  /** Show a part of the picture, as large as possible. @param {Box} part */
  frameOn({ x, y, width, height }) {
    const k = Math.min(this.was.x / width, this.was.y / height) / this.scale;
    this.zoom = Math.min(Math.max(k, 1), CLOSEST);
    this.center({ x: x + width / 2, y: y + height / 2 });
  }

  /** Center a point of the picture, at the same scale. @param {Point} middle @param {number} k px a unit of the picture */
  look(middle, k) {
    this.zoom = Math.min(Math.max(k / this.scale, 1), CLOSEST);
    this.center(middle);
  }

  /** The visible part of the picture. @returns {Box} */
  get seen() {
    const { x, y } = this.inPicture({ x: 0, y: 0 });
    const k = this.scale * this.zoom;
    return { x, y, width: this.was.x / k, height: this.was.y / k };
  }

  /** Whether the picture is larger than the frame. */
  get isZoomed() {
    return this.zoom > 1.01;
  }

  /** The point of the picture at a point of the frame. @param {Point} point @returns {Point} */
  inPicture({ x, y }) {
    const k = this.scale * this.zoom;
    return { x: this.box.x + (x - this.x) / k, y: this.box.y + (y - this.y) / k };
  }

  /** The point of the frame at a point of the picture. @param {Point} point @returns {Point} */
  inFrame({ x, y }) {
    const k = this.scale * this.zoom;
    return { x: this.x + (x - this.box.x) * k, y: this.y + (y - this.box.y) * k };
  }

  /** Whether a point of the picture is in sight. @param {Point} point */
  sees(point) {
    const { x, y } = this.inFrame(point);
    return x >= 0 && y >= 0 && x <= this.was.x && y <= this.was.y;
  }

  /** Center a point of the picture. @param {Point} point */
  center(point) {
    const at = this.inFrame(point);
    this.place(this.zoom, this.x + this.was.x / 2 - at.x, this.y + this.was.y / 2 - at.y);
  }

  /**
   * Change the scale around a fixed point of the frame.
   * @param {number} factor
   * @param {Point} [about]
   */
  zoomBy(factor, about = { x: this.was.x / 2, y: this.was.y / 2 }) {
    const zoom = Math.min(Math.max(this.zoom * factor, 1), CLOSEST);
    const k = zoom / this.zoom;
    this.place(zoom, about.x - (about.x - this.x) * k, about.y - (about.y - this.y) * k);
  }

  /** One step closer. */
  closer() {
    this.touched = performance.now();
    this.zoomBy(STEP);
  }

  /** One step farther away. */
  farther() {
    this.touched = performance.now();
    this.zoomBy(1 / STEP);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.place(this.zoom, this.x + dx, this.y + dy);
  }

  /** The distance from the edge of the frame within which points are not considered well visible, in px. */
  get margin() {
    return Math.min(Math.max(60, HEX * this.scale * this.zoom), this.was.x / 3, this.was.y / 3);
  }

  /**
   * The points that can be visible together: all, or as many as fit, beginning near the important ones.
   * @template {Point} P
   * @param {P[]} points
   * @param {Point[]} centers what matters
   * @returns {P[]}
   */
  fitting(points, centers) {
    const far = (/** @type {Point} */ point) => Math.min(...centers.map((center) => distance(point, center)));
    const k = this.scale * this.zoom;
    /** @type {P[]} */
    const found = [];
    for (const point of [...points].sort((a, b) => (centers.length ? far(a) - far(b) : 0))) {
      const all = [...found, point];
      const spread = (/** @type {number[]} */ values) => (Math.max(...values) - Math.min(...values)) * k + 2 * this.margin;
      if (spread(all.map(({ x }) => x)) <= this.was.x && spread(all.map(({ y }) => y)) <= this.was.y) found.push(point);
    }
    return found;
  }

  /**
   * Make points of the picture visible, with a smaller scale if they do not fit.
   * @param {Point[]} points
   * @param {boolean} [around] whether what lies around them is to be seen, too: those near the edge come to the middle
   */
  reveal(points, around = false) {
    if (!this.isZoomed || !points.length) return;
    const seen = points.map((point) => this.inFrame(point));
    const { margin } = this;
    const [left, right] = [Math.min(...seen.map((p) => p.x)), Math.max(...seen.map((p) => p.x))];
    const [top, bottom] = [Math.min(...seen.map((p) => p.y)), Math.max(...seen.map((p) => p.y))];
    const least = Math.min((this.was.x - 2 * margin) / Math.max(right - left, 1), (this.was.y - 2 * margin) / Math.max(bottom - top, 1));
    if (least < 1) {
      const middle = this.inPicture({ x: (left + right) / 2, y: (top + bottom) / 2 });
      this.zoom = Math.max(this.zoom * least, 1);
      this.center(middle);
      return;
    }
    const inward = 2 * margin;
    const centered = around && (left < inward || top < inward || right > this.was.x - inward || bottom > this.was.y - inward);
    const dx = centered ? (this.was.x - left - right) / 2 : shift(left, right, margin, this.was.x - margin);
    const dy = centered ? (this.was.y - top - bottom) / 2 : shift(top, bottom, margin, this.was.y - margin);
    if (!dx && !dy) return;
    this.view.classList.toggle("gliding", !still());
    window.setTimeout(() => this.view.classList.remove("gliding"), 300);
    this.pan(dx, dy);
  }

  /**
   * Set the view within its limits: the map fills the frame, or is centered.
   * @param {number} zoom
   * @param {number} x
   * @param {number} y
   */
  place(zoom, x, y) {
    this.zoom = zoom;
    const k = this.scale * zoom;
    this.chosen = zoom > 1 ? k : 0;
    this.x = kept(x, this.box.width * k, this.was.x);
    this.y = kept(y, this.box.height * k, this.was.y);
    this.drawing ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.drawing = 0;
    this.view.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.zoom})`;
    this.frame.dataset.zoomed = String(this.isZoomed);
    this.view.classList.add("moving");
    this.moved();
    window.clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.settle(), SETTLE);
  }

  settle() {
    this.view.classList.remove("moving");
    this.settled();
  }

  // Pointers

  listen() {
    const frame = this.frame;
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.press(event));
    frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) {
      frame.addEventListener(name, (event) => this.release(/** @type {PointerEvent} */ (event)));
    }
    frame.addEventListener("click", (event) => this.dragged && event.stopImmediatePropagation(), true);
  }

  /** @param {MouseEvent} event */
  local(event) {
    const { left, top } = this.frame.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.touched = performance.now();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.0016; // a pinch on a touchpad comes as ctrl and wheel
    this.zoomBy(Math.exp(-event.deltaY * lines * speed), this.local(event));
  }

  /** Whether a press is not meant for the map. @type {(event: PointerEvent) => boolean} */
  spares = () => false;

  /** @param {PointerEvent} event */
  press(event) {
    if (!this.pointers.size && this.spares(event)) return;
    if (event.pointerType === "mouse" && event.button > 1) return;
    if (!this.pointers.size) this.dragged = false;
    this.pointers.set(event.pointerId, this.local(event));
    this.start = this.local(event);
  }

  /** @type {Point} */
  start = { x: 0, y: 0 };

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.local(event);
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    if (!this.dragged) {
      if (!others.length && Math.hypot(now.x - this.start.x, now.y - this.start.y) < CLICK) return;
      this.dragged = true;
      this.frame.setPointerCapture(event.pointerId);
      this.frame.classList.add("dragging");
    }
    this.touched = performance.now();
    this.pointers.set(event.pointerId, now);
    const [other] = others;
    if (!other) {
      this.pan(now.x - before.x, now.y - before.y);
      return;
    }
    const [far, was] = [distance(now, other), distance(before, other)];
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (was > 0) this.zoomBy(far / was, middle);
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size) return;
    this.frame.classList.remove("dragging");
    window.setTimeout(() => (this.dragged = false)); // after the click that follows a drag
  }
}

/** @param {Point} a @param {Point} b */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The start of a length so that it fills the room, or is centered.
 * @param {number} at
 * @param {number} length
 * @param {number} room
 */
function kept(at, length, room) {
  if (length <= room) return (room - length) / 2;
  return Math.min(0, Math.max(room - length, at));
}

/**
 * The distance to move a range from `low` to `high` so that it is within two bounds.
 * @param {number} low
 * @param {number} high
 * @param {number} least
 * @param {number} most
 */
function shift(low, high, least, most) {
  if (low < least) return least - low;
  return high > most ? most - high : 0;
}
