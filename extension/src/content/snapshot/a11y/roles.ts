// Roles: what ARIA and HTML say an element is. The tables are those of aria-query and dom-accessibility-api.

import { elementRoles, roles, type ARIARole, type ARIARoleDefinition } from "aria-query";
import { getRole } from "dom-accessibility-api";

/** Roles that say how a piece of a sentence is meant: the sentence stays one. */
export const INLINE = new Set(
  "code deletion emphasis generic insertion mark none presentation strong subscript superscript time".split(" "),
);

/** Inputs that HTML gives no role, as people use them. */
const INPUTS: Record<string, string> = { file: "button", color: "button" };

/** What holds a header or footer that is not the page's (HTML-AAM). */
const SECTIONING = "article, aside, main, nav, section";

const byTag = new Map<string, string>();
for (const [{ name, attributes, constraints }, found] of elementRoles.entries()) {
  const [role] = found;
  if (!attributes?.length && !constraints?.length && role && !byTag.has(name)) byTag.set(name, role);
}

export function isRole(role: string): boolean {
  return roles.has(role as ARIARole) && !definitionOf(role)?.abstract;
}

/** Its types leave out what a role's name may come from. */
type Definition = ARIARoleDefinition & { nameFrom?: string[] };

export function definitionOf(role: string): Definition | undefined {
  return roles.get(role as ARIARole);
}

/** Tags whose role hangs on their attributes, or on where they stand. */
const DEPENDENT = new Set("a area footer form header img input link section select th".split(" "));

/** What the other tags are; asking the tables once a tag is enough. */
const plain = new Map<string, string>();

/** The element's role; empty if it has none. */
export function roleOf(element: Element, tag = element.localName, hasRole = element.hasAttribute("role")): string {
  if (hasRole)
    return explicitRole(element) || (DEPENDENT.has(tag) ? dependentRole(withoutRole(element), tag) : plainRole(tag));
  return DEPENDENT.has(tag) ? dependentRole(element, tag) : plainRole(tag);
}

function plainRole(tag: string): string {
  let role = plain.get(tag);
  if (role === undefined) {
    // A legend and a label name something else, and the document is the page itself.
    const none = tag === "legend" || tag === "label" || tag === "html";
    role = none ? "" : (getRole(document.createElement(tag)) ?? byTag.get(tag) ?? "");
    plain.set(tag, role);
  }
  return role;
}

/** What each of those can be. */
const CAN_BE: Record<string, string> = {
  a: "link",
  area: "link",
  footer: "contentinfo",
  form: "form",
  header: "banner",
  img: "img presentation none image",
  input: "button checkbox combobox radio searchbox slider spinbutton textbox",
  link: "link",
  section: "region",
  select: "combobox listbox",
  th: "columnheader rowheader cell gridcell",
};

/** Tags that the tables of dom-accessibility-api know beside those of aria-query. */
const MORE_TAGS =
  "datalist dd details dialog dt fieldset figure hr li main math menu nav ol optgroup option output progress summary " +
  "table tbody td textarea tfoot thead tr ul";

const selectors = new Map<string, string>();

/** A selector of everything that may have the role: asking `roleOf` of a whole page takes longer. */
export function selectorOfRole(role: string): string {
  let selector = selectors.get(role);
  if (selector === undefined) {
    const plain = [...new Set([...byTag.keys(), ...MORE_TAGS.split(" ")])].filter(
      (tag) => !DEPENDENT.has(tag) && plainRole(tag) === role,
    );
    const others = Object.keys(CAN_BE).filter((tag) => CAN_BE[tag]?.split(" ").includes(role));
    selector = ["[role]", ...plain, ...others].join(", ");
    selectors.set(role, selector);
  }
  return selector;
}

function dependentRole(element: Element, tag: string): string {
  switch (tag) {
    case "input":
      return inputRole(element as HTMLInputElement);
    case "header":
    case "footer":
      return element.parentElement?.closest(SECTIONING) ? "" : tag === "header" ? "banner" : "contentinfo";
    case "th":
      return element.getAttribute("scope") === "row" ? "rowheader" : "columnheader";
    case "section":
    case "form":
      return isNamed(element) ? (getRole(element) ?? "") : "";
    default:
      return getRole(element) ?? "";
  }
}

/**
 * The first role that ARIA knows. One that takes the element's meaning away holds only if nothing speaks against it.
 */
function explicitRole(element: Element): string {
  const known = (element.getAttribute("role") ?? "").trim().toLowerCase().split(/\s+/).find(isRole);
  if (known !== "none" && known !== "presentation") return known ?? "";
  return getRole(element) ?? "none";
}

/** A role that ARIA does not know counts for nothing. */
function withoutRole(element: Element): Element {
  const copy = element.cloneNode(false) as Element;
  copy.removeAttribute("role");
  return copy;
}

function inputRole(input: HTMLInputElement): string {
  return getRole(input) ?? (input.type === "hidden" ? "" : (INPUTS[input.type] ?? "textbox"));
}

function isNamed(element: Element): boolean {
  return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") || element.hasAttribute("title");
}
