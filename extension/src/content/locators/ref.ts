// Refs as targets: @e12, or @f2e7 in a frame. The background has sent it to the frame that it names.

import { CommandError } from "../../shared/errors";
import { elementOf, lastRef } from "../snapshot/refs";

const REF = /^@(?:f\d+)?e(\d+)$/;

/** Anything with an @ in front is meant as a ref: no other language of targets begins with one. */
export function isRef(target: string): boolean {
  return target.startsWith("@");
}

export function byRef(target: string): Element[] {
  const number = REF.exec(target)?.[1];
  if (!number) throw new SyntaxError("refs are written like @e12 or @f2e7");
  const element = elementOf(Number(number));
  if (element) return [element];
  const isUnknown = Number(number) > lastRef();
  const why = isUnknown
    ? `No snapshot has given the ref ${target}`
    : `The element ${target} is not on the page any more`;
  throw new CommandError("STALE_REF", why, { target, url: location.href, title: document.title });
}
