// waitFor: an element that comes or goes, a text, an address, the page's loading, an expression, or all of them at
// once.

import type { Commands } from "../../generated/registry";
import { advice, CommandError } from "../../shared/errors";
import type { Tree } from "../../shared/values/expression-tree";
import { matchesGlob } from "../../shared/text/glob";
import type { ContentValue, LocatorQuery } from "../../shared/messages";
import { longerHint, waited, waitedWords } from "../../shared/waited";
import { isAtRest } from "../actionability/quiet-page";
import { delay, type FrameCall } from "../command";
import { mutationTracker } from "../dom/mutation-tracker";
import { evaluate } from "./evaluate";
import { findAll } from "../locators/find";
import { pageSays } from "../text/page-text";
import { isMeantOtherwise } from "../locators/alternatives";
import { notFound, suggestionsFor } from "../locators/suggestions";
import { isVisible } from "../dom/visible";
import { pause, until } from "../actionability/wait";

type Params = Commands["waitFor"]["params"] & { tree?: Tree };
type Condition = "url" | "load" | "target" | "gone" | "hidden" | "text" | "fn";

/** A page has settled when nothing in it has changed for this long. */
const SETTLED_MS = 500;

const FN_AGAIN_MS = 100;

const LOOK_AT_REST_MS = 25;

/** How often the deadline is looked at while the promise of an expression does not settle. */
const LOOK_AT_DEADLINE_MS = 500;

/** Looks are closer together than this, unless something holds the page up. */
const HELD_UP_MS = 250;

export async function waitFor(params: Params, call: FrameCall): Promise<ContentValue<"waitFor">> {
  if (params.load === "rest") await rest(params, call);
  let lastLook = -HELD_UP_MS;
  for (;;) {
    const element = await until(call, () => {
      // A page that could not run was not quiet: what it has put off runs before the next look.
      const heldUp = performance.now() - lastLook >= HELD_UP_MS;
      lastLook = performance.now();
      const { missing, found } = look(params);
      if (heldUp && params.load === "quiet" && !missing.includes("load")) missing.push("load");
      if (missing.length === 0) return { ready: true as const, value: found };
      const words = missing.includes("target") ? (params.target ?? "") : "";
      if (isMeantOtherwise(words) && findAll(words).length === 0)
        return { ready: false as const, final: true, fault: () => notFound(words, call, findAll) };
      const query = forOtherFrames(params, missing);
      return { ready: false as const, fault: () => timedOut(params, missing, call), ...(query && { query }) };
    });
    const failure = params.fn == null ? "" : await failureOf(params, call);
    if (failure === "") return answer(element, call);
    if (call.deadline.passed) throw timedOut(params, ["fn"], call, failure);
    await pause(call, FN_AGAIN_MS);
  }
}

function answer(element: Element | null, call: FrameCall): ContentValue<"waitFor"> {
  const box = element?.getBoundingClientRect();
  return {
    found: true,
    elapsedMs: call.waitedMs(),
    ...(box && { visible: true, position: { x: box.x, y: box.y, width: box.width, height: box.height } }),
    url: location.href,
  };
}

/** What does not hold yet. The text comes last, and only where the rest holds: it is the dear one to look for. */
function look({ target, nth, text, url, load, gone, hidden }: Params): { missing: Condition[]; found: Element | null } {
  const missing: Condition[] = [];
  let found: Element | null = null;
  if (url != null && !matchesGlob(location.href, url)) missing.push("url");
  if (load != null && !hasLoaded(load)) missing.push("load");
  if (target != null) {
    const matches = matchesNow(target, gone || hidden);
    const visible = gone ? matches : matches.filter(isVisible);
    if (gone || hidden) {
      if (visible.length > 0) missing.push(gone ? "gone" : "hidden");
    } else {
      found = visible[(nth ?? 1) - 1] ?? null;
      if (!found) missing.push("target");
    }
  }
  const wantsText = target != null || !(gone || hidden);
  if (missing.length === 0 && text != null && pageSays(text) !== wantsText) missing.push("text");
  return { missing, found };
}

