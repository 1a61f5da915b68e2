// The copy: what is visible of an element, in a document of its own where nothing loads and no script runs.
//
// Shadow roots and slots are laid out in it as they are drawn; addresses are whole.

import { isSecretField } from "../../shared/secrets/secret-fields";
import { redactedUrl } from "../../shared/secrets/redact";
import { table } from "../../shared/table";

const LEFT_OUT = new Set("script style noscript template iframe frame object embed canvas svg".split(" "));

/**
 * A document or a form shows these as its own members, by their names: libraries would take them for what they look
 * for.
 */
const NAMED = new Set("form img input button select textarea fieldset output".split(" "));
const ADDRESSES = table<"href" | "src">({ a: "href", area: "href", img: "src", video: "src", audio: "src" });

/** `marks` says what stands for which frame. */
export function copyOf(element: Element, marks: ReadonlyMap<Element, string> = new Map()): Document {
  const copy = document.implementation.createHTMLDocument(document.title);
  const inner = copyInto(element, copy, marks);
  if (element === document.documentElement && inner) copy.replaceChild(inner, copy.documentElement);
  else if (inner) copy.body.append(inner);
  return copy;
}

function copyInto(element: Element, into: Document, marks: ReadonlyMap<Element, string>): Element | null {
  const tag = element.localName;
  const mark = marks.get(element);
  if (mark !== undefined) return Object.assign(into.createElement("p"), { textContent: mark });
  if (LEFT_OUT.has(tag)) return null;
  const inHead = tag === "head" || element.parentElement?.localName === "head";
  if (!inHead && !element.checkVisibility() && getComputedStyle(element).display !== "contents") return null;
  const made = into.importNode(element, false);
  if (isSecretField(element)) made.removeAttribute("value");
  for (const naming of NAMED.has(tag) ? ["id", "name"] : []) made.removeAttribute(naming);
  const name = ADDRESSES[tag];
  if (name && element.hasAttribute(name))
    made.setAttribute(name, redactedUrl((element as HTMLAnchorElement & HTMLImageElement)[name]));
  const slotted = tag === "slot" ? (element as HTMLSlotElement).assignedNodes() : [];
  const { visibility, contentVisibility } = getComputedStyle(element);
  const hidden = !inHead && (visibility !== "visible" || contentVisibility === "hidden");
  for (const node of slotted.length > 0 ? slotted : (element.openOrClosedShadowRoot ?? element).childNodes) {
    if (node.nodeType === Node.TEXT_NODE && !hidden) made.append(isSecretField(element) ? "" : (node as Text).data);
    const inner = node.nodeType === Node.ELEMENT_NODE ? copyInto(node as Element, into, marks) : null;
    if (inner) made.append(inner);
  }
  return made;
}
