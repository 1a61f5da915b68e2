// Steady: the element stays where it is, so that what is clicked is what was looked at.

import { FRAME_MS } from "./call";
import { changes } from "./changes";
import { flatContains } from "./roots";

interface Sighting {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Since when every look found it here. */
  since: number;
  /** The last look. */
  seen: number;
}

/** Looks further apart than this say nothing about what the element did in between. */
const TRUST_MS = 100;

const sightings = new WeakMap<Element, Sighting>();

/**
 * True where the element does not move: the whole document has been quiet and nothing that holds it is animated, or it
 * was in the same place in all looks of at least one frame.
 */
export function isSteady(element: Element): boolean {
  const now = performance.now();
  const { x, y, width, height } = element.getBoundingClientRect();
  const before = sightings.get(element);
  const same = before && before.x === x && before.y === y && before.width === width && before.height === height;
  const still = changes.quiet() && !isAnimated(element);
  const since = same && now - before.seen <= TRUST_MS ? before.since : still ? now - FRAME_MS : now;
  sightings.set(element, { x, y, width, height, since, seen: now });
  return still || now - since >= FRAME_MS - 1;
}

function isAnimated(element: Element): boolean {
  for (let node: Node = element; ; ) {
    const root = node.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return false;
    if (root.getAnimations().some((animation) => moves(animation, element))) return true;
    if (root instanceof Document) return false;
    node = root.host;
  }
}

function moves(animation: Animation, element: Element): boolean {
  const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
  return animation.playState === "running" && target !== null && flatContains(target, element);
}
