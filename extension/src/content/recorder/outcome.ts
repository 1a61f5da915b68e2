// The outcome of a step: a text that it brought, which a test can expect.
//
// A step brought what the page did not say before it, says once it has come to rest, and still says when the next step
// begins. Of that the first line is taken: of a heading or a message if one is new, else of the page. It must be words
// that are the same the next time: no numbers, no days or months, nothing secret, nothing that says it is not done yet.

import { normalizeWhitespace } from "../../shared/text/text";
import { textOf } from "../text/page-text";
import { allRoots } from "../dom/roots";
import { mutationTracker } from "../dom/mutation-tracker";
import { heldSecrets } from "../dom/held-secrets";
import { tell } from "./telling";

/** A page is at rest when nothing has changed in it for this long. */
const REST_MS = 400;

/** A change this soon after the mouse moved to another element is caused by that move. */
const HOVER_MS = 200;

const MIN_CHARS = 3;
const MAX_CHARS = 80;

const MESSAGES = [
  ...["alert", "status", "log", "alertdialog", "heading"].map((role) => `[role="${role}"]`),
  '[aria-live]:not([aria-live="off"]), output, h1, h2, h3, h4, dialog > :first-child',
].join(", ");

const PASSING = '[role="tooltip"]';

interface Open {
  /** What the page said before the step, or the page that it was done in. */
  before: string;
  /** What was new at each rest. */
  came: Set<string>;
}

let said = "";
let open: Open | null = null;
let timer = 0;
let hoveredAt = -Infinity;

/** Notes what the page says before the step that begins, and expects what the last one brought if it is not `pointedAt`. */
export function beginStep(pointedAt = ""): void {
  settle(pointedAt);
  noteSaid();
}

export function noteSaid(): void {
  said = linesOf(document.body).join("\n");
}

/** What the page said when the last step began. */
export function lastSaid(): string {
  return said;
}

/** The step that began is one that something may come of. */
export function mayBring(): void {
  open = { before: said, came: new Set() };
  waitForRest();
}

/** The page itself came of a step, in a page that said `before`. */
export function arrived(before: string): void {
  open ??= { before, came: new Set() };
  waitForRest();
}

export function hovered(): void {
  hoveredAt = performance.now();
}

/** Expects what the last step brought, once. */
export function settle(pointedAt = ""): void {
  if (!open) return;
  const { before, came } = open;
  drop();
  const text = newLines(before).find((line) => came.size === 0 || came.has(line));
  if (text !== undefined && !pointedAt.includes(text)) tell("expect", { condition: "text", value: text });
}

export function drop(): void {
  open = null;
  clearTimeout(timer);
}

export function watchOutcomes(signal: AbortSignal): void {
  mutationTracker.onChange(waitForRest, signal);
  signal.addEventListener("abort", drop, { once: true });
}

function waitForRest(): void {
  if (!open || performance.now() - hoveredAt < HOVER_MS) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (open) for (const line of newLines(open.before)) open.came.add(line);
  }, REST_MS);
}

/** The lines that are new, messages and headings first. */
function newLines(before: string): string[] {
  const secrets = new Set(heldSecrets().map(({ text }) => text));
  const passing = new Set(partsOf(PASSING).flatMap(linesOf));
  const isNew = (line: string): boolean => !before.includes(line) && !passing.has(line) && isStable(line, secrets);
  const messages = partsOf(MESSAGES).flatMap(linesOf);
  return [...messages, ...linesOf(document.body)].filter(isNew);
}

function partsOf(selector: string): Element[] {
  return allRoots()
    .flatMap((root) => [...root.querySelectorAll(selector)])
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
}

function linesOf(element: Element | null): string[] {
  if (!element) return [];
  return textOf(element)
    .split(/[\n\t]/)
    .map((line) => normalizeWhitespace(line))
    .filter(Boolean);
}

function isStable(line: string, secrets: Set<string>): boolean {
  if (line.length < MIN_CHARS || line.length > MAX_CHARS) return false;
  if (/\p{N}|(?:…|\.\.\.)$/u.test(line) || !/\p{L}{2}/u.test(line)) return false;
  const words = line.toLowerCase().split(/[^\p{L}]+/u);
  return !words.some((word) => datesOf().has(word)) && ![...secrets].some((secret) => line.includes(secret));
}

let dates: Set<string> | null = null;

/** Days and months, as the page's language and English call them. */
function datesOf(): Set<string> {
  if (dates) return dates;
  dates = new Set<string>();
  for (const language of ["en", document.documentElement.lang]) {
    const [known] = isLanguage(language) ? Intl.DateTimeFormat.supportedLocalesOf(language) : [];
    if (known === undefined) continue;
    for (const style of ["long", "short"] as const) {
      const month = new Intl.DateTimeFormat(known, { month: style, timeZone: "UTC" });
      const day = new Intl.DateTimeFormat(known, { weekday: style, timeZone: "UTC" });
      for (let i = 0; i < 12; i += 1) dates.add(month.format(new Date(Date.UTC(2023, i, 1))).toLowerCase());
      for (let i = 1; i < 8; i += 1) dates.add(day.format(new Date(Date.UTC(2023, 0, i))).toLowerCase());
    }
    const near = new Intl.RelativeTimeFormat(known, { numeric: "auto" });
    for (const i of [-1, 0, 1]) dates.add(near.format(i, "day").toLowerCase());
    dates.add(near.format(0, "second").toLowerCase());
  }
  // The month is also a word of its own.
  dates.delete("may");
  return dates;
}

function isLanguage(tag: string): boolean {
  try {
    return tag !== "" && Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
