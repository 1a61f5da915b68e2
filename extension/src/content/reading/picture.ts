// screenshot, the page's part: waiting until what is in view has come in, and saying where things are.

import type { Commands } from "../../generated/registry";
import type { Annotation, ScreenshotView } from "../../shared/messages";
import { lazyBundle } from "../lazy-bundles";
import { cut } from "../../shared/text/text";
import { delay, type FrameCall } from "../command";
import { mutationTracker } from "../dom/mutation-tracker";
import { lookForOne } from "../actionability/actionability";
import { findAll } from "../locators/find";
import { refOf } from "../snapshot/refs";
import { allRoots } from "../dom/roots";
import { surroundings } from "../snapshot/snapshot";
import { bringIntoView } from "../dom/scroller";
import { clickBox, inViewport, isVisible } from "../dom/visible";
import { layoutOf } from "../../shared/frame-layout";
import { until } from "../actionability/wait";

type Params = Commands["screenshot"]["params"];

/** A page in which nothing has changed for this long is drawn as it is. */
const STILL_MS = 100;
const LOOK_MS = 25;

/** Two frames and an idle moment are waited for no longer. */
const IDLE_MS = 1_000;
const NAME_CHARS = 100;

let lastChange = performance.now();
mutationTracker.onChange(() => {
  lastChange = performance.now();
}, new AbortController().signal);

export async function screenshot(params: Params, call: FrameCall): Promise<ScreenshotView> {
  const { target, nth } = params;
  const element = target == null ? null : await until(call, () => lookForOne({ target, nth }, call));
  if (element && !inViewport(element.getBoundingClientRect())) bringIntoView(element, "center");
  const timeline: ScreenshotView["timeline"] = [];
  const timedOut = params.skipReadiness ? false : !(await ready(params, timeline, call));
  const top: Element | null = document.scrollingElement ?? document.documentElement;
  const { innerWidth: width, innerHeight: height } = window;
  const box = element?.getBoundingClientRect();
  return {
    url: location.href,
    title: document.title,
    // An empty document is as large as what shows it.
    page: top
      ? { width: Math.max(top.scrollWidth, top.clientWidth), height: Math.max(top.scrollHeight, top.clientHeight) }
      : { width, height },
    view: { x: window.scrollX, y: window.scrollY, width, height },
    frames: frames(),
    box: box ? { x: box.x, y: box.y, width: box.width, height: box.height } : null,
    timeline,
    timedOut,
    annotations: params.mask
      ? masks(params.mask)
      : params.annotate
        ? marks(params.full || box !== undefined, call)
        : [],
  };
}

/** False if the time ran out first. */
async function ready(params: Params, timeline: ScreenshotView["timeline"], call: FrameCall): Promise<boolean> {
  const note = (event: string): void => void timeline.push({ t: call.waitedMs(), event });
  const over = (): boolean => call.deadline.passed;
  while (document.readyState === "loading" && !over()) await pause(call);
  note(document.readyState === "loading" ? "still being parsed" : "parsed");
  if (params.waitForImages) {
    while ((imagesMissing(params.full) || document.fonts.status === "loading") && !over()) await pause(call);
    note(over() ? "pictures or fonts missing" : "pictures and fonts there");
  }
  if (document.hidden) {
    note("settled: a tab in the background is drawn when the picture is taken");
  } else if (document.readyState === "complete" && performance.now() - lastChange > STILL_MS) {
    note("settled: nothing has changed");
  } else {
    await Promise.race([settled(), delay(call.deadline.atMost(IDLE_MS).remainingMs)]);
    note("settled: two frames and an idle moment");
  }
  return !over();
}

async function pause(call: FrameCall): Promise<void> {
  call.signal.throwIfAborted();
  await delay(LOOK_MS);
}

function imagesMissing(everywhere: boolean): boolean {
  for (const image of document.images) {
    if (!image.complete && (everywhere ? image.loading !== "lazy" : inViewport(image.getBoundingClientRect())))
      return true;
  }
  return false;
}

function settled(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 200 })));
  });
}

/** Firefox itself does not keep track of where frames of other processes are, in a tab that nobody sees. */
function frames(): ScreenshotView["frames"] {
  const found = allRoots().flatMap((root) => [...root.querySelectorAll("iframe, frame, object, embed")]);
  return found.map((element) => ({ frameId: browser.runtime.getFrameId(element), ...layoutOf(element) }));
}

/** Where the elements are that are to be left out of a picture. */
function masks(targets: string[]): Annotation[] {
  return targets.flatMap(findAll).flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return isVisible(element) ? [{ ref: "", role: "", name: "", x, y, width, height }] : [];
  });
}

/** What `snapshot -i` lists, with the same refs and names. */
function marks(everywhere: boolean, call: FrameCall): Annotation[] {
  const { targetsOf } = lazyBundle("a11y");
  return targetsOf(document.body ?? document.documentElement, surroundings(call)).flatMap(({ element, role, name }) => {
    const box = clickBox(element);
    if (!isVisible(element) || !(everywhere || inViewport(box))) return [];
    const { x, y, width, height } = box;
    return [{ ref: `${call.frame}e${refOf(element)}`, role, name: cut(name, NAME_CHARS), x, y, width, height }];
  });
}
