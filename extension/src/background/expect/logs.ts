// What is expected of what a tab's pages said to the console and asked the network for.

import { Deadline } from "../../shared/deadline";
import { CommandError, ownWords, type OwnWords } from "../../shared/errors";
import type { ExpectParams } from "../../shared/expect";
import { countMatcher } from "../../shared/text/expected";
import { matchesRequest } from "../../shared/text/glob";
import { within, type CommandContext } from "../command-context";
import type { ConsoleLog } from "../devtools/console-log";
import type { NetworkLog } from "../network/network-log";
import { globHint, lookalikes, requestLine } from "../network/lookalike-requests";
import { hasFailed, methodFilter, statusFilter } from "../network/request-filter";
import type { TalliedRequest } from "../network/request-tally";
import type { PageExpectations } from "./page";
import { retry, type Held } from "./verdict";

const AGAIN_MS = 100;

/** What a page has just said, or asked for, is on its way for this long. */
const ON_ITS_WAY_MS = 25;

const MAX_LISTED = 10;

/** A page gave it up itself: it went elsewhere, or has what it wanted. */
const GIVEN_UP = "NS_BINDING_ABORTED";

/** No errors: what was said once stays said, so that an error ends the wait for there being none. */
export function expectNoErrors(
  params: ExpectParams,
  log: ConsoleLog,
  page: PageExpectations,
  context: CommandContext,
): Promise<Held> {
  const { tabId } = context;
  let looked = false;
  return retry(params, context, async (deadline) => {
    const said = log.next(tabId);
    // A page that takes no script is heard by nobody: this throws.
    const { url } = await page.look(params, deadline, context);
    await within(looked ? deadline.atMost(AGAIN_MS) : Deadline.after(ON_ITS_WAY_MS), said, context);
    looked = true;
    const { first, count, lost } = await log.errors(context);
    const untold =
      count === 0 && lost > 0
        ? notKept(lost, ownWords`messages`, ownWords`Clear the log before: clz console --clear`)
        : null;
    const errors = first.slice(0, MAX_LISTED).map(({ message, url, line, source }) => ({
      message,
      where: source ?? (line === null ? url : `${url}:${line}`),
    }));
    const one = count === 1 ? "1 error" : `${count} errors`;
    return {
      holds: untold ? null : count === 0,
      found: count === 0 ? "no errors" : `${one}: ${first[0]?.message ?? ""}`,
      url,
      untold,
      final: count > 0 && !params.negated,
      details: { errors, count },
      hint: ownWords`See them all: clz console --level error`,
    };
  });
}

export function expectNoFailedRequests(
  params: ExpectParams,
  network: NetworkLog,
  context: CommandContext,
): Promise<Held> {
  const excluded = params.excluding ?? [];
  let looked = false;
  return retry(params, context, async (deadline, last) => {
    await change(network, looked ? deadline : Deadline.after(0), context);
    looked = true;
    const tally = network.tally(context.tabId);
    const failed = tally.requests.filter(
      (request) => failedByPage(request) && !excluded.some((glob) => matchesRequest(request.url, glob)),
    );
    const requests = failed.slice(0, MAX_LISTED).map(requestLine);
    const untold = failed.length === 0 ? lostRequests(tally.lost) : null;
    // What is under way may fail in a moment.
    const waits = failed.length === 0 && !last && !deadline.passed && network.isWaiting(context.tabId);
    return {
      holds: untold || waits ? null : failed.length === 0,
      found: failed.length === 0 ? "none" : `${failed.length}: ${requests[0] ?? ""}`,
      untold,
      final: failed.length > 0 && !params.negated,
      details: { requests, count: failed.length },
      hint: ownWords`Leave out what does not matter: --except GLOB`,
    };
  });
}

export function expectRequest(params: ExpectParams, network: NetworkLog, context: CommandContext): Promise<Held> {
  const glob = params.value ?? "";
  const enough = countMatcher(params.count ?? ">= 1");
  const hasStatus = statusFilter(params.status);
  const hasMethod = methodFilter(params.method);
  let looked = false;
  return retry(params, context, async (deadline) => {
    if (looked) await change(network, deadline, context);
    else if (network.tally(context.tabId).requests.length === 0) await change(network, Deadline.after(0), context);
    looked = true;
    const { requests, lost } = network.tally(context.tabId);
    const named = requests.filter((request) => matchesRequest(request.url, glob));
    const matching = named.filter((request) => hasMethod(request) && hasStatus(request));
    const holds = enough(matching.length);
    // More of them would not change it only where any number above is as good.
    const certain = lost === 0 || (holds && (params.count == null || params.count.trim().startsWith(">")));
    return {
      holds: certain ? holds : null,
      found: `${matching.length} of ${requests.length} requests`,
      untold: certain ? null : lostRequests(lost),
      details: { count: matching.length, lookalikes: lookalikes(requests, named, glob) },
      ...(!holds && !params.negated && { hint: globHint(requests, named, glob) }),
    };
  });
}

/** Resolves when a request begins or ends, or after a while; what has just happened is on its way for a moment. */
function change(network: NetworkLog, deadline: Deadline, context: CommandContext): Promise<void> {
  return within(
    Deadline.after(Math.max(ON_ITS_WAY_MS, deadline.atMost(AGAIN_MS).remainingMs)),
    network.next(context.tabId),
    context,
  );
}

function failedByPage(request: TalliedRequest): boolean {
  const { byFirefox, error, status } = request;
  return !byFirefox && hasFailed(error === GIVEN_UP ? { status, state: "done" } : request);
}

function lostRequests(lost: number): CommandError | null {
  return lost === 0 ? null : notKept(lost, ownWords`requests`, ownWords`Clear the log before: clz network --clear`);
}

function notKept(lost: number, what: OwnWords, hint: OwnWords): CommandError {
  const message = ownWords`It cannot be checked: ${lost} ${what} were not kept, there were too many`;
  return new CommandError("LOG_INCOMPLETE", message, { lost }, hint);
}
