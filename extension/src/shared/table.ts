// Tables that are asked for words of pages and people: such a table has no `constructor`, and nothing else that is not
// written in it. The linter has every constant of words be one.

/** What is found by a word, and nothing for any other. It calls no function, which a page might have replaced. */
export function table<T>(entries: Record<string, T>): Record<string, T> {
  return { __proto__: null, ...entries } as unknown as Record<string, T>;
}
