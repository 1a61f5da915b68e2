// What a component says of itself by its internals, and no attribute shows.

/** The value of a property such as `role` or `ariaChecked`, which only the helper can read; empty without it. */
export function internal(element: Element, name: string, tag = element.localName): string {
  return tag.includes("-") ? (globalThis.__clz.internal?.(element, name) ?? "") : "";
}
