// Signs: what an action has set going in this document, as far as the document can tell by itself.
//
// Listens in the capture phase of the window, where nothing that the page does can hide an event; whether the page
// prevented it is asked when the action is over.

import type { Sign } from "../shared/messages";

interface Followed {
  event: Event;
  sign: Sign;
  url: string;
}

let followed: Followed[] = [];
let leaving = false;

window.addEventListener("click", (event) => note(event, linkSign(event)), { capture: true, passive: true });
window.addEventListener("auxclick", (event) => note(event, linkSign(event)), { capture: true, passive: true });
window.addEventListener("submit", (event) => note(event, submitSign(event)), { capture: true, passive: true });
window.addEventListener("beforeunload", () => void (leaving = true), { capture: true, passive: true });
// Firefox has this from version 147 on.
const navigation = window.navigation as Navigation | undefined;
navigation?.addEventListener("navigate", (event) => {
  if (event.destination.sameDocument || event.downloadRequest !== null) return;
  note(event, { sign: "navigation", url: event.destination.url });
});

function note(event: Event, found: Omit<Followed, "event"> | null): void {
  if (found) followed.push({ event, ...found });
}

function linkSign(event: MouseEvent): Omit<Followed, "event"> | null {
  const link = event.composedPath().find((at): at is HTMLAnchorElement => at instanceof HTMLAnchorElement && at.href !== "");
  if (!link || event.button === 2) return null;
  const url = link.href;
  if (link.hasAttribute("download")) return { sign: "download", url };
  if (!/^(?:https?|file|blob|data|about):/.test(url)) return null;
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1;
  if (elsewhere || opensTab(link.target)) return { sign: "tab", url };
  // Firefox says nothing of going where the page is already.
  return url === location.href && url.includes("#") ? null : { sign: "navigation", url };
}

function submitSign(event: SubmitEvent): Omit<Followed, "event"> | null {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method === "dialog") return null;
  const button = event.submitter;
  const target = button?.getAttribute("formtarget") ?? form.target;
  return { sign: opensTab(target) ? "tab" : "navigation", url: form.action };
}

function opensTab(target: string): boolean {
  return target !== "" && !/^_(?:self|parent|top)$/i.test(target) && frames[target as unknown as number] === undefined;
}

/** Forgets what was before: an action begins. */
export function beginSigns(): void {
  followed = [];
  leaving = false;
}

/** What has been set going since, and the addresses that were named. */
export function signs(): { signs: Sign[]; links: string[] } {
  // What a page intercepts is no navigation: it draws the next page itself.
  const real = followed.filter(({ event }) => !event.defaultPrevented && !isIntercepted(event));
  const all = new Set(real.map(({ sign }) => sign));
  if (leaving) all.add("navigation");
  return { signs: [...all], links: real.map(({ url }) => url) };
}

/** An intercepted navigation has its address at once, and its document stays. */
function isIntercepted(event: Event): boolean {
  if (!("destination" in event)) return false;
  const { destination, navigationType } = event as NavigateEvent;
  return navigationType !== "reload" && location.href === destination.url;
}
