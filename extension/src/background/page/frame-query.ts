// The search: in which frame a target is. Asked only for what the top frame does not have.
//
// The top frame wins; the frames inside it are equals, so that matches in two of them are as ambiguous as two in one.

import { LIMITS } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import type { Match, SeekMessage, Sighting, Wanted } from "../../shared/messages";
import { within, type Call } from "../command-context";
import type { Courier } from "./frame-messenger";
import { TOP_FRAME, type Frames } from "./frame-tree";

/** A frame whose page is busy is not waited for any longer when all frames are asked. */
const LOOK_MS = 300;

/** Frames that nothing is about to appear in are looked at for this long. */
const QUIET_MS = 1_000;

/** Frames are counted again at least this often: scripts can make some that no event tells of. */
const WATCH_MS = 500;

const MAX_CANDIDATES = 5;

/** Where a call goes. */
export interface Place {
  frameId: number;
  /** Which match within the frame, where the command said which of all. */
  nth?: number;
  /** True if other frames may be searched. */
  search: boolean;
}

interface Seen {
  frameId: number;
  /** Null if the frame did not answer. */
  sighting: Sighting | null;
}

export class FrameSearch {
  readonly #courier: Courier;
  readonly #frames: Frames;
  readonly #isBusy: (tabId: number) => boolean;
  #seeks = 0;

  /** `isBusy` tells whether a tab waits for an answer from the network. */
  constructor(courier: Courier, frames: Frames, isBusy: (tabId: number) => boolean) {
    this.#isBusy = isBusy;
    this.#courier = courier;
    this.#frames = frames;
  }

