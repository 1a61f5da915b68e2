// The accessibility tree of one document: what is shown, as items with role, name, states and value.
//
// Elements that mean nothing by themselves are left out, and what is in them moves up. Each question to the DOM passes
// the wrapper between extension and page, which is what takes the time here: everything is asked once, and only where
// the answer can matter.

import { shorten, squeeze } from "../../shared/text";
import { hasNamingAttribute, isNamedByAuthor, nameFrom, nameOf, type Styles } from "./names";
import { definitionOf, roleOf } from "./roles";
import { statesOf, valueOf, type States } from "./states";

export interface Item {
  /** Null for a text. */
  element: Element | null;
  tag: string;
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
const CONTAINERS = new Set("cell columnheader gridcell row rowgroup rowheader".split(" "));
/** Elements that matter without an ARIA role. */
const OWN_ROLES = new Set("audio canvas embed frame iframe object video".split(" "));
/** They say the name of what holds them, and nothing else. */
const NAMING_TAGS = new Set(["caption", "legend"]);
/** What stands as a whole for what is in it. */
const WHOLE = new Set("audio canvas embed frame iframe object textarea video".split(" "));
const TEXT_CHARS = 5_000;
/** What a label may have without saying anything else than its text. */
const LABEL_ATTRIBUTES = new Set(["class", "for", "id", "style"]);
const INLINE_TAGS = new Set(
  (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q ruby s samp slot small span " +
    "strong sub sup time tt u var"
  ).split(" "),
);

interface Context {
  style: Styles;
  active: Element | null;
  /** By tag and class: whether style sheets add words to such an element. */
  styled: Map<string, boolean>;
  /** True inside what takes clicks as a whole. */
  pointer: boolean;
  /** True where the text is known already, as the name of something. */
  mute: boolean;
  /** False where `visibility` hides the text. */
  shown: boolean;
}

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
  visit(top, items, { style, styled: new Map(), active, pointer: false, mute: false, shown: true });
  return items;
}

function visit(element: Element, out: Item[], context: Context): void {
  const tag = element.localName;
  if (SKIPPED.has(tag)) return;
  const attributes = element.getAttributeNames();
  if (attributes.includes("aria-hidden") && element.getAttribute("aria-hidden") === "true") return;
  let shown = true;
  if (!element.checkVisibility({ visibilityProperty: true })) {
    const { display, visibility } = context.style(element);
    if (display === "none" || (display !== "contents" && visibility === "visible")) return;
    shown = visibility === "visible";
  }
  if (tag === "br" || tag === "wbr") return text(" ", out);
  const own = NAMING_TAGS.has(tag) ? "" : roleOf(element, tag, attributes.includes("role"));
  const role = own || (OWN_ROLES.has(tag) ? tag : "");
  if (shown && role !== "" && !INLINE.has(role)) return meaningful(element, tag, attributes, role, out, context);
  // An element without attributes looks as its tag does; where a rule says otherwise, what holds it says so as well.
  const looks = attributes.length > 0 ? context.style(element) : null;
  const pointer = looks?.cursor === "pointer";
  const here = shown === context.shown ? context : { ...context, shown };
  if (shown && !context.pointer && takesClicks(element, tag, attributes, pointer)) {
    return clickable(element, tag, attributes, out, { ...here, pointer: true });
  }
  const display = looks?.display ?? (INLINE_TAGS.has(tag) ? "inline" : "block");
  const block = !display.startsWith("inline") && display !== "contents";
  if (block) close(out);
  descend(element, tag, out, isNamingText(element, tag) ? { ...here, mute: true } : here);
  if (block) close(out);
}

function meaningful(
  element: Element,
  tag: string,
  attributes: string[],
  role: string,
  out: Item[],
  context: Context,
): void {
  const states = statesOf(element, role, tag, attributes);
  const item: Item = {
    element,
    tag,
    role,
    name: "",
    states: element === context.active ? { ...states, active: true } : states,
    value: valueOf(element, role, tag),
    children: [],
  };
  out.push(item);
  const whole = WHOLE.has(tag) || tag === "input";
  if (!whole) {
    const pointer = context.pointer || role === "link" || role === "button";
    const same = context.shown && !context.mute && pointer === context.pointer;
    descend(element, tag, item.children, same ? context : { ...context, shown: true, mute: false, pointer });
  }
  const byContent = nameFrom(role) === "content";
  const contained = CONTAINERS.has(role) && !hasNamingAttribute(attributes);
  if (!contained) item.name = plainName(item, attributes, byContent, context) ?? nameOf(element, role, context.style, tag, attributes);
  // Names leave out what comes from shadow roots; people hear it all the same.
  if (!item.name && byContent && !contained) item.name = shorten(squeeze(item.children.map(wordsOf).join(" ")), TEXT_CHARS);
  if (byContent && definitionOf(role)?.childrenPresentational) item.children = [];
  else if (item.name && item.children.length > 0) {
    item.children = item.children.filter((child) => child.element || !item.name.includes(squeeze(child.value)));
  }
}

