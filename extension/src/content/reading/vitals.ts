// vitals: the Web Vitals of this document, by Firefox's own Performance entries.

import type { Commands } from "../../generated/registry";
import type { ContentValue } from "../../shared/messages";
import {
  interactionToNextPaint,
  ratingOf,
  slowInteractions,
  unitOf,
  VITALS,
  type InteractionEvent,
  type VitalName,
} from "../../shared/vitals";
import { FRAME_MS, type FrameCall } from "../command";
import { pause } from "../actionability/wait";
import { selectorOf } from "../dom/describe";

type Vital = Commands["getVitals"]["result"]["vitals"][number];

interface Measured {
  value: number | null;
  element?: Element | null;
  /** Why there is no figure. */
  note?: string;
}

/** Firefox reports shorter events only if it is asked for them. */
const SHORTEST_EVENT_MS = 16;

const UNDRAWN = "nothing has been drawn yet";
const HIDDEN = "the tab is in the background, and Firefox draws nothing there";

let interactions: PerformanceObserver | null = null;
let slow: Array<InteractionEvent<Node | null>> = [];

/** Hears of interactions from now on, and of the long ones before. */
export function watchInteractions(): void {
  if (!tellsInteractions()) return;
  interactions = new PerformanceObserver((list) => note(list.getEntries()));
  interactions.observe({ type: "first-input", buffered: true });
  interactions.observe({
    type: "event",
    buffered: true,
    durationThreshold: SHORTEST_EVENT_MS,
  } as PerformanceObserverInit);
}

export async function getVitals(_params: unknown, call: FrameCall): Promise<ContentValue<"getVitals">> {
  // What has just been done is reported with the next frame.
  await pause(call, FRAME_MS);
  return { url: location.href, title: document.title, vitals: VITALS.map(vital) };
}

/** One of the vitals, as it is now. */
export function vital(name: VitalName): Vital {
  const { value, element, note = "" } = measured(name);
  return {
    name,
    value,
    unit: unitOf(name),
    rating: value === null ? null : ratingOf(name, value),
    element: element?.isConnected ? selectorOf(element) : null,
    supported: isMeasured(name),
    note,
  };
}

/** True if this Firefox measures it. */
export function isMeasured(name: VitalName): boolean {
  switch (name) {
    case "TTFB":
      return has("navigation");
    case "FCP":
      return has("paint");
    case "LCP":
      return has("largest-contentful-paint");
    case "INP":
      return tellsInteractions();
    case "CLS":
      return false; // it has no entries "layout-shift"
  }
}

function measured(name: VitalName): Measured {
  if (!isMeasured(name)) return { value: null, note: "not measured by Firefox" };
  switch (name) {
    case "TTFB":
      return timeToFirstByte();
    case "FCP":
      return paint(performance.getEntriesByName("first-contentful-paint", "paint")[0]?.startTime);
    case "LCP":
      return largestPaint();
    default:
      return slowestInteraction();
  }
}

function timeToFirstByte(): Measured {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!entry || !/^https?:$/.test(location.protocol)) return { value: null, note: "no server has sent the page" };
  // Two processes are timed: an answer at once may seem to have come before it was asked for.
  return { value: Math.max(0, Math.round(entry.responseStart)) };
}

function paint(time: number | undefined): Measured {
  if (time !== undefined) return { value: Math.round(time) };
  return { value: null, note: document.hidden ? HIDDEN : UNDRAWN };
}

function largestPaint(): Measured {
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: "largest-contentful-paint", buffered: true });
  const entries = observer.takeRecords() as LargestContentfulPaint[];
  observer.disconnect();
  const largest = entries.at(-1);
  return { ...paint(largest?.startTime), element: largest?.element ?? null };
}

function slowestInteraction(): Measured {
  note(interactions?.takeRecords() ?? []);
  const interaction = interactionToNextPaint(slow, performance.interactionCount);
  if (!interaction) return { value: null, note: "no click, tap or key press in the page yet" };
  const { duration, place } = interaction;
  return { value: Math.round(duration), element: place instanceof Element ? place : null };
}

function note(entries: PerformanceEntry[]): void {
  const told = (entries as PerformanceEventTiming[]).filter(({ interactionId }) => interactionId > 0);
  if (told.length === 0) return;
  slow = slowInteractions([
    ...slow,
    ...told.map((one) => ({ id: one.interactionId, duration: one.duration, place: one.target })),
  ]);
}

function has(type: string): boolean {
  return PerformanceObserver.supportedEntryTypes.includes(type);
}

/** Firefox reports which events belong to one interaction since its version 144. */
function tellsInteractions(): boolean {
  return has("event") && "interactionId" in PerformanceEventTiming.prototype;
}
