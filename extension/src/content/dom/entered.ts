// Fields that hold what a command of ours has entered: the one who gave it need not be shown it.

/** Remembers what the field holds now. */
export function noteEntered(field: Element): void {
  (globalThis.__clz.entered ??= new WeakMap()).set(field, heldBy(field));
}

/** True if it holds what was entered last. */
export function isAsEntered(field: Element): boolean {
  const entered = globalThis.__clz.entered?.get(field);
  return entered !== undefined && entered === heldBy(field);
}

function heldBy(field: Element): string {
  if (field instanceof HTMLInputElement)
    return /^(?:checkbox|radio)$/.test(field.type) ? String(field.checked) : field.value;
  if (field instanceof HTMLSelectElement) return JSON.stringify([...field.selectedOptions].map(({ value }) => value));
  return field instanceof HTMLTextAreaElement ? field.value : (field.getAttribute("aria-checked") ?? "");
}
