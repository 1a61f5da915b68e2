// What is expected of what the page shows: asked of one frame where that can tell, of all of them where it cannot.
//
// The top frame wins; the frames inside it are equals, so that matches in two of them are as ambiguous as two in one.

import { Deadline } from "../../shared/deadline";
import { LIMITS } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import type { ExpectLook, ExpectParams, Sighting } from "../../shared/expect";
import { countMatcher } from "../../shared/text/expected";
import { isRestricted } from "../../shared/restricted";
import type { CommandContext } from "../command-context";
import type { ContentScriptClient } from "../page/content-client";
import type { Navigation } from "../navigation/navigation";
import { retry, type Held, type Verdict } from "./verdict";

/** A page with frames is looked at this often, and at once when something changes in the one that was asked first. */
const AGAIN_MS = 100;

/** A frame that is busy for longer does not answer. */
const FRAME_MS = 1_000;
/** axe-core looks at every element of a frame. */
const AXE_MS = 20_000;

const MAX_CANDIDATES = 5;

/** True for every frame that is as asked: none may show it. */
const OF_ALL = new Set(["hidden", "gone"]);

interface FrameSighting extends Sighting {
  frameId: number;
}

interface FrameSightings {
  sightings: FrameSighting[];
  /** The addresses of frames that do not answer. */
  silent: string[];
}

export class PageExpectations {
  readonly #contentScripts: ContentScriptClient;
  readonly #navigation: Navigation;

  constructor(contentScripts: ContentScriptClient, navigation: Navigation) {
    this.#contentScripts = contentScripts;
    this.#navigation = navigation;
  }

  async expect(params: ExpectParams, context: CommandContext): Promise<Held> {
    let seen: string | undefined;
    let alone = true;
    return retry(params, context, async (deadline, last) => {
      const look: ExpectLook = { ...params, last, ...(seen !== undefined && !last && { seen }) };
      const first = await this.look(look, alone ? deadline : deadline.atMost(AGAIN_MS), context);
      seen = first.key;
      if (!last && tellsAll(params, first)) return verdictOf(params, [first], [], context.tabId);
      const others = await this.#others(first, params, last, deadline, context);
      alone = others.sightings.length === 0 && others.silent.length === 0;
      const sightings = [first, ...others.sightings];
      const inside = await this.#inside(sightings, look, deadline, context);
      return verdictOf(
        params,
        [...sightings, ...inside.sightings],
        [...others.silent, ...inside.silent],
        context.tabId,
      );
    });
  }

  /** The error where several elements could be the one that is meant; null if one is, or none. */
  async ambiguity(params: ExpectParams, context: CommandContext): Promise<CommandError | null> {
    const now = Deadline.after(0);
    const look: ExpectLook = { ...params, condition: "visible", last: true };
    const first = await this.look(look, now, context);
    const { sightings } = await this.#others(first, look, true, now, context);
    return verdictOf(look, [first, ...sightings], [], context.tabId).untold ?? null;
  }

  /** A look at the page, in the frame that the command names or the top one. Throws why there is nothing to look at. */
  async look(params: ExpectLook, deadline: Deadline, context: CommandContext): Promise<FrameSighting> {
    const late = (spentMs: number): CommandError =>
      new CommandError("TIMEOUT", ours`No page came in this time: it cannot be told`, {
        waitedMs: Math.round(spentMs),
      });
    if (this.#navigation.isPending(context.tabId)) await this.#navigation.settled(context.tabId, context, deadline);
    const { value, frameId } = await this.#contentScripts.call("expect", params, deadline, context, late);
    return { ...value, frameId };
  }

  /** What the frames inside the target show, as they are parts of it, and the addresses of those that do not answer. */
  async #inside(
    sightings: FrameSighting[],
    look: ExpectLook,
    deadline: Deadline,
    context: CommandContext,
  ): Promise<FrameSightings> {
    const ids = new Set(sightings.flatMap(({ framesInside = [] }) => framesInside));
    if (ids.size === 0) return { sightings: [], silent: [] };
    const all = (await context.race(browser.webNavigation.getAllFrames({ tabId: context.tabId }))) ?? [];
    const parents = new Map(all.map(({ frameId, parentFrameId }) => [frameId, parentFrameId]));
    const isInside = (id: number | undefined): boolean =>
      id !== undefined && (ids.has(id) || isInside(parents.get(id)));
    const frames = all.filter(({ frameId }) => isInside(frameId));
    const whole: ExpectLook = { ...look };
    for (const part of ["target", "frame", "nth", "seen"] as const) delete whole[part];
    const answers = await Promise.all(
      frames.map(({ frameId }) =>
        this.#contentScripts.inFrame(frameId, "expect", whole, frameDeadline(look, deadline, context), context),
      ),
    );
    const silent = frames.filter(({ errorOccurred }, at) => !answers[at] && !errorOccurred).map(({ url }) => url);
    const inside = frames.flatMap(({ frameId }, at) => {
      const value = answers[at];
      return value ? [{ ...value, matches: 0, visible: 0, frameId }] : []; // the target is one element, further up
    });
    return { sightings: inside, silent };
  }

