// The client of the content scripts: one message where all is well; the engine, another frame, another try or a clear
// error where not.

import { Deadline } from "../../shared/deadline";
import type { Commands, ContentName } from "../../generated/registry";
import { COMMANDS, LIMITS } from "../../generated/registry";
import { advice, CommandError, DID_YOU_MEAN, didYouMean, type Fault, ownWords } from "../../shared/errors";
import { boxIn, placeAround, UNMOVED, type FrameLayout } from "../../shared/frame-layout";
import type { DragPartAction } from "../../shared/input/input-actions";
import type { Match } from "../../shared/match";
import { chained, chainOf } from "../../shared/text/chain";
import type {
  CallMessage,
  ContentValue,
  CoverMessage,
  DragMessage,
  DragPartValue,
  DurableLocator,
  LocatorQuery,
  Reply,
  StageMessage,
} from "../../shared/messages";
import { pause, type CommandContext } from "../command-context";
import { patiently } from "../pace";
import { endOf, isEnd, throwIfElsewhere } from "./drag-ends";
import { looksOnce, type FrameMessenger, type FrameReply } from "./frame-messenger";
import { TOP_FRAME, type Frames } from "./frame-tree";
import type { Navigation } from "../navigation/navigation";
import { privileged } from "../privileged/api";
import { Reachability } from "./reachability";
import { FrameQuery, type FrameTarget } from "./frame-query";

/** What a page said before its tab was closed is here by then. */
const LAST_WORDS_MS = 200;

/** A drag that is given up takes this long at most to end in its frames. */
const END_MS = 5_000;

/** A target that says which frame it is in: @f2e7, and @e12 in the top one. */
const REF = /^\s*@(f\d+)?e\d+/;

/** Stands for what a frame with nothing in it answers. */
const BLANK: unknown = { blank: true };

/** What a frame answered, and which one it was. */
interface Answered<T> {
  value: T;
  frameId: number;
}

/** How an action is performed: as trusted input or not, and the files that go with it. */
type InputOptions = Pick<
  CallMessage,
  "helper" | "files" | "paths" | "early" | "secret" | "clipboard" | "clipboardHoldsSecret"
>;

/** The page went away while an action was taken in it; `seen` is what the action said of itself by then. */
export class NavigatedDuringAction extends CommandError {
  readonly partialResult: StageMessage["partialResult"];

  constructor(
    tabId: number,
    readonly frameId: number,
    seen: StageMessage["partialResult"],
  ) {
    super("NAVIGATED", "The page went away while the command acted in it", { tabId });
    this.partialResult = seen;
  }
}

/** A call on its way through the frames and documents of a tab. */
interface Ask<K extends ContentName> {
  readonly name: K;
  readonly params: Commands[K]["params"];
  readonly how: InputOptions | undefined;
  /** By `performance.now()`. */
  readonly started: number;
  /** When the page has to give up. */
  readonly deadline: Deadline;
  /** The frame that is asked now. */
  target: FrameTarget;
  /** What the frame before lacked. */
  query: LocatorQuery | null;
  /** How often in a row no document answered. */
  unanswered: number;
}

interface Progress {
  context: CommandContext;
  /** How the element of its frame is named, if that is asked. */
  holder: string | null;
  /** How its frame lies in the page; null for one that lies somewhere unknown. */
  layout: FrameLayout | null;
  stage: StageMessage["stage"] | "sent";
  partialResult?: StageMessage["partialResult"];
}

export class ContentScriptClient {
  readonly #frames: Frames;
  readonly #frameQuery: FrameQuery;
  readonly #reachability: Reachability;
  /** How far the calls got, as their content scripts reported. */
  readonly #progress = new Map<string, Progress>();

  constructor(
    private readonly navigation: Navigation,
    frames: Frames,
    private readonly messenger: FrameMessenger,
    isBusy: (tabId: number) => boolean,
  ) {
    this.#frames = frames;
    this.#frameQuery = new FrameQuery(messenger, frames, isBusy, (context) => this.hasMoreToCome(context));
    this.#reachability = new Reachability(navigation, frames, messenger);
  }

