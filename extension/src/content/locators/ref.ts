// Refs as targets: @e12, or @f2e7 in a frame. The background has sent it to the frame that it names.

import { CommandError } from "../../shared/errors";
import { elementOf } from "../snapshot/refs";

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
  throw new CommandError("STALE_REF", `The element ${target} is not on the page any more`, {
    target,
    url: location.href,
    title: document.title,
  });
}
