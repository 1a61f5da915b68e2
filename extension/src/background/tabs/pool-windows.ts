// The pool's windows: one for all agents, and one for private tabs. Each is opened with its first tab, behind what the
// person looks at.
//
// Firefox ends with its last tab, no matter who closes it. In clz's own Firefox a page could: there the blank tab that
// it started with, the spare, stays for good. In a person's one comes only when we close the last tab, and goes with
// the next.

import { Deadline } from "../../shared/deadline";
import { LIMITS } from "../../generated/registry";
import { within } from "../command-context";
import type { TabPool } from "./tab-pool";
import { privileged } from "../privileged/api";
import { onRemoved } from "../tab-events";

export interface OpenedTab {
  tabId: number;
  windowId: number;
  isNewWindow: boolean;
  isPrivate: boolean;
}

export interface OpenOptions {
  isPrivate?: boolean;
  /** Show the tab and its window. */
  foreground?: boolean;
  /** The container whose cookies and storage the tab has. */
  cookieStoreId?: string | undefined;
}

const BLANK = "about:blank";

/** A page is asked to let itself be closed for this long. */
const SILENCE_MS = 250;

/** A tab that did not go is closed again after this long, and twice as long each further time. */
const AGAIN_MS = 500;

/** Keeps the page from asking whether it may be left: nobody would answer. */
const SILENCE = "addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)";

export class PoolWindows {
  /** True in a Firefox that clz itself started: then its start window is ours too. */
  ownsFirefox = false;
  readonly #windows = new Map<boolean, number>();
  /** Only the window that Firefox came with is taken; others that are open later are the person's. */
  #startTaken = false;
  /** Windows are opened one after the other: two agents asking at once share one. */
  #opening: Promise<unknown> = Promise.resolve();
  /** A blank tab that only keeps the window open; it goes when a real one comes. */
  #spare: number | null = null;
  /** Which tab is the last one is asked one after the other. */
  #counting: Promise<unknown> = Promise.resolve();
  /** Tabs on their way out: none of them keeps Firefox open. */
  readonly #going = new Map<number, Promise<void>>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(private readonly pool: TabPool) {
    browser.windows.onRemoved.addListener((windowId) => this.#forget(windowId));
    onRemoved.addListener((tabId, { windowId, isWindowClosing }) => {
      if (tabId !== this.#spare) return;
      this.#spare = null;
      if (this.ownsFirefox && !isWindowClosing) this.#keepOpen(windowId).catch(() => undefined);
    });
  }

  /** Opens a tab in the background of the pool's window; opens the window if there is none. */
  async open(url: string, options: OpenOptions = {}): Promise<OpenedTab> {
    const opening = this.#open(url, options);
    this.#underWay.add(opening);
    try {
      return await opening;
    } finally {
      this.#underWay.delete(opening);
    }
  }

  /** Resolves when every tab that is being opened now has its number. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /**
   * Closes a tab. Resolves when Firefox has let it go, or after a while: one that stays is closed again meanwhile. Tabs
   * are closed side by side, so that one whose page is stuck holds no other up.
   */
  close(tabId: number): Promise<void> {
    let closing = this.#going.get(tabId);
    if (!closing) {
      closing = this.#close(tabId).finally(() => this.#going.delete(tabId));
      this.#going.set(tabId, closing);
    }
    return within(Deadline.after(LIMITS.closeMs), closing);
  }

  /** True while a tab is being closed. */
  isGoing(tabId: number): boolean {
    return this.#going.has(tabId);
  }

  /** True for a window of clz's own, whatever the person does in it. */
  isOwn(windowId: number): boolean {
    return [...this.#windows.values()].includes(windowId);
  }

  /** True for the blank tab that only keeps a window open. */
  isSpare(tabId: number): boolean {
    return tabId === this.#spare;
  }

  async #open(url: string, options: OpenOptions): Promise<OpenedTab> {
    const windowId = this.#windows.get(options.isPrivate === true);
    if (windowId !== undefined) {
      const tab = await this.#openTab(url, windowId, options);
      if (tab) return tab;
    }
    const opening = this.#opening.then(() => this.#openFirst(url, options));
    this.#opening = opening.catch(() => undefined);
    return opening;
  }

  async #close(tabId: number): Promise<void> {
    if (!this.ownsFirefox || this.#spare === null) {
      const counted = this.#counting.then(() => this.#keepLast(tabId));
      this.#counting = counted.catch(() => undefined);
      await counted;
    }
    for (let tries = 0; tries < LIMITS.closeTries; tries += 1) {
      if (await remove(tabId, AGAIN_MS * 2 ** tries)) return;
    }
    console.error(`clz: Firefox does not close tab ${tabId}`);
  }

  /** Opens the spare tab where every other one of Firefox is on its way out too. */
  async #keepLast(tabId: number): Promise<void> {
    const all = await browser.tabs.query({ windowType: "normal" });
    const tab = all.find(({ id }) => id === tabId);
    if (!tab || all.some(({ id = -1 }) => !this.#going.has(id))) return;
    await this.#keepOpen(tab.incognito ? null : (tab.windowId ?? null));
  }

  /** Opens the spare tab, in a window of its own if none is given. */
  async #keepOpen(windowId: number | null): Promise<void> {
    if (windowId === null) {
      const created = await browser.windows.create({ url: BLANK, focused: false });
      this.#spare = created.tabs?.[0]?.id ?? null;
      if (created.id !== undefined) this.#windows.set(false, created.id);
    } else {
      const spare = await browser.tabs.create({ url: BLANK, windowId, active: false });
      this.#spare = spare.id ?? null;
      this.#windows.set(false, windowId);
    }
  }

