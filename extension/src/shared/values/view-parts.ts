// What every view of a page's values has in common: which they are by name, and how nodes are shown.

import { NODE_HTML_CHARS, NODE_TEXT_CHARS, type View } from "./serialize";
import { startTag } from "../secrets/secret-fields";
import { cut } from "../text/text";

export const LISTS = /^(?:NodeList|RadioNodeList|HTML\w*Collection|Arguments|FileList|DOMTokenList)$/;
export const TYPED_ARRAYS = /^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/;
/** The errors of the language and of Firefox; a page's own are of the class that they extend. */
export const ERRORS =
  /^(?:(?:Aggregate|Compile|Eval|Internal|Link|Range|Reference|Runtime|Suppressed|Syntax|Type|URI)?Error|DOMException)$/;
/** Nothing in them can be looked at. */
export const OPAQUE = /^(?:Promise|WeakMap|WeakSet|WeakRef|Generator|AsyncGenerator)$/;

/** Of a text, an attribute or a comment. */
export const VALUE_CHARS = 200;

export function mark(name: string, what: Record<string, unknown>): View {
  return { name, is: "mark", mark: what };
}

export function nodeMark(node: Node): Record<string, unknown> {
  if (node.nodeType !== 1) return { $type: "node", name: node.nodeName, text: cut(node.nodeValue ?? "", VALUE_CHARS) };
  const element = node as Element;
  return elementMark(element, element.textContent ?? "");
}

export function elementMark(element: Element, text: string): Record<string, unknown> {
  return {
    $type: "node",
    name: element.localName,
    html: cut(startTag(element), NODE_HTML_CHARS),
    text: cut(text.replace(/\s+/g, " ").trim(), NODE_TEXT_CHARS),
  };
}
