// role=: by ARIA role, with the name and states in brackets: role=button[name="Save"][disabled].

import { lazyBundle } from "../lazy-bundles";
import { cssAll } from "./css";
import { matcher, unquote } from "./text-matcher";

/** `[state]`, `[state=value]`, or with an operator that there is not. */
const CONDITION =
  /\[\s*([a-z-]+)\s*(?:([~|^$*!]?=)\s*("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/(?:\\.|[^/\\])+\/[a-z]*|[^\]"']*?)\s*)?\]\s*/sy;

/** The values of a state, and how an element is in it; null for one that it cannot be in. */
interface State {
  values: string[] | RegExp;
  of: (element: Element) => string | null;
}

const BOOLEAN = ["true", "false"];
const THREE = ["true", "false", "mixed"];

const STATES: Record<string, State> = {
  checked: { values: THREE, of: checkedOf },
  disabled: {
    values: BOOLEAN,
    of: (element) => String(element.matches(':disabled, [aria-disabled="true"], [aria-disabled="true"] *')),
  },
  expanded: {
    values: BOOLEAN,
    of: (element) => {
      const details = element.localName === "summary" ? element.parentElement : null;
      return details instanceof HTMLDetailsElement ? String(details.open) : element.getAttribute("aria-expanded");
    },
  },
  level: {
    values: /^[1-9]\d{0,2}$/,
    of: (element) => element.getAttribute("aria-level") ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? null,
  },
  pressed: { values: THREE, of: (element) => element.getAttribute("aria-pressed") },
  selected: {
    values: BOOLEAN,
    of: (element) =>
      element instanceof HTMLOptionElement
        ? String(element.selected)
        : (element.getAttribute("aria-selected") ?? "false"),
  },
};

function checkedOf(element: Element): string {
  if (!(element instanceof HTMLInputElement)) return element.getAttribute("aria-checked") ?? "false";
  return element.indeterminate ? "mixed" : String(element.checked);
}

/** Throws a SyntaxError for a role or a condition that there is not. */
export function byRole(words: string): Element[] {
  const { isRole, canonicalRole, namer, selectorOfRole } = lazyBundle("a11y");
  const said = /^[a-z-]+/.exec(words)?.[0] ?? "";
  if (!said) throw new SyntaxError('roles are written like button or button[name="Save"]');
  if (!isRole(said)) throw new SyntaxError(`there is no role ${said}`);
  const role = canonicalRole(said);
  const { roleOf, nameOf } = namer();
  const conditions = conditionsIn(words.slice(said.length).trim(), role);
  return cssAll(selectorOfRole(role)).filter(
    (element) =>
      hasRole(element, role, roleOf) && conditions.every((holds) => holds(element, () => nameOf(element, role))),
  );
}

/** Not of what is hidden from those who go by roles. */
export function hasRole(element: Element, role: string, roleOf: (element: Element) => string): boolean {
  return roleOf(element) === role && isHeard(element);
}

/** False for what is hidden from everybody, or from those who listen. */
function isHeard(element: Element): boolean {
  if (element.closest('[aria-hidden="true"], [inert]')) return false;
  if (element.checkVisibility({ visibilityProperty: true })) return true;
  // Without a box of their own: what is laid out by its children, and what a list, a picture or a canvas stands for.
  const { display, visibility } = getComputedStyle(element);
  if (display === "none" || visibility !== "visible") return false;
  const drawnBy = element.closest("select, map, canvas");
  if (drawnBy && drawnBy !== element) return drawnBy.localName === "map" || isHeard(drawnBy);
  return display === "contents" && (!element.parentElement || isHeard(element.parentElement));
}

/** The attributes that names come from. */
export const NAMING = ["aria-label", "title", "alt", "placeholder", "value", "label"];

type Condition = (element: Element, name: () => string) => boolean;

function conditionsIn(words: string, role: string): Condition[] {
  const conditions: Condition[] = [];
  CONDITION.lastIndex = 0;
  while (CONDITION.lastIndex < words.length) {
    const from = CONDITION.lastIndex;
    const [, name = "", operator, value] = CONDITION.exec(words) ?? [];
    if (!name) throw new SyntaxError(`this is no condition: ${words.slice(from)}; conditions are like [name="Save"]`);
    if (operator && operator !== "=")
      throw new SyntaxError(
        `there is no ${operator} here; a part of a name is written [name=sav], an expression [name=/^sav/i]`,
      );
    conditions.push(conditionOf(name, operator && (value ?? ""), role));
  }
  return conditions;
}

function conditionOf(name: string, value: string | undefined, role: string): Condition {
  if (name === "name") {
    if (!value) throw new SyntaxError('a name is written like [name="Save"], [name=save] or [name=/^save/i]');
    const matches = matcher(value);
    return (_, nameNow) => matches(nameNow());
  }
  const state = Object.hasOwn(STATES, name) ? STATES[name] : undefined;
  if (!state) throw new SyntaxError(`there is no condition ${name}; there is: name, ${Object.keys(STATES).join(", ")}`);
  const { values, of } = state;
  const wanted = value === undefined ? "true" : (unquote(value) ?? value);
  if (!(values instanceof RegExp ? values.test(wanted) : values.includes(wanted)))
    throw new SyntaxError(
      values instanceof RegExp
        ? `a ${name} is a number: [${name}=2]`
        : `${name} is ${values.join(" or ")}, not ${wanted || "nothing"}`,
    );
  if (name !== "disabled" && name !== "expanded" && !lazyBundle("a11y").hasState(role, name))
    throw new SyntaxError(`a ${role} is never ${name}`);
  return (element) => of(element) === wanted;
}
