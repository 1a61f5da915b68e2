// The frame query: in which frame a target is. Asked only for what the top frame does not have.
//
// The top frame wins; the frames inside it are equals, so that matches in two of them are as ambiguous as two in one.

import { LIMITS } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import type { Match, QueryMessage, QueryResult, LocatorQuery } from "../../shared/messages";
import { within, type Call } from "../command-context";
import type { FrameMessenger } from "./frame-messenger";
import { TOP_FRAME, type Frames } from "./frame-tree";

/** A frame whose page is busy is not waited for any longer when all frames are asked. */
const LOOK_MS = 300;

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
  async find(query: LocatorQuery, nth: number | null, ms: number, call: Call): Promise<FrameTarget> {
    return this.#until(
      query,
      ms,
      call,
      (results) => this.#choose(results, query, nth, call),
      (results) => {
        const hidden = results.find(({ result }) => result && result.hidden > 0);
        return { frameId: hidden?.frameId ?? TOP_FRAME, acrossFrames: false };
      },
    );
  }

  /** The frame whose element `target` names. */
  async frame(target: string, ms: number, call: Call): Promise<FrameTarget> {
    const { tabId } = call;
    if (target === "top") return { frameId: TOP_FRAME, acrossFrames: false };
    const named = /^@?(f\d+)$/.exec(target)?.[1];
    if (named) return this.named(named, target, call);
    const query: LocatorQuery = { target, need: "any", first: false, patient: true };
    const missing = async (): Promise<never> => {
      const lookalikes = await this.lookalikes(query, LIMITS.lookalikes, call);
      throw new CommandError("ELEMENT_NOT_FOUND", `No frame matches ${target}`, { target, lookalikes });
    };
    const chosen = await this.#until<FrameTarget | null>(
      query,
      ms,
      call,
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
  async named(name: string, target: string, call: Call): Promise<FrameTarget> {
    const frameId = this.#frames.byName(call.tabId, name);
    const frames = await this.#frames.list(call);
    if (frameId !== null && frames.some((frame) => frame.frameId === frameId)) return { frameId, acrossFrames: false };
    throw new CommandError("STALE_REF", `There is no frame ${name} on the page any more`, { target, frame: name });
  }

  /** The frames that have what is wanted now. */
  async having(query: LocatorQuery, call: Call): Promise<number[]> {
    const results = await this.#look(query, call);
    return results.filter(({ result }) => result && result.count > 0).map(({ frameId }) => frameId);
  }

  /** What the frames have that looks like a target that nothing matches. */
  async lookalikes(query: LocatorQuery, most: number, call: Call): Promise<Match[]> {
    if (most <= 0) return [];
    const results = await this.#look(query, call, most);
    return results
      .flatMap(({ frameId, result }) =>
        frameId === TOP_FRAME ? [] : this.#named(result?.lookalikes, frameId, call.tabId),
      )
      .slice(0, most);
  }

  /** Looks at all frames until `choose` has a choice, or the time is up. */
  async #until<T>(
    query: LocatorQuery,
    ms: number,
    call: Call,
    choose: (results: FrameResult[]) => T,
    otherwise: (results: FrameResult[]) => NonNullable<T> | null,
  ): Promise<NonNullable<T>> {
    const begun = performance.now();
    const end = begun + ms;
    for (;;) {
      const results = await this.#look(query, call);
      const choice = choose(results);
      if (choice) return choice;
      const left = end - performance.now();
      const worthIt = query.patient || results.some(({ result }) => result?.loading);
      const quiet =
        query.early === true && performance.now() - begun >= QUIET_MS && results.every(({ result }) => result?.quiet);
      if (left <= 0 || !worthIt || (quiet && !this.#isBusy(call.tabId))) return otherwise(results) as NonNullable<T>;
      await this.#watch(
        results.map(({ frameId }) => frameId),
        query,
        Math.min(left, WATCH_MS),
        call,
      );
    }
  }

  /** What each frame has now. */
  async #look(query: LocatorQuery, call: Call, lookalikes = 0): Promise<FrameResult[]> {
    const frames = await this.#frames.list(call);
    const results: FrameResult[] = frames.map(({ frameId }) => ({ frameId, result: null }));
    const asked = results.map(async (entry) => {
      entry.result = await this.#ask(entry.frameId, query, 0, call, this.#id(call), lookalikes);
    });
    await within(LOOK_MS, Promise.all(asked), call);
    return results;
  }

  /** Resolves when a frame has it, a document comes into a frame, or after `ms`. */
  async #watch(frameIds: number[], query: LocatorQuery, ms: number, call: Call): Promise<void> {
    const id = this.#id(call);
    const over = new AbortController();
    try {
      const arrived = new Promise<void>((resolve) => this.#frames.onArrival(call.tabId, resolve, over.signal));
      const found = frameIds.map((frameId) => this.#foundIn(frameId, query, ms, call, id));
      await within(ms, Promise.race([arrived, Promise.any(found).catch(() => undefined)]), call);
    } finally {
      over.abort();
      const fault = new CommandError("CANCELLED", ours`The query is over`).toFault();
      for (const frameId of frameIds) this.#messenger.tell(call.tabId, frameId, { clz: "abort", id, fault });
    }
  }

  async #foundIn(frameId: number, query: LocatorQuery, ms: number, call: Call, id: string): Promise<void> {
    const result = await this.#ask(frameId, query, ms, call, id, 0);
    if (!result?.count) throw new Error("not in this frame");
  }

  async #ask(
    frameId: number,
    query: LocatorQuery,
    budgetMs: number,
    call: Call,
    id: string,
    lookalikes: number,
  ): Promise<QueryResult | null> {
    const expiresAt = Date.now() + call.left();
    const message: QueryMessage = { clz: "query", id, query, lookalikes, budgetMs, spentMs: 0, expiresAt };
    const reply = await this.#messenger.send<QueryResult>(frameId, message, call);
    return reply?.ok ? reply.value : null;
  }

  #id(call: Call): string {
    this.#queries += 1;
    return `${call.id}/${this.#queries}`;
  }

  #choose(results: FrameResult[], query: LocatorQuery, nth: number | null, call: Call): FrameTarget | null {
    const having = results.filter(({ result }) => result && result.count > 0);
    const top = having.find(({ frameId }) => frameId === TOP_FRAME);
    if (top) return { frameId: TOP_FRAME, acrossFrames: true };
    const [first] = having;
    if (!first) return null;
    if (nth !== null) return nthOf(having, nth);
    if (having.length > 1 && !query.first) throw this.#ambiguous(having, query, call.tabId);
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
