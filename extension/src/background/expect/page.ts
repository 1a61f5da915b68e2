// What is expected of what the page shows: asked of one frame where that is enough, else of all of them.

import { Deadline } from "../../shared/deadline";
import { CommandError, ownWords } from "../../shared/errors";
import type { ExpectLook, ExpectParams } from "../../shared/expect";
import { pause, type CommandContext } from "../command-context";
import type { ContentScriptClient } from "../page/content-client";
import type { Navigation } from "../navigation/navigation";
import { tellsAll, verdictOf, type FrameObservation } from "./observations";
import { retry, type Held } from "./verdict";

/** A page with frames is looked at this often, and at once when something changes in the one that was asked first. */
const AGAIN_MS = 100;

/** A frame that is busy for longer does not answer. */
const FRAME_MS = 1_000;
/** axe-core looks at every element of a frame. */
const AXE_MS = 20_000;

interface FrameObservations {
  observations: FrameObservation[];
  /** The addresses of frames that do not answer. */
  silent: string[];
  /** True if they had all the time that there is: another look would hear no more. */
  spent?: boolean;
}

export class PageExpectations {
  constructor(
    private readonly contentScripts: ContentScriptClient,
    private readonly navigation: Navigation,
  ) {}

  async expect(params: ExpectParams, context: CommandContext): Promise<Held> {
    let seen: string | undefined;
    let alone = true;
    return retry(params, context, async (deadline, last) => {
      const look: ExpectLook = { ...params, last, ...(seen !== undefined && !last && { seen }) };
      const first = await this.look(look, alone ? deadline : deadline.atMost(AGAIN_MS), context);
      seen = first.key;
      if (!last && tellsAll(params, first)) return verdictOf(params, [first], [], context.tabId);
      const others = await this.#others(first, params, last, deadline, context);
      alone = others.observations.length === 0 && others.silent.length === 0;
      const observations = [first, ...others.observations];
      const inside = await this.#inside(observations, look, context);
      const silent = [...others.silent, ...inside.silent];
      const verdict = verdictOf(params, [...observations, ...inside.observations], silent, context.tabId);
      const isSoFar = verdict.holds === !params.negated && params.frame == null && isOfWhatIsMissing(params);
      if (isSoFar && !last && (await this.contentScripts.hasMoreToCome(context)) && !deadline.passed) {
        await pause(AGAIN_MS, context);
        return { ...verdict, holds: null };
      }
      return others.spent === true ? { ...verdict, final: true } : verdict;
    });
  }

  /** The error where several elements could be the one that is meant; null if one is, or none. */
  async ambiguity(params: ExpectParams, context: CommandContext): Promise<CommandError | null> {
    const now = Deadline.after(0);
    const look: ExpectLook = { ...params, condition: "visible", last: true };
    const first = await this.look(look, now, context);
    const { observations } = await this.#others(first, look, true, now, context);
    return verdictOf(look, [first, ...observations], [], context.tabId).untold ?? null;
  }

  /** A look at the page, in the frame that the command names or the top one. Throws why there is nothing to look at. */
  async look(params: ExpectLook, deadline: Deadline, context: CommandContext): Promise<FrameObservation> {
    const late = (spentMs: number): CommandError =>
      new CommandError("TIMEOUT", ownWords`No page loaded in this time, so nothing can be checked`, {
        waitedMs: Math.round(spentMs),
      });
    if (this.navigation.isPending(context.tabId)) await this.navigation.settled(context.tabId, context, deadline);
    const { value, frameId } = await this.contentScripts.call("expect", params, deadline, context, late);
    return { ...value, frameId };
  }

