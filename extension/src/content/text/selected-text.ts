// What is selected of a page, or of a field. A secret that the selection cuts in two is masked as the whole that it is.

import { isSecretField, masked } from "../../shared/secrets/secret-fields";
import { heldNow } from "../../shared/secrets/held-now";
import { part, unseenNow } from "../../shared/text/unseen";
import { deepActiveElement } from "../dom/roots";

/** What is selected on the page, or in the field that has the focus. */
export function selectedText(): string {
  const selection = getSelection();
  return selection ? selectedTextOf(selection) : "";
}

/** The text of a selection or a range, as it may be shown. */
export function selectedTextOf(selected: Selection | Range): string {
  // Firefox says of a page's selection what is selected in the field that has the focus.
  const inField = "rangeCount" in selected ? selectedInField() : null;
  if (inField !== null) return inField;
  const text = selected.toString();
  const ranges = "rangeCount" in selected ? rangesOf(selected) : [selected];
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last || (!unseenNow() && heldNow()?.texts.size === 0)) return text;
  const before = textBeside(first, "before");
  return part(before + text + textBeside(last, "after"), before.length, text.length);
}

function selectedInField(): string | null {
  const active = deepActiveElement();
  if (!(active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement)) return null;
  const { selectionStart, selectionEnd, value } = active;
  if (selectionStart === null || selectionEnd === null || selectionEnd <= selectionStart) return null;
  if (isSecretField(active)) return masked(value.slice(selectionStart, selectionEnd));
  return part(value, selectionStart, selectionEnd - selectionStart);
}

function rangesOf(selection: Selection): Range[] {
  return Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at));
}

/** All that is before a range, or after it. */
function textBeside(range: Range, side: "before" | "after"): string {
  const beside = range.cloneRange();
  const root = range.startContainer.getRootNode();
  if (side === "before") {
    beside.setStart(root, 0);
    beside.setEnd(range.startContainer, range.startOffset);
  } else {
    beside.setEnd(root, root.childNodes.length);
    beside.setStart(range.endContainer, range.endOffset);
  }
  return beside.toString();
}
