// The frame query: in which frame a target is. Asked only for what the top frame does not have.
//
// The top frame wins; the frames inside it are equals, so that matches in two of them are as ambiguous as two in one.

import { Deadline } from "../../shared/deadline";
import { LIMITS } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import type { Match } from "../../shared/match";
import type { QueryMessage, QueryResult, LocatorQuery } from "../../shared/messages";
import { within, type CommandContext } from "../command-context";
import type { FrameMessenger } from "./frame-messenger";
import { TOP_FRAME, type Frames } from "./frame-tree";

/** A frame whose page is busy is not waited for any longer when all frames are asked, unless most of them are. */
const LOOK_MS = 300;

/** A page takes this long at most to name what holds a frame: it may get its scripts for that first. */
const NAME_MS = 1_000;

/** Frames that nothing is about to appear in are looked at for this long. */
const QUIET_MS = 1_000;

/** Frames are counted again at least this often: scripts can make some that no event tells of. */
const WATCH_MS = 500;

const MAX_CANDIDATES = 5;

/** Where a call goes. */
export interface FrameTarget {
  frameId: number;
  /** Which match within the frame, where the command said which of all. */
  nth?: number;
  /** True if other frames may be asked. */
  acrossFrames: boolean;
}

interface FrameResult {
  frameId: number;
  /** Null if the frame did not answer. */
  result: QueryResult | null;
}

/** By frame, what it has said last. */
type Answers = Map<number, QueryResult>;

interface Look {
  /** So many of them are wanted of each frame. */
  lookalikes?: number;
  patienceMs?: number;
  late?: Answers;
}

export class FrameQuery {
  readonly #messenger: FrameMessenger;
  readonly #frames: Frames;
  readonly #isBusy: (tabId: number) => boolean;
  #queries = 0;

  /** `isBusy` tells whether a tab waits for an answer from the network. */
  constructor(messenger: FrameMessenger, frames: Frames, isBusy: (tabId: number) => boolean) {
    this.#isBusy = isBusy;
    this.#messenger = messenger;
    this.#frames = frames;
  }

