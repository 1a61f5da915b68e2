// What is expected of a picture: that it looks like another one, but for what is masked.

import pixelmatch from "pixelmatch";
import type { Deadline } from "../../shared/deadline";
import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { ExpectParams } from "../../shared/expect";
import { pause, type CommandContext } from "../command-context";
import { bitmapOf } from "../screenshot/bitmap";
import { retry, type Held, type Verdict } from "./verdict";

type Screenshot = Commands["screenshot"];
/** With `tellsMasks`, masks are reported as `labels`. */
export type Shoot = (
  params: Screenshot["params"] & { tellsMasks?: true },
  context: CommandContext,
) => Promise<Screenshot["result"]> | Screenshot["result"];

const AGAIN_MS = 100;

/** How different a pixel may be and still be the same, 0 to 1; as in Playwright. */
const THRESHOLD = 0.2;
const MASK_COLOUR = "#ff00ff";

/** A caret that blinks makes another picture every half second; animations are shown as at their end. */
const STILL = `*, *::before, *::after {
  caret-color: transparent !important;
  animation-delay: 0s !important; animation-duration: 0s !important; animation-iteration-count: 1 !important;
  transition-delay: 0s !important; transition-duration: 0s !important;
}`;

type Pixels = ImageData;

export async function expectPicture(params: ExpectParams, shoot: Shoot, context: CommandContext): Promise<Held> {
  const baseline = params.update ? null : await baselineOf(params.baseline ?? "");
  const { tabId } = context;
  const css = {
    code: STILL,
    allFrames: true,
    matchAboutBlank: true,
    cssOrigin: "user",
    runAt: "document_start",
  } as const;
  // A page that takes no style is pictured as it is.
  await context.race(browser.tabs.insertCSS(tabId, css).catch(() => undefined));
  try {
    return await retry(params, context, looks(params, baseline, shoot, context));
  } finally {
    browser.tabs.removeCSS(tabId, css).catch(() => undefined);
  }
}

function looks(
  params: ExpectParams,
  baseline: Pixels | null,
  shoot: Shoot,
  context: CommandContext,
): (deadline: Deadline, last: boolean) => Promise<Verdict> {
  const { target, frame, nth, mask } = params;
  const wanted = {
    ...{ full: params.full, purpose: "full-detail", format: "png", scale: 1, annotate: false, anySize: true },
    ...{ maxWait: params.waitMs, waitForImages: true, skipReadiness: false },
    ...(target != null && { target }),
    ...(frame != null && { frame }),
    ...(nth != null && { nth }),
    ...(mask != null && { mask, tellsMasks: true as const }),
  } as Parameters<Shoot>[0];
  let before: string | null = null;
  let looked = false;
  return async (deadline, last) => {
    if (looked) await pause(deadline.atMost(AGAIN_MS).remainingMs, context);
    looked = true;
    const shot = await shoot(wanted, context);
    const masks = shot.labels ?? [];
    const actual = await painted(await pixelsOf(shot.image), masks);
    const about = { url: shot.url };
    const size = sizeOf(actual);
    if (!baseline) {
      const same = before === shot.image;
      before = shot.image;
      const image = same || last ? await pngOf(actual) : "";
      return { ...about, holds: same || last, found: `a picture of ${size}`, result: { image } };
    }
    const width = Math.max(baseline.width, actual.width);
    const height = Math.max(baseline.height, actual.height);
    const expected = await painted(baseline, masks, width, height);
    const found = await painted(actual, [], width, height);
    const diff = new ImageData(width, height);
    const different = pixelmatch(expected.data, found.data, diff.data, width, height, { threshold: THRESHOLD });
    const total = width * height;
    const pictures = last ? { actual: await pngOf(actual), diff: await pngOf(diff) } : {};
    const differing = { differentPixels: different, totalPixels: total, ...pictures };
    if (baseline.width !== actual.width || baseline.height !== actual.height) {
      const hint = ownWords`The window may have another size: clz viewport 1366x768 before it, or write it again with --update`;
      return {
        ...about,
        holds: false,
        found: `a picture of ${size}, and the file is of ${sizeOf(baseline)}`,
        details: { size, baselineSize: sizeOf(baseline), ...differing },
        hint,
      };
    }
    const share = `${((100 * different) / total).toFixed(2)}%`;
    const holds = different <= allowed(params.maxDiff ?? "0", total);
    return {
      ...about,
      holds,
      found: different === 0 ? "the same picture" : `${different} of ${total} pixels that differ (${share})`,
      details: differing,
      hint: ownWords`Look at the pictures. To accept the new one: --update; to leave out what changes: --mask TARGET`,
    };
  };
}

function allowed(maxDiff: string, total: number): number {
  const number = parseFloat(maxDiff);
  return maxDiff.trim().endsWith("%") ? Math.floor((total * number) / 100) : number;
}

function sizeOf({ width, height }: Pixels): string {
  return `${width}×${height}`;
}

/** Throws FILE_ERROR if it is not a picture. */
async function baselineOf(image: string): Promise<Pixels> {
  try {
    return await pixelsOf(image);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const hint = ownWords`Write it again: --update`;
    throw new CommandError("FILE_ERROR", ownWords`The file is not a PNG picture that can be read`, { reason }, hint);
  }
}

async function pixelsOf(image: string): Promise<Pixels> {
  const bitmap = await bitmapOf(image, "png");
  const context = contextOf(bitmap.width, bitmap.height);
  context.drawImage(bitmap, 0, 0);
  const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height);
  bitmap.close();
  return pixels;
}

async function painted(
  pixels: Pixels,
  masks: Array<{ x: number; y: number; width: number; height: number }>,
  width = pixels.width,
  height = pixels.height,
): Promise<Pixels> {
  if (masks.length === 0 && width === pixels.width && height === pixels.height) return pixels;
  const context = contextOf(width, height);
  context.putImageData(pixels, 0, 0);
  context.fillStyle = MASK_COLOUR;
  for (const mask of masks) context.fillRect(mask.x, mask.y, mask.width, mask.height);
  return Promise.resolve(context.getImageData(0, 0, width, height));
}

async function pngOf(pixels: Pixels): Promise<string> {
  const context = contextOf(pixels.width, pixels.height);
  context.putImageData(pixels, 0, 0);
  const blob = await context.canvas.convertToBlob({ type: "image/png" });
  return new Uint8Array(await blob.arrayBuffer()).toBase64();
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new CommandError("CAPTURE_FAILED", ownWords`Firefox gives no canvas to compare pictures on`);
  return context;
}
