// Pictures and prints.

import { Deadline } from "../../shared/deadline";
import { LIMITS, type Commands, type ErrorCode } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import { boxIn, type Box } from "../../shared/frame-layout";
import type { ScreenshotView } from "../../shared/messages";
import type { CommandContext } from "../command-context";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { annotationsInside, layoutOf } from "../screenshot/frame-marks";
import { WITHOUT_SCRIPT } from "../page/reachability";
import { pageInfo, titleOf } from "../tabs/page-info";
import { privileged } from "../privileged/api";

type Params = Commands["screenshot"]["params"] & { tellsMasks?: true };
type Slice = NonNullable<Commands["screenshot"]["result"]["slices"]>[number];
type Readiness = Commands["screenshot"]["result"]["readiness"];

export function captureHandlers(services: Services) {
  const commands = new CaptureCommands(services);
  return {
    screenshot: (params, context) => commands.screenshot(params, context),
    pdf: (_params, context) => commands.pdf(context),
  } satisfies Partial<Handlers>;
}

class CaptureCommands {
  constructor(private readonly services: Services) {}

  async screenshot(params: Params, context: CommandContext): Promise<Commands["screenshot"]["result"]> {
    const { tabId } = context;
    const deadline = Deadline.earliest(context.after(params.maxWait), captureDeadline(context));
    const readiness: Readiness = { waitMs: 0, timedOut: false, timeline: [] };
    const note = (event: string): void => void readiness.timeline.push({ t: Math.round(context.elapsed()), event });
    await this.services.navigation.settled(tabId, context, context.deadline.halfway.atMost(LIMITS.autoWaitMs));
    if (!params.skipReadiness) {
      const idle = await this.services.networkLog.idle(tabId, deadline, context);
      note(idle ? "critical resources idle" : "critical resources still on their way");
      readiness.timedOut = !idle;
    }
    const asked = Math.ceil(context.elapsed());
    const stage = await this.#stageOf(params, deadline, context, note);
    // The page's clock begins when it is asked.
    readiness.timeline.push(...(stage?.timeline ?? []).map(({ t, event }) => ({ t: asked + t, event })));
    readiness.timedOut ||= stage?.timedOut ?? false;
    readiness.waitMs = Math.round(context.elapsed());
    const wanted = stage && (await this.#rectOf(params, stage, context));
    if (stage && (params.annotate || params.mask))
      stage.annotations.push(
        ...(await annotationsInside(stage, params, wanted !== null, this.services.contentScripts, context)),
      );
    // It is that of the page which is there now: another one may have been waited for.
    const zoom = stage ? await context.race(browser.tabs.getZoom(tabId)) : 1;
    const rect = wanted && params.target == null ? this.services.capture.topOf(wanted, params, zoom) : wanted;
    const slices = params.slices && rect ? this.services.capture.slicesOf(rect, params, zoom) : [];
    const asksTab = (): Promise<browser.tabs.Tab> => context.race(browser.tabs.get(tabId));
    let tab: Promise<browser.tabs.Tab> | undefined;
    const begun = (): void => {
      // Firefox answers it while it draws.
      tab = asksTab();
      tab.catch(() => undefined);
    };
    const picture = await this.services.capture.take(params, { stage, rect: slices[0] ?? rect, zoom, begun }, context);
    const rest: Slice[] = [];
    for (const slice of slices.slice(1)) {
      const {
        image,
        width,
        height,
        labels = [],
      } = await this.services.capture.take(params, { stage, rect: slice, zoom }, context);
      rest.push({ image, y: slice.y, width, height });
      picture.labels?.push(...labels);
    }
    const shown = await (tab ?? asksTab());
    return {
      tabId,
      url: shown.url ?? "",
      title: titleOf(shown),
      ...picture,
      ...(params.slices && { slices: rest }),
      ...(wanted && rect && rect.height < wanted.height && { pageHeight: wanted.height, shownHeight: rect.height }),
      readiness,
    };
  }

  /** The top frame, ready to be pictured; null for a page that cannot be asked. */
  async #stageOf(
    params: Params,
    deadline: Deadline,
    context: CommandContext,
    note: (event: string) => void,
  ): Promise<ScreenshotView | null> {
    const { target: _target, frame: _frame, nth: _nth, ...whole } = params;
    // A picture that needs the page's answer has all its time for that.
    const needed =
      params.target != null ||
      params.clip != null ||
      params.full ||
      params.slices ||
      params.annotate ||
      params.mask != null;
    const last = captureDeadline(context);
    try {
      return await answeredIn(
        needed ? last : Deadline.earliest(last, deadline.plus(LIMITS.autoWaitMs)),
        this.services.contentScripts.call("screenshot", whole, deadline, context),
        needed ? "TIMEOUT" : "CONTENT_SCRIPT_UNAVAILABLE",
      );
    } catch (thrown) {
      if (needed || !(thrown instanceof CommandError) || !WITHOUT_SCRIPT.has(thrown.code)) throw thrown;
      note("this page accepts no script: nothing was waited for");
      return null;
    }
  }

