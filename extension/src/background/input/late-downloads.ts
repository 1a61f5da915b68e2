// Downloads that no command has reported: they began when none was under way in their tab, or could not be known as its own.
// The next command reports them. Without the helper nobody knows which tab they come from.

import { TabMap } from "../scopes";
import { privileged } from "../privileged/api";
import type { Downloads } from "./downloads";

type Item = browser.downloads.DownloadItem;

/** `at` in ISO 8601. */
export interface LateDownload {
  path: string;
  at: string;
}

export class LateDownloads {
  /** Of the tabs that commands have acted in. */
  readonly #untold = new TabMap<Item[]>();
  readonly #told = new WeakSet<Item>();

  constructor(private readonly downloads: Downloads) {
    downloads.on((item) => void this.#note(item), new AbortController().signal);
  }

  /** Begins to keep what a tab downloads. */
  watch(tabId: number): void {
    if (!this.#untold.has(tabId)) this.#untold.set(tabId, []);
  }

  /** A command reports it as its own. */
  tell(item: Item): void {
    this.#told.add(item);
  }

  /** Those of a tab, once. */
  take(tabId: number): LateDownload[] {
    const untold = this.#untold.get(tabId)?.filter((item) => !this.#told.has(item)) ?? [];
    this.#untold.set(tabId, []);
    return untold.map(({ filename, startTime }) => ({ path: filename, at: startTime }));
  }

  async #note(item: Item): Promise<void> {
    if (!privileged.available || this.#untold.size === 0 || (await this.downloads.refusalOf(item)) !== null) return;
    const tabId = await privileged.downloadingTab(item.filename, item.url);
    if (tabId !== null) this.#untold.get(tabId)?.push(item);
  }
}
