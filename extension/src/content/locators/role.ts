// role=: by ARIA role, with the name and states in brackets: role=button[name="Save"][disabled].

import { lazyBundle } from "../lazy-bundles";
import { normalizeWhitespace } from "../../shared/text/text";
import { labelsOf } from "./attributes";
import { cssAll } from "./css";
import { matcher, unquote } from "./text-matcher";

const TARGET = /^([a-z]+)\s*((?:\[(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/(?:\\.|[^/\\])+\/[a-z]*|[^\]"'])*\]\s*)*)$/s;
const CONDITION =
  /\[\s*([a-z-]+)\s*(?:=\s*((?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/(?:\\.|[^/\\])+\/[a-z]*|[^\]"'])*?))?\s*\]/gs;

type State = (element: Element) => string;

const aria =
  (name: string): State =>
  (element) =>
    element.getAttribute(`aria-${name}`) ?? "false";

const STATES: Record<string, State> = {
  checked: (element) => (element instanceof HTMLInputElement ? String(element.checked) : aria("checked")(element)),
  disabled: (element) => String(element.matches(':disabled, [aria-disabled="true"], [aria-disabled="true"] *')),
  expanded: (element) => {
    const details = element.localName === "summary" ? element.closest("details") : null;
    return details ? String(details.open) : aria("expanded")(element);
  },
  level: (element) => element.getAttribute("aria-level") ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? "",
  pressed: aria("pressed"),
  selected: (element) => (element instanceof HTMLOptionElement ? String(element.selected) : aria("selected")(element)),
};

/** Throws a SyntaxError for a role or a condition that there is not. */
export function byRole(words: string): Element[] {
  const { isRole, nameOf, selectorOfRole } = lazyBundle("a11y");
  const [, role = "", rest = ""] = TARGET.exec(words) ?? [];
  if (!role) throw new SyntaxError('roles are written like button or button[name="Save"]');
  if (!isRole(role)) throw new SyntaxError(`there is no role ${role}`);
  const conditions = [...rest.matchAll(CONDITION)].map(([, name = "", value]) => conditionOf(name, value?.trim()));
  return cssAll(selectorOfRole(role)).filter(
    (element) => hasRole(element, role) && conditions.every((holds) => holds(element, () => nameOf(element, role))),
  );
}

/** Not of what is hidden from those who go by roles. */
export function hasRole(element: Element, role: string): boolean {
  return lazyBundle("a11y").roleOf(element) === role && !element.closest('[aria-hidden="true"]');
}

/** The attributes that names come from. */
export const NAMING = ["aria-label", "title", "alt", "placeholder", "value", "label"];
const NAMED = NAMING.map((name) => `[${name}]`).join(", ");

/**
 * False if none of the words stands in what an element may be named by: to compute a name takes far longer. What has no
 * words of its own may have its name from anywhere.
 */
function hasOneOf(words: string[], element: Element): boolean {
  const text = element.textContent ?? "";
  if (words.some((word) => text.includes(word))) return true;
  const said = [text.trim(), ...labelsOf(element)];
  const inside = element.firstElementChild ? element.querySelectorAll(NAMED) : [];
  for (const named of [element, ...inside]) {
    if (named.hasAttribute("aria-labelledby")) return true;
    for (const name of NAMING) said.push(named.getAttribute(name) ?? "");
  }
  return said.every((one) => one === "") || said.some((one) => words.some((word) => one.includes(word)));
}

type Condition = (element: Element, name: () => string) => boolean;

function conditionOf(name: string, value: string | undefined): Condition {
  if (name === "name") {
    if (!value) throw new SyntaxError('a name is written like [name="Save"], [name=save] or [name=/^save/i]');
    const matches = matcher(value);
    const exactly = unquote(value);
    if (exactly === null) return (_, nameNow) => matches(nameNow());
    const words = normalizeWhitespace(exactly).split(" ");
    return (element, nameNow) => hasOneOf(words, element) && matches(nameNow());
  }
  const state = STATES[name];
  if (!state) throw new SyntaxError(`there is no condition ${name}; there is: name, ${Object.keys(STATES).join(", ")}`);
  const wanted = value === undefined ? "true" : (unquote(value) ?? value);
  return (element) => state(element) === wanted;
}
