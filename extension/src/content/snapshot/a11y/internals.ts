// Internals: what a component says of itself, such as its role, in words that no attribute has. Only the helper can read
// them.

/** `role`, `ariaLabel`, `ariaChecked` or the like; empty for what is no component, or says nothing. */
export function internal(element: Element, name: string, tag = element.localName): string {
  return tag.includes("-") ? (globalThis.__clz.internal?.(element, name) ?? "") : "";
}