  async #openFirst(url: string, options: OpenOptions): Promise<OpenedTab> {
    const isPrivate = options.isPrivate === true;
    if (!isPrivate && !this.#windows.has(false) && this.ownsFirefox && !this.#startTaken) await this.#takeStartWindow();
    const windowId = this.#windows.get(isPrivate);
    const tab = windowId === undefined ? null : await this.#openTab(url, windowId, options);
    return tab ?? this.#openWindow(url, options);
  }

  /** Null if the window is gone meanwhile. */
  async #openTab(url: string, windowId: number, options: OpenOptions): Promise<OpenedTab | null> {
    const { isPrivate = false, foreground = false, cookieStoreId } = options;
    const replacesSpare = !isPrivate && this.#spare !== null;
    try {
      const where = { windowId, active: foreground || (replacesSpare && (await this.#isSpareShown())) };
      const tab = await browser.tabs.create({ url, ...where, ...(cookieStoreId !== undefined && { cookieStoreId }) });
      if (replacesSpare && !this.ownsFirefox) await this.#dropSpare();
      if (foreground) await browser.windows.update(windowId, { focused: true });
      return opened(tab, false);
    } catch (thrown) {
      if (await browser.windows.get(windowId).catch(() => null)) throw thrown;
      this.#forget(windowId);
      return null;
    }
  }

  async #openWindow(url: string, options: OpenOptions): Promise<OpenedTab> {
    const { isPrivate = false, foreground = false, cookieStoreId } = options;
    const created = await browser.windows.create({
      url,
      focused: foreground,
      ...(isPrivate && { incognito: true }),
      ...(cookieStoreId !== undefined && { cookieStoreId }),
    });
    const [tab] = created.tabs ?? [];
    if (!tab || created.id === undefined) throw new Error("Firefox opened a window without a tab");
    this.#windows.set(isPrivate, created.id);
    if (this.ownsFirefox && !isPrivate && this.#spare === null) await this.#keepOpen(created.id);
    return opened(tab, true);
  }

  async #takeStartWindow(): Promise<void> {
    this.#startTaken = true;
    const all = await browser.windows.getAll({ windowTypes: ["normal"], populate: true });
    const first = all.find((window) => !window.incognito);
    if (first?.id === undefined) return;
    this.#windows.set(false, first.id);
    const blank = first.tabs?.find(({ id = -1, url }) => url === BLANK && !this.pool.has(id));
    if (blank?.id !== undefined) this.#spare = blank.id;
    else await this.#keepOpen(first.id);
  }

  /** False if the person looks at another tab of that window: it stays in front. */
  async #isSpareShown(): Promise<boolean> {
    const spare = this.#spare === null ? null : await browser.tabs.get(this.#spare).catch(() => null);
    return spare?.active === true;
  }

  /**
   * What a person has used meanwhile is not a spare any more. Under a dialog of its own Firefox shows no other tab:
   * without the one in front it would have none, and open no further ones.
   */
  async #dropSpare(): Promise<void> {
    const spare = this.#spare;
    if (spare === null) return;
    this.#spare = null;
    const tab = await browser.tabs.get(spare).catch(() => null);
    if (tab?.url !== BLANK) return;
    if (tab.active) this.#spare = spare;
    else await browser.tabs.remove(spare);
  }

  #forget(windowId: number): void {
    for (const [isPrivate, known] of this.#windows) if (known === windowId) this.#windows.delete(isPrivate);
  }
}

async function silence(tabId: number): Promise<void> {
  const where = { allFrames: true, matchAboutBlank: true, runAt: "document_start" } as const;
  const done = browser.tabs.executeScript(tabId, { ...where, code: SILENCE }).catch(() => undefined);
  await within(Deadline.after(SILENCE_MS), done);
}

/**
 * An event for each tab that is gone, named by its id. One listener serves all: Firefox keeps what it made for a
 * listener also once that was removed (ExtensionParent.sys.mjs, `listenerProxies`).
 */
const removals = new EventTarget();
onRemoved.addListener((tabId) => void removals.dispatchEvent(new Event(String(tabId))));

/**
 * Closes a tab. True when it is gone: if its page asks before it is left, that is later than Firefox's answer.
 */
async function remove(tabId: number, ms: number): Promise<boolean> {
  const over = new AbortController();
  const removed = new Promise<void>((resolve) => {
    removals.addEventListener(String(tabId), () => resolve(), { signal: over.signal });
  });
  try {
    const asked = privileged.close(tabId).then((closed) => (closed ? undefined : ask(tabId)));
    // What is gone already cannot be closed.
    const refused = (): Promise<unknown> =>
      browser.tabs.get(tabId).then(
        () => removed,
        () => undefined,
      );
    await within(
      Deadline.after(ms),
      asked.then(() => removed, refused),
    );
  } finally {
    over.abort();
  }
  return (await browser.tabs.get(tabId).catch(() => null)) === null;
}

/** Without the helper the page is asked, as Firefox does it for a person. */
async function ask(tabId: number): Promise<void> {
  await silence(tabId);
  await browser.tabs.remove(tabId);
}

function opened(tab: browser.tabs.Tab, isNewWindow: boolean): OpenedTab {
  if (tab.id === undefined || tab.windowId === undefined) throw new Error("Firefox opened a tab without an id");
  return { tabId: tab.id, windowId: tab.windowId, isNewWindow, isPrivate: tab.incognito };
}