  /** Notes how far a call got. */
  stage({ id, stage, partialResult, locator, secrets = [] }: StageMessage): void {
    const progress = this.#progress.get(id);
    if (!progress) return;
    if (stage === "acting") progress.context.begins();
    for (const text of secrets) progress.context.pageSecrets.add(text);
    this.#progress.set(id, { ...progress, stage, partialResult });
    noteLocator(progress, locator);
  }

  /** What the action of a call that is under way has said of itself. */
  partialResultOf(context: CommandContext): StageMessage["partialResult"] {
    return this.#progress.get(context.id)?.partialResult;
  }

  /** The same for a call whose tab was closed: what its page said last may still be on its way. */
  async lastResultOf(context: CommandContext): Promise<StageMessage["partialResult"]> {
    const deadline = Deadline.after(LAST_WORDS_MS);
    while (!deadline.passed && !this.partialResultOf(context)) {
      await pause(LAST_WORDS_MS / 10, context);
    }
    return this.partialResultOf(context);
  }

  /** What `call` gives, as the result of a command: with its tab. */
  async result<K extends ContentName>(
    name: K,
    params: Commands[K]["params"],
    deadline: Deadline,
    context: CommandContext,
  ): Promise<ContentValue<K> & { tabId: number }> {
    const { tabId } = context;
    return { ...(await this.call(name, params, deadline, context)).value, tabId };
  }

  /**
   * Carries a command out in the tab's page, in the frame that has its target: the top one if it does, else the
   * one that does. The page has until `deadline` to become ready for it.
   * A page that is replaced before anything was done to it is not a failure: the next one gets the call. Where `late` is
   * given, waiting for a page counts as well, and `late` is the error when none has come by then.
   */
  async call<K extends ContentName>(
    name: K,
    params: Commands[K]["params"],
    deadline: Deadline,
    context: CommandContext,
    late?: (spentMs: number) => CommandError,
    how?: InputOptions,
  ): Promise<Answered<ContentValue<K>>> {
    const started = performance.now();
    const patience = (): Deadline => {
      if (!late) return context.deadline;
      if (deadline.passed) throw late(performance.now() - started);
      return Deadline.earliest(context.deadline, deadline);
    };
    const pageDeadline = Deadline.earliest(deadline, context.deadline.minus(LIMITS.pageMarginMs));
    await this.#whenThere(name, context, late ? patience : null);
    const target = await this.#start(params, pageDeadline, context);
    const ask: Ask<K> = { name, params, how, started, deadline: pageDeadline, target, query: null, unanswered: 0 };
    const stopAborting = this.#abortWith(context, () => ask.target.frameId);
    try {
      for (; ; ask.unanswered += 1) {
        const { frameId } = ask.target;
        const isNamed = context.wantsLocator && frameId !== TOP_FRAME;
        const holder = isNamed ? await this.#frameQuery.holderOf(frameId, context) : null;
        const layout = isNamed ? await this.layoutOf(frameId, context) : UNMOVED;
        const progress: Progress = { context, holder, layout, stage: "sent" };
        this.#progress.set(context.id, progress);
        const reply = await this.#send(ask, context);
        if (reply?.ok) {
          noteLocator(progress, reply.locator);
          return { value: reply.value, frameId };
        }
        if (reply && "notInThisFrame" in reply) {
          ask.unanswered = 0;
          ask.query = reply.notInThisFrame;
          ask.target = await this.#otherFrame(ask, ask.query, context);
        } else {
          if (reply && reply.fault.code !== "NAVIGATED") throw await this.#failure(reply.fault, ask, context);
          this.#refuseSecondTime(name, ask.target.frameId, context);
          await this.#nextDocument(ask, reply !== null, patience, context);
        }
      }
    } finally {
      stopAborting();
      this.#progress.delete(context.id);
    }
  }

  /** The frames that have what is wanted now. */
  framesWith(query: LocatorQuery, context: CommandContext): Promise<number[]> {
    return this.#frameQuery.having(query, context);
  }

