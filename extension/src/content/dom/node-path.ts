// Paths to elements, for input actions: the helper cannot be given the elements themselves.

import { INTO_SHADOW, type NodePath } from "../../shared/input/input-actions";

export function elementAt(path: NodePath): Element | null {
  let at: ParentNode | null = document;
  for (const place of path) {
    at = place === INTO_SHADOW ? ((at as Element).openOrClosedShadowRoot ?? null) : (at?.children[place] ?? null);
  }
  return at instanceof Element ? at : null;
}

export function nodePath(element: Element): NodePath {
  const path: NodePath = [];
  for (let at: Node = element; ;) {
    const parent: Node | null = at.parentNode;
    if (!parent) return path.reverse();
    if (at instanceof Element) path.push([...(parent as ParentNode).children].indexOf(at));
    if (parent instanceof ShadowRoot) {
      path.push(INTO_SHADOW);
      at = parent.host;
    } else at = parent;
  }
}
