// Masked answers: what leaves Firefox in results and errors loses the secrets in its addresses, whichever command it is of.
//
// Fields of results that hold addresses or titles are known by name. What an agent asks a page for in so many words comes
// as it is: the value of an expression, which needs a right where it could be more than looking, and what a page shows.

import type { Fault } from "../shared/errors";
import { redactText, redactTitle, redactUrl } from "../shared/redact";

type Masking = (text: string) => string;

const BY_FIELD: Record<string, Masking> = {
  url: redactUrl,
  frame: redactUrl,
  href: redactUrl,
  src: redactUrl,
  navigated: redactUrl,
  downloadUrl: redactUrl,
  redirectTo: redactUrl,
  title: redactTitle,
};

/** Commands whose result is the page's own, as it was asked for. */
const AS_ASKED = new Set(["evaluate", "get"]);

export function maskedResult(command: string, result: unknown): unknown {
  return AS_ASKED.has(command) ? result : masked(result);
}

/** Errors name addresses in the middle of a sentence. */
export function maskedFault(fault: Fault): Fault {
  return { ...fault, message: redactText(fault.message), hint: redactText(fault.hint), details: maskedTexts(fault.details) };
}

function masked(value: unknown, mask?: Masking): unknown {
  if (typeof value === "string") return mask ? mask(value) : value;
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, masked(inner, BY_FIELD[name])]);
  return Object.fromEntries(fields);
}

function maskedTexts<T>(value: T): T {
  if (typeof value === "string") return redactText(value) as T;
  if (Array.isArray(value)) return value.map(maskedTexts) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskedTexts(inner)])) as T;
}
