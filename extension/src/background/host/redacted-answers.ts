// Redacted answers: what leaves Firefox in results and errors loses the secrets in its addresses, whichever command it is
// of.
//
// Fields of results that hold addresses or titles are known by name. What an agent asks a page for in so many words
// comes as it is: the value of an expression, which needs a right where it could be more than looking, and what a page
// shows.

import type { Fault } from "../../shared/errors";
import { redactText, redactTitle, redactUrl, withMasked } from "../../shared/secrets/redact";
import { changeShown } from "../../shared/text/unseen";

type Redaction = (text: string) => string;
type RedactionOf = (field: string) => Redaction | undefined;

const BY_FIELD = new Map<string, Redaction>([
  ["url", redactUrl],
  ["frame", redactUrl],
  ["href", redactUrl],
  ["src", redactUrl],
  ["navigated", redactUrl],
  ["navigationRefused", redactUrl],
  ["onItsWayTo", redactUrl],
  ["downloadUrl", redactUrl],
  ["redirectTo", redactUrl],
  ["title", redactTitle],
]);

export function redactedResult(result: unknown): unknown {
  return redacted(result, (field) => BY_FIELD.get(field));
}

/** What was asked for as it is; the address and the title of the page beside it lose their secrets. */
export function withoutTokens(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return result;
  const beside = Object.entries(result).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const told = beside.map(([name, text]) => [name, changed(text, BY_FIELD.get(name) ?? ((same) => same))] as const);
  return { ...result, ...Object.fromEntries(told) };
}

/** Errors name addresses in the middle of a sentence. */
export function redactedFault(fault: Fault): Fault {
  const details = redacted(fault.details, () => redactText) as Fault["details"];
  const [message = "", hint = ""] = [fault.message, fault.hint].map((text) => changed(text, redactText));
  const advice = fault.advice?.map((part) => changed(part, redactText));
  return { ...fault, message, hint, details, ...(advice && { advice }) };
}

/** The value itself if there is nothing to redact in it: a result can be large. */
function redacted(value: unknown, redactionOf: RedactionOf, redact?: Redaction): unknown {
  if (typeof value === "string") return redact ? changed(value, redact) : value;
  if (typeof value !== "object" || value === null) return value;
  const isList = Array.isArray(value);
  const members = value as Record<string, unknown>;
  let copy: Record<string, unknown> | null = null;
  for (const name of Object.keys(members)) {
    const inner = redacted(members[name], redactionOf, isList ? redact : redactionOf(name));
    if (inner === members[name]) continue;
    copy ??= (isList ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
    copy[name] = inner;
  }
  return copy ?? value;
}

function changed(text: string, redact: Redaction): string {
  return changeShown(text, (shown) => withMasked(shown, redact(shown)));
}
