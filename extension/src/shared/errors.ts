// Errors: what a command fails with, on both sides of the extension. They cross every hop whole, as a Fault.
//
// What an error says may hold words of a page: a selector, an address, a label. The fronts set these apart for their
// readers, and so have to know whether there are any. Text counts as a page's unless it was made by `ownWords`, which
// takes nothing but fixed words and numbers.

import type { Fault } from "../generated/messages";
import { HINTS, type ErrorCode } from "../generated/registry";

export type { Fault };

/** Text that quotes nothing from a page. */
export class OwnWords {
  constructor(readonly text: string) {}
}

/** A string that the source spells out, one of several included; never one that is made while we run. */
type Fixed<T> = T extends number | OwnWords
  ? T
  : T extends string
    ? Record<never, never> extends Record<T, 1>
      ? never
      : T
    : never;

/** Text of ours: ownWords`Give either a size or ${option}`. The compiler refuses what is not fixed. */
export function ownWords<T extends Array<string | number | OwnWords>>(
  fixed: TemplateStringsArray,
  ...values: { [At in keyof T]: Fixed<T[At]> }
): OwnWords {
  const words = (values as T).map((value) => (value instanceof OwnWords ? value.text : String(value)));
  return new OwnWords(String.raw({ raw: fixed }, ...words));
}

/** What to do next where it quotes a page: parts that are ours, and between each two of them what is the page's. */
export type Advice = readonly string[];

/** advice`Did you mean: ${selector}?`: what is put in is the page's, unless it is a number or `ownWords`. */
export function advice(fixed: TemplateStringsArray, ...values: Array<string | number | OwnWords>): Advice {
  const parts = [fixed[0] ?? ""];
  values.forEach((value, at) => {
    const after = fixed[at + 1] ?? "";
    if (typeof value === "string") parts.push(value, after);
    else parts[parts.length - 1] += `${value instanceof OwnWords ? value.text : value}${after}`;
  });
  return parts;
}

export const DID_YOU_MEAN = "Did you mean: ";

/** Targets that may have been meant; a command line quotes them for its shell. */
export function didYouMean(targets: string[]): Advice {
  return [DID_YOU_MEAN, ...targets.flatMap((target, at) => (at === 0 ? [target] : [" or ", target])), "?"];
}

export class CommandError extends Error {
  readonly hint: string;
  readonly advice: Advice;
  readonly ownWords: string[];

  constructor(
    readonly code: ErrorCode,
    message: string | OwnWords,
    readonly details: Record<string, unknown> = {},
    hint: OwnWords | Advice = new OwnWords(HINTS[code]),
  ) {
    super(textOf(message));
    this.name = "CommandError";
    this.advice = hint instanceof OwnWords ? [hint.text] : hint;
    this.hint = this.advice.join("");
    this.ownWords = [
      ...(message instanceof OwnWords ? ["message"] : []),
      ...(this.advice.length === 1 ? ["hint"] : []),
    ];
  }

  static fromFault({
    code,
    message,
    details,
    hint,
    ownWords: own = [],
    advice: parts = ["", hint, ""],
  }: Fault): CommandError {
    const said = own.includes("message") ? new OwnWords(message) : message;
    return new CommandError(code, said, details, own.includes("hint") ? new OwnWords(hint) : parts);
  }

  toFault(): Fault {
    const { code, message, hint, details, ownWords: own, advice } = this;
    return { code, message, hint, details, ownWords: own, ...(advice.length > 1 && { advice: [...advice] }) };
  }
}

function textOf(said: string | OwnWords): string {
  return said instanceof OwnWords ? said.text : said;
}

/** What an extension alone cannot do, and what works here in its place. */
export function needsManaged(
  message: string | OwnWords,
  instead: OwnWords | null = null,
  details: Record<string, unknown> = {},
): CommandError {
  const hint = instead && ownWords`${instead}. To get a Firefox that can: clz browser install`;
  return new CommandError("NEEDS_MANAGED", message, details, hint ?? undefined);
}

/** What needs a part of Firefox's own inside, which is not what it was. */
export function movedPart(detail: string): CommandError {
  const message = ownWords`Firefox has changed inside, and this clz cannot do that in it`;
  return new CommandError("NEEDS_MANAGED", message, { detail }, ownWords`See what has moved: clz doctor`);
}

/** What was thrown, as a fault: anything but a CommandError is a fault of clz itself. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof CommandError) return thrown.toFault();
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  const details = thrown instanceof Error && thrown.stack ? { stack: thrown.stack.slice(0, 2_000) } : {};
  return new CommandError("INTERNAL", message, details).toFault();
}
