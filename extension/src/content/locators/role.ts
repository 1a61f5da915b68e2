// role=: by ARIA role, with the name and states in brackets: role=button[name="Save"][disabled].

import { knowsInternals, lazyBundle } from "../lazy-bundles";
import { allRoots, referred } from "../dom/roots";
import { cssAll } from "./css";
import { comparedAsTold } from "../../shared/secrets/secret-values";
import { comparable, normalizeWhitespace } from "../../shared/text/text";
import { firstTest, matcher, unquote, type Matches } from "./text-matcher";
import { table } from "../../shared/table";

/** `[state]`, `[state=value]`, or with an operator that there is not. */
const CONDITION =
  /\[\s*([a-z-]+)\s*(?:([~|^$*!]?=)\s*("(?:\\.|[^"\\])*"\s*[is]?|'(?:\\.|[^'\\])*'\s*[is]?|\/(?:\\.|[^/\\])+\/[a-z]*|[^\]"']*?)\s*)?\]\s*/sy;

/** The values of a state, and how an element is in it; null for one that it cannot be in. */
interface State {
  values: string[] | RegExp;
  of: (element: Element) => string | null;
}

const BOOLEAN = ["true", "false"];
const THREE = ["true", "false", "mixed"];

const STATES = table<State>({
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
});

function checkedOf(element: Element): string {
  if (!(element instanceof HTMLInputElement)) return element.getAttribute("aria-checked") ?? "false";
  return element.indeterminate ? "mixed" : String(element.checked);
}

/** Throws a SyntaxError for a role or a condition that there is not. */
export function byRole(words: string): Element[] {
  const { isRole, roleLike, canonicalRole, namer, selectorOfRole } = lazyBundle("a11y");
  const said = /^[a-z-]+/.exec(words)?.[0] ?? "";
  if (!said) throw new SyntaxError('roles are written like button or button[name="Save"]');
  if (!isRole(said)) {
    const meant = roleLike(said);
    throw new SyntaxError(`there is no role ${said}${meant === undefined ? "" : `; did you mean ${meant}?`}`);
  }
  const role = canonicalRole(said);
  const { roleOf, nameOf, mayBeCalled } = namer();
  const { all: conditions, includesHidden, mayMatchName } = conditionsIn(words.slice(said.length).trim(), role);
  const made = components();
  const candidates = [...cssAll(selectorOfRole(role)), ...made.filter((element) => !element.hasAttribute("role"))];
  // Of many, the texts are looked at first.
  const test = candidates.length > MANY ? mayMatchName : null;
  return candidates.filter(
    (element) =>
      (test === null || mayBeCalled(element, role, test, made.length > 0)) &&
      (includesHidden ? roleOf(element) === role : hasRole(element, role, roleOf)) &&
      conditions.every((holds) => holds(element, () => nameOf(element, role))),
  );
}

/** More candidates than it takes time to name. */
const MANY = 100;

/** Elements of the page's own making, which may have a role that no attribute says: only the helper can tell. */
function components(): Element[] {
  const found = document.evaluate("descendant::*[contains(name(), '-')]", document, null, 7);
  const inPage = Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at) as Element);
  const inShadow = allRoots().flatMap((root) => (root instanceof ShadowRoot ? [...root.querySelectorAll("*")] : []));
  const all = [...inPage, ...inShadow.filter(({ localName }) => localName.includes("-"))];
  return all.length > 0 && knowsInternals() ? all : [];
}

/** Not of what is hidden from those who go by roles. */
export function hasRole(element: Element, role: string, roleOf: (element: Element) => string): boolean {
  return roleOf(element) === role && isHeard(element);
}

/** False for what is hidden from everybody, or from those who listen. */
function isHeard(element: Element): boolean {
  if (element.closest('[aria-hidden="true"], [inert]')) return false;
  if (element.checkVisibility({ visibilityProperty: true })) return true;
  // Without a box of their own: what is laid out by its children, and the content of a list, a picture or a canvas.
  const { display, visibility } = getComputedStyle(element);
  if (display === "none" || visibility !== "visible") return false;
  const drawnBy = element.closest("select, map, canvas");
  if (drawnBy && drawnBy !== element) return drawnBy.localName === "map" || isHeard(drawnBy);
  return display === "contents" && (!element.parentElement || isHeard(element.parentElement));
}