  /** The part of the page that is wanted, in its own pixels; null for what is in view. */
  async #rectOf(params: Params, stage: ScreenshotView, context: CommandContext): Promise<Box | null> {
    const { width, height } = stage.page;
    if (params.clip != null) return clipped(inView(params.clip, stage.view), width, height);
    if (params.target == null) return params.full || params.slices ? { x: 0, y: 0, width, height } : null;
    const soon = (): Deadline => context.deadline.atMost(LIMITS.autoWaitMs);
    const { value, frameId } = await this.services.contentScripts.call(
      "screenshot",
      { ...params, skipReadiness: true, annotate: false },
      soon(),
      context,
    );
    if (!value.box) throw new CommandError("NOT_VISIBLE", `${params.target} has no place on the page`);
    // Reaching the target may have scrolled the page around its frame.
    const { frame: _frame, target: _target, nth: _nth, ...whole } = params;
    const top = (
      await this.services.contentScripts.call("screenshot", { ...whole, skipReadiness: true }, soon(), context)
    ).value;
    const { view, frames, annotations } = top;
    Object.assign(stage, { view, frames, annotations } satisfies Partial<ScreenshotView>);
    const layout = await layoutOf(frameId, top, params, this.services.contentScripts, context);
    if (!layout) throw new CommandError("NOT_VISIBLE", `The frame of ${params.target} has no place on the page`);
    const box = boxIn(layout, value.box);
    return clipped({ ...box, x: box.x + top.view.x, y: box.y + top.view.y }, width, height);
  }

  async pdf(context: CommandContext): Promise<Commands["pdf"]["result"]> {
    const { tabId } = context;
    if (!privileged.available) {
      const message = ownWords`Printing needs the helper of the Firefox that clz starts, and this one has none`;
      throw new CommandError("HELPER_MISSING", message);
    }
    await this.services.navigation.settled(tabId, context, context.deadline.halfway.atMost(LIMITS.autoWaitMs));
    // What is printed is drawn by other rules than what is on the screen, and is looked at under them.
    const conceals = context.concealed.length > 0;
    const print = (): Promise<string> =>
      this.services.concealedTexts.while(context, () => context.race(privileged.printToPDF(tabId, !conceals)));
    const pdf = await (conceals ? this.services.tabWorlds.as("print", tabId, print) : print());
    return { ...(await pageInfo(tabId, "")), pdf, bytes: Math.floor((pdf.replace(/=+$/, "").length * 3) / 4) };
  }
}

/** A part of what is in view, as X,Y,WIDTH,HEIGHT, in the page's own pixels. Throws INVALID_PARAMS. */
function inView(clip: string, view: { x: number; y: number; width: number; height: number }): Box {
  const [x = NaN, y = NaN, width = NaN, height = NaN, ...more] = clip.split(",").map(Number);
  const inside = x >= 0 && y >= 0 && x < view.width && y < view.height && width >= 1 && height >= 1;
  if (!inside || more.length > 0) {
    const message = ownWords`clip is outside the view, which is ${view.width}×${view.height} pixels`;
    throw new CommandError("INVALID_PARAMS", message, {}, ownWords`Say X,Y,WIDTH,HEIGHT: --clip 0,0,200,100`);
  }
  const right = Math.min(x + width, view.width);
  const bottom = Math.min(y + height, view.height);
  return { x: view.x + x, y: view.y + y, width: right - x, height: bottom - y };
}

/** When the picture itself has to be taken. */
function captureDeadline({ deadline }: CommandContext): Deadline {
  return deadline.minus(LIMITS.captureMarginMs);
}

/** What the page answers; a page that is too busy to do so is pictured as it is, if that is possible. */
async function answeredIn(
  deadline: Deadline,
  answer: Promise<{ value: ScreenshotView }>,
  otherwise: ErrorCode,
): Promise<ScreenshotView> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const busy = new CommandError(otherwise, ownWords`The page is too busy to be asked`);
    timer = setTimeout(() => reject(busy), deadline.remainingMs);
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
  throw new CommandError("NOT_VISIBLE", ownWords`The element lies outside of the page`);
}
