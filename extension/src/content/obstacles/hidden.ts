// What hides an element, for the message that says so.

import { flatParent, rootElement } from "../dom/roots";

interface Hidden {
  by: Element;
  how: string;
}

/** Null if nobody can tell: the frame around it may not be drawn. */
export function hiddenBy(element: Element): Hidden | null {
  // Where a frame is not drawn, nothing in it has a style.
  if (getComputedStyle(element).visibility === "") return { by: rootElement(), how: "is in a frame that is not drawn" };
  return undrawn(element) ?? unseen(element) ?? withoutArea(element);
}

/** Nothing in an element that is not drawn is: the outermost is what there is to open. */
function undrawn(element: Element): Hidden | null {
  let found: Hidden | null = null;
  for (let at: Element | null = element, inner = element; at; inner = at, at = flatParent(at)) {
    const how = at === element || !isClosed(at, inner) ? notDrawn(at) : "is closed";
    if (how) found = { by: at, how };
  }
  return found;
}

function isClosed(at: Element, inner: Element): boolean {
  return at instanceof HTMLDetailsElement && !at.open && inner !== at.querySelector(":scope > summary");
}

function notDrawn(element: Element): string | null {
  const { display, contentVisibility } = getComputedStyle(element);
  if (display === "none") return "has display: none";
  return contentVisibility === "hidden" ? "has content-visibility: hidden" : null;
}

/** It is inherited, until an element is made visible again: the one that it comes from. */
function unseen(element: Element): Hidden | null {
  const { visibility } = getComputedStyle(element);
  if (visibility === "visible") return null;
  let by = element;
  for (let at: Element | null = element; at && getComputedStyle(at).visibility === visibility; at = flatParent(at))
    by = at;
  return { by, how: `has visibility: ${visibility}` };
}

function withoutArea(element: Element): Hidden | null {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 ? null : { by: element, how: "has no size" };
}
