// scroll: to an element, by a distance, to a place, or until a text or an element is in view.

import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { ActionResult } from "../../shared/messages";
import { pointOf, type Point } from "../actionability/action-target";
import { delay, type FrameCall } from "../command";
import { normalizeWhitespace } from "../../shared/text/text";
import { selectorOf } from "../dom/describe";
import { innerTextOf } from "../dom/inner-text";
import { turn } from "../dom/event-loop";
import { mutationTracker } from "../dom/mutation-tracker";
import { findAll, lookForAny } from "../locators/find";
import type { Plan } from "./plan";
import { drawnDownTo } from "./rows-ahead";
import { lookForOne } from "../actionability/actionability";
import { canScroll, isScroller, pageScroller, scrollerAround, scrollerAt, scrollersInView } from "../dom/scroller";
import { inViewport, isVisible } from "../dom/visible";
import { until } from "../actionability/wait";
import { table } from "../../shared/table";

type Params = Commands["scroll"]["params"];

/** How far down at once, of what is in view. */
const PAGE_PART = 0.9;

/** A page that loads more as it is scrolled gets this long at its end. */
const MORE_MS = 500;
/** One in the background gets an event for its scrolling once a second, and asks for more only then. */
const MORE_HIDDEN_MS = 2_500;
const LOOK_MS = 50;

/** As many boxes of a page are searched. */
const MAX_BOXES = 6;

/** A page draws its rows again at its scroll event, with the next frame. */
const HEARD_MS = 100;
const DRAW_MS = 17;

export async function scroll(params: Params, call: FrameCall): Promise<Plan<"scroll">> {
  const { target, by, to, untilText, until: wanted } = params;
  const searches = untilText != null || wanted != null;
  const ways = [searches ? null : by, to, untilText, wanted].filter((way) => way != null).length;
  if (ways > 1 || (ways === 0 && target == null)) {
    const hint = ownWords`Give a target, --by, --to, --until or --until-text.`;
    throw new CommandError("INVALID_PARAMS", ownWords`Say in one way where to scroll`, {}, hint);
  }
  const distance = by == null ? null : pointOf(by.includes(",") ? by : `0,${by}`, "--by");
  // The wheel turns over what is disabled, too.
  const look = params.force ? lookForAny : lookForOne;
  const element = target == null ? null : await until(call, () => look({ ...params, target }, call));
  call.acting();
  let box = boxFor(element, distance, searches || to != null);
  const before = standing(box);
  let found: boolean | undefined;
  if (searches) {
    const look = wanted != null ? placeOf(wanted) : placeOfText(normalizeWhitespace(untilText ?? ""));
    const boxes = element ? [box] : scrollersInView(MAX_BOXES);
    const search = await searchAll(boxes, look, distance, call);
    if (!search.found) throw notThere(wanted ?? `text ${JSON.stringify(untilText)}`, search, element !== null, call);
    ({ found, box } = search);
  } else if (distance) box.scrollBy({ left: distance.x, top: distance.y, behavior: "instant" });
  else if (to != null) goTo(box, to);
  else element?.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const after = standing(box);
  const position = element?.getBoundingClientRect();
  const partialResult: ActionResult<"scroll"> = {
    position: { x: box.scrollLeft, y: box.scrollTop },
    ...(position && {
      elementPosition: { x: position.x, y: position.y, width: position.width, height: position.height },
    }),
    pageHeight: box.scrollHeight,
    viewportHeight: box.clientHeight,
    noEffect: before === after,
    ...(found !== undefined && { found }),
    url: location.href,
    trusted: true,
  };
  return { inputActions: [], partialResult, done: () => partialResult };
}

/** What moves: the element itself or the box around it, the page if none is named or one is brought into view. */
function boxFor(element: Element | null, distance: Point | null, goesOn: boolean): Element {
  if (!element) return pageScroller();
  if (isScroller(element)) return element;
  if (distance) return scrollerAt(element, distance.x, distance.y);
  return goesOn ? scrollerAround(element) : pageScroller();
}