  /** What a chain that goes into a frame names there, as a command says it; null for a target that goes into none. */
  async inside(target: string, context: CommandContext): Promise<{ frame: string; target: string } | null> {
    const entered = await this.#frameQuery.enter(target, context, true);
    return entered && { frame: this.#frames.nameOf(context.tabId, entered.frameId), target: entered.inside };
  }

  /** How a frame lies in the viewport of the top one; null if nobody can tell. */
  layoutOf(frameId: number, context: CommandContext): Promise<FrameLayout | null> {
    return this.#frameQuery.layoutOf(frameId, context);
  }

  /** What the pages around a frame have laid over it, where a call is about to press; null if nothing. */
  async coverOver({ id, x, y }: CoverMessage, frameId: number): Promise<string | null> {
    const context = this.#progress.get(id)?.context;
    return context ? this.#frameQuery.coverOver(frameId, { x, y }, context) : null;
  }

  /** Makes a frame do its part of a drag that goes through several, within the deadline. */
  async dragPart(
    frameId: number,
    part: DragMessage["part"],
    deadline: Deadline,
    context: CommandContext,
  ): Promise<DragPartValue> {
    const message: DragMessage = { clz: "drag", part, ...this.#partOf(frameId, deadline, context) };
    context.asksFrames = true;
    const reply = await this.messenger.send<DragPartValue>(frameId, message, context);
    if (reply?.ok) return reply.value;
    if (reply && "fault" in reply) throw CommandError.fromFault(reply.fault);
    throw new CommandError("NAVIGATED", ownWords`A page went away while something was dragged in it`, { frameId });
  }

  /** The same without an answer, for a command that has ended. */
  endDrag(frameId: number, action: DragPartAction, context: CommandContext): void {
    const part = { do: "input" as const, action };
    const message: DragMessage = { clz: "drag", part, ...this.#partOf(frameId, Deadline.after(END_MS), context) };
    this.messenger.tell(context.tabId, frameId, { ...message, expiresAt: Date.now() + END_MS });
  }

  #partOf(frameId: number, deadline: Deadline, context: CommandContext): Omit<DragMessage, "clz" | "part"> {
    return {
      id: `${context.id}/drag`,
      budgetMs: deadline.remainingMs,
      spentMs: context.elapsed(),
      expiresAt: Date.now() + context.deadline.remainingMs,
      helper: privileged.available,
      ...(context.confirm && { confirm: context.confirm }),
      refs: this.#frames.refs(context.tabId, frameId),
    };
  }

  /** Every frame of the tab that a command without a frame of its own looks into. */
  async frames(context: CommandContext): Promise<number[]> {
    return (await this.frameTree(context)).map(({ frameId }) => frameId);
  }

  /** The tab's frames, each after the one that holds it. */
  frameTree(context: CommandContext): ReturnType<Frames["list"]> {
    return this.#frames.list(context);
  }

  /** True for a frame that is on its way to a document. */
  isComing(frameId: number, { tabId }: CommandContext): boolean {
    return this.navigation.comingMs(tabId, frameId) !== null;
  }

  /** True while a document is waited for that is on its way into a frame: what is missed may come with it. */
  async hasMoreToCome(context: CommandContext): Promise<boolean> {
    const since = (await this.frames(context)).map((frameId) => this.navigation.comingMs(context.tabId, frameId));
    const coming = since.filter((ms) => ms !== null);
    if (coming.length > 0) context.unfinished = true;
    return coming.some((ms) => ms < LIMITS.documentEndMs);
  }

  /** What refs and commands call a frame. */
  nameOf(frameId: number, { tabId }: CommandContext): string {
    return this.#frames.nameOf(tabId, frameId);
  }

  /**
   * Carries a reading out in one frame; null if the frame does not answer by the deadline, and by `last` none of those that
   * were asked with it either: a page with many frames answers for one after the other. The document of one that is on its
   * way is waited for; what is read without it is unfinished.
   */
  async inFrame<K extends ContentName>(
    frameId: number,
    name: K,
    params: Commands[K]["params"],
    deadline: Deadline,
    context: CommandContext,
    { last = deadline, ifBlank }: { last?: Deadline; ifBlank?: ContentValue<K> } = {},
  ): Promise<ContentValue<K> | null> {
    const { tabId } = context;
    const budgetMs = deadline.remainingMs;
    const comingMs = looksOnce(name) ? LIMITS.documentEndMs : undefined;
    const refs = this.#frames.refs(tabId, frameId);
    const message: CallMessage<K> = {
      clz: "call",
      // A frame's call is not the command's own: what ends that one is sent to the top frame.
      id: `${context.id}/${refs.frame}`,
      name,
      params,
      budgetMs,
      spentMs: 0,
      expiresAt: Date.now() + last.remainingMs,
      acrossFrames: false,
      refs,
      ...(ifBlank !== undefined && { ifBlank }),
      ...(wantsHelper(name, params) && { helper: privileged.available }),
    };
    let value: ContentValue<K> | null = null;
    let isHeard = false;
    const asked = this.#deliver(frameId, message, context, true, comingMs).then((reply) => {
      if (reply?.ok) value = reply.value;
      isHeard = true;
      context.framesHeard += 1;
    });
    for (let heard = -1; !isHeard && context.framesHeard > heard && !last.passed;) {
      heard = context.framesHeard;
      const isComing = comingMs !== undefined && this.isComing(frameId, context);
      await patiently(isComing ? Math.max(budgetMs, comingMs) : budgetMs, last, asked, context);
    }
    if (this.isComing(frameId, context)) context.unfinished = true;
    if (isHeard) context.silentFrames.delete(frameId);
    else context.silentFrames.add(frameId);
    return value;
  }