/** A ref whose element is gone is what a wait for its going waits for. */
function matchesNow(target: string, mayBeStale: boolean): Element[] {
  try {
    return findAll(target);
  } catch (thrown) {
    if (mayBeStale && thrown instanceof CommandError && thrown.code === "STALE_REF") return [];
    throw thrown;
  }
}

function hasLoaded(load: NonNullable<Params["load"]>): boolean {
  if (load === "domcontentloaded") return document.readyState !== "loading";
  return document.readyState === "complete" && (load !== "quiet" || mutationTracker.quietMs() >= SETTLED_MS);
}

/** Waits until the page rests. While it is looked at no timer of ours runs, so that all there are are the page's. */
async function rest(params: Params, call: FrameCall): Promise<void> {
  while (!isAtRest()) {
    call.signal.throwIfAborted();
    if (call.deadline.passed) throw timedOut(params, ["load"], call);
    await delay(call.deadline.atMost(LOOK_AT_REST_MS).remainingMs);
  }
}

/** What another frame may have. */
function forOtherFrames({ target, text, gone, hidden }: Params, missing: Condition[]): LocatorQuery | null {
  const [only] = missing;
  const shared = { need: "visible", first: true, patient: true } as const;
  if (missing.length > 1 || gone || hidden) return null;
  if (only === "target" && target != null) return { target, ...shared };
  return only === "text" && text != null ? { text, ...shared } : null;
}

/** Why the expression does not hold yet; empty if it does. What it throws may pass: a page sets itself up. */
async function failureOf({ fn, unsafe, tree }: Params, call: FrameCall): Promise<string> {
  const shared = { unsafe, maxLength: 1_000, ...(tree && { tree }) };
  const over = async (): Promise<string> => {
    while (!call.deadline.passed) await delay(call.deadline.atMost(LOOK_AT_DEADLINE_MS).remainingMs);
    return "it gave nothing in this time";
  };
  const judged = evaluate({ ...shared, expression: fn ?? "" }, call).then(({ result }) =>
    isTrue(result) ? "" : "it is not true",
  );
  try {
    return await Promise.race([judged, over()]);
  } catch (thrown) {
    if (!(thrown instanceof CommandError) || thrown.code !== "EVALUATION_FAILED") throw thrown;
    if (thrown.details.name === "SyntaxError") throw thrown;
    return thrown.message;
  }
}

/** Of a serialized value: what JSON cannot hold has a mark, and few of those are false. */
function isTrue(result: unknown): boolean {
  if (typeof result !== "object" || result === null) return Boolean(result);
  const { $type, value } = result as { $type?: unknown; value?: unknown };
  if ($type === "undefined") return false;
  if ($type === "bigint") return value !== "0";
  return $type !== "number" || value === "Infinity" || value === "-Infinity";
}

function timedOut(params: Params, missing: Condition[], call: FrameCall, failure = ""): CommandError {
  const { target } = params;
  const lookalikes =
    target != null && missing.includes("target") && findAll(target).length === 0 ? suggestionsFor(target, findAll) : [];
  const best = lookalikes[0];
  const details = {
    missing,
    lookalikes,
    ...waited(params.waitMs, call.waitedMs()),
    url: location.href,
    title: document.title,
    ...(failure && { failure }),
  };
  const what = missing.map((name) => sentence(name, params)).join(", ");
  const message = `Still missing ${waitedWords(params.waitMs, call.waitedMs())}: ${what}`;
  const hint = best ? advice`Did you mean: ${best.selector}?` : longerHint(params.waitMs, call.waitedMs());
  return new CommandError("TIMEOUT", message, details, hint);
}

function sentence(name: Condition, params: Params): string {
  if (name === "gone" || name === "hidden") return `that ${params.target} is ${name}`;
  if (name === "text" && params.target == null && (params.gone || params.hidden))
    return `that "${params.text}" is gone`;
  return `${name} ${params[name]}`;
}
