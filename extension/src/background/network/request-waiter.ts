// Waits for the end of a request: what a page asked the server for because of an action, or on its way there.
//
// Only requests that began with the action or after it count, also those that have ended by now: nothing slips through
// between a click and the wait for what it asked for.

import type { Deadline } from "../../shared/deadline";
import { type Advice, CommandError, ownWords, type OwnWords } from "../../shared/errors";
import { matchesRequest } from "../../shared/text/glob";
import { within, type CommandContext } from "../command-context";
import { globHint, lookalikes, requestLine } from "./lookalike-requests";
import type { NetworkLog } from "./network-log";
import { methodFilter, statusFilter } from "./request-filter";
import type { TalliedRequest } from "./request-tally";

const MAX_UNDER_WAY = 10;

export interface RequestQuery {
  glob: string;
  status?: string | null | undefined;
  method?: string | null | undefined;
  /** Requests that began earlier do not count. By `Date.now()`. */
  since: number;
}

/** What is reported of a request that was waited for. */
export interface EndedRequest {
  id: string;
  url: string;
  method: string;
  type: string;
  status: number | null;
  state: "done" | "failed";
  error: string | null;
  ms: number;
}

/** The first request of the tab that is meant and has ended; null if none has by the deadline. Throws INVALID_PARAMS. */
export async function waitForRequest(
  { glob, status, method, since }: RequestQuery,
  network: NetworkLog,
  deadline: Deadline,
  context: CommandContext,
): Promise<EndedRequest | null> {
  const { tabId } = context;
  if (status != null && /pending/i.test(status)) {
    const hint = ownWords`See what is under way: clz network --status pending`;
    throw new CommandError(
      "INVALID_PARAMS",
      ownWords`clz waits for requests that have ended, not for pending ones`,
      { status },
      hint,
    );
  }
  const hasStatus = statusFilter(status);
  const hasMethod = methodFilter(method);
  for (;;) {
    const change = network.next(tabId);
    for (const request of network.tally(tabId).requests) {
      if (request.begun < since || !hasMethod(request) || !hasStatus(request)) continue;
      const ended = endOf(request);
      if (ended && matchesRequest(request.url, glob)) return ended;
    }
    if (deadline.passed) return null;
    await within(deadline, change, context);
  }
}

function endOf(request: TalliedRequest): EndedRequest | null {
  const { id, url, method, type, status, state, error, ms } = request;
  return state === "pending" ? null : { id, url, method, type, status, state, error, ms: ms ?? 0 };
}

/** What an error says of a request that did not come, or did not end. */
export function missingRequest(
  { glob, since }: RequestQuery,
  tabId: number,
  network: NetworkLog,
): { details: { underWay: string[]; lookalikes: string[]; lost?: number }; hint: OwnWords | Advice } {
  const { requests, lost } = network.tally(tabId);
  const recent = requests.filter(({ begun }) => begun >= since);
  const named = recent.filter(({ url }) => matchesRequest(url, glob));
  const pending = recent.filter(({ state }) => state === "pending");
  const details = {
    underWay: pending.slice(-MAX_UNDER_WAY).map(requestLine),
    lookalikes: lookalikes(recent, named, glob),
    ...(lost > 0 && { lost }),
  };
  const waits = named.some(({ state }) => state === "pending");
  return {
    details,
    hint: waits ? ownWords`It is under way. To keep waiting: clz wait --request GLOB` : globHint(recent, named, glob),
  };
}
