// Verdicts: looking until the page is as expected, and the error if it never is.

import { Deadline } from "../../shared/deadline";
import type { ExpectParams } from "../../shared/expect";
import { type Advice, CommandError, type OwnWords } from "../../shared/errors";
import { LIMITS, type Commands } from "../../generated/registry";
import { waited } from "../../shared/waited";
import type { CommandContext } from "../command-context";
import { expectation } from "./sentence";

export type Held = Commands["expect"]["result"];

/** The outcome of one look. */
export interface Verdict {
  /** Null if it cannot be checked, or if there is nothing that it could be true or false of. */
  holds: boolean | null;
  found: string;
  url?: string;
  /** What the result has beside it. */
  result?: Partial<Held>;
  /** Why it cannot be checked. */
  untold?: CommandError | null;
  /** True if no time will change it. */
  final?: boolean;
  details?: Record<string, unknown>;
  hint?: OwnWords | Advice;
}

/**
 * Looks until it is as expected. `look` is given the end of the wait, and waits itself for something to change;
 * `last` is true where nobody will look again. Throws EXPECTATION_FAILED, or why it could not be checked.
 */
export async function retry(
  params: ExpectParams,
  context: CommandContext,
  look: (deadline: Deadline, last: boolean) => Promise<Verdict>,
): Promise<Held> {
  const deadline = Deadline.earliest(context.after(params.waitMs), context.deadline.minus(LIMITS.expectMarginMs));
  const result = async (verdict: Verdict): Promise<Held> => ({
    holds: true,
    elapsedMs: Math.round(context.elapsed()),
    found: verdict.found,
    ...verdict.result,
    tabId: context.tabId,
    url: verdict.url ?? (await context.race(browser.tabs.get(context.tabId))).url ?? "",
  });
  for (;;) {
    const verdict = await look(deadline, false);
    if (verdict.holds === !params.negated) return result(verdict);
    if (verdict.final && verdict.untold) throw verdict.untold;
    if (!deadline.passed && !verdict.final) continue;
    const last = await look(Deadline.after(0), true);
    if (last.holds === !params.negated) return result(last);
    throw last.untold ?? failed(params, last, context);
  }
}

function failed(
  params: ExpectParams,
  { found, details, hint, url, final }: Verdict,
  context: CommandContext,
): CommandError {
  const expected = expectation(params);
  const spent = context.elapsed();
  const waitedFor = final ? "" : `; waited ${(spent / 1_000).toFixed(1)} s`;
  const message = `Expected ${expected}; found ${found}${waitedFor}`;
  const { condition, negated } = params;
  const facts = {
    condition,
    negated,
    expected,
    found,
    ...waited(params.waitMs, spent),
    lookalikes: [],
    ...(url && { url }),
  };
  return new CommandError("EXPECTATION_FAILED", message, { ...facts, ...details }, hint);
}
