// The network of tabs, as Firefox's own tools set it: whether a page takes itself for offline.

import type { TabNetwork } from "../../shared/privileged";

/** Sent by the element of a tab when a page that needs another process gets one, and with it another context. */
const RENEWED = "XULFrameLoaderCreated";

export class Networks {
  /** Of each tab whose network is not as it is. */
  readonly #networks = new Map<GeckoBrowser, TabNetwork>();

  set(browser: GeckoBrowser, network: TabNetwork): void {
    for (const known of this.#networks.keys()) if (!known.isConnected) this.#networks.delete(known);
    if (network.offline) {
      this.#networks.set(browser, network);
      browser.addEventListener(RENEWED, this.#onRenewed);
    } else {
      this.#networks.delete(browser);
      browser.removeEventListener(RENEWED, this.#onRenewed);
    }
    browser.browsingContext.forceOffline = network.offline;
  }

  stop(): void {
    for (const browser of [...this.#networks.keys()]) if (browser.isConnected) this.set(browser, { offline: false });
  }

  readonly #onRenewed = (event: Event): void => {
    const browser = event.currentTarget as GeckoBrowser;
    browser.browsingContext.forceOffline = this.#networks.get(browser)?.offline ?? false;
  };
}
