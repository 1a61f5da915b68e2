// One command under way: its agent, its tab, how long it may take, and its one abort signal.

import { Deadline } from "../shared/deadline";
import type { CommandMessage, DurableLocator, ConcealedText, SecretText, ToConfirm } from "../generated/messages";
import { LIMITS } from "../generated/registry";
import { CommandError } from "../shared/errors";

/** So long all frames of a page have at most. */
const FRAMES_MS = 20_000;

/** How a page is left again, where its process had to be ended meanwhile; null where that cannot be. */
export interface Leaving {
  again: (() => void) | null;
}

export class CommandContext {
  readonly id: string;
  readonly agent: string;
  readonly command: string;
  /** What people call the agent. */
  readonly name: string;
  /** By `performance.now()`. */
  readonly started = performance.now();
  /** When the command must be answered. */
  readonly deadline: Deadline;
  /** The rights that the command needs, and what it leaves standing. */
  readonly rights: readonly string[];
  readonly wantsLocator: boolean;
  readonly secretText: SecretText | null;
  /** What the person must confirm first; null if nothing. */
  readonly confirm: ToConfirm | null;
  readonly concealed: readonly ConcealedText[];
  /** What the secret fields of the pages held that it asked. */
  readonly pageSecrets = new Set<string>();
  /** Of the element that it acted on, if that was asked. */
  locator: DurableLocator | null = null;
  /** True if it has read a page whose document had not ended. */
  unfinished = false;
  /** True once a frame of its page was asked, whose address and title are not the page's. */
  asksFrames = false;
  /** True for a command that has something to say when a dialog opens, instead of failing by it. */
  tellsDialogs = false;
  /** True for one that has something to say when its own agent closes its tab. */
  tellsClosing = false;
  /** How long the page may take, by the command's own word. */
  patienceMs: number = LIMITS.autoWaitMs;
  /** True once it has begun to act in the page. */
  hasBegun = false;
  /** True once it has its answer. */
  isOver = false;
  /** Of the frames that it asked all at once: how many have answered, and which have not in their time. */
  framesHeard = 0;
  readonly silentFrames = new Set<number>();
  /** True for one that has its page look for seconds at most. */
  looksBriefly = false;
  /** Set while the command leaves its page: what hangs there is ended then. */
  leaving: Leaving | null = null;
  readonly #abort = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  #tabId: number | null = null;
  #acted: (() => void) | null = null;
  #tabClosed: ((error: CommandError) => void) | null = null;
  #goesOn: Promise<unknown> | null = null;

  constructor({
    id,
    agent,
    command,
    deadlineMs,
    locator,
    rights = [],
    secretText,
    hidden = [],
    confirm,
  }: CommandMessage) {
    this.confirm = confirm ?? null;
    this.concealed = hidden;
    this.secretText = secretText ?? null;
    this.rights = rights;
    this.wantsLocator = locator === true;
    this.id = id;
    this.agent = agent.id;
    this.command = command;
    this.name = agent.name ?? "";
    this.deadline = this.after(deadlineMs);
    this.#timer = setTimeout(() => {
      this.abort(new CommandError("TIMEOUT", `It took longer than ${deadlineMs} ms`, { deadlineMs, limit: "timeout" }));
    }, this.deadline.remainingMs);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The tab that the command acts in. */
  get tabId(): number {
    if (this.#tabId === null) throw new Error("this command acts in no tab");
    return this.#tabId;
  }

  get hasTab(): boolean {
    return this.#tabId !== null;
  }

  /** The moment this many milliseconds after the command began, before it must be answered or not. */
  after(ms: number): Deadline {
    return new Deadline(this.started + ms);
  }

  /** When a wait of at most `ms`, counted from the beginning of the command, has to say what it lacks. */
  waitDeadline(ms: number): Deadline {
    return Deadline.earliest(this.after(ms), this.deadline.minus(LIMITS.errorMarginMs));
  }

  /** So long frames are waited for of which one answers after the other. */
  get framesDeadline(): Deadline {
    return this.deadline.halfway.atMost(FRAMES_MS);
  }

  /** Milliseconds since the command began. */
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

  /** Makes `told` answer the command when its tab is closed, which may be what it did. */
  onTabClosed(told: (error: CommandError) => void): void {
    this.#tabClosed = told;
  }

  /** Says that the tab is gone, which ends the command unless it has something to say to it. */
  tabClosed(error: CommandError): void {
    if (this.#tabClosed) this.#tabClosed(error);
    else this.abort(error);
  }

  /** Runs `then` once, when the command acts no more: at its end at the latest. */
  onActed(then: () => void): void {
    this.#acted = then;
  }

  /** Says that it acts in the page from now on. What an expression takes that somebody gave is the command's own time. */
  begins(): void {
    this.hasBegun = true;
    if (this.command === "evaluate") this.patienceMs = this.deadline.at - this.started;
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
    this.isOver = true;
    clearTimeout(this.#timer);
    const acted = (): void => this.acted();
    if (this.#goesOn && !this.signal.aborted) this.#goesOn.then(acted, acted);
    else acted();
  }
}

/** Resolves when `event` does, or at the deadline; rejects when the command ends first. The timer never outlives it. */
export async function within(
  deadline: Deadline,
  event: Promise<unknown>,
  context?: CommandContext | null,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, deadline.remainingMs);
  });
  try {
    const either = Promise.race([event, over]);
    await (context ? context.race(either) : either);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after `ms`; rejects when the command ends first. */
export function pause(ms: number, context: CommandContext): Promise<void> {
  return within(Deadline.after(ms), new Promise(() => undefined), context);
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
