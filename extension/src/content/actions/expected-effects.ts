// Expected effects: what an action has set going in this document, if the document itself can tell.
//
// Listens in the capture phase of the window, where nothing that the page does can hide an event; whether the page
// prevented it is asked when the action is over.

import { Deadline } from "../../shared/deadline";
import type { Acted, ExpectedEffect } from "../../shared/messages";
import { delay } from "../command";
import { labelOf, selectorOf } from "../dom/describe";
import { turn } from "../dom/event-loop";
import { listenLastingly } from "../dom/lasting-listeners";

/** Firefox follows a link to a place in its own page as soon as it can; a page so busy is not waited for longer. */
const WITHIN_MS = 500;

/** What goes on in a frame is not a navigation of the page. */
const NAVIGATION: ExpectedEffect = window === window.top ? "navigation" : "frame";

interface Followed {
  event: Event;
  /** Null if the document stays: then there is no load to wait for. */
  effect: ExpectedEffect | null;
  url: string;
}

let followed: Followed[] = [];
let refusedLinks: Followed[] = [];
/** The fields that kept Firefox from sending a form, whose button was pressed. */
let refused: Element[] = [];
let pressed: HTMLFormElement | null = null;
let leaving = false;
let from = location.href;

listenLastingly("click", (event) => note(event, linkEffect(event)));
listenLastingly("auxclick", (event) => note(event, linkEffect(event)));
listenLastingly("submit", (event) => note(event, submitEffect(event)));
listenLastingly("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button, input") : null;
  if (button instanceof HTMLButtonElement || button instanceof HTMLInputElement)
    pressed = /^(?:submit|image)$/.test(button.type) ? button.form : null;
});
listenLastingly("invalid", ({ target }) => {
  if (pressed && target instanceof Element && (target as HTMLInputElement).form === pressed) refused.push(target);
});
listenLastingly("beforeunload", () => void (leaving = true));
// Firefox has this from version 147 on.
const navigation = window.navigation as Navigation | undefined;
navigation?.addEventListener("navigate", (event) => {
  if (event.destination.sameDocument || event.downloadRequest !== null) return;
  note(event, { effect: NAVIGATION, url: event.destination.url });
});

function note(event: Event, found: Omit<Followed, "event"> | null): void {
  if (!found) return;
  if (isRefused(found)) refusedLinks.push({ event, ...found });
  else followed.push({ event, ...found });
}

/** As a whole page Firefox shows of `data:` pictures, PDF and JSON alone; what it cannot show is saved. */
const REFUSED_DATA =
  /^data:(?:[^/,;]*[,;]|(?:video|audio)\/|image\/svg\+xml|text\/(?:html|plain|xml|css|vtt|markdown)|(?:text|application)\/(?:xml|xhtml\+xml|[a-z-]*(?:java|ecma)script))/i;

/** What Firefox keeps web pages from, and says to nobody but its console: its own pages, files, and most of `data:`. */
function isRefused({ effect, url }: Omit<Followed, "event">): boolean {
  const isWeb = /^https?:/.test(window.origin) || /^(?:data|blob):$/.test(location.protocol);
  if (!isWeb || effect === "download") return false;
  if (url.startsWith("data:")) return REFUSED_DATA.test(url) && (effect === "navigation" || effect === "tab");
  return /^(?:file|about|chrome|resource|view-source):(?!blank\b|srcdoc\b)/.test(url);
}

function linkEffect(event: MouseEvent): Omit<Followed, "event"> | null {
  const link = event
    .composedPath()
    .find((at): at is HTMLAnchorElement => at instanceof HTMLAnchorElement && at.href !== "");
  if (!link || event.button === 2) return null;
  const url = link.href;
  if (link.hasAttribute("download")) return { effect: "download", url };
  // Of the addresses for other programs, Firefox knows what to do with this one everywhere.
  if (url.startsWith("mailto:")) return { effect: "external", url };
  if (!/^(?:https?|file|blob|data|about|chrome|resource|view-source):/.test(url)) return null;
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1;
  const target = targetOf(link.target);
  const stays = !elsewhere && isOwn(target) && isWithin(url);
  return { effect: stays ? null : elsewhere ? "tab" : effectOf(target), url };
}

