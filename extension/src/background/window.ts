// The pool's windows: one for all agents, and one for private tabs. Each is opened with its first tab; the first is
// kept from closing Firefox with its last. They are opened behind what the person looks at.

import type { TabPool } from "./pool";

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

/** Firefox tells that a tab is gone within this time, or it stays. */
const REMOVED_MS = 5_000;

/** Keeps the page from asking whether it may be left: nobody would answer. */
const SILENCE = "addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)";

export class PoolWindows {
  /** True in a Firefox that clz itself started: then its start window is ours too. */
  ownsFirefox = false;
  readonly #pool: TabPool;
  readonly #windows = new Map<boolean, number>();
  /** Only the window that Firefox came with is taken; others that are open later are the person's. */
  #startTaken = false;
  /** Windows are opened one after the other: two agents asking at once share one. */
  #opening: Promise<unknown> = Promise.resolve();
  /** A blank tab that only keeps the window open; it goes when a real one comes. */
  #spare: number | null = null;
  #closing: Promise<void> = Promise.resolve();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(pool: TabPool) {
    this.#pool = pool;
    browser.windows.onRemoved.addListener((windowId) => this.#forget(windowId));
  }

  /** Opens a tab in the background of the pool's window; opens the window where there is none. */
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

  /** Closes tabs one after the other, so that the last one of Firefox is known as the last. */
  close(tabId: number): Promise<void> {
    const closing = this.#closing.then(() => this.#close(tabId));
    this.#closing = closing.catch(() => undefined);
    return closing;
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
    const tab = await browser.tabs.get(tabId).catch(() => null);
    if (tab?.windowId === undefined) return;
    const [windows, siblings] = await Promise.all([
      browser.windows.getAll({ windowTypes: ["normal"] }),
      browser.tabs.query({ windowId: tab.windowId }),
      silence(tabId),
    ]);
    // Firefox ends with its last window, and a window with its last tab.
    if (windows.length === 1 && siblings.length === 1) await this.#keepOpen(tab.incognito ? null : tab.windowId);
    await remove(tabId);
  }

  /** Opens the spare tab, in a window of its own where none is given. */
  async #keepOpen(windowId: number | null): Promise<void> {
    if (windowId === null) {
      const created = await browser.windows.create({ url: BLANK, focused: false });
      this.#spare = created.tabs?.[0]?.id ?? null;
      if (created.id !== undefined) this.#windows.set(false, created.id);
    } else {
      const spare = await browser.tabs.create({ url: BLANK, windowId });
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

  /** Null where the window is gone meanwhile. */
  async #openTab(url: string, windowId: number, options: OpenOptions): Promise<OpenedTab | null> {
    const { isPrivate = false, foreground = false, cookieStoreId } = options;
    const replacesSpare = !isPrivate && this.#spare !== null;
    try {
      const where = { windowId, active: foreground || (replacesSpare && (await this.#isSpareShown())) };
      const tab = await browser.tabs.create({ url, ...where, ...(cookieStoreId !== undefined && { cookieStoreId }) });
      if (replacesSpare) await this.#dropSpare();
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
    return opened(tab, true);
  }

  async #takeStartWindow(): Promise<void> {
    this.#startTaken = true;
    const all = await browser.windows.getAll({ windowTypes: ["normal"], populate: true });
    const first = all.find((window) => !window.incognito);
    if (first?.id === undefined) return;
    this.#windows.set(false, first.id);
    const [tab, ...others] = first.tabs ?? [];
    if (tab?.id !== undefined && others.length === 0 && tab.url === BLANK && !this.#pool.has(tab.id))
      this.#spare = tab.id;
  }

  /** False where the person looks at another tab of that window: it stays in front. */
  async #isSpareShown(): Promise<boolean> {
    const spare = this.#spare === null ? null : await browser.tabs.get(this.#spare).catch(() => null);
    return spare?.active === true;
  }

  /**
   * What a person has used meanwhile is no spare any more. Under a dialog of its own Firefox shows no other tab: without
   * the one in front it would have none, and open no further ones.
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
  await within(SILENCE_MS, done);
}

/** Resolves when Firefox has let the tab go: with a page that has something to say about it, later than its answer. */
async function remove(tabId: number): Promise<void> {
  let told = (_: number): void => undefined;
  const removed = new Promise<void>((resolve) => {
    told = (id) => id === tabId && resolve();
  });
  browser.tabs.onRemoved.addListener(told);
  try {
    await browser.tabs.remove(tabId);
    await within(REMOVED_MS, removed);
  } finally {
    browser.tabs.onRemoved.removeListener(told);
  }
  if (await browser.tabs.get(tabId).catch(() => null)) throw new Error(`Firefox does not close tab ${tabId}`);
}

async function within(ms: number, event: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([event, over]);
  clearTimeout(timer);
}

function opened(tab: browser.tabs.Tab, isNewWindow: boolean): OpenedTab {
  if (tab.id === undefined || tab.windowId === undefined) throw new Error("Firefox opened a tab without an id");
  return { tabId: tab.id, windowId: tab.windowId, isNewWindow, isPrivate: tab.incognito };
}