  /** The frame that has what is wanted; when the time is up, the one that knows best why it has not. */
  async find(
    query: LocatorQuery,
    nth: number | null,
    deadline: Deadline,
    context: CommandContext,
  ): Promise<FrameTarget> {
    return this.#until(
      query,
      deadline,
      context,
      (results) => this.#choose(results, query, nth, context),
      (results) => {
        const hidden = results.find(({ result }) => result && result.hidden > 0);
        return { frameId: hidden?.frameId ?? TOP_FRAME, acrossFrames: false };
      },
    );
  }

  /** The frame whose element `target` names. */
  async frame(target: string, deadline: Deadline, context: CommandContext): Promise<FrameTarget> {
    const { tabId } = context;
    if (target === "top") return { frameId: TOP_FRAME, acrossFrames: false };
    const named = /^@?(f\d+)$/.exec(target)?.[1];
    if (named) return this.named(named, target, context);
    const query: LocatorQuery = { target, need: "any", first: false, patient: true };
    const missing = async (): Promise<never> => {
      const lookalikes = await this.lookalikes(query, LIMITS.lookalikes, context);
      throw new CommandError("ELEMENT_NOT_FOUND", `No frame matches ${target}`, { target, lookalikes });
    };
    const chosen = await this.#until<FrameTarget | null>(
      query,
      deadline,
      context,
      (results) => {
        const found = results.flatMap(({ result }) => result?.frameIds ?? []);
        const frames = found.filter((frameId) => frameId > TOP_FRAME);
        const [frameId] = frames;
        if (frames.length > 1) throw this.#ambiguous(results, query, tabId);
        if (frameId !== undefined) return { frameId, acrossFrames: false };
        if (found.length === 0) return null;
        throw new CommandError("INVALID_TARGET", `${target} names an element that is not a frame`, { target });
      },
      () => null,
    );
    return chosen ?? missing();
  }

  /** The frame of a ref such as f2e7. */
  async named(name: string, target: string, context: CommandContext): Promise<FrameTarget> {
    const frameId = this.#frames.byName(context.tabId, name);
    const frames = await this.#frames.list(context);
    if (frameId !== null && frames.some((frame) => frame.frameId === frameId)) return { frameId, acrossFrames: false };
    throw new CommandError("STALE_REF", `There is no frame ${name} on the page any more`, { target, frame: name });
  }

  /** How the element that holds a frame is best named later; null if nobody can tell. */
  async holderOf(frameId: number, context: CommandContext): Promise<string | null> {
    const frames = await this.#frames.list(context);
    const parent = frames.find((frame) => frame.frameId === frameId)?.parentFrameId;
    if (parent === undefined || parent < TOP_FRAME) return null;
    const query: LocatorQuery = { holds: frameId, need: "any", first: true, patient: false };
    let result: QueryResult | null = null;
    const asked = this.#ask(parent, query, 0, context, this.#id(context), 0).then((given) => {
      result = given;
    });
    await within(Deadline.after(NAME_MS), asked, context);
    return (result as QueryResult | null)?.holder ?? null;
  }

  /** The frames that have what is wanted now. */
  async having(query: LocatorQuery, context: CommandContext): Promise<number[]> {
    const results = await this.#look(query, context);
    return results.filter(({ result }) => result && result.count > 0).map(({ frameId }) => frameId);
  }

  /** What the frames have that looks like a target that nothing matches. */
  async lookalikes(query: LocatorQuery, most: number, context: CommandContext): Promise<Match[]> {
    if (most <= 0) return [];
    const results = await this.#look(query, context, { lookalikes: most });
    return results
      .flatMap(({ frameId, result }) =>
        frameId === TOP_FRAME ? [] : this.#named(result?.lookalikes, frameId, context.tabId),
      )
      .slice(0, most);
  }

  /** Looks at all frames until `choose` has a choice, or the time is up. */
  async #until<T>(
    query: LocatorQuery,
    deadline: Deadline,
    context: CommandContext,
    choose: (results: FrameResult[]) => T,
    otherwise: (results: FrameResult[]) => NonNullable<T> | null,
  ): Promise<NonNullable<T>> {
    const quietFrom = Deadline.after(QUIET_MS);
    const late: Answers = new Map();
    for (let lookMs = LOOK_MS; ;) {
      const patienceMs = Math.min(lookMs, Math.max(deadline.remainingMs, LOOK_MS));
      const results = await this.#look(query, context, { patienceMs, late });
      const choice = choose(results);
      if (choice) return choice;
      const worthIt = query.patient || results.some(({ result }) => result?.loading);
      const quiet = query.early === true && quietFrom.passed && results.every(({ result }) => result?.quiet);
      if (deadline.passed || !worthIt || (quiet && !this.#isBusy(context.tabId)))
        return otherwise(results) as NonNullable<T>;
      const heard = results.filter(({ result }) => result).length;
      // Where most say nothing yet, their process has much to do: they get longer, and are not asked more meanwhile.
      if (2 * heard < results.length) lookMs *= 2;
      else
        await this.#watch(
          results.map(({ frameId }) => frameId),
          query,
          deadline.atMost(WATCH_MS),
          context,
        );
    }
  }

  /** What each frame has now; of one that does not say so in time, what it has said `late` of an earlier look. */
  async #look(query: LocatorQuery, context: CommandContext, how: Look = {}): Promise<FrameResult[]> {
    const { lookalikes = 0, patienceMs = LOOK_MS, late = new Map<number, QueryResult>() } = how;
    const frames = await this.#frames.list(context);
    const results: FrameResult[] = frames.map(({ frameId }) => ({ frameId, result: null }));
    const asked = results.map(async (entry) => {
      entry.result = await this.#ask(entry.frameId, query, 0, context, this.#id(context), lookalikes);
      if (entry.result) late.set(entry.frameId, entry.result);
    });
    await within(Deadline.after(patienceMs), Promise.all(asked), context);
    return results.map(({ frameId, result }) => ({ frameId, result: result ?? late.get(frameId) ?? null }));
  }

  /** Resolves when a frame has it, a document comes into a frame, or at the deadline. */
  async #watch(frameIds: number[], query: LocatorQuery, deadline: Deadline, context: CommandContext): Promise<void> {
    const id = this.#id(context);
    const over = new AbortController();
    try {
      const arrived = new Promise<void>((resolve) => this.#frames.onArrival(context.tabId, resolve, over.signal));
      const found = frameIds.map((frameId) => this.#foundIn(frameId, query, deadline.remainingMs, context, id));
      await within(deadline, Promise.race([arrived, Promise.any(found).catch(() => undefined)]), context);
    } finally {
      over.abort();
      const fault = new CommandError("CANCELLED", ours`The query is over`).toFault();
      for (const frameId of frameIds) this.#messenger.tell(context.tabId, frameId, { clz: "abort", id, fault });
    }
  }

  async #foundIn(frameId: number, query: LocatorQuery, ms: number, context: CommandContext, id: string): Promise<void> {
    const result = await this.#ask(frameId, query, ms, context, id, 0);
    if (!result?.count) throw new Error("not in this frame");
  }

  async #ask(
    frameId: number,
    query: LocatorQuery,
    budgetMs: number,
    context: CommandContext,
    id: string,
    lookalikes: number,
  ): Promise<QueryResult | null> {
    const expiresAt = Date.now() + context.deadline.remainingMs;
    const message: QueryMessage = { clz: "query", id, query, lookalikes, budgetMs, spentMs: 0, expiresAt };
    const reply = await this.#messenger.send<QueryResult>(frameId, message, context);
    return reply?.ok ? reply.value : null;
  }

  #id(context: CommandContext): string {
    this.#queries += 1;
    return `${context.id}/${this.#queries}`;
  }

  #choose(
    results: FrameResult[],
    query: LocatorQuery,
    nth: number | null,
    context: CommandContext,
  ): FrameTarget | null {
    const having = results.filter(({ result }) => result && result.count > 0);
    const top = having.find(({ frameId }) => frameId === TOP_FRAME);
    if (top) return { frameId: TOP_FRAME, acrossFrames: true };
    const [first] = having;
    if (!first) return null;
    if (nth !== null) return nthOf(having, nth);
    if (having.length > 1 && !query.first) throw this.#ambiguous(having, query, context.tabId);
    return { frameId: first.frameId, acrossFrames: true };
  }

  #ambiguous(results: FrameResult[], { target }: LocatorQuery, tabId: number): CommandError {
    const candidates = results.flatMap(({ frameId, result }) => this.#named(result?.candidates, frameId, tabId));
    const count = results.reduce((sum, { result }) => sum + (result?.count ?? 0), 0);
    const named = candidates.find(({ frame }) => frame)?.frame;
    return new CommandError(
      "AMBIGUOUS_TARGET",
      `${count} elements in several frames match ${target}`,
      { target, count, candidates: candidates.slice(0, MAX_CANDIDATES) },
      ours`Name the frame, as in --frame f${Number(named?.slice(1) ?? 2)}, or one of them: --nth N`,
    );
  }

  #named(matches: Match[] | undefined, frameId: number, tabId: number): Match[] {
    const frame = this.#frames.nameOf(tabId, frameId);
    return (matches ?? []).map((match) => ({ ...match, ...(frame && { frame }) }));
  }
}

/** The frame that holds the nth match of all, counted in the order of the frames. */
function nthOf(having: FrameResult[], nth: number): FrameTarget | null {
  let before = 0;
  for (const { frameId, result } of having) {
    const count = result?.count ?? 0;
    if (nth <= before + count) return { frameId, nth: nth - before, acrossFrames: true };
    before += count;
  }
  return null;
}
