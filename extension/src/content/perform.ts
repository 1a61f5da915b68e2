// Taking steps without the helper, by events of our own making: Firefox does with them what it does with a person's as
// far as it can, and what it leaves out is done here. Pages can tell them apart.

import type { KeyStep, NodePath, Step, WheelStep } from "../shared/steps";
import { choose } from "./actions/choose";
import { dragHere } from "./actions/drag";
import { giveFiles } from "./actions/files";
import { setWhole } from "./actions/text";
import { tick } from "./call";
import { insert } from "./edit";
import { onDown, onUp, upTarget } from "./keydefaults";
import { keyDown, keyUp } from "./keys";
import { mouseStep } from "./mouse";
import { elementAt } from "./nodepath";
import { deepActiveElement, deepElementFromPoint, rootElement } from "./roots";
import { scrollerAt } from "./scroller";
import { turn } from "./turn";

interface Means {
  /** Gets the mouse events, instead of what lies at their place. */
  aimed: Element | null;
  files: File[];
  signal: AbortSignal;
}

/** What each key went down on: it comes up there, or where the focus went. */
const down = new Map<string, Element>();

export async function perform(steps: Step[], means: Means): Promise<void> {
  for (const step of steps) {
    means.signal.throwIfAborted();
    if (step.do === "pause") await (step.ms > 0 ? tick(step.ms) : turn());
    else await take(step, means);
  }
}

function take(step: Exclude<Step, { do: "pause" }>, { aimed, files }: Means): Promise<void> | void {
  switch (step.do) {
    case "mouse":
      return mouseStep(step, aimed);
    case "key":
      return keyStep(step);
    case "text":
      return insert(step.text);
    case "wheel":
      return wheelStep(step);
    case "value":
      return at(step.path, (field) => setWhole(field, step.value));
    case "choose":
      return at(step.path, (select) => choose(select, step.indices));
    case "drag":
      return at(step.source, (source) => at(step.target, (target) => dragHere(source, target, step.from, step.to)));
    case "files":
      return at(step.path, (place) => giveFiles(place, files, step.drop, step.point));
  }
}

function at(path: NodePath, act: (element: Element) => void): void {
  const element = elementAt(path);
  if (element) act(element);
}

async function keyStep({ type, key, modifiers }: KeyStep): Promise<void> {
  const element = deepActiveElement();
  if (type === "keydown") {
    down.set(key.code || key.key, element);
    const goesOn = await keyDown(element, key, modifiers);
    if (goesOn) onDown(goesOn, key, modifiers);
  } else {
    const last = upTarget(down.get(key.code || key.key) ?? element, key);
    down.delete(key.code || key.key);
    if (keyUp(last, key, modifiers)) onUp(last, key);
  }
  await turn();
}

function wheelStep({ x, y, dx, dy }: WheelStep): void {
  const hit = deepElementFromPoint(x, y) ?? rootElement();
  const init = { deltaX: dx, deltaY: dy, clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true };
  if (!hit.dispatchEvent(new WheelEvent("wheel", { ...init, view: window }))) return;
  scrollerAt(hit, dx, dy).scrollBy({ left: dx, top: dy, behavior: "instant" });
}
