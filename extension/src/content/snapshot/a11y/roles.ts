// Roles: what ARIA and HTML say an element is. The table of ARIA's roles is that of aria-query.

import { roles, type ARIARole, type ARIARoleDefinition } from "aria-query";
import { nearest } from "../../../shared/text/nearest";
import { implicitRole, isFocusable, isNamed, tagsOfRole } from "./implicit-roles";
import { internal } from "../../dom/internals";
import { stylesNow, type Styles } from "./styles/styles";
import { table } from "../../../shared/table";

/** Roles that say how a piece of a sentence is meant: the sentence stays one. */
export const INLINE = new Set(
  "code deletion emphasis generic insertion mark none presentation strong subscript superscript time".split(" "),
);

/** Two words for the same role: the older one, which everybody writes, is ours. */
const SYNONYMS = table<string>({ image: "img", presentation: "none" });
/** Roles that hold only for what has a name. */
const NAMED = new Set(["form", "region"]);
/** What ARIA lets any element have, and which says that it matters. */
const GLOBAL =
  "atomic busy controls current describedby description details dropeffect flowto grabbed keyshortcuts label labelledby " +
  "live owns relevant roledescription";
const GLOBALS = new Set(GLOBAL.split(" ").map((name) => `aria-${name}`));

/** Elements that matter without an ARIA role: their tags are roles. */
const OWN_ROLES = new Set("audio canvas embed frame iframe object video".split(" "));

export function isRole(role: string): boolean {
  return role in SYNONYMS || OWN_ROLES.has(role) || (roles.has(role as ARIARole) && !definitionOf(role)?.abstract);
}

/** The role that is most like a word; undefined if none is. */
export function roleLike(word: string): string | undefined {
  return nearest([...roles.keys()].filter(isRole), word, 1)[0];
}

/** The word for a role that a page or a target may say otherwise. */
export function canonicalRole(role: string): string {
  return SYNONYMS[role] ?? role;
}

/** What is asked of a role, which aria-roles.mjs takes from aria-query when the extension is built. */
type Definition = Pick<ARIARoleDefinition, "abstract" | "childrenPresentational"> & {
  props: object;
  /** The package's types leave it out. */
  nameFrom?: string[];
};

export function definitionOf(role: string): Definition | undefined {
  return roles.get(role as ARIARole);
}

/** True if ARIA lets the role be in this state. */
export function hasState(role: string, state: string): boolean {
  return `aria-${state}` in (definitionOf(role)?.props ?? {});
}

/** The element's role; empty if it has none. */
export function roleOf(
  element: Element,
  tag = element.localName,
  hasRole = element.hasAttribute("role"),
  styles = stylesNow(),
): string {
  return (
    (hasRole && explicitRole(element, styles)) ||
    implicitRole(element, tag, styles) ||
    knownIn(internal(element, "role", tag))
  );
}

/** The role that snapshots show it with: what is edited as a whole is a text box where ARIA has no other word for it. */
export function shownRole(element: Element, styles = stylesNow()): string {
  const role = roleOf(element, undefined, undefined, styles) || ownRole(element.localName);
  return (role === "" || role === "generic") && isEditingHost(element) ? "textbox" : role;
}

/** Empty for most. */
export function ownRole(tag: string): string {
  return OWN_ROLES.has(tag) ? tag : "";
}

export function isEditingHost(element: Element, attributes = element.getAttributeNames()): boolean {
  return attributes.includes("contenteditable") && element.getAttribute("contenteditable") !== "false";
}

const selectors = new Map<string, string>();

/** A selector of everything that may have the role: asking `roleOf` of a whole page takes longer. */
export function selectorOfRole(role: string): string {
  let selector = selectors.get(role);
  if (selector === undefined) {
    selector = [
      "[role]",
      ...tagsOfRole(role),
      ...(OWN_ROLES.has(role) ? [role] : []),
      ...(role === "textbox" ? ["[contenteditable]"] : []),
    ].join(", ");
    selectors.set(role, selector);
  }
  return selector;
}

/** The first role in a text that ARIA knows; empty if there is none. */
function knownIn(words: string): string {
  const known = words && words.trim().toLowerCase().split(/\s+/).find(isRole);
  return known ? canonicalRole(known) : "";
}

/**
 * The first role that ARIA knows and that can hold; empty if there is none. One that takes the element's meaning away
 * holds only if nothing speaks against it.
 */
function explicitRole(element: Element, styles: Styles): string {
  for (const word of (element.getAttribute("role") ?? "").trim().toLowerCase().split(/\s+/)) {
    if (!isRole(word) || (NAMED.has(word) && !isNamed(element, styles))) continue;
    const role = canonicalRole(word);
    return role === "none" && matters(element) ? "" : role;
  }
  return "";
}

function matters(element: Element): boolean {
  return isFocusable(element) || element.getAttributeNames().some((name) => GLOBALS.has(name));
}
