// xpath=: XPath 1.0 over the document. XPath knows no shadow roots; within one, a chain gets there: css=x-panel >>
// xpath=…

/** A path can be told from a selector by its beginning. */
export function isXPath(target: string): boolean {
  return target.startsWith("//") || target.startsWith("(//");
}

export function byXPath(path: string, scope: Element | null): Element[] {
  const relative = scope && path.startsWith("/") ? `.${path}` : path;
  const found: Element[] = [];
  for (const from of scope ? [scope, ...(scope.openOrClosedShadowRoot?.children ?? [])] : [document]) {
    const result = document.evaluate(relative, from, null, XPathResult.ORDERED_NODE_ITERATOR_TYPE);
    for (let node = result.iterateNext(); node; node = result.iterateNext()) {
      if (node instanceof Element) found.push(node);
    }
  }
  return found;
}