/** Firefox says nothing of going where the page is already, or to its top for the first time: `#`. */
function isWithin(url: string): boolean {
  const [page, fragment] = url.split("#", 2);
  return fragment !== undefined && page === document.documentURI.split("#", 1)[0];
}

/** Where a link or form goes that says nothing of it. */
function targetOf(own: string): string {
  return own || (document.querySelector<HTMLBaseElement>("base[target]")?.target ?? "");
}

/** True where a target is the document's own window. */
function isOwn(target: string): boolean {
  const words = window === window.top ? /^_(?:self|top|parent)$/i : /^_self$/i;
  return target === "" || target === window.name || words.test(target);
}

/** A frame may also take the whole page away, or go on in another one. */
function effectOf(target: string): ExpectedEffect {
  if (isOwn(target)) return NAVIGATION;
  if (/^_top$/i.test(target)) return "navigation";
  if (/^_parent$/i.test(target)) return window.parent === window.top ? "navigation" : "frame";
  return /^_blank$/i.test(target) ? "tab" : "named";
}

function submitEffect(event: SubmitEvent): Omit<Followed, "event"> | null {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method === "dialog") return null;
  const button = event.submitter;
  const target = targetOf(button?.getAttribute("formtarget") ?? form.target);
  return { effect: effectOf(target), url: form.action };
}

/** Forgets what was before: an action begins. */
export function beginExpecting(): void {
  [followed, refusedLinks, refused, pressed] = [[], [], [], null];
  leaving = false;
  from = location.href;
}

/** What Firefox says of each field for which it did not send a form. */
export function notSent(): { notSent: string[] } | null {
  if (refused.length === 0 || formSent()) return null;
  return {
    notSent: refused.map(
      (field) => `${labelOf(field) || selectorOf(field)}: ${(field as HTMLInputElement).validationMessage}`,
    ),
  };
}

/** Where Firefox did not go, as it does not for web pages. */
export function navigationRefused(): { navigationRefused: string } | null {
  const link = refusedLinks.findLast(({ event }) => !event.defaultPrevented);
  return link ? { navigationRefused: link.url } : null;
}

/** True if the page has begun to go elsewhere since. */
export function isLeaving(): boolean {
  return leaving;
}

/** True if a form was sent since, by the page itself or by its script. */
export function formSent(): boolean {
  return followed.some(({ event }) => event.type === "submit");
}

/** What has been set going since, the addresses that were named, and where the page has moved to meanwhile. */
export async function expectedEffects(): Promise<Pick<Acted, "expectedEffects" | "links" | "moved">> {
  // What a page intercepts is not a navigation: it draws the next page itself.
  const real = followed.filter(({ event }) => !event.defaultPrevented && !isIntercepted(event));
  const within = real.findLast(({ effect: sign }) => sign === null);
  if (within) await arrived(within.url);
  const all = real.flatMap(({ effect: sign }) => sign ?? []);
  if (leaving && refusedLinks.length === 0) all.push(NAVIGATION);
  const moved = window === window.top && location.href !== from;
  return { expectedEffects: all, links: real.map(({ url }) => url), ...(moved && { moved: location.href }) };
}

/** Waits until the page is at a place in itself. Firefox goes there in a task of its own. */
async function arrived(url: string): Promise<void> {
  const deadline = Deadline.after(WITHIN_MS);
  const isThere = (): boolean => location.href === url || window !== window.top;
  await turn();
  for (let ms = 1; !isThere() && !deadline.passed; ms *= 2) await delay(ms);
}

/** An intercepted navigation has its address at once, and its document stays. */
function isIntercepted(event: Event): boolean {
  if (!("destination" in event)) return false;
  const { destination, navigationType } = event as NavigateEvent;
  return navigationType !== "reload" && location.href === destination.url;
}
