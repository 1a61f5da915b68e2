// What a field with a list takes for a text: of a suggestion its value, whatever of it was said.

import { comparable } from "./text";

export function suggestionsOf(field: Element): HTMLOptionElement[] {
  return [...((field as Partial<HTMLInputElement>).list?.options ?? [])];
}

/** The suggestion whose value, label, or both as a snapshot shows them, is said; undefined if there is none. */
export function suggestionIn(options: HTMLOptionElement[], said: string): HTMLOptionElement | undefined {
  const words = comparable(said);
  return (
    options.find(({ value }) => value === said) ??
    options.find((option) => [comparable(option.label), comparable(bothOf(option))].includes(words))
  );
}

/** As a snapshot shows it. */
export function bothOf({ value, label }: HTMLOptionElement): string {
  if (label === "" || label === value) return value;
  return value === "" ? label : `${value} — ${label}`;
}
