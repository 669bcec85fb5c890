/** Marks the buttons and fields that do what a lesson asks for with a ring. */

/** @typedef {import("../model.js").Model<any, any, any>} Model */

/**
 * Buttons are recreated at every draw, so this uses a style sheet instead of a class on each.
 * @param {Model} model
 * @returns {{show: (actions: string[]) => void, first: (box: HTMLElement) => HTMLElement|null, destroy: () => void}}
 */
export function createWanted(model) {
  const sheet = new CSSStyleSheet();
  let at = ""; // what finds them
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return {
    show(actions) {
      const found = [...new Set(actions.flatMap((action) => selectors(model, action)))];
      at = found.join();
      sheet.replaceSync(found.length ? `${found.join(",\n")} { outline: 3px solid var(--lesson); outline-offset: var(--ring, 1px); }` : "");
    },
    /** The first of them inside a box. @param {HTMLElement} box */
    first: (box) => (at ? /** @type {HTMLElement|null} */ (box.querySelector(at)) : null),
    destroy() {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}

/** The selectors of the elements with which an action is done. @param {Model} model @param {string} action */
function selectors(model, action) {
  const { step } = model;
  const [verb = "", first = "", ...rest] = action.split(" ");
  const found = [`#game [data-do=${quoted(action)}]`];
  if (verb === "attack") found.push(`#decision [data-attack=${quoted(first)}]`);
  else if (verb === "with") found.push(`#attack label:has([data-attacker=${quoted(first)}])`);
  else if (verb === "support") found.push("#attack label.support");
  else if (action === "fire") found.push("#attack [data-fire]");
  else if (model.verb(verb).amount && rest.length > 1) found.push(`#game [data-amount=${quoted(rest[0] ?? "")}]`, "#game [data-send]");
  else if (step.part === "plan" && step.verbs[0] === verb) found.push(`#game [data-amount=${quoted(action.split(" ").slice(1, -1).join(" "))}]`, "#game [data-commit]");
  else if (model.verb(verb).aim && rest.length) found.push(`#decision [data-mode=${quoted(verb)}]`);
  else if (first && !rest.length) found.push(`#attack [data-of=${quoted(verb)}][data-step="1"]`); // so many airstrikes
  if (rest.length || verb === "cross") found.push(...unit(quoted(first)));
  if (rest.length) found.push(...kind(quoted(verb), quoted(first)));
  return found;
}

/** Where a unit is selected, including a fold that hides it. @param {string} id in quotation marks */
function unit(id) {
  return [`#game [data-pick=${id}]`, `#game :is(.choices, .stack) [data-choose=${id}]`, `#decision details:not([open]):has([data-choose=${id}]) > summary`];
}

/**
 * The way of moving, once the unit is selected; the back button if another unit is selected.
 * @param {string} verb in quotation marks
 * @param {string} id the same
 */
function kind(verb, id) {
  return [`#game:is(.of-points, [data-unit=${id}]) #decision [data-mode=${verb}]`, `#game:not(.of-points, [data-unit=${id}])[data-unit] #decision [data-back]`];
}

/** @param {string} value */
const quoted = (value) => `"${CSS.escape(value)}"`;
