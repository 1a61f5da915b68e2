// scroll: to an element, by a distance, to a place, or until a text is in view.

import type { Commands } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import type { ActionResult } from "../../shared/messages";
import { pointOf, type Point } from "../aim";
import { tick, type Call } from "../call";
import { squeeze } from "../../shared/text";
import { lookForAny } from "../find";
import type { Plan } from "../plan";
import { lookForOne } from "../ready";
import { isScroller, pageScroller, scrollerAt } from "../scroller";
import { inViewport } from "../visible";
import { until } from "../wait";

type Params = Commands["scroll"]["params"];

/** How far down at once, of what is in view. */
const PAGE_PART = 0.9;

/** A page that loads more as it is scrolled gets this long at its end. */
const MORE_MS = 500;
/** One in the background hears of its scrolling once a second, and asks for more only then. */
const MORE_HIDDEN_MS = 2_500;
const LOOK_MS = 50;

export async function scroll(params: Params, call: Call): Promise<Plan<"scroll">> {
  const { target, by, to, untilText } = params;
  if ([by, to, untilText].filter((way) => way != null).length > 1 || (target == null && by == null && to == null && untilText == null)) {
    throw new CommandError("INVALID_PARAMS", ours`Say in one way where to scroll`, {}, ours`Give a target, --by, --to or --until-text.`);
  }
  const distance = by == null ? null : pointOf(by.includes(",") ? by : `0,${by}`, "--by");
  // The wheel turns over what is disabled, too.
  const look = params.force ? lookForAny : lookForOne;
  const element = target == null ? null : await until(call, () => look({ ...params, target }, call));
  call.acting();
  const box = boxFor(element, distance);
  const before = standing(box);
  let found: boolean | undefined;
  if (distance) box.scrollBy({ left: distance.x, top: distance.y, behavior: "instant" });
  else if (to != null) goTo(box, to);
  else if (untilText != null) found = await untilSeen(box, untilText, call);
  else element?.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const after = standing(box);
  const position = element?.getBoundingClientRect();
  const seen: ActionResult<"scroll"> = {
    position: { x: box.scrollLeft, y: box.scrollTop },
    ...(position && { elementPosition: { x: position.x, y: position.y, width: position.width, height: position.height } }),
    pageHeight: box.scrollHeight,
    viewportHeight: box.clientHeight,
    noEffect: before === after,
    ...(found !== undefined && { found }),
    url: location.href,
    trusted: true,
  };
  return { steps: [], seen, done: () => seen };
}

/** What moves: the element itself with a distance or a place, what holds it else, the page where none is named. */
function boxFor(element: Element | null, distance: Point | null): Element {
  if (!element) return pageScroller();
  if (isScroller(element)) return element;
  return distance ? scrollerAt(element, distance.x, distance.y) : pageScroller();
}

/** Where everything stands: scrolling an element into view may move several boxes. */
function standing(box: Element): string {
  const all = [...document.querySelectorAll("*")].filter((each) => each.scrollTop || each.scrollLeft);
  return [box, ...all].map((each) => `${each.scrollLeft},${each.scrollTop}`).join(" ");
}

function goTo(box: Element, place: string): void {
  const ends: Record<string, ScrollToOptions> = {
    top: { top: 0 },
    bottom: { top: box.scrollHeight },
    left: { left: 0 },
    right: { left: box.scrollWidth },
  };
  const end = ends[place];
  if (end) {
    box.scrollTo({ ...end, behavior: "instant" });
    return;
  }
  const { x, y } = pointOf(place, "--to");
  box.scrollTo({ left: x, top: y, behavior: "instant" });
}

/** Down, page by page, until the text is in view. False at the end, once nothing more is loaded. */
async function untilSeen(box: Element, text: string, call: Call): Promise<boolean> {
  const wanted = squeeze(text);
  for (let waitedMs = 0; ; ) {
    call.signal.throwIfAborted();
    const place = placeOfText(wanted);
    if (place) {
      place.scrollIntoView({ block: "center", behavior: "instant" });
      return true;
    }
    const before = box.scrollTop;
    box.scrollBy({ top: box.clientHeight * PAGE_PART, behavior: "instant" });
    waitedMs = box.scrollTop === before ? waitedMs + LOOK_MS : 0;
    if (waitedMs > (document.hidden ? MORE_HIDDEN_MS : MORE_MS) || call.left() <= 0) return false;
    await tick(waitedMs > 0 ? LOOK_MS : 0);
  }
}

/** The innermost visible element that holds the text. */
function placeOfText(wanted: string): Element | null {
  const { body } = document;
  if (!body || !squeeze(body.innerText).includes(wanted)) return null;
  let at: Element = body;
  for (;;) {
    const inner: Element | undefined = [...at.children].find(
      (child) => child instanceof HTMLElement && child.checkVisibility() && squeeze(child.innerText).includes(wanted),
    );
    if (!inner) return at === body && !inViewport(at.getBoundingClientRect()) ? null : at;
    at = inner;
  }
}
