// Frame queries: what this frame has of what the background asks all frames for.

import type { QueryMessage, QueryResult, LocatorQuery } from "../../shared/messages";
import { CommandError, ownWords } from "../../shared/errors";
import type { FrameCall } from "../command";
import { candidate, selectorOf } from "../dom/describe";
import { cssAll } from "./css";
import { namedAlone } from "./durable";
import { findAll, matchesOf } from "./find";
import { looksQuiet } from "../actionability/quiet-page";
import { pageSays } from "../text/page-text";
import { deepElementFromPoint } from "../dom/roots";
import { bringIntoView } from "../dom/scroller";
import { isUnloaded } from "../text/frames-in-text";
import { inViewport } from "../dom/visible";
import { isTilted, layoutOf, placeAround } from "../../shared/frame-layout";
import { suggestionsFor } from "./suggestions";
import { until } from "../actionability/wait";

const MAX_CANDIDATES = 5;
const FRAMES = "iframe, frame, object, embed";

/** Resolves as soon as there is a match, with none of it when the time is up. */
export async function answerQuery({ query, lookalikes }: QueryMessage, call: FrameCall): Promise<QueryResult> {
  const nothing = (): CommandError => new CommandError("ELEMENT_NOT_FOUND", ownWords`not here`);
  try {
    return await until(call, () => {
      const result = resultOf(query);
      return result.count > 0 ? { ready: true, value: result } : { ready: false, fault: nothing };
    });
  } catch (thrown) {
    if (!(thrown instanceof CommandError) || thrown.code !== "ELEMENT_NOT_FOUND") throw thrown;
    const last = resultOf(query);
    const suggestions =
      lookalikes > 0 && query.target !== undefined ? suggestionsFor(query.target, findAll).slice(0, lookalikes) : [];
    return { ...last, lookalikes: suggestions };
  }
}

function resultOf({ target, text, need, early, holds, at, enters }: LocatorQuery): QueryResult {
  const none = {
    hidden: 0,
    candidates: [],
    lookalikes: [],
    frameIds: [],
    loading: document.readyState === "loading",
    quiet: false,
  };
  if (holds !== undefined) {
    const holder = elementHolding(holds);
    if (!holder) return { ...none, count: 0 };
    const cover = at && coverOver(holder, at);
    return {
      ...none,
      count: 1,
      holder: namedAlone(holder).durable,
      layout: layoutOf(holder),
      ...(cover != null && { cover }),
    };
  }
  if (target === undefined) return { ...none, count: pageSays(text ?? "") ? 1 : 0 };
  const { matches, found } = matchesOf(target, need);
  const some = matches.slice(0, MAX_CANDIDATES);
  const [only] = enters && some.length === 1 ? some : [];
  const unloaded = only !== undefined && isUnloaded(only);
  if (unloaded) bringIntoView(only);
  return {
    ...none,
    ...(unloaded && { unloaded }),
    quiet: early === true && found.length === 0 && looksQuiet(),
    count: matches.length,
    hidden: found.length - matches.length,
    candidates: some.map(candidate),
    frameIds: some.map(frameIdOf),
  };
}

/** How the element that holds a frame is best named later; null if it is not in this document. */
export function holderOf(frameId: number): string | null {
  const holder = elementHolding(frameId);
  return holder ? namedAlone(holder).durable : null;
}

/**
 * What lies over a frame at a place of it; empty for the edge of the viewport, beyond which it is. Null if nothing does, or
 * if nobody can tell where that place is drawn.
 */
function coverOver(holder: Element, at: { x: number; y: number }): string | null {
  if (isTilted(holder)) return null;
  const { x, y } = placeAround(layoutOf(holder), at);
  if (!inViewport(new DOMRect(x, y))) return "";
  const hit = deepElementFromPoint(x, y);
  return !hit || hit === holder ? null : selectorOf(hit);
}

function elementHolding(frameId: number): Element | undefined {
  return cssAll(FRAMES).find((element) => frameIdOf(element) === frameId);
}

/** The id of the frame that an element holds; -1 if it is not a frame's. */
function frameIdOf(element: Element): number {
  return element.matches(FRAMES) ? browser.runtime.getFrameId(element) : -1;
}
