// Text fields that are named by what is around them: an editor by its frame, whose hidden field takes the keys, or a field
// of a design system by its wrapper.

import { CommandError, ownWords } from "../../shared/errors";
import { checkableOf } from "../dom/checkable";
import { fieldName, selectorOf } from "../dom/describe";
import { isVisible } from "../dom/visible";
import { takesText } from "../synthetic-input/edit";
import { delegatesFocus, isField } from "../synthetic-input/focus";
import { isSurface } from "./input-surface";

const MAX_NAMED = 10;
const FIELDS = "input, textarea, [contenteditable]";

/**
 * What takes the text if somebody names this element: itself, or the one thing in it that takes any. Throws
 * NOT_EDITABLE where several do.
 */
export function textFieldOf(element: Element): Element {
  if (isField(element) || element instanceof HTMLSelectElement || checkableOf(element)) return element;
  const inside = takesText(element) && !delegatesFocus(element) ? [] : fieldsIn(element);
  if (inside.length < 2) return inside[0] ?? element;
  const named = inside.slice(0, MAX_NAMED).map(selectorOf);
  const message = `${fieldName(element)} holds ${inside.length} fields that take text`;
  const hint = ownWords`Name the field itself: clz snapshot -i lists them`;
  throw new CommandError("NOT_EDITABLE", message, { tagName: element.localName, fields: named }, hint);
}

/** Fields that can be seen, and whole editable elements; else the field without size by which an editor has its keys. */
export function fieldsIn(element: Element): Element[] {
  const all = [element, ...rootsIn(element)].flatMap((root) => [...root.querySelectorAll(FIELDS)]);
  const fields = all.filter((one) => takesText(one) && !(one.parentElement && takesText(one.parentElement)));
  const surfaces = fields.filter(isSurface);
  return fields.length > surfaces.length ? fields.filter((one) => isVisible(one) && !surfaces.includes(one)) : surfaces;
}

/** Its shadow root, with those in it: components consist of components. */
function rootsIn(element: Element): ShadowRoot[] {
  const roots = [element.openOrClosedShadowRoot].filter((root) => root !== null);
  for (const root of roots) {
    for (const { openOrClosedShadowRoot: inner } of root.querySelectorAll("*")) if (inner) roots.push(inner);
  }
  return roots;
}