  /** What the other frames show, and the addresses of those that do not answer. */
  async #others(
    first: FrameSighting,
    params: ExpectParams,
    last: boolean,
    deadline: Deadline,
    context: CommandContext,
  ): Promise<FrameSightings> {
    if (first.alone || params.frame != null || params.target?.trim().startsWith("@"))
      return { sightings: [], silent: [] };
    const all = (await context.race(browser.webNavigation.getAllFrames({ tabId: context.tabId }))) ?? [];
    const ids = (await this.#contentScripts.frames(context)).filter((id) => id !== first.frameId);
    let before = first.visible;
    const sightings: FrameSighting[] = [];
    const silent: string[] = [];
    const look: ExpectLook = { ...params, last };
    const answers = await Promise.all(
      ids.map((id) =>
        this.#contentScripts.inFrame(id, "expect", look, frameDeadline(params, deadline, context), context),
      ),
    );
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
        value =
          (await this.#contentScripts.inFrame(
            frameId,
            "expect",
            { ...look, nth },
            frameDeadline(params, deadline, context),
            context,
          )) ?? value;
      } else if (nth !== null) continue;
      sightings.push({ ...value, frameId });
    }
    return { sightings, silent };
  }
}

function frameDeadline({ condition }: ExpectParams, deadline: Deadline, { deadline: last }: CommandContext): Deadline {
  const longest = condition === "a11y" ? AXE_MS : FRAME_MS;
  return last.halfway.atMost(Math.max(longest / 4, Math.min(longest, deadline.remainingMs)));
}

/** True if the frame that was asked first can tell by itself, whatever the others show. */
function tellsAll({ condition, target, nth }: ExpectParams, sighting: Sighting): boolean {
  const { holds, visible, alone, framesInside = [] } = sighting;
  if (alone) return true;
  if (framesInside.length > 0) return false;
  if (condition === "count") return false;
  if (OF_ALL.has(condition)) return holds === false;
  if (condition === "a11y" && target == null) return false;
  return target == null ? holds === true : visible >= (nth ?? 1);
}

function verdictOf(params: ExpectParams, sightings: FrameSighting[], silent: string[], tabId: number): Verdict {
  const { condition, target } = params;
  const [first] = sightings;
  const url = first?.url ?? "";
  const untold = silent[0] === undefined ? null : outOfReach(silent[0], tabId);
  const lookalikes = sightings.flatMap((one) => one.lookalikes).slice(0, LIMITS.lookalikes);
  const about = { url, details: { lookalikes } };
  if (condition === "count") {
    const total = sightings.reduce((sum, { matches }) => sum + matches, 0);
    const holds = untold ? null : countMatcher(params.count ?? "")(total);
    return { ...about, holds, found: String(total), untold, ...hintFor(params, lookalikes) };
  }
  if (OF_ALL.has(condition)) {
    const shows = sightings.find(({ holds }) => holds === false);
    return {
      ...about,
      holds: shows ? false : untold ? null : true,
      found: (shows ?? first)?.found ?? "",
      untold: shows ? null : untold,
    };
  }
  if (condition === "a11y") return { ...about, ...accessibility(params, sightings, untold) };
  if (target == null) {
    const has = sightings.find(({ holds }) => holds === true);
    if (has) return { ...about, holds: true, found: has.found };
    return {
      ...about,
      holds: untold ? null : false,
      found: first?.found ?? "",
      untold,
      ...hintFor(params, lookalikes),
    };
  }
  return { ...about, ...ofOne(params, sightings, untold, lookalikes) };
}

