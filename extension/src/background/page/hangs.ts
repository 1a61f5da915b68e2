// Hangs: pages that do not answer. The one place that knows since when, for every command that waits for such a page.
//
// A page is asked by a ping, which a page that runs answers within milliseconds, whatever else it waits for. One that came as
// a document made way for another is lost: as long as a page is silent it is asked again. In the managed build Firefox knows more: which script does not end, and of which tab.
//
// A safe expression looks at the clock itself, but a function of the language that it calls does not: its command ends here,
// and it with its page.
//
// A page that is merely slow must not be given up: it has the command's own time and a while more, from the moment when it
// fell silent. One that has been silent for long already has the command's own time alone. And one whose process, or Firefox's
// own, waits for a processor is on a busy machine: it has longer.

import { LIMITS, type CommandName } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { PingMessage } from "../../shared/messages";
import type { Hang, ProcessorTime } from "../../shared/privileged";
import type { CommandContext, Leaving } from "../command-context";
import type { Navigation } from "../navigation/navigation";
import { pace } from "../pace";
import { privileged } from "../privileged/api";
import type { TabPool } from "../tabs/tab-pool";
import { TabMap } from "../scopes";
import { onCommitted } from "../tab-events";
import type { FrameMessenger } from "./frame-messenger";
import { TOP_FRAME } from "./frame-tree";

/** A command that takes longer has its page looked at, and again so often. */
const LOOK_MS = 500;

/** Firefox knows of no script that has run for less. */
const REPORTED_MS = 2_000;

/** One that is silent is asked again so often. */
const AGAIN_MS = 2_000;

/** A page that was silent for so long will not say anything in a moment. */
const LONG_MS = 10_000;

/** A page that has been silent for so long is what a command waited for whose time is up. */
const SILENT_MS = 1_000;

/** So long before a command's time is up it is said what it waited for: by then nobody is asked any more. */
const LAST_LOOK_MS = 150;

/** The part of its time that a process on a busy machine has something to do, and that it waits for a processor, at least. */
const WORKS_SHARE = 0.8;
const WAITS_SHARE = 0.3;

/** On a machine that is so slow every process waits; where Firefox does not say how long. */
const BUSY_PACE = 2;

/** So much longer is waited for a page on a busy machine. */
const BUSY_MS = 20_000;

/**
 * A process whose page is left, and that hangs in no script that Firefox knows, is ended after so long on an idle machine. On
 * a busy one it may only wait for a processor, and has the pages of others.
 */
const KILL_MS = 5_000;

/** What draws the whole page waits for all of its frames. */
const DRAWS = new Set<string>(["screenshot", "pdf"] satisfies CommandName[]);

/** Frames that a command waits for, and what Firefox knows of a script that keeps all of them from answering. */
interface Seen {
  frames: number[];
  hang: Hang | null;
  isStarved: boolean | null;
}

interface Silence {
  silentMs: number;
  /** True for a process that waits for a processor more than it should; null as long as nobody can tell. */
  isStarved: boolean | null;
}

/** A frame that owes an answer: since when, when it was asked last, and what the processes had of the processors later. */
interface Owed {
  since: number;
  askedAt: number;
  used: { at: number; times: ProcessorTime[] } | null;
}

const PLAIN_HINT = ownWords`Go to another address, which ends it: clz navigate URL. clz tab close does not end its process.`;

export class Hangs {
  /** By tab and frame. */
  readonly #silent = new TabMap<Map<number, Owed>>();

  /** `isAsked` is true for a tab whose page waits for the answer to a dialog. */
  constructor(
    private readonly messenger: FrameMessenger,
    private readonly navigation: Pick<Navigation, "unshown">,
    private readonly pool: Pick<TabPool, "has">,
    private readonly isAsked: (tabId: number) => boolean,
  ) {
    // A page that is kept for "back" answers nothing any more.
    onCommitted.addListener(({ tabId, frameId }) => {
      if (frameId === TOP_FRAME) this.#silent.delete(tabId);
      else this.#silent.get(tabId)?.delete(frameId);
    });
  }

