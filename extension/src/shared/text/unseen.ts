// Unseen text: what is before and after the place where a text of a page was cut. It goes along with the text, as
// far as a secret may reach, so that the host finds one that lies across the cut; the host takes it out again.
//
//   Welcome, hun⟦ter2 and so on⟧…     the host knows the secret hunter2, and shows: Welcome, {{NAME}}…
//
// The marks around it are the host's, and no page knows them. Until a secret is used there are none, and nothing goes
// along.

import type { Unseen } from "../../generated/messages";
import { withoutSecretValues } from "../secrets/held-now";

export type { Unseen };

/** How the two marks begin: characters that mean nothing, in any text. */
const OPENS = "\ufdd0";
const CLOSES = "\ufdd1";

let own: Unseen | null = null;

/** For what this script cuts from now on. Content scripts keep it in their global instead, where all parts see it. */
export function setUnseen(unseen: Unseen | null): void {
  own = unseen;
}

export function unseenNow(): Unseen | null {
  return own ?? (globalThis as { __clz?: { unseen?: Unseen | null } }).__clz?.unseen ?? null;
}

/** The text between marks; nothing where nothing goes along. */
export function hidden(text: string): string {
  const unseen = unseenNow();
  return unseen && text !== "" ? OPENS + unseen.mark + text + CLOSES + unseen.mark : "";
}

/** What is shown of a text that was cut. */
export function shownOf(text: string): string {
  return partsOf(text)
    .filter((_, at) => at % 2 === 0)
    .join("");
}

export function shownLength(text: string): number {
  return shownOf(text).length;
}

/** A text with what is shown of it changed, part by part. */
export function changeShown(text: string, change: (shown: string) => string): string {
  return partsOf(text)
    .map((one, at) => (at % 2 === 0 ? change(one) : hidden(one)))
    .join("");
}

/** `length` units of a text from `from` on, fewer where it would end in half a character. */
export function part(given: string, from: number, length: number): string {
  // Cut in two, a secret would not be found in it any more.
  const text = changeShown(given, withoutSecretValues);
  const whole = shownOf(text);
  const end = endOf(whole, from + length);
  const unseen = unseenNow();
  if (!unseen) return whole.slice(from, end);
  let [before, shown, after] = ["", "", ""];
  let at = 0;
  for (const [place, piece] of partsOf(text).entries()) {
    if (place % 2 === 0) {
      before += piece.slice(0, Math.max(0, from - at));
      shown += piece.slice(Math.max(0, from - at), Math.max(0, end - at));
      after += piece.slice(Math.max(0, end - at));
      at += piece.length;
    } else if (at >= end) after += piece;
    else if (at <= from) before += piece;
    else shown += hidden(piece);
  }
  return amid(before, shown, after);
}

/** A text with what is right before it and after it. */
export function amid(before: string, shown: string, after: string): string {
  const chars = unseenNow()?.chars ?? 0;
  return chars === 0 ? shown : hidden(before.slice(-chars)) + shown + hidden(after.slice(0, chars));
}

/** How much may be shown of a text of which no more than its first `known` units are known, if it is `length` at most. */
export function shownAtMost(length: number, known: number): number {
  return Math.min(length, Math.max(0, known - (unseenNow()?.chars ?? 0)));
}

/** The shown and the unseen in turn, a shown part first, which may be empty. */
function partsOf(text: string): string[] {
  const mark = unseenNow()?.mark;
  if (mark === undefined || !text.includes(mark)) return [text];
  const [first = "", ...others] = text.split(OPENS + mark);
  return [first, ...others.flatMap((other) => [other.split(CLOSES + mark, 1)[0] ?? "", afterMark(other, mark)])];
}

function afterMark(text: string, mark: string): string {
  const at = text.indexOf(CLOSES + mark);
  return at < 0 ? "" : text.slice(at + CLOSES.length + mark.length);
}

function endOf(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
