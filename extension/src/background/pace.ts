// Pace: on a machine where several tasks share each processor, an answer may take so many times as long.

import { Deadline } from "../shared/deadline";
import { within, type CommandContext } from "./command-context";

/** A machine that is busier than this is not waited for any longer. */
const SLOWEST = 10;

/** The load hardly changes within this time. */
const KNOWN_MS = 1_000;

let load = (): Promise<number> => Promise.resolve(0);
let known = { at: -Infinity, times: Promise.resolve(1) };

/** `tasks` tells how many tasks there are for each processor. */
export function measurePace(tasks: () => Promise<number>): void {
  load = tasks;
  known = { at: -Infinity, times: Promise.resolve(1) };
}

/** How many times as long as on an idle machine things take: from 1 to 10. */
export function pace(): Promise<number> {
  const now = performance.now();
  if (now - known.at < KNOWN_MS) return known.times;
  const times = load().then(
    (tasks) => Math.min(SLOWEST, Math.max(1, tasks)),
    () => 1,
  );
  known = { at: now, times };
  return times;
}

/** Resolves when `event` does, at `last`, or after `ms` on an idle machine; rejects when the command ends first. */
export async function patiently(
  ms: number,
  last: Deadline,
  event: Promise<unknown>,
  context: CommandContext | null,
): Promise<void> {
  const started = performance.now();
  let isOver = false;
  const noted = event.finally(() => (isOver = true));
  await within(last.atMost(ms), noted, context);
  if (isOver || ms === 0 || last.passed) return;
  const longest = new Deadline(started + ms * (await pace()));
  await within(Deadline.earliest(last, longest), noted, context);
}