  /** Ends a command with PAGE_HANGS when its page has not answered for too long; what is given back ends the watch. */
  watch(context: CommandContext): () => void {
    let looking = false;
    let seen: Seen[] = [];
    const look = (): void => {
      if (looking || !context.hasTab || this.isAsked(context.tabId)) return;
      looking = true;
      void this.#look(context)
        .then((found) => (seen = found))
        .catch(() => undefined) // the tab is gone, and the command hears of that
        .finally(() => (looking = false));
    };
    const sayLast = (): void => {
      if (!context.hasTab || this.isAsked(context.tabId)) return;
      for (const { frames, hang, isStarved } of seen) {
        const silentMs = this.#silentMs(context.tabId, frames, hang);
        if (silentMs >= SILENT_MS && isStarved === false) context.abort(hangs(context, frames, silentMs, hang));
      }
    };
    const often = setInterval(look, LOOK_MS);
    const last = setTimeout(sayLast, context.deadline.minus(LAST_LOOK_MS).remainingMs);
    return () => {
      clearInterval(often);
      clearTimeout(last);
    };
  }

  /** Resolves when a page runs, or takes no message. */
  answer(tabId: number): Promise<unknown> {
    return ping(tabId, TOP_FRAME).catch(() => undefined);
  }

  /** For how long a tab's page has been silent, as far as anybody has asked or Firefox knows; null if it answers. */
  async silentMs(tabId: number): Promise<number | null> {
    const hang = await privileged.hangOf(tabId, [TOP_FRAME]).catch(() => null);
    const silentMs = this.#silentMs(tabId, [TOP_FRAME], hang);
    return silentMs >= SILENT_MS ? Math.round(silentMs) : null;
  }

