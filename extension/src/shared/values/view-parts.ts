// What every view of a page's values has in common: which they are by name, and how nodes are shown.

import { NODE_HTML_CHARS, NODE_TEXT_CHARS, type View } from "./serialize";
import { startTag } from "../secrets/secret-fields";

export const LISTS = /^(?:NodeList|RadioNodeList|HTML\w*Collection|Arguments|FileList|DOMTokenList)$/;
export const TYPED_ARRAYS = /^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/;
/** Nothing in them can be looked at. */
export const OPAQUE = /^(?:Promise|WeakMap|WeakSet|WeakRef|Generator|AsyncGenerator)$/;

export function mark(name: string, what: Record<string, unknown>): View {
  return { name, is: "mark", mark: what };
}

export function nodeMark(node: Node): Record<string, unknown> {
  if (node.nodeType !== 1) return { $type: "node", name: node.nodeName, text: (node.nodeValue ?? "").slice(0, 200) };
  const element = node as Element;
  return elementMark(element, element.textContent ?? "");
}

export function elementMark(element: Element, text: string): Record<string, unknown> {
  const html = startTag(element).slice(0, NODE_HTML_CHARS);
  return {
    $type: "node",
    name: element.localName,
    html,
    text: text.replace(/\s+/g, " ").trim().slice(0, NODE_TEXT_CHARS),
  };
}