/** The attributes that names come from. */
export const NAMING = ["aria-label", "title", "alt", "placeholder", "value", "label"];

type Condition = (element: Element, name: () => string) => boolean;

interface Conditions {
  all: Condition[];
  includesHidden: boolean;
  /** What the text of an element passes that has the name; null if nothing can be said of it. */
  mayMatchName: Matches | null;
}

function conditionsIn(words: string, role: string): Conditions {
  const all: Condition[] = [];
  let mayMatchName: Matches | null = null;
  let includesHidden = false;
  CONDITION.lastIndex = 0;
  while (CONDITION.lastIndex < words.length) {
    const from = CONDITION.lastIndex;
    const [, name = "", operator, value] = CONDITION.exec(words) ?? [];
    if (!name)
      throw new SyntaxError(`this is not a condition: ${words.slice(from)}; conditions are like [name="Save"]`);
    if (name === "include-hidden") {
      if (value !== undefined && !BOOLEAN.includes(value)) throw new SyntaxError("include-hidden is true or false");
      includesHidden = value !== "false";
    } else if (Object.hasOwn(TEXTS, name)) {
      all.push(textCondition(name, operator ?? "=", value ?? ""));
      if (name === "name" && (operator ?? "=") === "=" && value) mayMatchName ??= firstTest(value);
    } else if (operator && operator !== "=")
      throw new SyntaxError(`there is no ${operator} for ${name}: it is written [${name}] or [${name}=false]`);
    else all.push(conditionOf(name, operator && (value ?? ""), role));
  }
  return { all, includesHidden, mayMatchName };
}

/** What has a text. */
const TEXTS = table<(element: Element, name: () => string) => string>({
  name: (_, name) => name(),
  description: descriptionOf,
});

function textCondition(name: string, operator: string, value: string): Condition {
  if (!value) throw new SyntaxError(`a ${name} is written like [${name}="Save"], [${name}=save] or [${name}=/^save/i]`);
  const textOf = TEXTS[name] as (element: Element, name: () => string) => string;
  const matches = operator === "=" ? matcher(value) : partMatcher(operator, value);
  return (element, nameNow) => matches(textOf(element, nameNow));
}

/** `*=`, `^=` and the others of CSS; in the case that is written, unless an `i` follows. */
function partMatcher(operator: string, value: string): Matches {
  const [, quoted = value, flag] = /^(["'].*["'])\s*([is])?$/s.exec(value) ?? [];
  const fold = (text: string): string => {
    const plain = comparable(text);
    return flag === "i" ? plain.toLowerCase() : plain;
  };
  return comparedAsTold(unquote(quoted) ?? quoted, (words) => {
    const part = fold(words);
    const holds = PARTS[operator];
    if (!holds) throw new SyntaxError(`there is no ${operator} here; there is: =, ${Object.keys(PARTS).join(", ")}`);
    return (text) => holds(fold(text), part);
  });
}

const PARTS = table<(text: string, part: string) => boolean>({
  "*=": (text, part) => text.includes(part),
  "^=": (text, part) => text.startsWith(part),
  "$=": (text, part) => text.endsWith(part),
  "~=": (text, part) => text.split(" ").includes(part),
  "|=": (text, part) => text === part || text.startsWith(`${part}-`),
});

/** What is said about an element beside its name. */
export function descriptionOf(element: Element): string {
  const described = referred(element, "aria-describedby").map(({ textContent }) => textContent);
  return normalizeWhitespace(described.length > 0 ? described.join(" ") : element.getAttribute("aria-description"));
}

function conditionOf(name: string, value: string | undefined, role: string): Condition {
  const state = Object.hasOwn(STATES, name) ? STATES[name] : undefined;
  if (!state)
    throw new SyntaxError(
      `there is no condition ${name}; there is: name, description, include-hidden, ${Object.keys(STATES).join(", ")}`,
    );
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