  /** Ends the process of a tab that is about to be closed, where it hangs in no script: the next one may get it. */
  async endSilent(tabId: number): Promise<void> {
    const since = this.#silentSince(tabId, [TOP_FRAME]);
    if (since === null || this.isAsked(tabId) || (await isEarlyFor(performance.now() - since))) return;
    if (await this.#isStarved(tabId, [TOP_FRAME])) return;
    await privileged.endHang(tabId, [TOP_FRAME], true).catch(() => null);
  }

  /** What is not found may be in a frame that says nothing. */
  explained(thrown: unknown, context: CommandContext): unknown {
    if (!(thrown instanceof CommandError) || thrown.code !== "ELEMENT_NOT_FOUND" || !context.hasTab) return thrown;
    const silent = context.silentFrames.size;
    if (silent === 0) return thrown;
    const { code, message, details, advice } = thrown;
    const what = `${message}; ${silent} frame${silent > 1 ? "s" : ""} of the page did not answer`;
    return new CommandError(code, what, { ...details, silentFrames: silent }, advice);
  }

  async #look(context: CommandContext): Promise<Seen[]> {
    const all: Seen[] = [];
    for (const frames of await this.#awaited(context)) {
      for (const frameId of frames) this.#ping(context.tabId, frameId);
      const hang = context.elapsed() > REPORTED_MS ? await privileged.hangOf(context.tabId, frames) : null;
      const silentMs = this.#silentMs(context.tabId, frames, hang);
      // What clz reads of a large page takes long too, and ends.
      const isOwn = hang?.script?.startsWith(browser.runtime.getURL("")) === true;
      let isStarved: boolean | null = isOwn;
      if (!hang) isStarved = silentMs < SILENT_MS ? null : await this.#isStarved(context.tabId, frames);
      // Ended by Firefox, no content script of the page would run again.
      const isLate = context.looksBriefly && isOwn && Date.now() - hang.since < context.elapsed() + LOOK_MS;
      if (isLate) context.abort(tooLong());
      if (context.signal.aborted) break;
      all.push({ frames, hang, isStarved });
      if (silentMs === 0) continue;
      if (context.leaving && (await this.#leave(frames, silentMs, context.leaving, context))) break;
      if (this.#isTooLong({ silentMs, isStarved }, context)) context.abort(hangs(context, frames, silentMs, hang));
    }
    await this.#lookBeside(context);
    return all;
  }

  /** What a server has answered, and nobody shows, waits for a page of its site: that hangs in the process which is to show it. */
  async #lookBeside(context: CommandContext): Promise<void> {
    const { tabId, patienceMs } = context;
    const unshown = this.navigation.unshown(tabId);
    if (!unshown || performance.now() - unshown.at < SILENT_MS) return;
    const { protocol, hostname } = new URL(unshown.url);
    const tabs = await browser.tabs.query({ url: `${protocol}//${hostname}/*` });
    const others = tabs.flatMap(({ id }) => (id !== undefined && id !== tabId && this.pool.has(id) ? id : []));
    for (const other of others) this.#ping(other, TOP_FRAME);
    const culprit = others.find((other) => this.#silentMs(other, [TOP_FRAME], null) >= SILENT_MS);
    const silentMs = performance.now() - unshown.at;
    if (culprit === undefined || Math.min(silentMs, context.elapsed()) < patienceMs + LIMITS.hangGraceMs) return;
    const hang = { since: Date.now() - silentMs, script: null, tabId: culprit };
    context.abort(hangs(context, [TOP_FRAME], silentMs, hang));
  }

  /** The frames that a command waits for; where there are several groups, for each of them. */
  async #awaited(context: CommandContext): Promise<number[][]> {
    const frames = this.messenger.awaited(context);
    if (frames.length > 0) return [frames];
    if (!DRAWS.has(context.command)) return [[TOP_FRAME]];
    const all = await browser.webNavigation.getAllFrames({ tabId: context.tabId });
    return (all ?? []).map(({ frameId }) => [frameId]);
  }

  /** Null at the first look at a silence: what a process had of the processors takes two looks. */
  async #isStarved(tabId: number, frames: number[]): Promise<boolean | null> {
    const times = await privileged.processorTimes(tabId, frames).catch(() => null);
    if (!times) return (await pace()) >= BUSY_PACE;
    const owed = this.#silent.get(tabId)?.get(frames[0] ?? TOP_FRAME);
    if (!owed) return false;
    const now = performance.now();
    if (!owed.used) {
      owed.used = { at: now, times };
      return null;
    }
    const { at, times: before } = owed.used;
    const sinceMs = now - at;
    return times.some((time, index) => {
      const waitedMs = time.waitedMs - (before[index]?.waitedMs ?? 0);
      const ranMs = time.ranMs - (before[index]?.ranMs ?? 0);
      return waitedMs > WAITS_SHARE * sinceMs && waitedMs + ranMs > WORKS_SHARE * sinceMs;
    });
  }

  /**
   * Ends what keeps a page from being left, and leaves it again where that had to be its process. True also until it is
   * known whether that has to be; without the helper Firefox itself ends a script where a tab is sent to another address.
   */
  async #leave(frames: number[], silentMs: number, leaving: Leaving, context: CommandContext): Promise<boolean> {
    const { tabId } = context;
    const mayEnd = leaving.again !== null && privileged.available;
    const isEarly = mayEnd && (await isEarlyFor(silentMs));
    const isLost = mayEnd && !isEarly && !(await this.#isStarved(tabId, frames));
    const ended = await privileged.endHang(tabId, frames, isLost);
    if (!ended) return isEarly;
    this.#silent.delete(tabId);
    if (ended === "process") leaving.again?.();
    return true;
  }

  #isTooLong({ silentMs, isStarved }: Silence, context: CommandContext): boolean {
    const waitedMs = context.elapsed();
    if (isStarved) return Math.min(silentMs, waitedMs) >= context.patienceMs + BUSY_MS;
    if (silentMs >= LONG_MS && waitedMs >= context.patienceMs + LOOK_MS) return true;
    return Math.min(silentMs, waitedMs) >= context.patienceMs + LIMITS.hangGraceMs;
  }

