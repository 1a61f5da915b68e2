// page-state: what is visible on the page, as lists.

import type { Commands } from "../../generated/registry";
import { redactedUrl } from "../../shared/secrets/redact";
import type { ContentValue } from "../../shared/messages";
import { shorten, normalizeWhitespace } from "../../shared/text/text";
import type { FrameCall } from "../command";
import { cssAll } from "../locators/css";
import { labelOf } from "../dom/describe";
import { innerTextOf } from "../dom/inner-text";
import { referred } from "../dom/roots";
import { currentValue } from "../synthetic-input/edit";
import { isField } from "../synthetic-input/focus";
import { isDisabled } from "../actionability/enabled";
import { elementToRead } from "./read";
import { refOf } from "../snapshot/refs";
import { isVisible } from "../dom/visible";
import { table } from "../../shared/table";

type Name = "getPageState";
type State = ContentValue<Name>;

const TEXT_CHARS = 200;
const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role="heading"]';
const LINKS = 'a[href], area[href], [role="link"]';
const BUTTONS = 'button, summary, input[type="button"], input[type="submit"], input[type="reset"], [role="button"]';
const INPUTS =
  'input:not([type="hidden"], [type="button"], [type="submit"], [type="reset"]), select, textarea, ' +
  '[contenteditable]:not([contenteditable="false"])';
const LANDMARKS = table<string>({
  banner: 'body > header, [role="banner"]',
  navigation: 'nav, [role="navigation"]',
  main: 'main, [role="main"]',
  complementary: 'aside, [role="complementary"]',
  contentinfo: 'body > footer, [role="contentinfo"]',
  search: 'search, [role="search"]',
  form: 'form[aria-label], form[aria-labelledby], [role="form"]',
  dialog: 'dialog[open], [role="dialog"], [role="alertdialog"]',
});
const ERRORS = '[role="alert"], [aria-live="assertive"], .error, .error-message, .alert-danger, .invalid-feedback';
const MAX_LANDMARKS = 30;
const MAX_ERRORS = 10;

export async function getPageState(params: Commands[Name]["params"], call: FrameCall): Promise<State> {
  await elementToRead({}, call);
  const ref = (element: Element): string => `${call.frame}e${refOf(element)}`;
  const found = {
    headings: visible(HEADINGS),
    links: visible(LINKS),
    buttons: visible(BUTTONS),
    inputs: visible(INPUTS),
    images: visible("img, [role='img'], input[type='image']"),
  };
  const root = document.documentElement;
  return {
    url: location.href,
    title: document.title,
    viewport: {
      width: window.innerWidth,
      height: window.innerHeight,
      scrollX: window.scrollX,
      scrollY: window.scrollY,
      pageWidth: root?.scrollWidth ?? 0,
      pageHeight: root?.scrollHeight ?? 0,
      devicePixelRatio: window.devicePixelRatio,
    },
    headings: found.headings.slice(0, params.maxHeadings).map((element) => ({
      ref: ref(element),
      level: Number(element.getAttribute("aria-level") ?? (/^h([1-6])$/.exec(element.localName)?.[1] || 2)),
      text: words(element),
    })),
    links: found.links.slice(0, params.maxLinks).map((element) => ({
      ref: ref(element),
      text: words(element),
      href: redactedUrl(addressOf(element)),
    })),
    buttons: found.buttons.slice(0, params.maxButtons).map((element) => ({
      ref: ref(element),
      text: words(element),
      disabled: isDisabled(element),
    })),
    inputs: found.inputs.slice(0, params.maxInputs).map((element) => ({ ref: ref(element), ...inputOf(element) })),
    images: found.images.slice(0, params.maxImages).map((element) => ({ ref: ref(element), ...imageOf(element) })),
    landmarks: landmarks(),
    errors: visible(ERRORS).map(words).filter(Boolean).slice(0, MAX_ERRORS),
    counts: {
      headings: found.headings.length,
      links: found.links.length,
      buttons: found.buttons.length,
      inputs: found.inputs.length,
      images: found.images.length,
      frames: cssAll("iframe, frame").length,
    },
  };
}

function visible(selector: string): Element[] {
  return cssAll(selector).filter(isVisible);
}

function words(element: Element): string {
  return shorten(labelOf(element), TEXT_CHARS);
}

/** Whole where it is HTML; SVG and MathML say only what is written. */
function addressOf(element: Element): string {
  const { href } = element as HTMLAnchorElement;
  return typeof href === "string" ? href : (element.getAttribute("href") ?? "");
}

function inputOf(element: Element): Omit<State["inputs"][number], "ref"> {
  const input = element as HTMLInputElement;
  const checkable = /^(?:checkbox|radio)$/.test(input.type ?? "");
  const label = [...(input.labels ?? [])].map((label) => normalizeWhitespace(innerTextOf(label))).find(Boolean);
  return {
    type: input.type || "editable",
    name: input.name || element.id,
    label: shorten(label || normalizeWhitespace(element.getAttribute("aria-label")), TEXT_CHARS),
    value: checkable ? "" : shorten(valueOf(element), TEXT_CHARS),
    placeholder: element.getAttribute("placeholder") ?? "",
    checked: checkable ? input.checked : null,
    required: input.required === true,
    disabled: isDisabled(element),
    invalid: element.getAttribute("aria-invalid") === "true" || input.matches(":user-invalid:not(form[novalidate] *)"),
  };
}

function valueOf(element: Element): string {
  if (isField(element)) return currentValue(element);
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map(({ label }) => label).join(", ");
  return normalizeWhitespace(element instanceof HTMLElement ? innerTextOf(element) : "");
}

function imageOf(element: Element): Omit<State["images"][number], "ref"> {
  const { width, height } = element.getBoundingClientRect();
  const src = element instanceof HTMLImageElement ? element.currentSrc || element.src : "";
  return {
    alt: element.getAttribute("alt") ?? element.getAttribute("aria-label") ?? "",
    src: shorten(redactedUrl(src), TEXT_CHARS),
    width: Math.round(width),
    height: Math.round(height),
  };
}

function landmarks(): State["landmarks"] {
  return Object.entries(LANDMARKS)
    .flatMap(([role, selector]) => visible(selector).map((element) => ({ role, name: nameOf(element) })))
    .slice(0, MAX_LANDMARKS);
}

function nameOf(element: Element): string {
  const named = referred(element, "aria-labelledby")
    .map(({ textContent }) => textContent)
    .join(" ");
  return shorten(normalizeWhitespace(element.getAttribute("aria-label")) || normalizeWhitespace(named), TEXT_CHARS);
}
