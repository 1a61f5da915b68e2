// The client of the content scripts: one message where all is well; the engine, another frame, another try or a clear error
// where not.

import type { Commands, ContentName } from "../../generated/registry";
import { COMMANDS, LIMITS } from "../../generated/registry";
import { apart } from "../../shared/input/drag-across-frames";
import { CommandError, type Fault } from "../../shared/errors";
import type { CallMessage, ContentValue, Match, StageMessage, LocatorQuery } from "../../shared/messages";
import { within, type Call } from "../command-context";
import type { FrameMessenger } from "./frame-messenger";
import { TOP_FRAME, type Frames } from "./frame-tree";
import type { Navigation } from "../navigation/navigation";
import { privileged } from "../input/privileged-api";
import { Reachability } from "./reachability";
import { FrameQuery, type FrameTarget } from "./frame-query";

/** A page that gives up waiting still has to say so in time. */
const ANSWER_MS = 40;

/** A target that says which frame it is in: @f2e7, and @e12 in the top one. */
const REF = /^\s*@(f\d+)?e\d+/;

/** What a frame answered, and which one it was. */
export interface Answered<T> {
  value: T;
  frameId: number;
}

/** How an action is performed: as trusted input or not, and the files that go with it. */
export type InputOptions = Pick<CallMessage, "helper" | "files" | "paths" | "early">;

/** The page went away while an action was taken in it; `seen` is what the action said of itself by then. */
export class NavigatedDuringAction extends CommandError {
  readonly partialResult: StageMessage["partialResult"];
  readonly frameId: number;

  constructor(tabId: number, frameId: number, seen: StageMessage["partialResult"]) {
    super("NAVIGATED", "The page went away while the command acted in it", { tabId });
    this.partialResult = seen;
    this.frameId = frameId;
  }
}

interface Progress {
  stage: StageMessage["stage"] | "sent";
  partialResult?: StageMessage["partialResult"];
}

export class ContentScriptClient {
  readonly #navigation: Navigation;
  readonly #frames: Frames;
  readonly #messenger: FrameMessenger;
  readonly #frameQuery: FrameQuery;
  readonly #reachability: Reachability;
  /** How far the calls got, as their content scripts told. */
  readonly #progress = new Map<string, Progress>();

  constructor(navigation: Navigation, frames: Frames, messenger: FrameMessenger, isBusy: (tabId: number) => boolean) {
    this.#navigation = navigation;
    this.#frames = frames;
    this.#messenger = messenger;
    this.#frameQuery = new FrameQuery(messenger, frames, isBusy);
    this.#reachability = new Reachability(navigation, frames, messenger);
  }

