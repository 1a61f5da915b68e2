// The tree of a safe expression, as the background makes it and the interpreter takes it; and what is said of a part that is
// refused.

/** `[kind, start, end, …]`; the place is in UTF-16 units of the source. */
export type Tree = [kind: string, start: number, end: number, ...rest: unknown[]];

/** A part of an expression that safe mode does not allow, and why. */
export interface RefusedPart {
  is: "refused";
  reason: string;
  start: number;
  end: number;
}

const QUOTED_CHARS = 60;

/** Message and details of UNSAFE_EXPRESSION. */
export function refusal(source: string, { reason, start, end }: RefusedPart) {
  const what = quoted(source.slice(start, end));
  const { line, column } = placeOf(source, start);
  return {
    message: `'${what}' (line ${line}, column ${column}) ${reason}.`,
    details: { what, reason, line, column },
  };
}

export function quoted(text: string): string {
  return text.length <= QUOTED_CHARS ? text : `${text.slice(0, QUOTED_CHARS - 1)}…`;
}

export function placeOf(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
