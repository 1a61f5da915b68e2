// Text fields that are named by what is around them: an editor by its frame, whose hidden field takes the keys, or a field
// of a design system by its wrapper.

import { CommandError, ours } from "../../shared/errors";
import { checkableOf } from "../dom/checkable";
import { selectorOf } from "../dom/describe";
import { isVisible } from "../dom/visible";
import { takesText } from "../synthetic-input/edit";
import { isField } from "../synthetic-input/focus";
import { isSurface } from "./input-surface";

const MAX_NAMED = 3;

/**
 * What takes the text if somebody names this element: itself, or the one thing in it that takes any. Throws
 * NOT_EDITABLE where several do.
 */
export function textFieldOf(element: Element): Element {
  if (isField(element) || element instanceof HTMLSelectElement || takesText(element) || checkableOf(element))
    return element;
  const inside = fieldsIn(element);
  if (inside.length < 2) return inside[0] ?? element;
  const named = inside.slice(0, MAX_NAMED).map(selectorOf);
  throw new CommandError(
    "NOT_EDITABLE",
    `${selectorOf(element)} holds ${inside.length} fields that take text`,
    { tagName: element.localName, fields: named },
    ours`Name the field itself: clz snapshot -i lists them`,
  );
}

/** Fields that can be seen, and whole editable elements; else the field without size by which an editor has its keys. */
function fieldsIn(element: Element): Element[] {
  const roots = [element, element.openOrClosedShadowRoot].filter((root) => root !== null);
  const all = roots.flatMap((root) => [...root.querySelectorAll("input, textarea, [contenteditable]")]);
  const fields = all.filter((one) => takesText(one) && !(one.parentElement && takesText(one.parentElement)));
  const surfaces = fields.filter(isSurface);
  return fields.length > surfaces.length ? fields.filter((one) => isVisible(one) && !surfaces.includes(one)) : surfaces;
}
