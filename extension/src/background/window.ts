// The pool's window: opened with its first tab, and kept from closing Firefox with its last.

import type { TabPool } from "./tabs";

export interface OpenedTab {
  tabId: number;
  windowId: number;
  isNewWindow: boolean;
  isPrivate: boolean;
}

const BLANK = "about:blank";

export class PoolWindow {
  /** True in a Firefox that clz itself started: then its start window is ours too. */
  ownsFirefox = false;
  readonly #pool: TabPool;
  #windowId: number | null = null;
  /** Windows are opened one after the other: two agents asking at once share one. */
  #opening: Promise<unknown> = Promise.resolve();
  /** A blank tab that only keeps the window open; it goes when a real one comes. */
  #spare: number | null = null;
  #closing: Promise<void> = Promise.resolve();

  constructor(pool: TabPool) {
    this.#pool = pool;
    browser.windows.onRemoved.addListener((windowId) => {
      if (windowId === this.#windowId) this.#windowId = null;
    });
  }

  /** Opens a tab in the background of the pool's window; opens the window where there is none. */
  async open(url: string): Promise<OpenedTab> {
    if (this.#windowId !== null) {
      const tab = await this.#openTab(url, this.#windowId);
      if (tab) return tab;
    }
    const opening = this.#opening.then(() => this.#openFirst(url));
    this.#opening = opening.catch(() => undefined);
    return opening;
  }

  /** Closes tabs one after the other, so that the last one of Firefox is known as the last. */
  close(tabId: number): Promise<void> {
    const closing = this.#closing.then(() => this.#close(tabId));
    this.#closing = closing.catch(() => undefined);
    return closing;
  }

  async #close(tabId: number): Promise<void> {
    const tab = await browser.tabs.get(tabId).catch(() => null);
    if (tab?.windowId === undefined) return;
    const [windows, siblings] = await Promise.all([
      browser.windows.getAll({ windowTypes: ["normal"] }),
      browser.tabs.query({ windowId: tab.windowId }),
    ]);
    // Firefox ends with its last window, and a window with its last tab.
    if (windows.length === 1 && siblings.length === 1) {
      const spare = await browser.tabs.create({ url: BLANK, windowId: tab.windowId });
      this.#spare = spare.id ?? null;
      this.#windowId = tab.windowId;
    }
    await browser.tabs.remove(tabId);
  }

  async #openFirst(url: string): Promise<OpenedTab> {
    if (this.#windowId === null && this.ownsFirefox) await this.#takeStartWindow();
    const tab = this.#windowId === null ? null : await this.#openTab(url, this.#windowId);
    return tab ?? this.#openWindow(url);
  }

  /** Null where the window is gone meanwhile. */
  async #openTab(url: string, windowId: number): Promise<OpenedTab | null> {
    try {
      const tab = await browser.tabs.create({ url, windowId, active: this.#spare !== null });
      await this.#dropSpare();
      return opened(tab, false);
    } catch (thrown) {
      if (await browser.windows.get(windowId).catch(() => null)) throw thrown;
      if (this.#windowId === windowId) this.#windowId = null;
      return null;
    }
  }

  async #openWindow(url: string): Promise<OpenedTab> {
    const created = await browser.windows.create({ url });
    const [tab] = created.tabs ?? [];
    if (!tab || created.id === undefined) throw new Error("Firefox opened a window without a tab");
    this.#windowId = created.id;
    return opened(tab, true);
  }

  async #takeStartWindow(): Promise<void> {
    const [first] = await browser.windows.getAll({ windowTypes: ["normal"], populate: true });
    if (first?.id === undefined) return;
    this.#windowId = first.id;
    const [tab, ...others] = first.tabs ?? [];
    if (tab?.id !== undefined && others.length === 0 && tab.url === BLANK && !this.#pool.has(tab.id))
      this.#spare = tab.id;
  }

  /** What a person has used meanwhile is no spare any more. */
  async #dropSpare(): Promise<void> {
    const spare = this.#spare;
    if (spare === null) return;
    this.#spare = null;
    const tab = await browser.tabs.get(spare).catch(() => null);
    if (tab?.url === BLANK) await browser.tabs.remove(spare);
  }
}

function opened(tab: browser.tabs.Tab, isNewWindow: boolean): OpenedTab {
  if (tab.id === undefined || tab.windowId === undefined) throw new Error("Firefox opened a tab without an id");
  return { tabId: tab.id, windowId: tab.windowId, isNewWindow, isPrivate: tab.incognito };
}
