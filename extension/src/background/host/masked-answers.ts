// Masked answers: what leaves Firefox in results and errors loses the secrets in its addresses, whichever command it is
// of.
//
// Fields of results that hold addresses or titles are known by name. What an agent asks a page for in so many words
// comes as it is: the value of an expression, which needs a right where it could be more than looking, and what a page
// shows.

import type { Fault } from "../../shared/errors";
import { redactText, redactTitle, redactUrl, withMasked } from "../../shared/secrets/redact";
import { changeShown } from "../../shared/text/unseen";

type Masking = (text: string) => string;
type MaskingOf = (field: string) => Masking | undefined;

const BY_FIELD = new Map<string, Masking>([
  ["url", redactUrl],
  ["frame", redactUrl],
  ["href", redactUrl],
  ["src", redactUrl],
  ["navigated", redactUrl],
  ["downloadUrl", redactUrl],
  ["redirectTo", redactUrl],
  ["title", redactTitle],
]);

export function maskedResult(result: unknown): unknown {
  return masked(result, (field) => BY_FIELD.get(field));
}

/** Errors name addresses in the middle of a sentence. */
export function maskedFault(fault: Fault): Fault {
  const details = masked(fault.details, () => redactText) as Fault["details"];
  const [message = "", hint = ""] = [fault.message, fault.hint].map((text) => changed(text, redactText));
  return { ...fault, message, hint, details };
}

/** The value itself if there is nothing to mask in it: a result can be large. */
function masked(value: unknown, maskingOf: MaskingOf, mask?: Masking): unknown {
  if (typeof value === "string") return mask ? changed(value, mask) : value;
  if (typeof value !== "object" || value === null) return value;
  const isList = Array.isArray(value);
  const members = value as Record<string, unknown>;
  let copy: Record<string, unknown> | null = null;
  for (const name of Object.keys(members)) {
    const inner = masked(members[name], maskingOf, isList ? mask : maskingOf(name));
    if (inner === members[name]) continue;
    copy ??= (isList ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
    copy[name] = inner;
  }
  return copy ?? value;
}

function changed(text: string, mask: Masking): string {
  return changeShown(text, (shown) => withMasked(shown, mask(shown)));
}
