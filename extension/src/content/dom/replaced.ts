// Fields that a page has replaced: taken out of sight, and out of the way of Tab, for something of its own in their place.

/** Smaller than this nobody can press. */
export const MIN_SIDE = 3;

/** True for one that no person can press or reach. */
export function isReplaced(
  element: Element,
  tag = element.localName,
  style: (element: Element) => CSSStyleDeclaration = getComputedStyle,
): boolean {
  if (
    !/^(?:input|select|textarea)$/.test(tag) ||
    !element.hasAttribute("tabindex") ||
    (element as HTMLElement).tabIndex >= 0
  )
    return false;
  if (tag === "input" && /^(?:checkbox|file|radio)$/.test((element as HTMLInputElement).type)) return false;
  const { right, bottom, width, height } = element.getBoundingClientRect();
  if (width < MIN_SIDE || height < MIN_SIDE || right + window.scrollX <= 0 || bottom + window.scrollY <= 0) return true;
  const { opacity, pointerEvents } = style(element);
  return opacity === "0" && pointerEvents === "none";
}

/** The label of the one field in it that was replaced: that of what is there in its place. */
export function labelOfReplaced(element: Element): Element | null {
  const fields = [
    ...element.querySelectorAll<HTMLSelectElement>("select[tabindex], input[tabindex], textarea[tabindex]"),
  ];
  const replaced = fields.filter((field) => isReplaced(field));
  const [only] = replaced;
  return only && replaced.length === 1 ? (only.labels?.[0] ?? null) : null;
}
