// Pictures and prints.

import { LIMITS, type Commands } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import type { Box, ScreenshotView } from "../../shared/messages";
import type { Call } from "../command-context";
import type { Capture } from "../screenshot/capture";
import type { Handlers } from "../dispatcher";
import type { ContentScriptClient } from "../page/content-client";
import { beginOf, annotationsInside } from "../screenshot/frame-marks";
import type { Navigation } from "../navigation/navigation";
import type { NetworkLog } from "../devtools/network-log";
import { pageInfo, titleOf } from "../tabs/page-info";
import { privileged } from "../input/privileged-api";

type Params = Commands["screenshot"]["params"];
type Readiness = Commands["screenshot"]["result"]["readiness"];

/** Pages that take no script can be pictured all the same. */
const WITHOUT_SCRIPT = new Set(["RESTRICTED_PAGE", "NON_HTML_TAB", "PAGE_LOAD_FAILED", "CONTENT_SCRIPT_UNAVAILABLE"]);

/** What is kept of the time for taking the picture itself. */
const CAPTURE_MS = 1_000;

export function captureHandlers(
  contentScripts: ContentScriptClient,
  navigation: Navigation,
  network: NetworkLog,
  capture: Capture,
): Pick<Handlers, "screenshot" | "pdf"> {
  async function screenshot(params: Params, call: Call): Promise<Commands["screenshot"]["result"]> {
    const { tabId } = call;
    const maxWait = Math.max(0, Math.min(params.maxWait, call.left() - CAPTURE_MS));
    const readiness: Readiness = { waitMs: 0, timedOut: false, timeline: [] };
    const note = (event: string): void => void readiness.timeline.push({ t: Math.round(call.elapsed()), event });
    await navigation.settled(tabId, call, Math.min(LIMITS.autoWaitMs, call.left() / 2));
    if (!params.skipReadiness) {
      const idle = await network.idle(tabId, maxWait - call.elapsed(), call);
      note(idle ? "critical resources idle" : "critical resources still on their way");
      readiness.timedOut = !idle;
    }
    const asked = Math.ceil(call.elapsed());
    const stage = await stageOf(params, maxWait - asked, call, note);
    // The page's clock begins when it is asked.
    readiness.timeline.push(...(stage?.timeline ?? []).map(({ t, event }) => ({ t: asked + t, event })));
    readiness.timedOut ||= stage?.timedOut ?? false;
    readiness.waitMs = Math.round(call.elapsed());
    const rect = stage && (await rectOf(params, stage, call));
    if (stage && params.annotate)
      stage.annotations.push(...(await annotationsInside(stage, params, rect !== null, contentScripts, call)));
    const picture = await capture.take(params, { stage, rect }, call);
    const tab = await call.race(browser.tabs.get(tabId));
    return { tabId, url: tab.url ?? "", title: titleOf(tab), ...picture, readiness };
  }

  /** The top frame, ready to be pictured; null for a page that cannot be asked. */
  async function stageOf(
    params: Params,
    ms: number,
    call: Call,
    note: (event: string) => void,
  ): Promise<ScreenshotView | null> {
    const { target: _target, frame: _frame, nth: _nth, ...whole } = params;
    const page = Math.max(0, ms);
    try {
      return await answeredIn(page + LIMITS.autoWaitMs, contentScripts.call("screenshot", whole, page, call), call);
    } catch (thrown) {
      const needed = params.target != null || params.full || params.annotate;
      if (needed || !(thrown instanceof CommandError) || !WITHOUT_SCRIPT.has(thrown.code)) throw thrown;
      note("this page takes no script: nothing was waited for");
      return null;
    }
  }

  /** The part of the page that is wanted, in its own pixels; null for what is in view. */
  async function rectOf(params: Params, stage: ScreenshotView, call: Call): Promise<Box | null> {
    const { width, height } = stage.page;
    if (params.target == null) return params.full ? { x: 0, y: 0, width, height } : null;
    const waitMs = Math.min(LIMITS.autoWaitMs, call.left());
    const { value, frameId } = await contentScripts.call(
      "screenshot",
      { ...params, skipReadiness: true, annotate: false },
      waitMs,
      call,
    );
    if (!value.box) throw new CommandError("NOT_VISIBLE", `${params.target} has no place on the page`);
    // Reaching the target may have scrolled the page around its frame.
    const { frame: _frame, target: _target, nth: _nth, ...whole } = params;
    const top = (await contentScripts.call("screenshot", { ...whole, skipReadiness: true }, waitMs, call)).value;
    Object.assign(stage, { view: top.view, frames: top.frames, marks: top.annotations });
    const begin = await beginOf(frameId, top, params, contentScripts, call);
    if (!begin) throw new CommandError("NOT_VISIBLE", `The frame of ${params.target} has no place on the page`);
    const x = value.box.x + begin.x + top.view.x;
    const y = value.box.y + begin.y + top.view.y;
    return clipped({ x, y, width: value.box.width, height: value.box.height }, width, height);
  }

  return {
    screenshot,
    pdf: async (_params, call) => {
      const { tabId } = call;
      if (!privileged.available) {
        throw new CommandError(
          "HELPER_MISSING",
          ours`Printing needs the helper of the Firefox that clz starts, and this one has none`,
        );
      }
      await navigation.settled(tabId, call, Math.min(LIMITS.autoWaitMs, call.left() / 2));
      const pdf = await call.race(privileged.printToPDF(tabId));
      return { ...(await pageInfo(tabId, "")), pdf, bytes: Math.floor((pdf.replace(/=+$/, "").length * 3) / 4) };
    },
  };
}

/** What the page answers; a page that is too busy to do so is pictured as it is, where that is possible. */
async function answeredIn(ms: number, answer: Promise<{ value: ScreenshotView }>, call: Call): Promise<ScreenshotView> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const busy = new CommandError("CONTENT_SCRIPT_UNAVAILABLE", ours`The page is too busy to be asked`);
    timer = setTimeout(() => reject(busy), Math.max(0, Math.min(ms, call.left() - CAPTURE_MS)));
  });
  try {
    return (await Promise.race([answer, late])).value;
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}

function clipped(box: Box, width: number, height: number): Box {
  const x = Math.max(0, Math.floor(box.x));
  const y = Math.max(0, Math.floor(box.y));
  const right = Math.min(width, Math.ceil(box.x + box.width));
  const bottom = Math.min(height, Math.ceil(box.y + box.height));
  if (right > x && bottom > y) return { x, y, width: right - x, height: bottom - y };
  throw new CommandError("NOT_VISIBLE", ours`The element lies outside of the page`);
}
