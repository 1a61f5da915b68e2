// role=: by ARIA role, with the name and states in brackets: role=button[name="Save"][disabled].

import { lazyBundle } from "../lazy-bundles";
import { cssAll } from "./css";
import { matcher, unquote } from "./text-matcher";

const TARGET = /^([a-z]+)\s*((?:\[(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/(?:\\.|[^/\\])+\/[a-z]*|[^\]"'])*\]\s*)*)$/s;
const CONDITION =
  /\[\s*([a-z-]+)\s*(?:=\s*((?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/(?:\\.|[^/\\])+\/[a-z]*|[^\]"'])*?))?\s*\]/gs;

/** Most pages have few elements with a role of their own; the rest is told by the tag. */
const ANY = "*";

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
  const { isRole, roleOf, nameOf } = lazyBundle("a11y");
  const [, role = "", rest = ""] = TARGET.exec(words) ?? [];
  if (!role) throw new SyntaxError('roles are written like button or button[name="Save"]');
  if (!isRole(role)) throw new SyntaxError(`there is no role ${role}`);
  const conditions = [...rest.matchAll(CONDITION)].map(([, name = "", value]) => conditionOf(name, value?.trim()));
  return cssAll(ANY).filter((element) => {
    if (roleOf(element) !== role || element.closest('[aria-hidden="true"]')) return false;
    return conditions.every((holds) => holds(element, () => nameOf(element, role)));
  });
}

type Condition = (element: Element, name: () => string) => boolean;

function conditionOf(name: string, value: string | undefined): Condition {
  if (name === "name") {
    if (!value) throw new SyntaxError('a name is written like [name="Save"], [name=save] or [name=/^save/i]');
    const matches = matcher(value);
    return (_, nameNow) => matches(nameNow());
  }
  const state = STATES[name];
  if (!state) throw new SyntaxError(`there is no condition ${name}; there is: name, ${Object.keys(STATES).join(", ")}`);
  const wanted = value === undefined ? "true" : (unquote(value) ?? value);
  return (element) => state(element) === wanted;
}
