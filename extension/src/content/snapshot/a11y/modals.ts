// Modals: what an open dialog keeps from being pressed. A native one makes all else inert; of one that ARIA calls so,
// the place tells what it covers.

import { flatContains, type Root } from "../../dom/roots";
import { isVisible } from "../../dom/visible";

/** How far from the edges of the view it is looked for a cover. */
const EDGE = 2;

export interface Modals {
  /** The dialogs that are open; in one of them nothing is kept back. */
  open: Set<Element>;
  /** True if Firefox itself holds all else back. */
  native: boolean;
  /** True if what is scrolled out of sight is held back as well. */
  coversView: boolean;
}

/** The modal dialogs that are open; null if there are none. */
export function modalsIn(roots: Root[]): Modals | null {
  const native = roots.flatMap((root) => [...root.querySelectorAll("dialog:modal")]);
  const said =
    native.length > 0
      ? []
      : roots.flatMap((root) => [...root.querySelectorAll('[aria-modal="true"]')].filter(isVisible));
  if (native.length + said.length === 0) return null;
  return {
    open: new Set([...native, ...said]),
    native: native.length > 0,
    coversView: native.length > 0 || isCovered(),
  };
}

/** True if `element` is in one of them, or is one. */
export function isInModal({ open }: Modals, element: Element): boolean {
  return [...open].some((modal) => flatContains(modal, element));
}

/** True if something fixed lies at the corners of the view: a backdrop. */
function isCovered(): boolean {
  const [right, bottom] = [window.innerWidth - EDGE, window.innerHeight - EDGE];
  return [
    [EDGE, EDGE],
    [right, EDGE],
    [EDGE, bottom],
    [right, bottom],
  ].every(([x = 0, y = 0]) => {
    for (let at = document.elementFromPoint(x, y); at; at = at.parentElement) {
      if (getComputedStyle(at).position === "fixed") return true;
    }
    return false;
  });
}
