// The evaluator: what the helper gives to the content script of a frame, so that an expression runs in the page's own
// world whatever the page's policy says and whatever it has put in the place of the language's functions. Only text
// crosses. And the hold, by which a safe expression calls functions of the page: Firefox ends what would have an
// effect.

import type { Unseen } from "../text/unseen";

export interface Evaluation {
  source: string;
  maxLength: number;
  /** As if somebody had just clicked. */
  gesture: boolean;
  /** What goes along unseen with texts that are cut. */
  unseen: Unseen | null;
}

/** What an expression calls by a name of ours. */
export interface Named {
  element?: Element;
  elements?: Element[];
}

/** `json` is a RemoteValue. */
export type Evaluated =
  | { is: "done"; json: string }
  | { is: "threw"; name: string; message: string; stack: string }
  | { is: "problem"; problem: string };

/** `request` is the JSON of an Evaluation, `done` gets that of an Evaluated; then the name of what is named, and that. */
export type Evaluator = (
  request: string,
  done: (evaluated: string) => void,
  name?: keyof Named,
  ...named: Element[]
) => void;

/** How a call that was held came out; of "refused" the value says what would have had an effect. */
export type HeldOutcome = "value" | "threw" | "refused" | "tooLong";

/**
 * Calls `what`, a function that the page's scripts wrote, with `self` and `given`; or, where it is a string, reads the
 * variable of that name. Nothing runs but what has no effect, for `workMs` at most. Null ends the hold: what it is
 * begun for, and until it is ended, must happen in one turn.
 */
export type Hold = (
  tell: (is: HeldOutcome, value: unknown) => void,
  workMs: number,
  what: object | string | null,
  self?: unknown,
  ...given: unknown[]
) => void;

/**
 * How a source may be meant, in the order in which it is tried: as an expression, else as statements; with await and
 * return where it has the words. Without them it is not an async function, which would ask its value for `then`.
 */
export function readings(source: string): string[] {
  if (/\b(?:await|return)\b/.test(source))
    return [`(async () => (\n${source}\n))()`, `(async () => {\n${source}\n})()`];
  return [`(\n${source}\n)`, `{\n${source}\n}`];
}

/** To be parsed alone, first: what is thrown while it runs is not to be taken for a fault in its syntax. */
export function unrun(reading: string): string {
  return `(() => {\n${reading}\n})`;
}

/** The content script's side of it. */
export function evaluateWith(evaluator: Evaluator, request: Evaluation, named: Named): Promise<Evaluated> {
  const name = named.element ? "element" : named.elements ? "elements" : undefined;
  const inside = named.element ? [named.element] : (named.elements ?? []);
  return new Promise((resolve) => {
    const done = (answer: string): void => resolve(JSON.parse(answer) as Evaluated);
    evaluator(JSON.stringify(request), done, name, ...inside);
  });
}
