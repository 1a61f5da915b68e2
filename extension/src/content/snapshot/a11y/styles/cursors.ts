// Cursors: what style sheets say takes the mouse. The computed style tells a pointer that an element has, not whether
// it is its own or that of what holds it, and nothing of one that shows under the mouse alone.

import type { Root } from "../../../dom/roots";
import { isSelector, takesMouse, type Note, type Sheets } from "./sheets";

/** States that a page is in only while somebody uses it: for the style, not now. */
const IN_USE = /:(?:hover|focus-within|focus-visible|focus|active)(?![\w-])/g;

/** A selector, and whether it asks for nothing that only holds in use; null for one that tells nothing. */
type Given = { selector: string; always: boolean } | null;

const given = new WeakMap<Note, Given>();

export interface Cursors {
  /** Elements that are given such a cursor themselves. */
  declared: Set<Element>;
  /** Elements with a cursor under the mouse only, and which. */
  inUse: Map<Element, string>;
}

export function cursorsIn(roots: Root[], sheets: Sheets): Cursors {
  const declared = new Set<string>();
  const inUse = new Map<Element, string>();
  for (const root of roots) {
    for (const note of sheets(root).notes) {
      if (!takesMouse(note.cursor) || !note.media.every((media) => matchMedia(media).matches)) continue;
      let to = given.get(note);
      if (to === undefined) given.set(note, (to = givenBy(note)));
      if (to?.always) declared.add(to.selector);
      else if (to) for (const element of root.querySelectorAll(to.selector)) inUse.set(element, note.cursor);
    }
  }
  const selector = [...declared].join(",");
  const all = selector === "" ? [] : roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  return { declared: new Set(all), inUse };
}

function givenBy({ selector }: Note): Given {
  // A rule for everything in something says nothing of each.
  if (/\*\s*$/.test(selector) || !isSelector(selector)) return null;
  const inUse = selector.replace(IN_USE, ":is(*)");
  if (inUse === selector) return { selector, always: true };
  return isSelector(inUse) ? { selector: inUse, always: false } : null;
}
