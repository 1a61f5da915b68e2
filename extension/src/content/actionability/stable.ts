// Stable: the element stays where it is, so that what is clicked is what was looked at.

import { FRAME_MS, type FrameCall } from "../command";
import { flatContains, flatParent } from "../dom/roots";
import { isStill } from "./stillness";

interface ObservedBox {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Since when every look found it here. */
  since: number;
  /** The last look, and how many there were. */
  seen: number;
  looks: number;
  /** The looks of one call in a row that found it here, however far apart a busy page let them be. */
  alike: number;
  call: FrameCall;
  /** The time of the animations at the first of those looks. It does not change between frames. */
  frame: number;
}

/** Looks further apart than this say nothing about what the element did in between. */
const TRUST_MS = 100;

/** How long an element must stay in one place in a document whose scripts are moving things. */
const STILL_MS = 50;

/** Two looks may have a stall of the whole page between them, in which its scripts moved nothing either. */
const MIN_LOOKS = 3;

/** So many looks in a row are believed however far apart: what moves is not always back by then. */
const MANY_LOOKS = 6;

/** What a keyframe has beside the properties it animates, and properties that leave an element where it is. */
const NOT_MOVING =
  /^(?:offset|computedOffset|easing|composite|opacity|visibility|filter|cursor|fill|stroke|.*[cC]olor|background.*|.*[sS]hadow|outline.*|border.*Radius|textDecoration.*)$/;

const observedBoxes = new WeakMap<Element, ObservedBox>();

/**
 * True if the element does not move: no script has been moving anything and nothing that holds it is animated, or it
 * was in the same place in all looks of some frames.
 */
export function isStable(element: Element, call: FrameCall): boolean {
  const now = performance.now();
  const { x, y, width, height } = element.getBoundingClientRect();
  const before = observedBoxes.get(element);
  const same = before && before.x === x && before.y === y && before.width === width && before.height === height;
  const animated = isAnimated(element);
  const kept = same && now - before.seen <= TRUST_MS;
  const frame = Number(document.timeline.currentTime ?? 0);
  const first = kept ? before : { since: now, frame, looks: 0 };
  const looks = first.looks + 1;
  const alike = same && before.call === call ? before.alike + 1 : 1;
  const { since, frame: begun } = first;
  observedBoxes.set(element, { x, y, width, height, since, seen: now, looks, alike, call, frame: begun });
  if (!animated && (isStill() || alike >= MANY_LOOKS)) return true;
  // Looks within one frame find an animated element in one place however fast it moves. Hidden pages draw ever fewer.
  const drawn = document.hidden || frame - begun >= FRAME_MS - 1;
  return looks >= MIN_LOOKS && now - since >= STILL_MS && (!animated || drawn);
}

/** True if a running animation or transition may move the element or what holds it. */
function isAnimated(element: Element): boolean {
  const roots = new Set<Node>();
  for (let at: Element | null = element; at; at = flatParent(at)) roots.add(at.getRootNode());
  return [...roots].some(
    (root) =>
      (root instanceof Document || root instanceof ShadowRoot) &&
      root.getAnimations().some((animation) => moves(animation, element)),
  );
}

function moves(animation: Animation, element: Element): boolean {
  if (animation.playState !== "running" || !(animation.effect instanceof KeyframeEffect)) return false;
  const { target } = animation.effect;
  if (target === null || !flatContains(target, element)) return false;
  const names = animation.effect.getKeyframes().flatMap((frame) => Object.keys(frame));
  return names.some((name) => !NOT_MOVING.test(name));
}
