// The frame query: in which frame a target is. Asked only for what the top frame does not have.
//
// The top frame wins; the frames inside it are equals, so that matches in two of them are as ambiguous as two in one.

import { Deadline } from "../../shared/deadline";
import { LIMITS } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { Match } from "../../shared/match";
import { chained, chainOf, isFilter } from "../../shared/text/chain";
import { laidOutIn, placeAround, UNMOVED, type FrameLayout } from "../../shared/frame-layout";
import type { QueryMessage, QueryResult, LocatorQuery } from "../../shared/messages";
import { within, type CommandContext } from "../command-context";
import { pace, patiently } from "../pace";
import type { FrameMessenger } from "./frame-messenger";
import { TOP_FRAME, type Frames } from "./frame-tree";

/** When all frames are asked, and none has answered for so long, those that have not are not waited for any longer. */
const LOOK_MS = 1_000;

/** A page takes this long at most to name what holds a frame: it may get its scripts for that first. */
const NAME_MS = 1_000;

/** All frames get this long at least to be looked at again, and to say what they have that looks like the target. */
const LOOKS_MS = 1_000;

/** Frames that nothing is about to appear in are looked at for this long. */
const QUIET_MS = 1_000;

/** Frames are counted again at least this often: scripts can make some that no event reports. */
const WATCH_MS = 500;

/** A frame that loads once it is in view gets this long to do so. */
const LAZY_MS = 5_000;

const MAX_CANDIDATES = 5;

/** So many frames say at once what comes into them; the others are looked at again. */
const MAX_WATCHED = 32;

/** What a frame with nothing in it has of what is looked for in all of them. */
const BLANK: QueryResult = {
  ...{ count: 0, hidden: 0, loading: false, quiet: true },
  ...{ candidates: [], lookalikes: [], frameIds: [] },
};

/** The last step of a chain that goes into a frame, whatever is in it. */
const ANYTHING = "*";

/** Where a call goes. */
export interface FrameTarget {
  frameId: number;
  /** Which match within the frame, where the command said which of all. */
  nth?: number;
  /** What is left of a target that goes into the frame. */
  inside?: string;
  /** True if other frames may be asked. */
  acrossFrames: boolean;
}

interface FrameResult {
  frameId: number;
  /** Null if the frame did not answer. */
  result: QueryResult | null;
}

/** Frames that were asked and have not answered yet. */
type Late = Map<number, Promise<QueryResult | null>>;

export class FrameQuery {
  #queries = 0;