  /** Notes how far a call got. */
  stage({ id, stage, partialResult }: StageMessage): void {
    if (this.#progress.has(id)) this.#progress.set(id, { stage, partialResult });
  }

  /** What the action of a call that is under way has said of itself. */
  partialResultOf(call: Call): StageMessage["partialResult"] {
    return this.#progress.get(call.id)?.partialResult;
  }

  /** What `call` gives, as the result of a command: with its tab. */
  async result<K extends ContentName>(
    name: K,
    params: Commands[K]["params"],
    waitMs: number,
    call: Call,
  ): Promise<ContentValue<K> & { tabId: number }> {
    const { tabId } = call;
    return { ...(await this.call(name, params, waitMs, call)).value, tabId };
  }

  /**
   * Carries a command out in the tab's page, in the frame that has its target: the top one where that has it, else the
   * one that does. `waitMs` is how long the page may take to become ready for it.
   * A page that is replaced before anything was done to it is no failure: the next one gets the call. Where `late` is
   * given, waiting for a page counts as well, and `late` is the error when that takes longer than `waitMs`.
   */
  async call<K extends ContentName>(
    name: K,
    params: Commands[K]["params"],
    waitMs: number,
    call: Call,
    late?: (spentMs: number) => CommandError,
    how?: InputOptions,
  ): Promise<Answered<ContentValue<K>>> {
    const started = performance.now();
    const budget = (): number => Math.max(0, Math.min(waitMs - (performance.now() - started), call.left() - ANSWER_MS));
    const patience = (): number => {
      if (!late) return call.left();
      const spentMs = performance.now() - started;
      if (spentMs > waitMs) throw late(spentMs);
      return Math.min(call.left(), waitMs - spentMs + 1);
    };
    await this.#whenThere(name, call, patience);
    let target = await this.#start(params, budget(), call);
    let query: LocatorQuery | null = null;
    const stopAborting = this.#abortWith(call, () => target.frameId);
    try {
      for (let unanswered = 0; ; unanswered += 1) {
        this.#progress.set(call.id, { stage: "sent" });
        const { frameId, nth, acrossFrames } = target;
        const message: CallMessage<K> = {
          clz: "call",
          id: call.id,
          name,
          params: nth === undefined ? params : { ...params, nth },
          budgetMs: acrossFrames || !query ? budget() : 0,
          spentMs: performance.now() - started,
          expiresAt: Date.now() + call.left(),
          acrossFrames,
          ...(wantsListeners(name, params) && { helper: privileged.available }),
          ...how,
          refs: this.#frames.refs(call.tabId, frameId),
        };
        const reply = await this.#messenger.send<ContentValue<K>>(frameId, message, call);
        if (reply?.ok) {
          if (reply.lastRef !== undefined) this.#frames.noteRef(call.tabId, frameId, reply.lastRef);
          return { value: reply.value, frameId };
        }
        if (reply && "notInThisFrame" in reply) {
          unanswered = 0;
          query = reply.notInThisFrame;
          if (query.frameId !== undefined) {
            target = { frameId: query.frameId, acrossFrames: false };
            continue;
          }
          if (isEnd(params, query)) {
            this.#refuseOtherFrame(await this.#frameQuery.find(query, null, budget(), call), query, target, call);
            target = { ...target, acrossFrames: false };
            continue;
          }
          const found = await this.#frameQuery.find(query, nthOf(params), budget(), call);
          // Without time left the frame decides, whatever it says.
          target = budget() > 0 ? found : { ...found, acrossFrames: false };
          continue;
        }
        if (reply?.lastRef !== undefined) this.#frames.noteRef(call.tabId, frameId, reply.lastRef);
        const end = reply && reply.fault.code === "ELEMENT_NOT_FOUND" ? endOf(params, reply.fault) : null;
        if (end) {
          for (const other of await this.#frameQuery.having(end, call)) {
            this.#refuseOtherFrame({ frameId: other, acrossFrames: true }, end, target, call);
          }
        }
        if (reply && reply.fault.code !== "NAVIGATED") throw await this.#explained(reply.fault, query, target, call);
        this.#refuseSecondTime(name, frameId, call);
        if (frameId !== TOP_FRAME) {
          await this.#reachability.frame(frameId, unanswered, call);
          target = await this.#start(params, budget(), call);
        } else if (reply) {
          // A call that still waited when its page was left says so.
          unanswered = 0;
          await this.#navigation.settled(call.tabId, call, patience());
        } else {
          await this.#reachability.page(unanswered, patience, call);
        }
      }
    } finally {
      stopAborting();
      this.#progress.delete(call.id);
    }
  }

  /** The frames that have what is wanted now. */
  framesWith(query: LocatorQuery, call: Call): Promise<number[]> {
    return this.#frameQuery.having(query, call);
  }

  /** Every frame of the tab that a command without a frame of its own looks into. */
  async frames(call: Call): Promise<number[]> {
    return (await this.frameTree(call)).map(({ frameId }) => frameId);
  }

  /** The tab's frames, each after the one that holds it. */
  frameTree(call: Call): Promise<Array<{ frameId: number; parentFrameId: number }>> {
    return this.#frames.list(call);
  }

  /** Carries a reading out in one frame, in at most `ms`; null if the frame does not answer. */
  async inFrame<K extends ContentName>(
    frameId: number,
    name: K,
    params: Commands[K]["params"],
    ms: number,
    call: Call,
  ): Promise<ContentValue<K> | null> {
    const { tabId } = call;
    const expiresAt = Date.now() + ms;
    const refs = this.#frames.refs(tabId, frameId);
    // A frame's call is not the command's own: what ends that one is told to the top frame.
    const id = `${call.id}/${refs.frame}`;
    const message: CallMessage<K> = {
      clz: "call",
      id,
      name,
      params,
      budgetMs: ms,
      spentMs: 0,
      expiresAt,
      acrossFrames: false,
      refs,
      ...(wantsListeners(name, params) && { helper: privileged.available }),
    };
    let value: ContentValue<K> | null = null;
    const asked = this.#messenger.send<ContentValue<K>>(frameId, message, call).then((reply) => {
      if (!reply?.ok) return;
      if (reply.lastRef !== undefined) this.#frames.noteRef(tabId, frameId, reply.lastRef);
      value = reply.value;
    });
    await within(ms, asked, call);
    return value;
  }

  /** Throws where the end of a drag is in another frame than its start. A place that is not found is no place to search on. */
  #refuseOtherFrame(
    found: FrameTarget,
    { target = "" }: LocatorQuery,
    { frameId }: FrameTarget,
    { tabId }: Call,
  ): void {
    if (found.acrossFrames && found.frameId !== frameId) throw apart(target, this.#frames.nameOf(tabId, found.frameId));
  }

  /** Where a call begins: in the frame that its ref or `frame` names, else in the top one. */
  async #start(params: object, ms: number, call: Call): Promise<FrameTarget> {
    const { target, frame } = params as { target?: string | null; frame?: string | null };
    const ref = typeof target === "string" ? REF.exec(target) : null;
    if (ref)
      return ref[1] ? this.#frameQuery.named(ref[1], target ?? "", call) : { frameId: TOP_FRAME, acrossFrames: false };
    if (frame != null) return this.#frameQuery.frame(frame, ms, call);
    return { frameId: TOP_FRAME, acrossFrames: true };
  }

  /** The fault of one frame as that of the whole page: with what looks alike in the others. */
  async #explained(
    fault: Fault,
    query: LocatorQuery | null,
    { frameId }: FrameTarget,
    call: Call,
  ): Promise<CommandError> {
    const { details } = fault;
    const own = Array.isArray(details.lookalikes) ? (details.lookalikes as Match[]) : null;
    const frame = this.#frames.nameOf(call.tabId, frameId);
    const named = frame === "" ? fault : { ...fault, details: { ...details, frame } };
    if (!query || !own || own.length >= LIMITS.lookalikes) return CommandError.fromFault(named);
    const others = await this.#frameQuery.lookalikes(query, LIMITS.lookalikes - own.length, call);
    const [best] = [...own, ...others];
    const known = { ...named, details: { ...named.details, lookalikes: [...own, ...others] } };
    if (own.length > 0 || !best) return CommandError.fromFault(known);
    const said = (fault.ours ?? []).filter((name) => name !== "hint"); // the page has a part in the new one
    return CommandError.fromFault({ ...known, hint: `Did you mean: ${best.selector}?`, ours: said });
  }

  /** Waits out what would make an answer worthless: a tab that has no page yet; for a read, also one that leaves it. */
  async #whenThere(name: ContentName, call: Call, patience: () => number): Promise<void> {
    if (this.#navigation.isOpening(call.tabId)) await this.#navigation.settled(call.tabId, call, patience());
    else if (!COMMANDS[name].changes && name !== "waitFor") {
      // A page that does not come leaves time to read the one that is there.
      await this.#navigation.settled(call.tabId, call, Math.min(LIMITS.autoWaitMs, call.left() / 2));
    }
  }

  /** What was begun in a page that is gone is not begun again in another. */
  #refuseSecondTime(name: ContentName, frameId: number, call: Call): void {
    const progress = this.#progress.get(call.id);
    if (!COMMANDS[name].changes || progress?.stage !== "acting") return;
    throw new NavigatedDuringAction(call.tabId, frameId, progress.partialResult);
  }

  #abortWith(call: Call, frameId: () => number): () => void {
    const over = new AbortController();
    const tell = (): void => {
      const reason: unknown = call.signal.reason;
      const fault: Fault | null = reason instanceof CommandError ? reason.toFault() : null;
      if (fault) this.#messenger.tell(call.tabId, frameId(), { clz: "abort", id: call.id, fault });
    };
    call.signal.addEventListener("abort", tell, { once: true, signal: over.signal });
    return () => over.abort();
  }
}

/** Snapshots list what listens, and annotations what snapshots list: the helper tells them. */
function wantsListeners(name: ContentName, params: object): boolean {
  return (
    name === "getAccessibilitySnapshot" ||
    (name === "screenshot" && (params as { annotate?: boolean }).annotate === true)
  );
}

/** True if it is not what the command acts on that a frame lacks, but where a drag ends. */
function isEnd(params: object, { target }: LocatorQuery): boolean {
  const { target: start, to } = params as { target?: string; to?: string };
  return target !== undefined && target === to && target !== start;
}

/** The end of a drag, where that is what the fault says is missing. */
function endOf(params: object, { details }: Fault): LocatorQuery | null {
  const query: LocatorQuery = { target: String(details.target), need: "visible", first: true, patient: false };
  return isEnd(params, query) ? query : null;
}

function nthOf(params: object): number | null {
  return (params as { nth?: number | null }).nth ?? null;
}