  /** What the frame shows that a chain goes into, where no frame has all of the chain. */
  async #entered(look: ExpectLook, deadline: Deadline, context: CommandContext): Promise<FrameObservation[]> {
    const inside = await this.contentScripts.inside(look.target ?? "", context);
    if (!inside) return [];
    try {
      return [await this.look({ ...look, ...inside }, deadline, context)];
    } catch (thrown) {
      if (thrown instanceof CommandError && thrown.code === "STALE_REF") return []; // the frame is gone since
      throw thrown;
    }
  }

  /** What the frames inside the target show, as they are parts of it, and the addresses of those that do not answer. */
  async #inside(
    observations: FrameObservation[],
    look: ExpectLook,
    context: CommandContext,
  ): Promise<FrameObservations> {
    const holders = new Set(observations.flatMap(({ framesInside = [] }) => framesInside));
    if (holders.size === 0) return { observations: [], silent: [] };
    const all = (await context.race(browser.webNavigation.getAllFrames({ tabId: context.tabId }))) ?? [];
    const parents = new Map(all.map(({ frameId, parentFrameId }) => [frameId, parentFrameId]));
    const isInside = (id: number | undefined): boolean =>
      id !== undefined && (holders.has(id) || isInside(parents.get(id)));
    const frames = all.filter(({ frameId }) => isInside(frameId));
    const whole: ExpectLook = { ...look };
    for (const part of ["target", "frame", "nth", "seen"] as const) delete whole[part];
    const ids = frames.map(({ frameId }) => frameId);
    const answers = await this.contentScripts.inFrames(ids, "expect", whole, frameMs(look), context);
    const silent = frames.filter(({ errorOccurred }, at) => !answers[at] && !errorOccurred).map(({ url }) => url);
    const inside = frames.flatMap(({ frameId }, at) => {
      const value = answers[at];
      return value ? [{ ...value, matches: 0, visible: 0, frameId }] : []; // the target is one element, further up
    });
    return { observations: inside, silent };
  }

  /** What the other frames show, and the addresses of those that do not answer. */
  async #others(
    first: FrameObservation,
    params: ExpectParams,
    last: boolean,
    deadline: Deadline,
    context: CommandContext,
  ): Promise<FrameObservations> {
    if (first.alone || params.frame != null || params.target?.trim().startsWith("@"))
      return { observations: [], silent: [] };
    const all = (await context.race(browser.webNavigation.getAllFrames({ tabId: context.tabId }))) ?? [];
    const ids = (await this.contentScripts.frames(context)).filter((id) => id !== first.frameId);
    let before = first.visible;
    const observations: FrameObservation[] = [];
    const silent: string[] = [];
    const look: ExpectLook = { ...params, last };
    const ms = frameMs(look);
    const until = context.framesDeadline;
    const answers = await this.contentScripts.inFrames(ids, "expect", look, ms, context, until);
    for (const [at, frameId] of ids.entries()) {
      let value = answers[at] ?? null;
      const frame = all.find((one) => one.frameId === frameId);
      if (!value) {
        // What failed to load shows nothing of the site; a frame that is gone shows nothing at all.
        if (frame && !frame.errorOccurred) silent.push(frame.url);
        continue;
      }
      const nth = params.nth == null ? null : params.nth - before;
      before += value.visible;
      if (nth !== null && nth >= 1 && nth <= value.visible) {
        const [one] = await this.contentScripts.inFrames([frameId], "expect", { ...look, nth }, ms, context);
        value = one ?? value;
      } else if (nth !== null) continue;
      observations.push({ ...value, frameId });
    }
    if ([first, ...observations].every(({ matches }) => matches === 0))
      observations.push(...(await this.#entered(look, deadline, context)));
    return { observations, silent, spent: silent.length > 0 && until.passed };
  }
}

/** True if it holds for what is not there. */
function isOfWhatIsMissing({ condition, negated }: ExpectParams): boolean {
  return negated || condition === "gone" || condition === "hidden" || condition === "count";
}

/** How long frames have that say nothing, in milliseconds. */
function frameMs({ condition }: ExpectParams): number {
  return condition === "a11y" ? AXE_MS : FRAME_MS;
}
