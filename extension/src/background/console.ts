// Console messages and uncaught errors, tab by tab, of tabs that an agent owns.

import { LIMITS, type Commands } from "../generated/registry";
import type { Said, SaidMessage } from "../shared/messages";
import { redactLine } from "../shared/redact";
import type { Call } from "./call";
import { Ring } from "./ring";
import type { TabPool } from "./pool";

type Params = Commands["getConsoleLogs"]["params"];
type Result = Commands["getConsoleLogs"]["result"];
type Entry = Said & { seq: number; frame: string };

export class ConsoleLog {
  readonly #tabs = new Map<number, Ring<Entry>>();
  readonly #pool: TabPool;

  constructor(pool: TabPool) {
    this.#pool = pool;
    pool.onChange(() => {
      for (const tabId of this.#tabs.keys()) if (!pool.has(tabId) && !pool.isOpening) this.#tabs.delete(tabId);
    });
  }

  /** Takes in what a page has said. False where nobody may listen to it: then its script is to go away. */
  take(tabId: number, { frame, said, dropped }: SaidMessage): boolean {
    // A tab that is being opened belongs to nobody yet; if it stays so, what it said is forgotten.
    if (!this.#pool.has(tabId) && !this.#pool.isOpening) return false;
    const ring = this.#ring(tabId);
    ring.drop(dropped);
    for (const entry of said) ring.add({ ...entry, message: redactLine(entry.message), frame });
    return true;
  }

  async read({ level, limit, since, clear, waitMs }: Params, call: Call): Promise<Result> {
    const ring = this.#ring(call.tabId);
    const matches = (entry: Entry): boolean => level === undefined || entry.level === level;
    const query = { limit, clear, waitMs, matches, ...(since !== undefined && { since }) };
    const counted = [...ring.all];
    const { entries, total, dropped, cursor } = await ring.select(query, call);
    const totals: Record<string, number> = { debug: 0, log: 0, info: 0, warn: 0, error: 0 };
    for (const entry of counted.length === total ? counted : ring.all) totals[entry.level] = (totals[entry.level] ?? 0) + 1;
    return { logs: entries, totals, total, dropped, cursor, tabId: call.tabId };
  }

  #ring(tabId: number): Ring<Entry> {
    const ring = this.#tabs.get(tabId) ?? new Ring<Entry>(LIMITS.consoleEntries);
    this.#tabs.set(tabId, ring);
    return ring;
  }
}
