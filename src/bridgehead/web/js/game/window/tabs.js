/** The tabs beside the board; on a phone a bar at the bottom whose sheets open over the decision. */

import { compact } from "../../common/compact.js";
import { h } from "../../common/dom.js";
import * as settings from "../../common/settings.js";

/** @typedef {{name: string, label: string, icon: string, content: Node}} Tab */

export class Tabs {
  /**
   * @param {string} label of the whole
   * @param {Tab[]} tabs
   */
  constructor(label, tabs) {
    /** @type {Map<string, {tab: HTMLButtonElement, panel: HTMLElement}>} */
    this.tabs = new Map();
    const list = h("div", { role: "tablist", "aria-label": label, class: "tablist" });
    const panels = h("div", { class: "panels" });
    for (const { name, label: text, icon, content } of tabs) {
      const tab = h(
        "button",
        { type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, title: text, "aria-controls": `panel-${name}` },
        h("span", { class: "tab-icon", "aria-hidden": "true" }, icon),
        h("span", { class: "tab-word" }, text),
      );
      const panel = h("div", { role: "tabpanel", id: `panel-${name}`, class: "panel", "aria-labelledby": tab.id }, content);
      tab.addEventListener("click", () => this.press(name));
      list.append(tab);
      panels.append(panel);
      this.tabs.set(name, { tab, panel });
    }
    list.addEventListener("keydown", (event) => this.key(event));
    this.element = h("div", { class: "tabs" }, list, panels);
    this.compact = compact();
    this.open = "";
    /** @type {() => void} called when another tab has been opened */
    this.opened = () => {};
    const remembered = settings.get("tab");
    const first = this.tabs.has(remembered) ? remembered : (tabs[0]?.name ?? "");
    this.show(first, !this.compact.matches);
    this.compact.addEventListener("change", this.shrunk);
  }

  /** The window became small or large: close the sheet, since nobody has opened one. */
  shrunk = () => this.compact.matches && this.lower();

  destroy() {
    this.compact.removeEventListener("change", this.shrunk);
  }

  /** @param {string} name @param {boolean} [lifted] on a phone: whether its sheet is open */
  show(name, lifted = true) {
    for (const [other, { tab, panel }] of this.tabs) {
      const here = other === name;
      tab.setAttribute("aria-selected", String(here));
      tab.tabIndex = here ? 0 : -1;
      panel.hidden = !here;
      if (here && lifted) tab.removeAttribute("data-calls");
    }
    this.open = name;
    this.element.dataset.open = name;
    this.element.classList.toggle("lifted", lifted);
    settings.set("tab", name);
    this.opened();
  }

  /** Show or hide a tab. @param {string} name @param {boolean} there */
  offer(name, there) {
    const tab = this.tabs.get(name)?.tab;
    if (!tab || tab.hidden === !there) return;
    tab.hidden = !there;
    if (!there && this.open === name) this.show("log", this.element.classList.contains("lifted"));
  }

  /** Mark a tab with news until it is opened. @param {string} name */
  call(name) {
    if (this.open === name && (!this.compact.matches || this.element.classList.contains("lifted"))) return;
    this.tabs.get(name)?.tab.setAttribute("data-calls", "");
  }

  /** On a phone: close the sheet, so that the decision is visible. */
  lower() {
    this.element.classList.remove("lifted");
  }

  /** @param {string} name */
  press(name) {
    const lifted = this.element.classList.contains("lifted");
    this.show(name, !this.compact.matches || name !== this.open || !lifted);
  }

  /** Select the first of these tabs that is available. @param {...string} names */
  pressOne(...names) {
    const name = names.find((one) => this.tabs.get(one)?.tab.hidden === false);
    if (name) this.press(name);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const names = [...this.tabs].flatMap(([name, { tab }]) => (tab.hidden ? [] : [name]));
    const at = names.indexOf(this.open);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    const name = names[(to + names.length) % names.length] ?? "";
    this.show(name);
    this.tabs.get(name)?.tab.focus();
    event.preventDefault();
  }
}
