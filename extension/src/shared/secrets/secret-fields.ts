// Secrets in fields: what a page keeps in passwords, one-time codes, card numbers and hidden tokens. It does not leave
// it.

import type { ContentGlobals } from "../content-globals";
import { isSecret } from "./redact";

const AUTOCOMPLETE =
  /(?:^|\s)(?:current-password|new-password|one-time-code|cc-(?:number|csc|exp(?:-month|-year)?))(?:\s|$)/i;

type Valued = HTMLInputElement | HTMLTextAreaElement;

const FIELDS = "input, textarea";

export function isSecretField(element: Element): element is Valued {
  // By name: elements of other frames are no instances of this frame's interfaces.
  if (!/^(?:input|textarea)$/.test(element.localName) || !("defaultValue" in element)) return false;
  const { type, name, id } = element as Valued;
  if (type === "password" || AUTOCOMPLETE.test(element.getAttribute("autocomplete") ?? "")) return true;
  if (wasGivenSecret(element)) return true;
  return type === "hidden" && (isSecret(name) || isSecret(id));
}

/** True for a field whose letters are not told: a password, or one that a secret was entered in. */
export function isUnreadable(element: Element): boolean {
  return (
    (element.localName === "input" && (element as HTMLInputElement).type === "password") || wasGivenSecret(element)
  );
}

/** The helper has no such global. */
function wasGivenSecret(element: Element): boolean {
  return (globalThis as { __clz?: ContentGlobals }).__clz?.secretFields?.has(element) === true;
}

export function masked(value: string): string {
  return "•".repeat([...value].length);
}

/** Every secret that a field under one of `roots` holds, or had written into its markup. */
export function secretsIn(roots: Iterable<Document | ShadowRoot>): Set<string> {
  const found = new Set<string>();
  for (const root of roots) {
    for (const field of root.querySelectorAll(FIELDS)) {
      if (!isSecretField(field)) continue;
      for (const value of [field.value, field.defaultValue]) if (value !== "") found.add(value);
    }
  }
  return found;
}

/** The value with every text masked that is a secret, and markup that holds one in the attribute of a field. */
export function withoutSecrets<T>(value: T, secrets: Set<string>): T {
  if (secrets.size === 0) return value;
  const written = [...secrets].map((secret): [string, string] => [
    `value="${escaped(secret)}"`,
    `value="${masked(secret)}"`,
  ]);
  const clean = (inner: unknown): unknown => {
    if (typeof inner === "string") {
      return secrets.has(inner)
        ? masked(inner)
        : written.reduce((text, [from, to]) => text.replaceAll(from, to), inner);
    }
    if (Array.isArray(inner)) return inner.map(clean);
    if (typeof inner !== "object" || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [clean(key), clean(one)]));
  };
  return clean(value) as T;
}

const EMPTY = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** An element without what is in it, as markup. A copy of it could load, or come to life. */
export function startTag(element: Element): string {
  const { localName, attributes } = element;
  const isSecret = isSecretField(element);
  const written = Array.from(
    attributes,
    ({ name, value }) => ` ${name}="${escaped(isSecret && name === "value" ? masked(value) : value)}"`,
  );
  return `<${localName}${written.join("")}>${EMPTY.test(localName) ? "" : `</${localName}>`}`;
}

/** As Firefox writes it into markup. */
function escaped(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("\u00a0", "&nbsp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
