// The badge on clz's button: what the person should look at goes before what a tab is.

import { TabMap } from "../scopes";

/** `!` no host is there, `?` an agent asks something. */
type Attention = "" | "!" | "?";

const URGENT = "#d3570c";

export class Badge {
  readonly #tabs = new TabMap<{ text: string; color: string }>();
  #attention: Attention = "";

  set attention(attention: Attention) {
    if (this.#attention === attention) return;
    this.#attention = attention;
    const { browserAction } = browser;
    void browserAction.setBadgeText({ text: attention });
    void browserAction.setBadgeBackgroundColor({ color: URGENT });
    for (const tabId of this.#tabs.keys()) this.#show(tabId);
  }

  /** What a tab has where nothing needs the person; a null text takes it away. */
  set(tabId: number, text: string | null, color: string): void {
    if (text === null) this.#tabs.delete(tabId);
    else this.#tabs.set(tabId, { text, color });
    this.#show(tabId);
  }

  /** Null leaves the tab what the button says everywhere. A tab that is gone has no button. */
  #show(tabId: number): void {
    const own = this.#attention === "" ? (this.#tabs.get(tabId) ?? null) : null;
    const { browserAction } = browser;
    browserAction.setBadgeText({ tabId, text: own?.text ?? null }).catch(() => undefined);
    browserAction.setBadgeBackgroundColor({ tabId, color: own?.color ?? null }).catch(() => undefined);
  }
}
