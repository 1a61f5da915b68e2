// Console messages and uncaught errors, tab by tab, of tabs that an agent owns.

import { LIMITS, type Commands } from "../../generated/registry";
import type { Said, SaidMessage } from "../../shared/messages";
import { redactLine, withMasked } from "../../shared/secrets/redact";
import { cut } from "../../shared/text/text";
import { NO_WEBGL } from "../../shared/values/console-batches";
import { shownAtMost } from "../../shared/text/unseen";
import type { CommandContext } from "../command-context";
import { RingBuffer } from "./ring-buffer";
import type { TabPool } from "../tabs/tab-pool";
import { table } from "../../shared/table";

type Params = Commands["getConsoleLogs"]["params"];
type Result = Commands["getConsoleLogs"]["result"];
type Spoken = Said & { frame: string; begun: number; source?: string };
type Entry = Spoken & { seq: number; page: number };

/** Adds where messages are in their sources, if that is known. */
type Trace = <T extends Spoken>(messages: T[], context: CommandContext) => Promise<T[]>;

/** Clocks of two processes, and of what pages may read of them, differ by as much. */
const CLOCKS_MS = 3;

/** The errors of a tab, which are kept also where much else is said. */
interface ErrorTally {
  /** The first of them. */
  first: Spoken[];
  count: number;
  /** How many messages were left out before they came here: there may have been errors among them. */
  lost: number;
}

const MAX_ERRORS = 20;

export class ConsoleLog {
  readonly #tabs = new Map<number, RingBuffer<Entry>>();
  readonly #errors = new Map<number, ErrorTally>();
  /** When the pages of a tab began, oldest first: what frames of theirs say came after. */
  readonly #pages = new Map<number, number[]>();

  constructor(
    private readonly pool: TabPool,
    private readonly trace: Trace,
  ) {
    pool.onChange(() => {
      for (const tabId of this.#tabs.keys()) if (!pool.has(tabId) && !pool.isOpening) this.#forget(tabId);
    });
  }

  /** Takes in what a page has said. False if nobody may listen to it: then its script is to go away. */
  take(tabId: number, { frame, begun, top, said, dropped }: SaidMessage): boolean {
    // A tab that is being opened belongs to nobody yet; if it stays so, what it said is forgotten.
    if (!this.pool.has(tabId) && !this.pool.isOpening) return false;
    const ring = this.#ring(tabId);
    ring.drop(dropped);
    const errors = this.#tally(tabId);
    errors.lost += dropped;
    if (top) this.#began(tabId, begun);
    for (const one of said) {
      const entry = { ...one, frame, begun };
      ring.add({ ...entry, page: 0 });
      if (entry.level !== "error") continue;
      errors.count += 1;
      if (errors.first.length < MAX_ERRORS) errors.first.push(entry);
    }
    return true;
  }

  /** The errors that the pages of a tab have written or left uncaught, since it was opened or cleared. */
  async errors(context: CommandContext): Promise<ErrorTally> {
    const { first, ...counts } = this.#tally(context.tabId);
    return { ...counts, first: (await this.trace(first, context)).map(told) };
  }

  /** True if the page that a tab shows has asked for WebGL in vain. */
  async lacksWebgl(tabId: number): Promise<boolean> {
    const refused = this.#ring(tabId).all.filter(({ message }) => message.startsWith(NO_WEBGL));
    if (refused.length === 0) return false;
    const now = await this.#pageNow(tabId);
    return refused.some((entry) => this.#pageOf(tabId, entry) === now);
  }

  /** Resolves when a page of the tab says something. */
  next(tabId: number): Promise<void> {
    return this.#ring(tabId).next();
  }

  async read({ level, limit, since, clear, waitMs, page }: Params, context: CommandContext): Promise<Result> {
    const { tabId } = context;
    const ring = this.#ring(tabId);
    const now = page ? await this.#pageNow(tabId) : 0;
    const matches = (entry: Entry): boolean =>
      (level === undefined || entry.level === level) && (!page || this.#pageOf(tabId, entry) === now);
    const query = { limit, clear, waitMs, matches, ...(since !== undefined && { since }) };
    const counted = [...ring.all];
    const { entries, total, dropped, cursor } = await ring.select(query, context);
    if (clear) this.#errors.delete(tabId);
    const totals = table<number>({ debug: 0, log: 0, info: 0, warn: 0, error: 0 });
    for (const entry of counted.length === total ? counted : ring.all)
      totals[entry.level] = (totals[entry.level] ?? 0) + 1;
    const traced = (await this.trace(entries, context)).map(told);
    const logs = traced.map(({ begun, ...entry }) => ({ ...entry, page: this.#pageOf(tabId, { begun }) }));
    return { logs, totals, total, dropped, cursor, tabId: context.tabId };
  }

  /** Which page of the tab is shown now; a page that takes no script has said nothing either. */
  async #pageNow(tabId: number): Promise<number> {
    const asked = browser.tabs.executeScript(tabId, { code: "performance.timeOrigin", runAt: "document_start" });
    const [begun = Date.now()] = (await asked.catch(() => [])) as [number?];
    this.#began(tabId, begun);
    // Not always the latest: Firefox keeps pages for "back".
    return this.#pageOf(tabId, { begun });
  }

  /** 1 for the first page of the tab that said something, or was asked for. */
  #pageOf(tabId: number, { begun }: Pick<Entry, "begun">): number {
    return Math.max(1, (this.#pages.get(tabId) ?? []).filter((one) => one <= begun + CLOCKS_MS).length);
  }

  #began(tabId: number, begun: number): void {
    const pages = this.#pages.get(tabId) ?? [];
    if (pages.some((one) => Math.abs(one - begun) <= CLOCKS_MS)) return;
    this.#pages.set(tabId, [...pages, begun].sort((a, b) => a - b).slice(-LIMITS.consoleEntries));
  }

  #forget(tabId: number): void {
    this.#tabs.delete(tabId);
    this.#pages.delete(tabId);
    this.#errors.delete(tabId);
  }

  #tally(tabId: number): ErrorTally {
    const errors = this.#errors.get(tabId) ?? { first: [], count: 0, lost: 0 };
    this.#errors.set(tabId, errors);
    return errors;
  }

  #ring(tabId: number): RingBuffer<Entry> {
    const ring = this.#tabs.get(tabId) ?? new RingBuffer<Entry>(LIMITS.consoleEntries);
    this.#tabs.set(tabId, ring);
    return ring;
  }
}

/** An entry as it is reported: without its secrets, and no longer than a message may be. */
function told<T extends Spoken>(entry: T): T {
  const { consoleMessageChars, unseenChars } = LIMITS;
  const { message, source } = entry;
  const isWhole = message.length < consoleMessageChars + unseenChars;
  const length = isWhole ? consoleMessageChars : shownAtMost(consoleMessageChars, message.length);
  const shown = cut(withMasked(message, redactLine(message)), length);
  return { ...entry, message: shown, ...(source && { source: redactLine(source) }) };
}
