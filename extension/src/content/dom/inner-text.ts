// The text of an element as the page draws it now.

/**
 * In a tab that is not in front Firefox gives `innerText` as of the layout before, until somebody asks for a box: what a
 * page has just written is missing.
 */
export function innerTextOf(element: HTMLElement): string {
  element.getBoundingClientRect();
  return element.innerText;
}
