// A document's fingerprint: whether something is different after an action than it was before. What was put on and
// taken off again meanwhile does not count.

import { allRoots } from "../dom/roots";

/** Larger documents are not looked at: it would take longer than the action. */
const MAX_ELEMENTS = 20_000;

/** Empty if the document is too large. Drawings on a canvas are not in it, nor what other frames show. */
export function fingerprint(elements: readonly Element[]): string {
  const roots = allRoots();
  const all = roots.flatMap((root) => [...root.querySelectorAll("*")]);
  if (all.length > MAX_ELEMENTS) return "";
  const texts = roots.map((root) => (root instanceof Document ? (root.body?.outerHTML ?? "") : root.innerHTML));
  const moved = all
    .filter((each) => each.scrollTop || each.scrollLeft)
    .map((each) => `${each.scrollLeft},${each.scrollTop}`);
  const fields = all.map((each) => ("value" in each && "form" in each ? String(each.value) : ""));
  const places = elements.map((each) => JSON.stringify(each.getBoundingClientRect()));
  // Left behind by scripts that took off again what they had put on.
  const plain = texts.join("\0").replace(/ (?:class|style)=""/g, "");
  return [plain, ...moved, fields.join("\0"), ...places].join("\0");
}