/** Where everything is: scrolling an element into view may move several boxes. */
function standing(box: Element): string {
  const all = [...document.querySelectorAll("*")].filter((each) => each.scrollTop || each.scrollLeft);
  return [box, ...all].map((each) => `${each.scrollLeft},${each.scrollTop}`).join(" ");
}

function goTo(box: Element, place: string): void {
  const ends = table<ScrollToOptions>({
    top: { top: 0 },
    bottom: { top: box.scrollHeight },
    left: { left: 0 },
    right: { left: box.scrollWidth },
  });
  const end = ends[place];
  if (end) {
    box.scrollTo({ ...end, behavior: "instant" });
    return;
  }
  const { x, y } = pointOf(place, "--to");
  box.scrollTo({ left: x, top: y, behavior: "instant" });
}

interface Search {
  found: boolean;
  /** True if all there is was looked at; false if the time was over before. */
  ended: boolean;
  /** The box that was searched last, and how far. */
  box: Element;
  from: string;
  /** How long the rest of it takes at the pace of what was searched; null where that cannot be said. */
  restMs: number | null;
}

async function searchAll(boxes: Element[], look: Finder, step: Point | null, call: FrameCall): Promise<Search> {
  let search: Search | null = null;
  for (const box of boxes) {
    // A page that has nothing to scroll is looked at as it is; what is known of it tells nothing about where to go on.
    if (search && !canScroll(box, "y") && !canScroll(box, "x")) continue;
    const from = placeIn(box);
    const restMs = paceOf(box);
    search = { ...(await searchIn(box, look, step, call)), box, from, restMs: restMs() };
    if (search.found || !search.ended) break;
  }
  return search ?? { found: false, ended: true, box: pageScroller(), from: placeIn(pageScroller()), restMs: null };
}

/** From now on: tells how long it will take to the end. */
function paceOf(box: Element): () => number | null {
  const from = box.scrollTop + box.scrollLeft;
  const begun = performance.now();
  return () => {
    const came = box.scrollTop + box.scrollLeft - from;
    const { scrollHeight, clientHeight, scrollTop, scrollWidth, clientWidth, scrollLeft } = box;
    const rest = scrollHeight - clientHeight - scrollTop + (scrollWidth - clientWidth - scrollLeft);
    return came > 0 && rest > 0 ? Math.ceil(((performance.now() - begun) * rest) / came) : null;
  };
}

function notThere(wanted: string, { box, from, ended, restMs }: Search, named: boolean, call: FrameCall): CommandError {
  const what = box === pageScroller() ? "the page" : selectorOf(box);
  const way = ended ? "to the end" : `as far as ${placeIn(box)}, when the time was up`;
  const where = named
    ? ownWords`See what is there: clz snapshot`
    : ownWords`Say what scrolls: clz scroll LIST --until TARGET`;
  const more =
    restMs === null
      ? ownWords`Run it again to continue from there, or give it longer: --wait-ms`
      : ownWords`Run it again to continue from there, or give it longer: --wait-ms. The rest takes about ${Math.ceil(restMs / 1_000)} s`;
  const hint = ended ? where : more;
  const position = { x: box.scrollLeft, y: box.scrollTop };
  const rest = ended || restMs === null ? {} : { restMs };
  const details = { until: wanted, position, pageHeight: box.scrollHeight, ended, waitedMs: call.waitedMs(), ...rest };
  const message = `Nothing matches ${wanted}: ${what} was scrolled from ${from} ${way}`;
  return new CommandError("ELEMENT_NOT_FOUND", message, details, hint);
}

function placeIn(box: Element): string {
  return `${Math.round(box.scrollLeft)}, ${Math.round(box.scrollTop)} of ${box.scrollWidth}, ${box.scrollHeight}`;
}

type Finder = () => Element | null;

/** Lists that hold only the rows in view have a row only while it is in view. */
function placeOf(wanted: string): Finder {
  return () => findAll(wanted).find(isVisible) ?? null;
}

/**
 * On, part by part, until `look` finds something, which is brought into view. At the end, once nothing more is loaded,
 * it begins at the start, unless a direction was given, and ends where it began.
 */