  /**
   * Carries a reading out in several frames at once; null for one that does not answer while none of the others does for `ms`
   * milliseconds either, or until `last`. Frames with nothing in them are all alike: one of them is asked.
   */
  async inFrames<K extends ContentName>(
    frameIds: number[],
    name: K,
    params: Commands[K]["params"],
    ms: number,
    context: CommandContext,
    last = context.framesDeadline,
  ): Promise<Array<ContentValue<K> | null>> {
    const ask = (frameId: number, ifBlank?: ContentValue<K>): Promise<ContentValue<K> | null> =>
      this.inFrame(frameId, name, params, last.atMost(ms), context, { last, ...(ifBlank && { ifBlank }) });
    const answers = await Promise.all(frameIds.map((frameId) => ask(frameId, BLANK as ContentValue<K>)));
    const isBlank = (answer: object | null): boolean => answer !== null && "blank" in answer;
    const blank = frameIds.find((_, at) => isBlank(answers[at] ?? null));
    const ofBlank = blank === undefined ? null : await ask(blank);
    return answers.map((answer) => (isBlank(answer) ? ofBlank : answer));
  }

  /** Asks the frame that is the target now. One that has nothing of what is wanted, as all have, waits for nothing. */
  #send<K extends ContentName>(
    { name, params, how, started, deadline, query, target: { frameId, nth, inside, acrossFrames } }: Ask<K>,
    context: CommandContext,
  ): Promise<FrameReply<Reply<ContentValue<K>>>> {
    const message: CallMessage<K> = {
      clz: "call",
      id: context.id,
      name,
      params: { ...params, ...(nth !== undefined && { nth }), ...(inside !== undefined && { target: inside }) },
      budgetMs: acrossFrames || inside !== undefined || !query ? deadline.remainingMs : 0,
      spentMs: performance.now() - started,
      expiresAt: Date.now() + context.deadline.remainingMs,
      acrossFrames,
      ...(wantsHelper(name, params) && { helper: privileged.available }),
      ...how,
      ...(context.wantsLocator && { locator: true }),
      ...(context.confirm && { confirm: context.confirm }),
      refs: this.#frames.refs(context.tabId, frameId),
    };
    return this.#deliver(frameId, message, context);
  }

  /** Brings a call to a frame, and notes the refs that were given there: no other document may give the same ones. */
  async #deliver<K extends ContentName>(
    frameId: number,
    message: CallMessage<K>,
    context: CommandContext,
    isOneOfMany = false,
    comingMs?: number,
  ): Promise<FrameReply<Reply<ContentValue<K>>>> {
    if (frameId !== TOP_FRAME) context.asksFrames = true;
    const reply = await this.messenger.send<ContentValue<K>>(frameId, message, context, isOneOfMany, comingMs);
    if (reply && "lastRef" in reply && reply.lastRef !== undefined) {
      this.#frames.noteRef(context.tabId, frameId, reply.lastRef);
    }
    const isComing = looksOnce(message.name) && this.isComing(frameId, context);
    if (reply?.ok) context.unfinished = reply.unfinished === true || isComing || (isOneOfMany && context.unfinished);
    return reply;
  }

  /** The frame to ask next, where the last one lacks something. */
  async #otherFrame(
    { params, deadline, target }: Ask<ContentName>,
    query: LocatorQuery,
    context: CommandContext,
  ): Promise<FrameTarget> {
    if (query.frameId !== undefined) return { frameId: query.frameId, acrossFrames: false };
    if (isEnd(params, query)) {
      throwIfElsewhere(target, await this.#endFrame(query, deadline, context));
      return { ...target, acrossFrames: false };
    }
    const found = await this.#frameQuery.find(query, nthOf(params), deadline, context);
    // Without time left the frame decides, whatever it says.
    return deadline.passed ? { ...found, acrossFrames: false } : found;
  }

  /** What to say of the page as a whole, where the frame that was asked fails. */
  async #failure(
    fault: Fault,
    { params, how, deadline, query, target }: Ask<ContentName>,
    context: CommandContext,
  ): Promise<CommandError> {
    const end = fault.code === "ELEMENT_NOT_FOUND" ? endOf(params, fault) : null;
    if (end) throwIfElsewhere(target, await this.#endFrame({ ...end, early: how?.early === true }, deadline, context));
    return this.#explained(fault, query, target, context);
  }

  /** Waits for what comes after a document that did not answer, or `said` that it was left. */
  async #nextDocument(
    ask: Ask<ContentName>,
    said: boolean,
    patience: () => Deadline,
    context: CommandContext,
  ): Promise<void> {
    const { frameId } = ask.target;
    if (frameId !== TOP_FRAME) {
      await this.#reachability.frame(frameId, ask.unanswered, context);
      ask.target = await this.#start(ask.params, ask.deadline, context);
    } else if (said) {
      ask.unanswered = 0;
      await this.navigation.settled(context.tabId, context, patience());
    } else {
      await this.#reachability.page(ask.unanswered, patience, context);
    }
  }

  /** The frame in which a drag ends. */
  async #endFrame(query: LocatorQuery, deadline: Deadline, context: CommandContext): Promise<FrameTarget> {
    const named = await this.#namedFrame(query.target, context);
    return named ? { ...named, acrossFrames: true } : this.#frameQuery.find(query, null, deadline, context);
  }

  /** The frame that a ref says it is of; null for another target. */
  async #namedFrame(target: unknown, context: CommandContext): Promise<FrameTarget | null> {
    const ref = typeof target === "string" ? REF.exec(target) : null;
    if (!ref) return null;
    return ref[1]
      ? this.#frameQuery.named(ref[1], String(target), context)
      : { frameId: TOP_FRAME, acrossFrames: false };
  }

  /** Where a call begins: in the frame that its ref or `frame` names, else in the top one. */
  async #start(params: object, deadline: Deadline, context: CommandContext): Promise<FrameTarget> {
    const { target, frame } = params as { target?: string | null; frame?: string | null };
    const named = await this.#namedFrame(target, context);
    if (named) return named;
    if (frame != null) return this.#frameQuery.frame(frame, deadline, context);
    return { frameId: TOP_FRAME, acrossFrames: true };
  }

  /** The fault of one frame as that of the whole page: with similar elements of the others. */
  async #explained(
    raised: Fault,
    query: LocatorQuery | null,
    { frameId, inside }: FrameTarget,
    context: CommandContext,
  ): Promise<CommandError> {
    const fault =
      inside === undefined || query?.target === undefined ? raised : asSeenFromOutside(raised, query.target, inside);
    const { details } = fault;
    const own = Array.isArray(details.lookalikes) ? (details.lookalikes as Match[]) : null;
    const frame = this.#frames.nameOf(context.tabId, frameId);
    const named = frame === "" ? fault : { ...fault, details: { ...details, frame } };
    if (!query || !own || own.length >= LIMITS.lookalikes) return CommandError.fromFault(named);
    const others = await this.#frameQuery.lookalikes(query, LIMITS.lookalikes - own.length, context);
    const [best] = [...own, ...others];
    const known = { ...named, details: { ...named.details, lookalikes: [...own, ...others] } };
    if (own.length > 0 || !best) return CommandError.fromFault(known);
    const said = (fault.ownWords ?? []).filter((name) => name !== "hint"); // the page has a part in the new one
    const frameOf = best.frame ? advice`Did you mean: ${best.selector}? It is in frame ${best.frame}` : null;
    return CommandError.fromFault({ ...known, advice: [...(frameOf ?? didYouMean([best.selector]))], ownWords: said });
  }

  /**
   * Waits out what would make an answer worthless: a tab that has no page yet; for a read, also one that leaves it.
   * `patience` is that of a command which waits for pages. Throws TIMEOUT where no first page comes.
   */
  async #whenThere(name: ContentName, context: CommandContext, patience: (() => Deadline) | null): Promise<void> {
    const { tabId } = context;
    const isOpening = this.navigation.isOpening(tabId);
    const waits = (COMMANDS[name].changes && name !== "evaluate") || name === "waitFor" || name === "expect";
    if (!isOpening && waits) return;
    // A page that does not come leaves time to read the one that is there.
    const most = context.deadline.halfway.atMost(LIMITS.autoWaitMs);
    await this.navigation.settled(tabId, context, isOpening && patience ? patience() : most);
    if (!patience && isOpening && this.navigation.isOpening(tabId)) {
      const hint = ownWords`Wait for it: clz wait --load domcontentloaded. Or give it up: clz tab close`;
      throw new CommandError("TIMEOUT", ownWords`The tab has no page yet: its first one has not come`, { tabId }, hint);
    }
  }

  /** What was begun in a page that is gone is not begun again in another. */
  #refuseSecondTime(name: ContentName, frameId: number, context: CommandContext): void {
    const progress = this.#progress.get(context.id);
    if (!COMMANDS[name].changes || progress?.stage !== "acting") return;
    throw new NavigatedDuringAction(context.tabId, frameId, progress.partialResult);
  }

  #abortWith(context: CommandContext, frameId: () => number): () => void {
    const over = new AbortController();
    const tell = (): void => {
      const reason: unknown = context.signal.reason;
      const fault: Fault | null = reason instanceof CommandError ? reason.toFault() : null;
      if (fault) this.messenger.tell(context.tabId, frameId(), { clz: "abort", id: context.id, fault });
    };
    context.signal.addEventListener("abort", tell, { once: true, signal: over.signal });
    return () => over.abort();
  }
}