  /** The frame that has what is wanted; when the time is up, the one that knows best why it has not. */
  async find(wanted: Wanted, nth: number | null, ms: number, call: Call): Promise<Place> {
    return this.#until(
      wanted,
      ms,
      call,
      (seen) => this.#choose(seen, wanted, nth, call),
      (seen) => {
        const hidden = seen.find(({ sighting }) => sighting && sighting.hidden > 0);
        return { frameId: hidden?.frameId ?? TOP_FRAME, search: false };
      },
    );
  }

  /** The frame whose element `target` names. */
  async frame(target: string, ms: number, call: Call): Promise<Place> {
    const { tabId } = call;
    if (target === "top") return { frameId: TOP_FRAME, search: false };
    const named = /^@?(f\d+)$/.exec(target)?.[1];
    if (named) return this.named(named, target, call);
    const wanted: Wanted = { target, need: "any", first: false, patient: true };
    const missing = async (): Promise<never> => {
      const lookalikes = await this.lookalikes(wanted, LIMITS.lookalikes, call);
      throw new CommandError("ELEMENT_NOT_FOUND", `No frame matches ${target}`, { target, lookalikes });
    };
    const place = await this.#until<Place | null>(
      wanted,
      ms,
      call,
      (seen) => {
        const found = seen.flatMap(({ sighting }) => sighting?.frameIds ?? []);
        const frames = found.filter((frameId) => frameId > TOP_FRAME);
        const [frameId] = frames;
        if (frames.length > 1) throw this.#ambiguous(seen, wanted, tabId);
        if (frameId !== undefined) return { frameId, search: false };
        if (found.length === 0) return null;
        throw new CommandError("INVALID_TARGET", `${target} names an element that is not a frame`, { target });
      },
      () => null,
    );
    return place ?? missing();
  }

  /** The frame of a ref such as f2e7. */
  async named(name: string, target: string, call: Call): Promise<Place> {
    const frameId = this.#frames.byName(call.tabId, name);
    const frames = await this.#frames.list(call);
    if (frameId !== null && frames.some((frame) => frame.frameId === frameId)) return { frameId, search: false };
    throw new CommandError("STALE_REF", `There is no frame ${name} on the page any more`, { target, frame: name });
  }

  /** The frames that have what is wanted now. */
  async having(wanted: Wanted, call: Call): Promise<number[]> {
    const seen = await this.#look(wanted, call);
    return seen.filter(({ sighting }) => sighting && sighting.count > 0).map(({ frameId }) => frameId);
  }

  /** What the frames have that looks like a target that nothing matches. */
  async lookalikes(wanted: Wanted, most: number, call: Call): Promise<Match[]> {
    if (most <= 0) return [];
    const seen = await this.#look(wanted, call, most);
    return seen
      .flatMap(({ frameId, sighting }) =>
        frameId === TOP_FRAME ? [] : this.#named(sighting?.lookalikes, frameId, call.tabId),
      )
      .slice(0, most);
  }

  /** Looks at all frames until `choose` has a choice, or the time is up. */
  async #until<T>(
    wanted: Wanted,
    ms: number,
    call: Call,
    choose: (seen: Seen[]) => T,
    otherwise: (seen: Seen[]) => NonNullable<T> | null,
  ): Promise<NonNullable<T>> {
    const begun = performance.now();
    const end = begun + ms;
    for (;;) {
      const seen = await this.#look(wanted, call);
      const choice = choose(seen);
      if (choice) return choice;
      const left = end - performance.now();
      const worthIt = wanted.patient || seen.some(({ sighting }) => sighting?.loading);
      const quiet =
        wanted.early === true && performance.now() - begun >= QUIET_MS && seen.every(({ sighting }) => sighting?.quiet);
      if (left <= 0 || !worthIt || (quiet && !this.#isBusy(call.tabId))) return otherwise(seen) as NonNullable<T>;
      await this.#watch(
        seen.map(({ frameId }) => frameId),
        wanted,
        Math.min(left, WATCH_MS),
        call,
      );
    }
  }

  /** What each frame has now. */
  async #look(wanted: Wanted, call: Call, lookalikes = 0): Promise<Seen[]> {
    const frames = await this.#frames.list(call);
    const seen: Seen[] = frames.map(({ frameId }) => ({ frameId, sighting: null }));
    const asked = seen.map(async (entry) => {
      entry.sighting = await this.#seek(entry.frameId, wanted, 0, call, this.#id(call), lookalikes);
    });
    await within(LOOK_MS, Promise.all(asked), call);
    return seen;
  }

  /** Resolves when a frame has it, a document comes into a frame, or after `ms`. */
  async #watch(frameIds: number[], wanted: Wanted, ms: number, call: Call): Promise<void> {
    const id = this.#id(call);
    const over = new AbortController();
    try {
      const arrived = new Promise<void>((resolve) => this.#frames.onArrival(call.tabId, resolve, over.signal));
      const found = frameIds.map((frameId) => this.#foundIn(frameId, wanted, ms, call, id));
      await within(ms, Promise.race([arrived, Promise.any(found).catch(() => undefined)]), call);
    } finally {
      over.abort();
      const fault = new CommandError("CANCELLED", ours`The search is over`).toFault();
      for (const frameId of frameIds) this.#courier.tell(call.tabId, frameId, { clz: "abort", id, fault });
    }
  }

  async #foundIn(frameId: number, wanted: Wanted, ms: number, call: Call, id: string): Promise<void> {
    const sighting = await this.#seek(frameId, wanted, ms, call, id, 0);
    if (!sighting?.count) throw new Error("not in this frame");
  }

  async #seek(
    frameId: number,
    wanted: Wanted,
    budgetMs: number,
    call: Call,
    id: string,
    lookalikes: number,
  ): Promise<Sighting | null> {
    const expiresAt = Date.now() + call.left();
    const message: SeekMessage = { clz: "seek", id, wanted, lookalikes, budgetMs, spentMs: 0, expiresAt };
    const reply = await this.#courier.send<Sighting>(frameId, message, call);
    return reply?.ok ? reply.value : null;
  }

  #id(call: Call): string {
    this.#seeks += 1;
    return `${call.id}/${this.#seeks}`;
  }

  #choose(seen: Seen[], wanted: Wanted, nth: number | null, call: Call): Place | null {
    const having = seen.filter(({ sighting }) => sighting && sighting.count > 0);
    const top = having.find(({ frameId }) => frameId === TOP_FRAME);
    if (top) return { frameId: TOP_FRAME, search: true };
    const [first] = having;
    if (!first) return null;
    if (nth !== null) return nthOf(having, nth);
    if (having.length > 1 && !wanted.first) throw this.#ambiguous(having, wanted, call.tabId);
    return { frameId: first.frameId, search: true };
  }

  #ambiguous(seen: Seen[], { target }: Wanted, tabId: number): CommandError {
    const candidates = seen.flatMap(({ frameId, sighting }) => this.#named(sighting?.candidates, frameId, tabId));
    const count = seen.reduce((sum, { sighting }) => sum + (sighting?.count ?? 0), 0);
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
function nthOf(having: Seen[], nth: number): Place | null {
  let before = 0;
  for (const { frameId, sighting } of having) {
    const count = sighting?.count ?? 0;
    if (nth <= before + count) return { frameId, nth: nth - before, search: true };
    before += count;
  }
  return null;
}