  /** `isBusy` tells whether a tab waits for an answer from the network, `hasMoreToCome` whether a frame waits for its document. */
  constructor(
    private readonly messenger: FrameMessenger,
    private readonly frames: Frames,
    private readonly isBusy: (tabId: number) => boolean,
    private readonly hasMoreToCome: (context: CommandContext) => Promise<boolean>,
  ) {}

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
      async (results) => this.#choose(results, query, nth, context) ?? (await this.#foundInside(query, nth, context)),
      async (results) => {
        const entered = await this.enter(query.target ?? "", context);
        if (entered) return { ...entered, acrossFrames: false };
        const hidden = results.find(({ result }) => result && result.hidden > 0);
        return { frameId: hidden?.frameId ?? TOP_FRAME, acrossFrames: false };
      },
    );
  }

  /** The frame whose element `target` names. */
  async frame(target: string, deadline: Deadline, context: CommandContext): Promise<FrameTarget> {
    if (target === "top") return { frameId: TOP_FRAME, acrossFrames: false };
    const named = /^@?(f\d+)$/.exec(target)?.[1];
    if (named) return this.named(named, target, context);
    const query: LocatorQuery = { target, need: "any", first: false, patient: true, enters: true };
    const missing = async (): Promise<never> => {
      const lookalikes = await this.lookalikes(query, LIMITS.lookalikes, context);
      throw new CommandError("ELEMENT_NOT_FOUND", `No frame matches ${target}`, { target, lookalikes });
    };
    const chosen = await this.#until<FrameTarget | null>(
      query,
      deadline,
      context,
      async (results) => {
        const isLoading = results.some(({ result }) => result?.unloaded);
        const frameId = this.#heldBy(isLoading ? await this.#holders(null, query, context) : results, query, context);
        if (frameId !== null) return { frameId, acrossFrames: false };
        if (results.some(({ result }) => result && result.count > 0))
          throw new CommandError("INVALID_TARGET", `${target} names an element that is not a frame`, { target });
        const entered = await this.enter(chained([target, ANYTHING]), context, true);
        return entered?.inside === ANYTHING ? { frameId: entered.frameId, acrossFrames: false } : null;
      },
      () => Promise.resolve(null),
    );
    return chosen ?? missing();
  }

  /** The frame of a ref such as f2e7. */
  async named(name: string, target: string, context: CommandContext): Promise<FrameTarget> {
    const frameId = this.frames.byName(context.tabId, name);
    const frames = await this.frames.list(context);
    if (frameId !== null && frames.some((frame) => frame.frameId === frameId)) return { frameId, acrossFrames: false };
    throw new CommandError("STALE_REF", `There is no frame ${name} on the page any more`, { target, frame: name });
  }

  /** How the element that holds a frame is best named later; null if nobody can tell. */
  async holderOf(frameId: number, context: CommandContext): Promise<string | null> {
    return (await this.#holding(frameId, context))?.result.holder ?? null;
  }

  /** How a frame lies in the viewport of the top one; null if nobody can tell. */
  async layoutOf(frameId: number, context: CommandContext): Promise<FrameLayout | null> {
    let whole = UNMOVED;
    for (let at = frameId; at !== TOP_FRAME;) {
      const holding = await this.#holding(at, context);
      if (!holding?.result.layout) return null;
      whole = laidOutIn(holding.result.layout, whole);
      at = holding.parent;
    }
    return whole;
  }

  /**
   * What the pages around a frame have laid over it at a place; empty if it is out of view in one of them, null if nothing,
   * or if nobody can tell.
   */
  async coverOver(frameId: number, place: { x: number; y: number }, context: CommandContext): Promise<string | null> {
    for (let at = frameId; at !== TOP_FRAME;) {
      const holding = await this.#holding(at, context, place);
      if (!holding?.result.layout) return null;
      const { cover, layout } = holding.result;
      if (cover !== undefined) return cover;
      place = placeAround(layout, place);
      at = holding.parent;
    }
    return null;
  }

  /** What the frame around another one says of its element, and of what lies over a place of it. */
  async #holding(
    frameId: number,
    context: CommandContext,
    at?: { x: number; y: number },
  ): Promise<{ parent: number; result: QueryResult } | null> {
    const frames = await this.frames.list(context);
    const parent = frames.find((frame) => frame.frameId === frameId)?.parentFrameId;
    if (parent === undefined || parent < TOP_FRAME) return null;
    const query: LocatorQuery = { holds: frameId, ...(at && { at }), need: "any", first: true, patient: false };
    let result: QueryResult | null = null;
    const asked = this.#ask(parent, query, 0, context, this.#id(context), 0).then((given) => {
      result = given;
    });
    await patiently(NAME_MS, context.deadline, asked, context);
    return result && { parent, result };
  }

  /**
   * Goes along a chain whose steps name frames: into the last of them that is there, with what is left to look for in
   * it. Null if it names none. With `enters`, those that load once they are in view are brought there, and waited for.
   */
  async enter(
    target: string,
    context: CommandContext,
    enters?: true,
  ): Promise<{ frameId: number; inside: string } | null> {
    let entered: number | null = null;
    let steps = chainOf(target);
    for (let taken = 1; taken < steps.length; taken += 1) {
      // A place is a part of what it counts.
      if (isFilter(steps[taken] ?? "")) continue;
      const query: LocatorQuery = {
        ...{ target: chained(steps.slice(0, taken)), need: "any", first: false, patient: false },
        ...(enters && { enters }),
      };
      const results = await this.#holders(entered, query, context);
      const frameId = this.#heldBy(results, query, context);
      if (frameId === null) continue;
      entered = frameId;
      steps = steps.slice(taken);
      taken = 0;
    }
    return entered === null ? null : { frameId: entered, inside: chained(steps) };
  }

  /** What has the frame that a step names: all that there is, or the frame that was entered last. */
  async #holders(entered: number | null, query: LocatorQuery, context: CommandContext): Promise<FrameResult[]> {
    const lazy = context.deadline.halfway.atMost(LAZY_MS);
    for (;;) {
      const results =
        entered === null
          ? await this.#look(query, context)
          : [{ frameId: entered, result: await this.#ask(entered, query, 0, context, this.#id(context), 0) }];
      if (lazy.passed || !results.some(({ result }) => result?.unloaded)) return results;
      await this.#arrival(lazy.atMost(WATCH_MS), context);
    }
  }

  /** Resolves when a document comes into a frame, with what is found meanwhile, or at the deadline. */
  async #arrival(deadline: Deadline, context: CommandContext, find?: () => Promise<unknown>): Promise<void> {
    const over = new AbortController();
    try {
      const arrived = new Promise<void>((resolve) => this.frames.onArrival(context.tabId, resolve, over.signal));
      await within(deadline, find ? Promise.race([arrived, find()]) : arrived, context);
    } finally {
      over.abort();
    }
  }

  /** The frames that have what is wanted now. */
  async having(query: LocatorQuery, context: CommandContext): Promise<number[]> {
    const results = await this.#look(query, context);
    return results.filter(({ result }) => result && result.count > 0).map(({ frameId }) => frameId);
  }

  /** What the frames have that looks like a target that nothing matches. */
  async lookalikes(query: LocatorQuery, most: number, context: CommandContext): Promise<Match[]> {
    if (most <= 0) return [];
    const results = await this.#look(query, context, Deadline.after(LOOKS_MS * (await pace())), most);
    return results
      .flatMap(({ frameId, result }) =>
        frameId === TOP_FRAME ? [] : this.#named(result?.lookalikes, frameId, context.tabId),
      )
      .slice(0, most);
  }

  /** The frame that a query found the element of: that of the top frame's own, where it has some. Throws AMBIGUOUS_TARGET. */
  #heldBy(results: FrameResult[], query: LocatorQuery, { tabId }: CommandContext): number | null {
    const idsOf = (some: FrameResult[]): number[] =>
      some.flatMap(({ result }) => result?.frameIds ?? []).filter((frameId) => frameId > TOP_FRAME);
    const top = results.filter(({ frameId }) => frameId === TOP_FRAME);
    const having = idsOf(top).length > 0 ? top : results;
    const [frameId, ...others] = idsOf(having);
    if (others.length > 0) throw this.#ambiguous(having, query, tabId);
    return frameId ?? null;
  }

  /** What a chain names in the frame that it goes into, if that is there. */
  async #foundInside(query: LocatorQuery, nth: number | null, context: CommandContext): Promise<FrameTarget | null> {
    const entered = await this.enter(query.target ?? "", context, true);
    if (!entered) return null;
    const rest = { ...query, target: entered.inside };
    const result = await this.#ask(entered.frameId, rest, 0, context, this.#id(context), 0);
    return result && result.count >= (nth ?? 1) ? { ...entered, acrossFrames: false } : null;
  }

  /** Looks at all frames until `choose` has a choice, or the time is up. */
  async #until<T>(
    query: LocatorQuery,
    deadline: Deadline,
    context: CommandContext,
    choose: (results: FrameResult[]) => Promise<T>,
    otherwise: (results: FrameResult[]) => Promise<NonNullable<T> | null>,
  ): Promise<NonNullable<T>> {
    const quietFrom = Deadline.after(QUIET_MS);
    const late: Late = new Map();
    let isFirst = true;
    for (;;) {
      // The first time all that answer are heard, however many they are.
      const last = isFirst ? context.framesDeadline : Deadline.after(Math.max(LOOKS_MS, deadline.remainingMs));
      isFirst = false;
      const isToCome = query.patient || (await this.hasMoreToCome(context));
      const results = await this.#look(query, context, last, 0, late);
      const choice = await choose(results);
      if (choice) return choice;
      const worthIt = isToCome || results.some(({ result }) => result?.loading);
      const quiet = query.early === true && quietFrom.passed && results.every(({ result }) => result?.quiet);
      if (deadline.passed || !worthIt || (quiet && !this.isBusy(context.tabId)))
        return (await otherwise(results)) as NonNullable<T>;
      await this.#watch(
        results.flatMap(({ frameId, result }) => (result ? frameId : [])),
        query,
        deadline.atMost(WATCH_MS),
        context,
      );
    }
  }

  /**
   * What each frame has now. As long as one answers after the other, all are waited for, until `last`; one that has kept
   * this command waiting before is not waited for again. Those that have not answered then are in `late`, and not asked
   * again by a look with that: on a busy machine the last frames would never get their turn.
   */
  async #look(
    query: LocatorQuery,
    context: CommandContext,
    last = context.framesDeadline,
    lookalikes = 0,
    late: Late = new Map(),
  ): Promise<FrameResult[]> {
    const frames = await this.frames.list(context);
    const results: FrameResult[] = frames.map(({ frameId }) => ({ frameId, result: null }));
    const { silentFrames } = context;
    const awaited = new Set(frames.flatMap(({ frameId }) => (silentFrames.has(frameId) ? [] : frameId)));
    const answered = new Set<number>();
    let wake = (): void => undefined;
    const asked = results.map(async (entry) => {
      const { frameId } = entry;
      const asking = late.get(frameId) ?? this.#ask(frameId, query, 0, context, this.#id(context), lookalikes, BLANK);
      late.set(frameId, asking);
      entry.result = await asking;
      awaited.delete(frameId);
      answered.add(frameId);
      wake();
    });
    const all = Promise.all(asked);
    for (let before = -1; answered.size > before && answered.size < results.length && !last.passed;) {
      before = answered.size;
      const another = new Promise<void>((resolve) => (wake = resolve));
      await patiently(awaited.size > 0 ? LOOK_MS : 0, last, Promise.race([another, all]), context);
    }
    for (const { frameId } of frames) {
      if (answered.has(frameId)) late.delete(frameId);
      if (answered.has(frameId)) silentFrames.delete(frameId);
      else silentFrames.add(frameId);
    }
    return results;
  }

  /** Resolves when a frame has it, a document comes into a frame, or at the deadline. */
  async #watch(some: number[], query: LocatorQuery, deadline: Deadline, context: CommandContext): Promise<void> {
    const frameIds = some.slice(0, MAX_WATCHED);
    const id = this.#id(context);
    try {
      await this.#arrival(deadline, context, () => {
        const found = frameIds.map((frameId) => this.#foundIn(frameId, query, deadline.remainingMs, context, id));
        return Promise.any(found).catch(() => undefined);
      });
    } finally {
      const fault = new CommandError("CANCELLED", ownWords`The query is over`).toFault();
      for (const frameId of frameIds) this.messenger.tell(context.tabId, frameId, { clz: "abort", id, fault });
    }
  }

  async #foundIn(frameId: number, query: LocatorQuery, ms: number, context: CommandContext, id: string): Promise<void> {
    const result = await this.#ask(frameId, query, ms, context, id, 0, BLANK);
    if (!result?.count) throw new Error("not in this frame");
  }

  async #ask(
    frameId: number,
    query: LocatorQuery,
    budgetMs: number,
    context: CommandContext,
    id: string,
    lookalikes: number,
    ifBlank?: QueryResult,
  ): Promise<QueryResult | null> {
    const expiresAt = Date.now() + context.deadline.remainingMs;
    const asked: QueryMessage = { clz: "query", id, query, lookalikes, budgetMs, spentMs: 0, expiresAt };
    const message = { ...asked, ...(ifBlank && { ifBlank }) };
    const reply = await this.messenger.send<QueryResult>(frameId, message, context, ifBlank !== undefined);
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
    const details = { target, count, candidates: candidates.slice(0, MAX_CANDIDATES) };
    if (results.length === 1) {
      const hint = ownWords`Name one by what the others do not have, or by its number, as in iframe >> nth=1`;
      return new CommandError("AMBIGUOUS_TARGET", `${count} elements match ${target}`, details, hint);
    }
    const hint = ownWords`Name the frame, as in --frame f${Number(named?.slice(1) ?? 2)}, or one of them: --nth N`;
    return new CommandError("AMBIGUOUS_TARGET", `${count} elements in several frames match ${target}`, details, hint);
  }

  #named(matches: Match[] | undefined, frameId: number, tabId: number): Match[] {
    const frame = this.frames.nameOf(tabId, frameId);
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
