// One command under way: whose it is, in which tab, how long it may take, and its one abort signal.

import { CommandError } from "../shared/errors";

interface Agent {
  id: string;
  name?: string;
}

export interface CommandMessage {
  type: "command";
  id: string;
  command: string;
  params: unknown;
  agent: Agent;
  deadlineMs: number;
}

/** The answer leaves this long before the host stops listening. */
const MARGIN_MS = 50;

export class Call {
  readonly id: string;
  readonly agent: string;
  /** What people call the agent. */
  readonly name: string;
  readonly started = performance.now();
  /** True for a command that has something to say when a dialog opens, instead of failing by it. */
  tellsDialogs = false;
  readonly #abort = new AbortController();
  readonly #budgetMs: number;
  readonly #timer: ReturnType<typeof setTimeout>;
  #tabId: number | null = null;
  #acted: (() => void) | null = null;
  #goesOn: Promise<unknown> | null = null;

  constructor({ id, agent, command, deadlineMs }: CommandMessage) {
    this.id = id;
    this.agent = agent.id;
    this.name = agent.name ?? "";
    this.#budgetMs = Math.max(0, deadlineMs - MARGIN_MS);
    this.#timer = setTimeout(() => {
      this.abort(new CommandError("TIMEOUT", `${command} took longer than ${deadlineMs} ms`, { deadlineMs }));
    }, this.#budgetMs);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The tab that the command acts in. */
  get tabId(): number {
    if (this.#tabId === null) throw new Error("this command acts in no tab");
    return this.#tabId;
  }

  /** Milliseconds until the command must be answered. */
  left(): number {
    return this.#budgetMs - this.elapsed();
  }

  elapsed(): number {
    return performance.now() - this.started;
  }

  bindTab(tabId: number): void {
    this.#tabId = tabId;
  }

  /** From here on the end of the tab is no longer the end of the command. */
  unbindTab(): void {
    this.#tabId = null;
  }

  isIn(tabId: number): boolean {
    return this.#tabId === tabId;
  }

  /** Runs `then` once, when the command acts no more: at its end at the latest. */
  onActed(then: () => void): void {
    this.#acted = then;
  }

  /** Says that it acts no more, though it may still wait for what comes of it. */
  acted(): void {
    const then = this.#acted;
    this.#acted = null;
    then?.();
  }

  /** Says that the page goes on with it for as long as `work` takes, though the command is answered. */
  goesOn(work: Promise<unknown>): void {
    this.#goesOn = work;
  }

  abort(error: CommandError): void {
    this.#abort.abort(error);
  }

  /** What `work` gives, unless the command ends first. */
  race<T>(work: Promise<T>): Promise<T> {
    return raceAbort(work, this.signal);
  }

  /** Its timer dies with the answer. */
  close(): void {
    clearTimeout(this.#timer);
    const acted = (): void => this.acted();
    if (this.#goesOn && !this.signal.aborted) this.#goesOn.then(acted, acted);
    else acted();
  }
}

/** Resolves after `ms`, or when `event` does; rejects when the command ends first. The timer never outlives it. */
export async function within(ms: number, event: Promise<unknown>, call?: Call | null): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms));
  });
  try {
    const either = Promise.race([event, over]);
    await (call ? call.race(either) : either);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after `ms`; rejects when the command ends first. */
export function pause(ms: number, call: Call): Promise<void> {
  return within(ms, new Promise(() => undefined), call);
}

async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail, { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    over.abort();
  }
}
