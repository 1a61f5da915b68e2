// Devices: the sizes that `clz viewport` knows by name, in CSS pixels.

import { LIMITS } from "../../generated/registry";
import { mostSimilar, presetName } from "../../shared/text/similarity";
import { CommandError, ownWords, OwnWords } from "../../shared/errors";
import type { Device } from "../../shared/privileged";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
/** Safari on an iPad says that it is a Mac's. */
const IPAD =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15";
/** Chrome on Android names no model any more. */
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";

function touching(width: number, height: number, ratio: number, userAgent: string): Device {
  return { width, height, ratio, touch: true, userAgent };
}

function plain(width: number, height: number): Device {
  return { width, height, ratio: null, touch: false, userAgent: null };
}

const DEVICES = new Map<string, Device>([
  ["iphone-se", touching(375, 667, 2, IPHONE)],
  ["iphone-14", touching(390, 844, 3, IPHONE)],
  ["iphone-14-pro-max", touching(430, 932, 3, IPHONE)],
  ["pixel-7", touching(412, 915, 2.625, ANDROID)],
  ["galaxy-s23", touching(360, 780, 3, ANDROID)],
  ["ipad-mini", touching(768, 1024, 2, IPAD)],
  ["ipad-pro-11", touching(834, 1194, 2, IPAD)],
  ["ipad-pro-12", touching(1024, 1366, 2, IPAD)],
  ["laptop", plain(1366, 768)],
  ["desktop", plain(1920, 1080)],
]);

const SIZE = /^(\d+)\s*[x×]\s*(\d+)$/i;
const MIN_SIMILARITY = 0.5;

/** What is asked for, as a device. Throws INVALID_PARAMS, with the preset that may have been meant. */
export function deviceOf(asked: { preset?: string; width?: number; height?: number }): {
  preset: string | null;
  device: Device;
} {
  const { preset, width, height } = asked;
  if (preset === undefined) {
    if (width === undefined || height === undefined)
      throw unclear("A viewport needs a preset, or both width and height");
    return { preset: null, device: plain(width, height) };
  }
  if (width !== undefined || height !== undefined) throw unclear("Give either a preset or a size, not both");
  const name = presetName(preset);
  const device = DEVICES.get(name);
  if (device) return { preset: name, device };
  const size = SIZE.exec(preset.trim());
  if (!size) throw unknown(preset, name);
  const given = plain(Number(size[1]), Number(size[2]));
  const { minSidePx: low, maxSidePx: high } = LIMITS;
  if ([given.width, given.height].every((side) => side >= low && side <= high)) return { preset: null, device: given };
  const hint = ownWords`Type: clz viewport 1280x720`;
  throw new CommandError("INVALID_PARAMS", `${preset}: each side takes ${low} to ${high} CSS pixels`, { preset }, hint);
}

function unknown(preset: string, name: string): CommandError {
  const known = [...DEVICES.keys()];
  const [best] = mostSimilar(known, name, MIN_SIMILARITY, 1);
  const hint = best
    ? ownWords`Did you mean: ${new OwnWords(best)}?`
    : ownWords`Use one of ${new OwnWords(known.join(", "))}, or a size such as 800x600.`;
  return new CommandError("INVALID_PARAMS", `There is no preset ${preset}`, { preset, presets: known }, hint);
}

function unclear(message: string): CommandError {
  const hint = ownWords`Type: clz viewport iphone-14, clz viewport 800x600, or clz viewport --reset`;
  return new CommandError("INVALID_PARAMS", message, {}, hint);
}
