// The accessibility tree of one document: what is shown, as items with role, name, states and value.
//
// Elements that mean nothing by themselves are left out, and what is in them moves up.

import { squeeze } from "../../shared/text";
import { isNamedByAuthor, nameFrom, nameOf, type Styles } from "./names";
import { definitionOf, roleOf } from "./roles";
import { statesOf, valueOf, type States } from "./states";

export interface Item {
  /** Null for a text. */
  element: Element | null;
  role: string;
  name: string;
  states: States;
  value: string;
  children: Item[];
}

const SKIPPED = new Set("base head link meta noscript script style template title".split(" "));
/** Roles that say how a piece of a sentence is meant: the sentence stays one. */
const INLINE = new Set(
  "code deletion emphasis generic insertion mark none presentation strong subscript superscript time".split(" "),
);
/** Their content is shown below them: it is not repeated as their name. */
const CONTAINERS = new Set("cell columnheader gridcell row rowheader".split(" "));
/** Elements that matter without an ARIA role. */
const OWN_ROLES = new Set("audio canvas embed frame iframe object video".split(" "));
const FRAMES = new Set(["iframe", "frame"]);

/** Builds the tree of `top`, with `top` itself as its first item where it means something. */
export function treeOf(top: Element, active: Element | null): Item[] {
  const styles = new Map<Element, CSSStyleDeclaration>();
  const style: Styles = (element, pseudo) => {
    if (pseudo) return getComputedStyle(element, pseudo);
    const known = styles.get(element);
    if (known) return known;
    const made = getComputedStyle(element);
    styles.set(element, made);
    return made;
  };
  const items: Item[] = [];
  visit(top, items, { style, active, pointer: false, mute: false, shown: true });
  return items.filter(({ element, value }) => element || value);
}

interface Context {
  style: Styles;
  active: Element | null;
  /** True inside what takes clicks as a whole. */
  pointer: boolean;
  /** True where the text is known already, as the name of something. */
  mute: boolean;
  /** False where `visibility` hides the text. */
  shown: boolean;
}

function visit(element: Element, out: Item[], context: Context): void {
  const tag = element.localName;
  if (SKIPPED.has(tag) || element.getAttribute("aria-hidden") === "true") return;
  let { shown } = context;
  if (element.checkVisibility({ visibilityProperty: true })) shown = true;
  else {
    const { display, visibility } = context.style(element);
    if (display === "none" || (display !== "contents" && visibility === "visible")) return;
    shown = visibility === "visible";
  }
  if (tag === "br" || tag === "wbr") return text(" ", out);
  const role = roleOf(element) || (OWN_ROLES.has(tag) ? tag : "");
  if (shown && role !== "" && !INLINE.has(role)) return meaningful(element, role, out, context);
  const here = { ...context, shown, mute: context.mute || isNamingText(element) };
  const { display, cursor } = context.style(element);
  const pointer = cursor === "pointer";
  if (shown && !context.pointer && takesClicks(element, pointer)) return clickable(element, out, { ...here, pointer: true });
  const block = !display.startsWith("inline") && display !== "contents";
  if (block) close(out);
  descend(element, out, here);
  if (block) close(out);
}

function meaningful(element: Element, role: string, out: Item[], context: Context): void {
  const from = nameFrom(role);
  const name = CONTAINERS.has(role) && !isNamedByAuthor(element) ? "" : nameOf(element, role, context.style);
  const item: Item = {
    element,
    role,
    name,
    states: statesOf(element, role, context.active),
    value: valueOf(element, role) ?? "",
    children: [],
  };
  out.push(item);
  if (FRAMES.has(element.localName) || element instanceof HTMLTextAreaElement) return;
  if (from === "content" && definitionOf(role)?.childrenPresentational) {
    if (!name) item.name = squeeze(element.textContent ?? "");
    return;
  }
  const pointer = context.pointer || role === "link" || role === "button";
  descend(element, item.children, { ...context, shown: true, pointer, mute: false });
  if (from === "content" && !item.name && !CONTAINERS.has(role)) {
    // Names leave out what comes from shadow roots; people hear it all the same.
    item.name = item.children.map(({ element, value, name }) => (element ? name : value)).join(" ").trim();
  }
  if (item.name) item.children = item.children.filter((child) => child.element || !item.name.includes(child.value.trim()));
}

/** An element without a role that takes clicks all the same: agents need to see it. */
function clickable(element: Element, out: Item[], context: Context): void {
  const editable = element instanceof HTMLElement && element.isContentEditable;
  const item: Item = {
    element,
    role: editable ? "textbox" : "generic",
    name: nameFrom("button") === "content" && isNamedByAuthor(element) ? nameOf(element, "group", context.style) : "",
    states: { ...statesOf(element, "generic", context.active), ...(editable ? {} : { clickable: true as const }) },
    value: "",
    children: [],
  };
  descend(element, item.children, context);
  out.push(item);
}

function takesClicks(element: Element, pointer: boolean): boolean {
  if (pointer && element.localName !== "label" && element.localName !== "html" && element.localName !== "body") return true;
  return element.hasAttribute("onclick") || element.hasAttribute("tabindex") || isEditingHost(element);
}

function isEditingHost(element: Element): boolean {
  const editable = element.getAttribute("contenteditable");
  return editable !== null && editable !== "false";
}

/** True for text that names something else, which says it. */
function isNamingText(element: Element): boolean {
  const tag = element.localName;
  return (tag === "label" && (element as HTMLLabelElement).control !== null) || tag === "legend" || tag === "caption";
}

function descend(element: Element, out: Item[], context: Context): void {
  const root = element.openOrClosedShadowRoot;
  const slotted = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
  for (const node of slotted.length > 0 ? slotted : (root ?? element).childNodes) {
    if (node.nodeType === Node.ELEMENT_NODE) visit(node as Element, out, context);
    else if (node.nodeType === Node.TEXT_NODE && context.shown && !context.mute) text((node as Text).data, out);
  }
}

/** Adds to the text that is open, or begins one. */
function text(data: string, out: Item[]): void {
  const last = out.at(-1);
  if (last && !last.element && last.role === "text") {
    last.value += data;
    return;
  }
  if (data.trim() === "") return;
  out.push({ element: null, role: "text", name: "", states: {}, value: data, children: [] });
}

/** Ends the text that is open: what follows stands in a block of its own. */
function close(out: Item[]): void {
  const last = out.at(-1);
  if (last && !last.element) last.role = "closed text";
}
