// What happened in a tab between two moments of a trace: where it went, and what changed in the storage of its pages.

import type { Commands } from "../../generated/registry";
import type { KeptNow } from "../../shared/messages";
import { redactUrl } from "../../shared/secrets/redact";
import { TabMap } from "../scopes";
import { TOP_FRAME } from "../page/frame-tree";
import { onCommitted, onHistoryStateUpdated, onReferenceFragmentUpdated } from "../tab-events";

type PageEvent = Commands["traceMoment"]["result"]["pageEvents"][number];

interface Watched {
  pageEvents: PageEvent[];
  /** By origin, what its pages kept when they were looked at last. */
  kept: Map<string, KeptNow>;
}

/** Between two moments. */
const MAX_PAGE_EVENTS = 200;
const MAX_ORIGINS = 50;
const AREAS = ["localStorage", "sessionStorage"] as const;

export class PageEvents {
  readonly #tabs = new TabMap<Watched>();

  constructor() {
    onCommitted.addListener(({ tabId, frameId, url, transitionType }) => {
      // A new tab is blank first, and so is a frame.
      if (url !== "about:blank") this.#went(tabId, frameId, url, transitionType === "reload" ? "reloaded" : "went to");
    });
    onHistoryStateUpdated.addListener(({ tabId, frameId, url }) => this.#went(tabId, frameId, url, "became"));
    onReferenceFragmentUpdated.addListener(({ tabId, frameId, url }) => this.#went(tabId, frameId, url, "became"));
  }

  /** Begins to listen where nobody has; `url` is where the tab is. */
  watch(tabId: number, url: string): void {
    if (this.#tabs.has(tabId)) return;
    this.#tabs.set(tabId, { pageEvents: [], kept: new Map() });
    this.#went(tabId, TOP_FRAME, url, "is at");
  }

  /** Takes in what a document keeps, which was asked at a moment. Documents of one origin share most of it. */
  keeps(tabId: number, url: string, now: KeptNow, at: Date): void {
    const add = (text: string): void => this.#add(tabId, "storage", text, at);
    const watched = this.#tabs.get(tabId);
    const origin = URL.canParse(url) ? new URL(url).origin : "null";
    if (!watched || (watched.kept.size >= MAX_ORIGINS && !watched.kept.has(origin))) return;
    const before = watched.kept.get(origin);
    watched.kept.set(origin, now);
    for (const area of AREAS) {
      for (const [name, [chars, sum]] of Object.entries(now[area])) {
        const was = before?.[area][name];
        if (!before) add(`${origin} ${area}: ${name} was there, length ${chars}`);
        else if (!was) add(`${origin} ${area}: ${name} set, length ${chars}`);
        else if (was[1] !== sum || was[0] !== chars)
          add(`${origin} ${area}: ${name} changed, length ${was[0]} to ${chars}`);
      }
      for (const name of Object.keys(before?.[area] ?? {}))
        if (!Object.hasOwn(now[area], name)) add(`${origin} ${area}: ${name} removed`);
    }
  }

  /** What there is to tell of a tab, once. */
  told(tabId: number): PageEvent[] {
    return this.#tabs.get(tabId)?.pageEvents.splice(0) ?? [];
  }

  #went(tabId: number, frameId: number, url: string, how: string): void {
    const whose = frameId === TOP_FRAME ? "the page" : "a frame";
    this.#add(tabId, "navigation", `${whose} ${how} ${redactUrl(url)}`);
  }

  #add(tabId: number, kind: PageEvent["kind"], text: string, at = new Date()): void {
    const pageEvents = this.#tabs.get(tabId)?.pageEvents;
    if (pageEvents && pageEvents.length < MAX_PAGE_EVENTS) pageEvents.push({ at: at.toISOString(), kind, text });
  }
}