function noteLocator({ context, holder, layout }: Progress, locator: DurableLocator | undefined): void {
  if (!locator) return;
  const { point, box, ...named } = locator;
  context.locator = {
    ...named,
    ...(holder !== null && { frame: holder }),
    ...(point && layout && { point: placeAround(layout, point) }),
    ...(box && layout && { box: { ...box, ...boxIn(layout, box) } }),
  };
}

/** Snapshots list what listens, and annotations what snapshots list: the helper tells them. */
function wantsHelper(name: ContentName, params: object): boolean {
  return (
    name === "getAccessibilitySnapshot" ||
    (name === "expect" && (params as { condition?: string }).condition === "property") ||
    (name === "screenshot" && (params as { annotate?: boolean }).annotate === true)
  );
}

function nthOf(params: object): number | null {
  return (params as { nth?: number | null }).nth ?? null;
}

/** An error of a look inside a frame, with what it suggests as it is called on the page. */
function asSeenFromOutside(fault: Fault, target: string, inside: string): Fault {
  const steps = chainOf(target);
  const frame = steps.slice(0, steps.length - chainOf(inside).length);
  const called = (selector: string): string => chained([...frame, selector]);
  const { lookalikes } = fault.details as { lookalikes?: Match[] };
  const [begin, ...parts] = fault.advice ?? [];
  return {
    ...fault,
    details: {
      ...fault.details,
      ...(lookalikes && { lookalikes: lookalikes.map((one) => ({ ...one, selector: called(one.selector) })) }),
    },
    ...(begin === DID_YOU_MEAN && {
      advice: [begin, ...parts.map((part, at) => (at % 2 === 0 ? called(part) : part))],
    }),
  };
}
