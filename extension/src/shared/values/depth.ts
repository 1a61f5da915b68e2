// How deep a value is nested: what is deeper than any reader on its way can bear is refused where it comes in.

import { LIMITS } from "../../generated/registry";
import { CommandError, ownWords } from "../errors";

/** Throws RESULT_TOO_DEEP, before JSON or Firefox's own copying gives up on it. */
export function refuseTooDeep(value: unknown): void {
  const maxDepth = LIMITS.maxJsonDepth;
  if (!isDeeper(value, maxDepth)) return;
  throw new CommandError("RESULT_TOO_DEEP", ownWords`The result is nested deeper than ${maxDepth} levels`, {
    maxDepth,
  });
}

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
