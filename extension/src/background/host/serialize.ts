// What goes to the host: how large and how deep it is as JSON, and no text in it that UTF-8 cannot hold.

import { refuseTooDeep } from "../../shared/values/depth";

/** JSON in UTF-8 has at most this many bytes for each unit of a JavaScript string. */
const MAX_BYTES_PER_UNIT = 3;

/** Sizes are only counted byte by byte from here on; below it they cannot matter. */
const COUNT_FROM_CHARS = 1024 * 1024;

/** Throws RESULT_TOO_DEEP. */
export function serialize(message: object): { value: object; bytes: number } {
  refuseTooDeep(message);
  const text = JSON.stringify(message);
  // JSON.stringify writes halves of surrogate pairs as escapes; pages may hold them, readers choke on them.
  const value = /\\ud[89a-f]/.test(text) ? (wellFormed(message) as object) : message;
  const bytes =
    text.length < COUNT_FROM_CHARS ? text.length * MAX_BYTES_PER_UNIT : new TextEncoder().encode(text).length;
  return { value, bytes };
}

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wellFormed(inner)]));
}