async function searchIn(
  box: Element,
  look: Finder,
  given: Point | null,
  call: FrameCall,
): Promise<{ found: boolean; ended: boolean }> {
  const from = given ? 0 : box.scrollTop + box.scrollLeft;
  let again = false;
  for (let waitedMs = 0; ;) {
    call.signal.throwIfAborted();
    const place = look();
    if (place) {
      await show(box, place, look);
      return { found: true, ended: false };
    }
    if (call.deadline.passed) return { found: false, ended: false };
    if (again && box.scrollTop + box.scrollLeft >= from) return { found: false, ended: true };
    const step = given ?? partOf(box);
    if (await moves(box, () => box.scrollBy({ left: step.x, top: step.y, behavior: "instant" }))) waitedMs = 0;
    else if (waitedMs <= (document.hidden ? MORE_HIDDEN_MS : MORE_MS)) {
      waitedMs += LOOK_MS;
      await delay(LOOK_MS);
    } else if (from > 0 && !again) {
      again = true;
      waitedMs = 0;
      await moves(box, () => box.scrollTo({ left: 0, top: 0, behavior: "instant" }));
    } else return { found: false, ended: true };
  }
}

/** Down, or sideways where that is the only way: most of what is in view, and of what is drawn below it. */
function partOf(box: Element): Point {
  const sideways = !canScroll(box, "y") && canScroll(box, "x");
  if (sideways) return { x: box.clientWidth * PAGE_PART, y: 0 };
  return { x: 0, y: Math.max(drawnDownTo(box), box.clientHeight) - box.clientHeight * (1 - PAGE_PART) };
}

/** Into view, and again where the page put another element in its place because of that. */
async function show(box: Element, place: Element, look: Finder): Promise<void> {
  const into = (element: Element) => (): void =>
    element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  await moves(box, into(place));
  if (!place.isConnected) look()?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** In the background Firefox tells pages once a second, and a long list takes hundreds of parts. */
function tellScrolled(box: Element): void {
  if (box === pageScroller()) document.dispatchEvent(new Event("scroll", { bubbles: true }));
  else box.dispatchEvent(new Event("scroll"));
}

/** Scrolls, and waits until the page has got its event and drawn. False if nothing moved. */
async function moves(box: Element, scroll: () => void): Promise<boolean> {
  const { scrollLeft, scrollTop } = box;
  const over = new AbortController();
  const options = { capture: true, once: true, passive: true, signal: over.signal } as const;
  const heard = new Promise<void>((resolve) => window.addEventListener("scroll", () => resolve(), options));
  mutationTracker.scrollsItself();
  let drew = false;
  const rows = new MutationObserver(() => void (drew = true));
  rows.observe(box, { childList: true, characterData: true, subtree: true });
  scroll();
  if (box.scrollLeft === scrollLeft && box.scrollTop === scrollTop) {
    over.abort();
    rows.disconnect();
    return false;
  }
  if (document.hidden) tellScrolled(box);
  await Promise.race([heard, delay(HEARD_MS)]);
  over.abort();
  await turn();
  // Rows that came with the event are the ones in view now.
  rows.disconnect();
  if (!drew) await delay(DRAW_MS);
  return true;
}

/** The innermost visible element that holds the text. */
function placeOfText(wanted: string): Finder {
  return () => innermostWith(wanted);
}

/** False if the text is nowhere in it, drawn or not: that takes no layout to tell. */
function mayHold(element: Element, wanted: string): boolean {
  const bare = (text: string): string => text.replace(/[\s\u00ad]+/g, "").toUpperCase();
  return bare(element.textContent).includes(bare(wanted));
}

function innermostWith(wanted: string): Element | null {
  const { body } = document;
  if (!body || !mayHold(body, wanted) || !normalizeWhitespace(innerTextOf(body)).includes(wanted)) return null;
  let at: Element = body;
  for (;;) {
    const inner: Element | undefined = [...at.children].find(
      (child) =>
        child instanceof HTMLElement &&
        mayHold(child, wanted) &&
        child.checkVisibility() &&
        normalizeWhitespace(innerTextOf(child)).includes(wanted),
    );
    if (!inner) return at === body && !inViewport(at.getBoundingClientRect()) ? null : at;
    at = inner;
  }
}