/** What axe-core finds: in all frames, or in the one that has the target. */
function accessibility(params: ExpectParams, sightings: FrameSighting[], untold: CommandError | null): Verdict {
  const one =
    params.target == null
      ? null
      : ofOne(
          params,
          sightings,
          untold,
          sightings.flatMap((it) => it.lookalikes),
        );
  if (one && (one.holds === null || one.untold)) return one;
  const violations = sightings.flatMap((sighting) => sighting.violations ?? []);
  const rules = new Set(violations.map(({ rule }) => rule));
  const found = violations.length === 0 ? "none" : `${violations.length}, of the rules ${[...rules].join(", ")}`;
  const whole = params.target == null || sightings.some(({ framesInside = [] }) => framesInside.length > 0);
  const unsure = violations.length === 0 && whole ? untold : null;
  return {
    holds: unsure ? null : violations.length === 0,
    found,
    untold: unsure,
    details: { violations, count: violations.length, lookalikes: [] },
    hint: ours`What each rule means: https://dequeuniversity.com/rules/axe/`,
  };
}

/** Of the one element that is meant: the top frame's, else that of the only frame which has one; visible ones first. */
function ofOne(
  params: ExpectParams,
  sightings: FrameSighting[],
  untold: CommandError | null,
  lookalikes: Sighting["lookalikes"],
): Verdict {
  const having = sightings.filter(({ matches }) => matches > 0);
  const seen = having.filter(({ visible }) => visible > 0);
  const among = seen.length > 0 ? seen : having;
  const top = among.find(({ frameId }) => frameId === 0) ?? (sightings[0]?.frameId !== 0 ? among[0] : undefined);
  const meant = top ? [top] : among;
  const [one, other] = meant;
  const target = params.target ?? "";
  if (!one) {
    const absent = params.condition === "visible" && !untold ? false : null;
    const hint = lookalikes.length > 0 ? hintFor(params, lookalikes) : hintForWords(params);
    return { holds: absent, found: "nothing that matches", untold, ...hint };
  }
  const candidates = meant.flatMap((sighting) => sighting.candidates);
  if (other || candidates.length > 0) {
    const count = meant.reduce((sum, { matches, visible }) => sum + (visible || matches), 0);
    const where = other ? "elements in several frames" : "elements";
    const details = { target, count, candidates: candidates.slice(0, MAX_CANDIDATES) };
    const hint = ours`Take one of them by its ref, or by its place: --nth 1 to --nth ${count}`;
    return {
      holds: null,
      found: `${count} ${where}`,
      untold: new CommandError("AMBIGUOUS_TARGET", `${count} ${where} match ${target}`, details, hint),
    };
  }
  return {
    holds: one.holds,
    found: one.found,
    url: one.url,
    ...(one.hint ? { hint: one.hint } : hintFor(params, lookalikes)),
  };
}

function hintFor(params: ExpectParams, lookalikes: Sighting["lookalikes"]): Pick<Verdict, "hint"> {
  const [best] = lookalikes;
  if (best === undefined || params.negated) return {};
  return { hint: typeof best === "string" ? `The nearest is: ${best}` : `Did you mean: ${best.selector}?` };
}

/** Words that were not quoted look like an element and a text. */
function hintForWords({ condition, target, value }: ExpectParams): Pick<Verdict, "hint"> {
  return condition === "text"
    ? { hint: `If all of it is the text, quote it: clz expect text "${target} ${value}"` }
    : {};
}

function outOfReach(url: string, tabId: number): CommandError {
  return isRestricted(url)
    ? new CommandError("RESTRICTED_PAGE", `It cannot be told: Firefox lets no extension into the frame ${url}`, {
        url,
        tabId,
      })
    : new CommandError("CONTENT_SCRIPT_UNAVAILABLE", `It cannot be told: the frame ${url} does not answer`, {
        url,
        tabId,
      });
}
