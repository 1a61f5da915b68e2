// Viewports: tabs laid out for another size than their window's, as Firefox's own responsive design mode and WebDriver
// do it. The tab's browser element is sized, which the page takes for its window, in the background too. The page is
// laid out in that very width: what a phone does with pages that say nothing about phones would give them another.

import type { Device } from "../../shared/privileged";

/** Sent by the element of a tab when a page that needs another process gets one, and with it another context. */
const RENEWED = "XULFrameLoaderCreated";

export class Emulation {
  /** The last device of each tab that has one. */
  readonly #devices = new Map<GeckoBrowser, Device>();

  /** Null gives the tab back what its window has. */
  set(browser: GeckoBrowser, device: Device | null): void {
    for (const known of this.#devices.keys()) if (!known.isConnected) this.#devices.delete(known);
    if (device) {
      this.#devices.set(browser, device);
      browser.addEventListener(RENEWED, this.#onRenewed);
    } else this.#release(browser);
    const { style, ownerDocument } = browser;
    style.width = device ? `${device.width}px` : "";
    style.height = device ? `${device.height}px` : "";
    tell(browser, device);
    ownerDocument.synchronouslyUpdateRemoteBrowserDimensions(true);
  }

  /** A window that a page opens has the size that the page gave it. */
  inherit(browser: GeckoBrowser, opener: GeckoBrowser): void {
    const device = this.#devices.get(opener);
    if (device && browser.ownerDocument === opener.ownerDocument) this.set(browser, device);
  }

  stop(): void {
    for (const browser of [...this.#devices.keys()]) if (browser.isConnected) this.set(browser, null);
  }

  readonly #onRenewed = (event: Event): void => {
    const browser = event.currentTarget as GeckoBrowser;
    const device = this.#devices.get(browser);
    if (device) tell(browser, device);
  };

  #release(browser: GeckoBrowser): void {
    this.#devices.delete(browser);
    browser.removeEventListener(RENEWED, this.#onRenewed);
  }
}

/** What else the page sees of its device, but for its user agent. Zero and `none` are Firefox's for nothing. */
function tell({ browsingContext }: GeckoBrowser, device: Device | null): void {
  browsingContext.touchEventsOverride = device?.touch ? "enabled" : "none";
  browsingContext.overrideDPPX = device?.ratio ?? 0;
}
