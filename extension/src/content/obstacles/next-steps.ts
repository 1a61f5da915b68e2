// Next steps: what to do about an element that cannot be acted on as it is, where its page says what that is.

import { advice, ownWords, type Advice, type OwnWords } from "../../shared/errors";
import { normalizeWhitespace } from "../../shared/text/text";
import { labelOf, selectorOf } from "../dom/describe";
import { flatParent } from "../dom/roots";
import { isVisible } from "../dom/visible";

const CONSENT = /cookie|consent|gdpr|\bcmp\b/i;
const CAPTCHA = /captcha|turnstile|challenges\.cloudflare/i;
export const READ_ONLY = ownWords`It cannot be typed into; the control that fills it in may be beside it: clz snapshot -i`;
/** So many elements around one are looked at. */
const LEVELS = 6;

/** What opens the part of a page that hides something. */
export function opens(by: Element): Advice | undefined {
  if (by instanceof HTMLDetailsElement) return press(by.querySelector(":scope > summary"));
  for (let at: Element | null = by, level = 0; at && level < LEVELS; at = flatParent(at), level += 1) {
    const id = CSS.escape(at.id);
    const named = `[aria-controls~="${id}"], [popovertarget="${id}"], [commandfor="${id}"], [data-bs-target="#${id}"], [data-target="#${id}"], [href="#${id}"][data-toggle]`;
    const before = at.previousElementSibling;
    const found = at.id
      ? [...(at.getRootNode() as Document | ShadowRoot).querySelectorAll(named)].find(isVisible)
      : undefined;
    if (found) return press(found);
    if (before?.matches("[aria-expanded=false], [aria-haspopup]") && isVisible(before)) return press(before);
  }
  return undefined;
}

function press(element: Element | null): Advice | undefined {
  return element ? advice`Open it: clz click ${quoted(selectorOf(element))}` : undefined;
}

/** The field of its form that a disabled button waits for. */
export function fieldToFill(element: Element): Advice | undefined {
  const form = element.closest("form");
  const empty = form?.querySelector(
    "input:invalid, select:invalid, textarea:invalid, [aria-required=true]:placeholder-shown",
  );
  return empty
    ? advice`Its form is not filled in: ${labelOf(empty) || selectorOf(empty)}, ${selectorOf(empty)}`
    : undefined;
}

/** What a person has to do, or a command for it, about what lies over the page. */
export function uncovers(cover: Element): OwnWords | undefined {
  for (
    let at: Element | null = cover, level = 0;
    at && at !== document.body && level < LEVELS;
    at = flatParent(at), level += 1
  ) {
    const words = [at.id, at.getAttribute("class"), at.getAttribute("aria-label"), at.getAttribute("src")].join(" ");
    if (CAPTCHA.test(words)) return ASK;
    if (CONSENT.test(words)) return ownWords`It looks like a consent banner, which is answered by: clz consent`;
  }
  return undefined;
}

const ASK = ownWords`It looks like a captcha, which a person has to solve: clz ask QUESTION`;

/** The same where this frame is one. */
export function isCaptcha(): OwnWords | undefined {
  return window !== window.top && CAPTCHA.test(`${location.href} ${document.title}`) ? ASK : undefined;
}

/** The option of a list that is called so, which is not pressed but chosen. */
export function chooses(words: string): Advice | undefined {
  const called = (option: HTMLOptionElement): boolean => normalizeWhitespace(option.label) === words;
  const option = words ? [...document.querySelectorAll("option")].find(called) : undefined;
  const list = option?.closest("select");
  return list && isVisible(list)
    ? advice`Choose it: clz select ${quoted(selectorOf(list))} ${quoted(words)}`
    : undefined;
}

/** A list that draws its rows only where it is scrolled to. */
export function virtualList(words: string): Advice | undefined {
  const all = [...document.querySelectorAll<HTMLElement>("body *")].slice(0, 5_000);
  const list = all.find(
    (element) => element.scrollHeight > element.clientHeight * 3 && element.clientHeight > 40 && isVirtual(element),
  );
  return list
    ? advice`It draws only the rows in view: clz scroll ${quoted(selectorOf(list))} --until-text ${quoted(words)}`
    : undefined;
}

/** True if most of what can be scrolled through is empty. */
function isVirtual(list: HTMLElement): boolean {
  if (!/auto|scroll/.test(getComputedStyle(list).overflowY)) return false;
  const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
  const top = list.getBoundingClientRect().top - list.scrollTop;
  let [first, last] = [Infinity, 0];
  for (let count = 0; texts.nextNode() && count < 2_000; count += 1) {
    const holder = texts.currentNode.parentElement;
    if (!holder || !texts.currentNode.nodeValue?.trim()) continue;
    const box = holder.getBoundingClientRect();
    if (box.height > list.clientHeight) continue;
    [first, last] = [Math.min(first, box.top - top), Math.max(last, box.bottom - top)];
  }
  return last > first && last - first < list.scrollHeight / 2;
}

function quoted(words: string): string {
  return JSON.stringify(words);
}