  #ping(tabId: number, frameId: number): void {
    const frames = this.#silent.get(tabId) ?? new Map<number, Owed>();
    this.#silent.set(tabId, frames);
    const now = performance.now();
    const owed: Owed = frames.get(frameId) ?? { since: now, askedAt: -Infinity, used: null };
    if (now - owed.askedAt < AGAIN_MS) return;
    owed.askedAt = now;
    frames.set(frameId, owed);
    const over = (): void => {
      if (frames.get(frameId) === owed) frames.delete(frameId);
    };
    // What takes no message is not there, or is not clz's to ask.
    ping(tabId, frameId).then(over, over);
  }

  /** For how long none of these frames has answered: 0 if one does. */
  #silentMs(tabId: number, frames: number[], hang: Hang | null): number {
    const since = this.#silentSince(tabId, frames);
    const silentMs = since === null ? 0 : performance.now() - since;
    return hang ? Math.max(silentMs, Date.now() - hang.since) : silentMs;
  }

  /** Since when all of these frames are silent; null if one is not. */
  #silentSince(tabId: number, frames: number[]): number | null {
    const silent = frames.map((frameId) => this.#silent.get(tabId)?.get(frameId)?.since);
    return silent.includes(undefined) ? null : Math.max(...(silent as number[]));
  }
}

/** True for a silence after which a process may still answer. */
async function isEarlyFor(silentMs: number): Promise<boolean> {
  return silentMs < KILL_MS * (await pace());
}

function ping(tabId: number, frameId: number): Promise<unknown> {
  return browser.tabs.sendMessage(tabId, { clz: "ping" } satisfies PingMessage, { frameId });
}

/** The error for a safe expression with a function that takes longer than all of it may. */
function tooLong(): CommandError {
  const workMs: number = LIMITS.safeEvaluationMs;
  const message = ownWords`A safe expression may keep its page busy for ${workMs} ms, and a function in this one still does`;
  return new CommandError("TIMEOUT", message, { workMs }, ownWords`End it: clz reload, or clz tab close`);
}

/** The error for a page that has not answered for too long. */
function hangs(context: CommandContext, frames: number[], silentMs: number, hang: Hang | null): CommandError {
  const { tabId } = context;
  const seconds = Math.max(1, Math.round(silentMs / 1000));
  const script = hang?.script ?? null;
  const culprit = hang && hang.tabId !== tabId ? hang.tabId : null;
  const who = frames.includes(TOP_FRAME) ? ownWords`Tab ${tabId}` : ownWords`A frame in tab ${tabId}`;
  const silence = ownWords`${who} has not answered for ${seconds} s`;
  const begun = context.hasBegun ? ownWords`; the command had begun to act in it` : ownWords``;
  const details = {
    tabId,
    since: new Date(Date.now() - silentMs).toISOString(),
    silentMs: Math.round(silentMs),
    ...(script !== null && { script }),
    ...(culprit !== null && { culprit }),
    begun: context.hasBegun,
  };
  if (script !== null) {
    const message = `${silence.text}: a script of its page does not end${script && `, ${script}`}${begun.text}`;
    return new CommandError("PAGE_HANGS", message, details);
  }
  if (culprit !== null) {
    const message = ownWords`${silence}: a script of tab ${culprit} does not end, which is in the same process${begun}`;
    return new CommandError(
      "PAGE_HANGS",
      message,
      details,
      privileged.available
        ? ownWords`Its agent ends that. Until then: clz tab close; clz open URL`
        : ownWords`Its agent ends that: clz navigate URL --tab ${culprit}`,
    );
  }
  const message = ownWords`${silence}, and Firefox does not say why${begun}`;
  return new CommandError("PAGE_HANGS", message, details, privileged.available ? undefined : PLAIN_HINT);
}
