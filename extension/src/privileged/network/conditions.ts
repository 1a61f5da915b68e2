// The network of tabs, as Firefox's own tools set it: whether a page takes itself for offline, and how fast it is.

import type { TabNetwork } from "../../shared/privileged";
import { Throttling } from "./throttling";

/** Sent by the element of a tab when a page that needs another process gets one, and with it another context. */
const RENEWED = "XULFrameLoaderCreated";

export class Networks {
  readonly #offline = new Set<GeckoBrowser>();
  readonly #throttling = new Throttling();

  set(browser: GeckoBrowser, { offline, throttle }: TabNetwork): void {
    this.#setOffline(browser, offline);
    this.#throttling.set(browser, throttle);
  }

  inherit(browser: GeckoBrowser, opener: GeckoBrowser): void {
    if (this.#offline.has(opener)) this.#setOffline(browser, true);
  }

  isOffline(browser: GeckoBrowser | null): boolean {
    return browser !== null && this.#offline.has(browser);
  }

  stop(): void {
    for (const browser of [...this.#offline]) if (browser.isConnected) this.#setOffline(browser, false);
    this.#throttling.stop();
  }

  #setOffline(browser: GeckoBrowser, offline: boolean): void {
    for (const known of this.#offline) if (!known.isConnected) this.#offline.delete(known);
    if (offline) this.#offline.add(browser);
    else this.#offline.delete(browser);
    if (offline) browser.addEventListener(RENEWED, this.#onRenewed);
    else browser.removeEventListener(RENEWED, this.#onRenewed);
    browser.browsingContext.forceOffline = offline;
  }

  readonly #onRenewed = (event: Event): void => {
    const browser = event.currentTarget as GeckoBrowser;
    browser.browsingContext.forceOffline = this.#offline.has(browser);
  };
}