/**
 * The name of what holds nothing but text, or one thing that is named itself: what the whole algorithm would give, at a
 * fraction of its time. Null where it has to be asked.
 */
function plainName({ element, tag, children }: Item, attributes: string[], byContent: boolean, context: Context): string | null {
  if (!element || hasNamingAttribute(attributes)) return null;
  if (tag === "input" || tag === "select" || tag === "textarea") return plainLabel(element as HTMLInputElement);
  const [only] = children;
  if (!byContent || !only || children.length > 1 || tag === "option" || tag === "svg") return null;
  if (only.element && only.role !== "link" && only.role !== "button") return null;
  if (isGivenWords(element, tag, attributes, context)) return null;
  return only.element ? only.name || null : squeeze(only.value);
}

/** What the one label says that holds nothing but text and the field. */
function plainLabel(field: HTMLInputElement): string | null {
  const { labels } = field;
  const label = labels?.length === 1 ? labels[0] : null;
  if (!label?.checkVisibility() || !label.getAttributeNames().every((name) => LABEL_ATTRIBUTES.has(name))) return null;
  let words = "";
  for (let node = label.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) words += (node as Text).data;
    else if (node !== field) return null;
  }
  return squeeze(words) || null;
}

/** True where style sheets add words before or after the element's own. Like elements are asked once. */
function isGivenWords(element: Element, tag: string, attributes: string[], { style, styled }: Context): boolean {
  const key = attributes.includes("class") ? `${tag} ${element.getAttribute("class")}` : tag;
  let given = styled.get(key);
  if (given === undefined) {
    given = ["::before", "::after"].some((pseudo) => !/^(?:none|normal)$/.test(style(element, pseudo).content));
    styled.set(key, given);
  }
  return given;
}

function wordsOf(item: Item): string {
  return item.element ? item.name || item.children.map(wordsOf).join(" ") : item.value;
}

/** An element without a role that takes clicks all the same: agents need to see it. */
function clickable(element: Element, tag: string, attributes: string[], out: Item[], context: Context): void {
  const editable = isEditingHost(element, attributes);
  const role = editable ? "textbox" : "generic";
  const states = statesOf(element, role, tag, attributes);
  const item: Item = {
    element,
    tag,
    role,
    name: isNamedByAuthor(tag, attributes) ? nameOf(element, "group", context.style, tag, attributes) : "",
    states: { ...states, ...(element === context.active && { active: true }), ...(!editable && { clickable: true }) },
    value: "",
    children: [],
  };
  descend(element, tag, item.children, context);
  out.push(item);
}

function takesClicks(element: Element, tag: string, attributes: string[], pointer: boolean): boolean {
  if (pointer && tag !== "label" && tag !== "html" && tag !== "body") return true;
  return attributes.includes("onclick") || attributes.includes("tabindex") || isEditingHost(element, attributes);
}

function isEditingHost(element: Element, attributes: string[]): boolean {
  return attributes.includes("contenteditable") && element.getAttribute("contenteditable") !== "false";
}

/** True for text that names something else, which says it. */
function isNamingText(element: Element, tag: string): boolean {
  return NAMING_TAGS.has(tag) || (tag === "label" && (element as HTMLLabelElement).control !== null);
}

function descend(element: Element, tag: string, out: Item[], context: Context): void {
  const slotted = tag === "slot" ? (element as HTMLSlotElement).assignedNodes() : [];
  if (slotted.length > 0) {
    for (const node of slotted) step(node, out, context);
    return;
  }
  const from = element.openOrClosedShadowRoot ?? element;
  for (let node = from.firstChild; node; node = node.nextSibling) step(node, out, context);
}

function step(node: Node, out: Item[], context: Context): void {
  const { nodeType } = node;
  if (nodeType === 1) visit(node as Element, out, context);
  else if (nodeType === 3 && context.shown && !context.mute) text((node as Text).data, out);
}

/** Adds to the text that is open, or begins one. */
function text(data: string, out: Item[]): void {
  const last = out.at(-1);
  if (last && !last.element && last.role === "text") {
    last.value += data;
    return;
  }
  if (data.trim() === "") return;
  out.push({ element: null, tag: "", role: "text", name: "", states: {}, value: data, children: [] });
}

/** Ends the text that is open: what follows stands in a block of its own. */
function close(out: Item[]): void {
  const last = out.at(-1);
  if (last && !last.element) last.role = "closed text";
}
