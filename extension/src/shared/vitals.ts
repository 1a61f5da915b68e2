// The Web Vitals: their names, what counts as good by https://web.dev/articles/vitals, and what may be expected of them.

import { table } from "./table";

export type VitalName = "TTFB" | "FCP" | "LCP" | "INP" | "CLS";
type Rating = "good" | "needs-improvement" | "poor";

interface Scale {
  /** The largest figure that is good. */
  readonly good: number;
  /** What is above it is poor. */
  readonly fair: number;
  readonly unit: "ms" | "";
}

export const VITALS: readonly VitalName[] = ["TTFB", "FCP", "LCP", "INP", "CLS"];

const SCALES: Record<VitalName, Scale> = {
  TTFB: { good: 800, fair: 1_800, unit: "ms" },
  FCP: { good: 1_800, fair: 3_000, unit: "ms" },
  LCP: { good: 2_500, fair: 4_000, unit: "ms" },
  INP: { good: 200, fair: 500, unit: "ms" },
  CLS: { good: 0.1, fair: 0.25, unit: "" },
};

/** One slow interaction in this many is left out of INP, which is their 98th percentile. */
const INTERACTIONS_A_RANK = 50;
/** Of more than 500 interactions it is at least the tenth. */
const MOST_RANKS = 10;

const FORM = /^\s*(TTFB|FCP|LCP|INP|CLS)\s*(<=|>=|<|>)\s*(\d+(?:\.\d+)?)\s*(ms|s)?\s*$/i;

/** An event that belongs to an interaction: a click, a tap or a key. */
export interface InteractionEvent<Place> {
  readonly id: number;
  readonly duration: number;
  readonly place: Place;
}

export function unitOf(name: VitalName): "ms" | "" {
  return SCALES[name].unit;
}

export function ratingOf(name: VitalName, value: number): Rating {
  const { good, fair } = SCALES[name];
  return value <= good ? "good" : value <= fair ? "needs-improvement" : "poor";
}

interface ExpectedVital {
  readonly name: VitalName;
  readonly holds: (value: number) => boolean;
  /** True if a figure that is too large already will never do, as none gets smaller. */
  readonly atMost: boolean;
}

/** `LCP < 2.5s` as what it asks of a figure; null for what is written otherwise, which the host refuses. */
export function expectedVital(written: string): ExpectedVital | null {
  const [, name = "", sign = "", digits = "", unit = ""] = FORM.exec(written) ?? [];
  if (name === "") return null;
  const limit = Number(digits) * (unit.toLowerCase() === "s" ? 1_000 : 1);
  const compare = COMPARE[sign];
  if (!compare) return null;
  return {
    name: name.toUpperCase() as VitalName,
    holds: (value) => compare(value, limit),
    atMost: sign.startsWith("<"),
  };
}

const COMPARE = table<(value: number, limit: number) => boolean>({
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
});

/** The longest event of each interaction, the longest first: as many as INP may need. */
export function slowInteractions<Place>(
  events: ReadonlyArray<InteractionEvent<Place>>,
): Array<InteractionEvent<Place>> {
  const longest = new Map<number, InteractionEvent<Place>>();
  for (const event of events) {
    const before = longest.get(event.id);
    if (!before || event.duration > before.duration) longest.set(event.id, event);
  }
  return [...longest.values()].sort((a, b) => b.duration - a.duration).slice(0, MOST_RANKS);
}

/** Which of them INP is; null if there are none. `interactions` is how many there were, short ones too. */
export function interactionToNextPaint<Place>(
  slow: ReadonlyArray<InteractionEvent<Place>>,
  interactions: number,
): InteractionEvent<Place> | null {
  return slow[Math.min(slow.length - 1, Math.floor(interactions / INTERACTIONS_A_RANK))] ?? null;
}
