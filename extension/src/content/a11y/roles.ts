// Roles: what ARIA and HTML say an element is. The tables are those of aria-query and dom-accessibility-api.

import { elementRoles, roles, type ARIARole, type ARIARoleDefinition } from "aria-query";
import { getRole } from "dom-accessibility-api";

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
export type Definition = ARIARoleDefinition & { nameFrom?: string[] };

export function definitionOf(role: string): Definition | undefined {
  return roles.get(role as ARIARole);
}

/** The element's role; empty where it has none. */
export function roleOf(element: Element): string {
  const explicit = element.hasAttribute("role") ? explicitRole(element) : "";
  if (explicit) return explicit;
  const tag = element.localName;
  if (tag === "input") return inputRole(element as HTMLInputElement);
  if (tag === "header" || tag === "footer") {
    return element.parentElement?.closest(SECTIONING) ? "" : tag === "header" ? "banner" : "contentinfo";
  }
  if (tag === "th") return element.getAttribute("scope") === "row" ? "rowheader" : "columnheader";
  if ((tag === "section" || tag === "form") && !isNamed(element)) return "";
  if (tag === "legend" || tag === "label" || tag === "html") return "";
  return (element.hasAttribute("role") ? implicitRole(element) : getRole(element)) ?? byTag.get(tag) ?? "";
}

/** The first role that ARIA knows. One that takes the element's meaning away holds only where nothing speaks against it. */
function explicitRole(element: Element): string {
  const known = (element.getAttribute("role") ?? "").trim().toLowerCase().split(/\s+/).find(isRole);
  if (known !== "none" && known !== "presentation") return known ?? "";
  return getRole(element) ?? "none";
}

/** The role it would have without a role attribute: one that ARIA does not know counts for nothing. */
function implicitRole(element: Element): string | null {
  const copy = element.cloneNode(false) as Element;
  copy.removeAttribute("role");
  return getRole(copy);
}

function inputRole(input: HTMLInputElement): string {
  return getRole(input) ?? (input.type === "hidden" ? "" : (INPUTS[input.type] ?? "textbox"));
}

function isNamed(element: Element): boolean {
  return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") || element.hasAttribute("title");
}
