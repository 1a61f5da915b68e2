// The four passes over a banner that no rule knows. Without a banner there is nothing to pass over: a button that only
// says "Agree" is not touched.

import { ABOUT, plain, wording } from "./phrases";

type Pass = "selector" | "text" | "phrase" | "label";

interface Find {
  button: HTMLElement;
  pass: Pass;
}

const BUTTONS = 'button, [role="button"], a[href], a[role], input[type="button"], input[type="submit"]';
const DIALOGS = 'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]';

/** More than this much text is a page, not a banner. */
const MAX_TEXT_CHARS = 6_000;
const MAX_BUTTON_CHARS = 60;

/** What lies over the page and is about consent, the innermost first. */
export function banners(): HTMLElement[] {
  const found = [...everything()].filter((element) => liesOver(element) && isShown(element) && isAbout(element));
  return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
}

/** The button that answers a banner: by what it is, by its whole text, by the beginning of that, by its label. */
export function buttonIn(banner: HTMLElement, accept: boolean): Find | null {
  const { texts, buttons } = wording(accept);
  const all = [...inside(banner, BUTTONS)].filter(isShown);
  const passes: Array<[Pass, (button: HTMLElement) => boolean]> = [
    ["selector", (button) => button.matches(buttons)],
    ["text", (button) => texts.has(plain(textOf(button)))],
    ["phrase", (button) => startsWithOne(plain(textOf(button)), texts)],
    ["label", (button) => texts.has(plain(button.getAttribute("aria-label") ?? button.title))],
  ];
  for (const [pass, holds] of passes) {
    const button = all.find(holds);
    if (button) return { button, pass };
  }
  return null;
}

export function textOf(element: HTMLElement): string {
  const text = element instanceof HTMLInputElement ? element.value : element.innerText;
  return text.replace(/\s+/g, " ").trim();
}

function startsWithOne(text: string, texts: ReadonlySet<string>): boolean {
  if (text.length > MAX_BUTTON_CHARS) return false;
  // One word alone begins too many sentences.
  for (const known of texts) if (known.includes(" ") && text.startsWith(`${known} `)) return true;
  return false;
}

function* everything(root: Document | ShadowRoot = document): Generator<HTMLElement> {
  for (const element of root.querySelectorAll<HTMLElement>("*")) {
    if (element instanceof HTMLElement) yield element;
    const inner = element.openOrClosedShadowRoot;
    if (inner) yield* everything(inner);
  }
}

function* inside(top: HTMLElement, selector: string): Generator<HTMLElement> {
  for (const element of [top, ...top.querySelectorAll<HTMLElement>("*")]) {
    if (element.matches(selector)) yield element;
    for (const deep of element.openOrClosedShadowRoot?.children ?? []) {
      if (deep instanceof HTMLElement) yield* inside(deep, selector);
    }
  }
}

function liesOver(element: HTMLElement): boolean {
  if (element.matches(DIALOGS)) return true;
  const { position } = getComputedStyle(element);
  return position === "fixed" || position === "sticky" || framed(element);
}

/** A frame that holds nothing but a banner is itself what lies over the page. */
function framed(element: HTMLElement): boolean {
  return window !== window.top && element === document.body;
}

function isAbout(element: HTMLElement): boolean {
  const text = element.innerText || [...inside(element, "*")].map((deep) => deep.innerText ?? "").join(" ");
  return text.length <= MAX_TEXT_CHARS && ABOUT.test(text) && !inside(element, BUTTONS).next().done;
}

function isShown(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 0 && height > 0;
}
