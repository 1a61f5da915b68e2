// xpath=: XPath 1.0 over the document. XPath knows no shadow roots; within one, a chain gets there: css=x-panel >>
// xpath=…

import { CommandError, ownWords } from "../../shared/errors";
import { pathWithoutProbes } from "../dom/probes";

/** A path differs from a selector in its beginning. */
export function isXPath(target: string): boolean {
  return /^(?:\/\/|\(\/\/|\.\.(?:\/|$))/.test(target);
}

export function byXPath(path: string, scope: Element | null): Element[] {
  const asked = pathWithoutProbes(path);
  if (asked === null) {
    const hint = ownWords`Name the element by its text, role or label: clz snapshot -i`;
    const message = ownWords`The path could ask for a part of a secret that this page holds`;
    throw new CommandError("INVALID_TARGET", message, {}, hint);
  }
  const relative = scope ? asked.replace(/^(\(?)\//, "$1./") : asked;
  const found: Element[] = [];
  for (const from of scope ? [scope, ...(scope.openOrClosedShadowRoot?.children ?? [])] : [document]) {
    const result = elementsAt(relative, from);
    for (let node = result.iterateNext(); node; node = result.iterateNext()) {
      if (node instanceof Element) found.push(node);
    }
  }
  return found;
}

/** Throws a SyntaxError for a path that cannot be read, and for one that gives a value: `count(//p)`. */
function elementsAt(path: string, from: Node): XPathResult {
  try {
    return document.evaluate(path, from, null, XPathResult.ORDERED_NODE_ITERATOR_TYPE);
  } catch (thrown) {
    if ((thrown as Error).name !== "TypeError") throw thrown;
    throw new SyntaxError("the path of a target gives elements, and this one a value", { cause: thrown });
  }
}
