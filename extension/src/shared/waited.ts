// Which limit ended a wait: the one of the wait itself, or that of the whole command.

/** A wait that gives up is a little short of its limit: it has to say so in time. */
const SHORT_MS = 250;

export interface Waited {
  waitedMs: number;
  limit: "waitMs" | "timeout";
}

export function waited(waitMs: number, spentMs: number): Waited {
  return { waitedMs: Math.round(spentMs), limit: spentMs + SHORT_MS >= waitMs ? "waitMs" : "timeout" };
}

/** The same in words, to follow what is missing. */
export function waitedWords(waitMs: number, spentMs: number): string {
  const { limit, waitedMs } = waited(waitMs, spentMs);
  return `after ${waitedMs} ms, as long as ${limit === "waitMs" ? "--wait-ms" : "--timeout"} lets it`;
}
