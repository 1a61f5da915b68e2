// One truth about names: what a snapshot calls an element is what `element` and `role=` call it.

import { nameFrom, standardName } from "./names";
import { treeOf } from "./tree";

/** The name that a snapshot would give the element. */
export function nameOf(element: Element, role: string): string {
  if (nameFrom(role) === "author" || nameFrom(role) === "nothing") return standardName(element, role);
  const [item] = treeOf(element, null, null);
  return (item?.element === element && item.name) || standardName(element, role);
}
