// Which limit ended a wait: the one of the wait itself, or that of the whole command.

import { LIMITS } from "../generated/registry";
import { type OwnWords, ownWords } from "./errors";

interface Waited {
  waitedMs: number;
  limit: "waitMs" | "timeout";
}

export function waited(waitMs: number, spentMs: number): Waited {
  return { waitedMs: Math.round(spentMs), limit: spentMs + LIMITS.waitToleranceMs >= waitMs ? "waitMs" : "timeout" };
}

/** The same in words, to follow what is missing. */
export function waitedWords(waitMs: number, spentMs: number): string {
  const { limit, waitedMs } = waited(waitMs, spentMs);
  return `after ${waitedMs} ms, the limit of ${limit === "waitMs" ? "--wait-ms" : "--timeout"}`;
}

/** How to wait longer, by the limit that ended the wait. */
export function longerHint(waitMs: number, spentMs: number): OwnWords | undefined {
  const { limit } = waited(waitMs, spentMs);
  return limit === "waitMs"
    ? ownWords`Give it longer: --wait-ms MILLISECONDS; see what is there: clz snapshot`
    : undefined;
}
