/** Tells the server that the user has seen the news, so that no notice is sent. */

const AFTER = 1500; // ms that it has to be in sight
const IDLE = 10 * 60_000; // ms after the last touch; then nobody sits there
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel"];

export class Seen {
  /** @param {() => void} tell */
  constructor(tell) {
    this.tell = tell;
    this.timer = 0;
    this.touched = performance.now();
    for (const kind of TOUCHES) window.addEventListener(kind, () => this.touch(), { passive: true });
    document.addEventListener("visibilitychange", () => this.note());
  }

  get isIdle() {
    return performance.now() - this.touched > IDLE;
  }

  /** The user is active. */
  touch() {
    const { isIdle } = this;
    this.touched = performance.now();
    if (isIdle) this.note();
  }

  /** News is shown, if the page is visible. */
  note() {
    if (this.timer) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (document.visibilityState === "visible" && !this.isIdle) this.tell();
    }, AFTER);
  }
}
