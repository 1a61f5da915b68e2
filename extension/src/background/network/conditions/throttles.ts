// How slow a network can be: the presets of Firefox's and Chrome's tools, and custom figures.

import type { Commands } from "../../../generated/registry";
import { CommandError, ownWords, OwnWords } from "../../../shared/errors";
import { mostSimilar, presetName } from "../../../shared/text/similarity";
import { table } from "../../../shared/table";

/** Rates are kbit/s of 1,000 bit; null for as fast as it is. The latency, in milliseconds, comes before the body of each answer. */
export type Throttle = Commands["throttleNetwork"]["result"]["throttle"];
type Params = Commands["throttleNetwork"]["params"];

export const OFF: Throttle = { preset: "off", down: null, up: null, latency: 0 };

/** As in `devtools/client/shared/components/throttling/profiles.js` of Firefox. */
const FIREFOX: Array<[string, number, number, number]> = [
  ["gprs", 50, 20, 500],
  ["regular-2g", 250, 50, 300],
  ["good-2g", 450, 150, 150],
  ["regular-3g", 750, 250, 100],
  ["good-3g", 1_500, 750, 40],
  ["regular-4g", 4_000, 3_000, 20],
  ["dsl", 2_000, 1_000, 5],
  ["wifi", 30_000, 15_000, 2],
];
/** As Chrome's tools and Puppeteer have them. */
const CHROME: Array<[string, number, number, number]> = [
  ["slow-3g", 400, 400, 2_000],
  ["fast-3g", 1_440, 675, 563],
  ["slow-4g", 1_440, 675, 563],
  ["fast-4g", 8_100, 1_350, 165],
];
/** What else they are called; `3g` is what Chrome calls so. */
const ALIASES = table<string>({
  "2g": "regular-2g",
  "3g": "slow-3g",
  "4g": "regular-4g",
  lte: "regular-4g",
  "wi-fi": "wifi",
});
const PRESETS = new Map(
  [...FIREFOX, ...CHROME].map(([preset, down, up, latency]) => [preset, { preset, down, up, latency }]),
);

const MIN_SIMILARITY = 0.4;
const NEAREST = 3;

/** What is asked for. Throws INVALID_PARAMS, with the presets that may have been meant. */
export function throttleOf({ preset, down, up, latency }: Params): Throttle {
  const figures = [down, up, latency].some((figure) => figure !== undefined);
  if ((preset !== undefined) === figures) {
    const hint = ownWords`Type: clz network throttle slow-3g, clz network throttle off, or clz network throttle --down 400 --up 400 --latency 100`;
    throw new CommandError("INVALID_PARAMS", ownWords`Give either a preset or figures of your own`, {}, hint);
  }
  if (preset === undefined) return { preset: null, down: down ?? null, up: up ?? null, latency: latency ?? 0 };
  const name = presetName(preset);
  if (name === OFF.preset) return OFF;
  const known = PRESETS.get(ALIASES[name] ?? name);
  if (known) return known;
  throw unknown(preset, name);
}

function unknown(preset: string, name: string): CommandError {
  const known = [...PRESETS.keys()];
  const near = mostSimilar([...known, "off"], name, MIN_SIMILARITY, NEAREST);
  const hint =
    near.length > 0
      ? ownWords`Did you mean: ${new OwnWords(near.join(", "))}?`
      : ownWords`Use one of ${new OwnWords(known.join(", "))}, off, or --down, --up and --latency.`;
  return new CommandError("INVALID_PARAMS", `There is no preset ${preset}`, { preset, presets: known }, hint);
}
