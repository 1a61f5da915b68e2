// Pictures of tabs, taken one after the other, without a tab switch.

import { LIMITS, type Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { Box } from "../../shared/frame-layout";
import type { ScreenshotView } from "../../shared/messages";
import { annotate, type Label } from "./annotate";
import { redrawn } from "./bitmap";
import type { CommandContext } from "../command-context";
import type { ConcealedTexts } from "../secrets/concealed-texts";
import { imageSize } from "./image-size";
import { CaptureMutex } from "./capture-mutex";

/** With `tellsMasks` what is masked is reported as labels, and not covered. */
type Params = Commands["screenshot"]["params"] & { tellsMasks?: true };
type Result = Commands["screenshot"]["result"];
type Picture = Pick<Result, "image" | "format" | "width" | "height" | "quality" | "scale" | "reduced" | "labels">;

const PRESETS: Record<NonNullable<Params["purpose"]>, { quality: number; scale: number }> = {
  "quick-glance": { quality: 30, scale: 0.25 },
  "read-text": { quality: 60, scale: 0.5 },
  "inspect-ui": { quality: 80, scale: 0.75 },
  "full-detail": { quality: 95, scale: 1 },
};

/** The preset that is asked for, or the one for reading. */
const presetOf = ({ purpose }: Params): { quality: number; scale: number } => PRESETS[purpose ?? "read-text"];

/** What covers masked elements, as in Playwright. */
const MASK_COLOUR = "#ff00ff";

/** How high a slice is, and how many there are at most: of a longer page they are higher, and drawn smaller. */
const SLICE_PX = 1_500;
const MAX_SLICES = 20;

/** No picture of Firefox can be longer. */
const MAX_SIDE_PX = 32_000;
/** Smaller than this a page is not drawn: of a longer one there is a picture of its top. */
const LEAST_SCALE = 0.1;

/** What of the page is wanted: a part of it in CSS pixels of the page, or null for the viewport. */
interface Frame {
  stage: ScreenshotView | null;
  rect: Box | null;
  /** Firefox draws a page at the size of its zoom, which matters where a part of it is measured. */
  zoom: number;
  /** Called when Firefox begins to draw. */
  begun?: () => void;
}

/** Takes what clz itself shows off the page; the function that is given puts it back. */
type Cover = (tabId: number) => Promise<() => void>;

/** Options for a page as it is at this moment, for what shows it rather than waits for it. */
export const AT_ONCE = {
  format: "jpeg",
  purpose: "read-text",
  full: false,
  slices: false,
  annotate: false,
  anySize: false,
  skipReadiness: true,
  maxWait: 0,
  waitForImages: false,
} as const;

export class Capture {
  readonly #mutex = new CaptureMutex();

  constructor(
    private readonly uncover: Cover,
    private readonly concealedTexts: ConcealedTexts,
  ) {}

  /** A part of the page cut into parts of one height, each of which can be read in a picture, from top to bottom. */
  slicesOf({ x, y, width, height }: Box, params: Params, zoom: number): Box[] {
    const scale = params.scale ?? presetOf(params).scale;
    const count = Math.min(MAX_SLICES, Math.ceil((height * scale * zoom) / SLICE_PX));
    const each = Math.ceil(height / count);
    return Array.from({ length: count }, (_, at) => {
      const top = at * each;
      return { x, y: y + top, width, height: Math.min(each, height - top) };
    }).filter((slice) => slice.height > 0);
  }

  /** As much of a page from its top on as there can be a picture of, or slices that can be read. */
  topOf(page: Box, params: Params, zoom: number): Box {
    const scale = params.scale ?? presetOf(params).scale;
    const side = params.anySize ? MAX_SIDE_PX : LIMITS.pictureSidePx;
    const most = params.slices ? (MAX_SLICES * SLICE_PX) / scale : side / Math.min(LEAST_SCALE, scale);
    return { ...page, height: Math.min(page.height, Math.floor(most / zoom)) };
  }

  async take(params: Params, { stage, rect, zoom, begun }: Frame, context: CommandContext): Promise<Picture> {
    const { tabId } = context;
    const preset = presetOf(params);
    const quality = params.quality ?? preset.quality;
    const wanted = params.scale ?? preset.scale;
    const format = params.format ?? "jpeg";
    const scale = rect || stage ? fitting(rect ?? stage?.view, wanted, zoom, params.anySize) : wanted;
    const marks = stage !== null && (params.annotate || params.mask !== undefined);
    const isRedrawn = format === "webp" || (marks && !params.tellsMasks);
    const options = { format: isRedrawn ? "png" : format, quality, scale, ...(rect && { rect }) } as const;
    const dataUrl = await this.#mutex.hold(context, async () => {
      const cover = await this.uncover(tabId);
      try {
        return await this.concealedTexts.while(context, () => {
          const drawn = browser.tabs.captureTab(tabId, options);
          begun?.();
          return context.race(drawn);
        });
      } catch (thrown) {
        context.signal.throwIfAborted();
        if (thrown instanceof CommandError) throw thrown;
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        throw new CommandError("CAPTURE_FAILED", `Firefox took no picture: ${reason}`, { tabId, reason });
      } finally {
        cover();
      }
    });
    const image = dataUrl.slice(dataUrl.indexOf(",") + 1);
    const size = imageSize(image, options.format);
    if (!size) throw new CommandError("CAPTURE_FAILED", ownWords`Firefox took an empty picture`, { tabId });
    const picture: Picture = { image, format, ...size, quality, scale, reduced: scale < wanted };
    const labels = marks ? labelsOf(stage, rect, scale * zoom, size) : [];
    if (!isRedrawn) return params.tellsMasks && marks ? { ...picture, labels } : picture;
    const draw = (canvas: OffscreenCanvasRenderingContext2D): void => {
      if (params.annotate) annotate(canvas, labels);
      else cover(canvas, labels);
    };
    const drawn = { ...picture, image: await redrawn(image, format, quality, draw) };
    return params.annotate ? { ...drawn, labels } : drawn;
  }
}

/** The scale, made smaller where a side of the picture would be longer than is good for its readers. */
function fitting(box: Box | undefined, scale: number, zoom: number, anySize: boolean): number {
  const longest = Math.max(box?.width ?? 0, box?.height ?? 0) * zoom;
  const most = anySize ? MAX_SIDE_PX : LIMITS.pictureSidePx;
  return longest * scale > most ? most / longest : scale;
}

/** The annotations that are in the picture, in its pixels. */
function labelsOf(
  { annotations, view }: ScreenshotView,
  rect: Box | null,
  scale: number,
  size: { width: number; height: number },
): Label[] {
  const from = rect ?? view;
  return annotations
    .map((mark) => ({
      ...mark,
      x: Math.round((mark.x + view.x - from.x) * scale),
      y: Math.round((mark.y + view.y - from.y) * scale),
      width: Math.round(mark.width * scale),
      height: Math.round(mark.height * scale),
    }))
    .filter(({ x, y, width, height }) => x + width > 0 && y + height > 0 && x < size.width && y < size.height);
}

function cover(context: OffscreenCanvasRenderingContext2D, labels: Label[]): void {
  context.fillStyle = MASK_COLOUR;
  for (const { x, y, width, height } of labels) context.fillRect(x, y, width, height);
}
