// Tabs in the background that run and draw as if they were looked at. Firefox puts each to sleep that is left for
// another one; those of agents are activated again then.

const LEFT = "TabSwitchDone";

export class BackgroundTabActivator {
  readonly #active = new Set<GeckoBrowser>();
  readonly #windows = new Set<Window>();

  keepActive(browser: GeckoBrowser): void {
    for (const known of this.#active) if (!known.isConnected) this.#active.delete(known);
    this.#active.add(browser);
    browser.docShellIsActive = true;
    const window = browser.ownerDocument.defaultView;
    if (!window || this.#windows.has(window)) return;
    this.#windows.add(window);
    window.addEventListener(LEFT, this.#activateAll);
  }

  stop(): void {
    for (const window of this.#windows) window.removeEventListener(LEFT, this.#activateAll);
    this.#windows.clear();
    this.#active.clear();
  }

  readonly #activateAll = (): void => {
    for (const browser of this.#active) if (browser.isConnected) browser.docShellIsActive = true;
    for (const window of this.#windows) if (window.closed) this.#windows.delete(window);
  };
}
