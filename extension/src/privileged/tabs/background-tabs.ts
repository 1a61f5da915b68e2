// Tabs in the background that run and draw as if they were looked at. Firefox puts each to sleep that is left for another
// one; those of agents are woken again then.

const LEFT = "TabSwitchDone";

export class Waker {
  readonly #awake = new Set<GeckoBrowser>();
  readonly #windows = new Set<Window>();

  wake(browser: GeckoBrowser): void {
    for (const known of this.#awake) if (!known.isConnected) this.#awake.delete(known);
    this.#awake.add(browser);
    browser.docShellIsActive = true;
    const window = browser.ownerDocument.defaultView;
    if (!window || this.#windows.has(window)) return;
    this.#windows.add(window);
    window.addEventListener(LEFT, this.#wakeAll);
  }

  stop(): void {
    for (const window of this.#windows) window.removeEventListener(LEFT, this.#wakeAll);
    this.#windows.clear();
    this.#awake.clear();
  }

  readonly #wakeAll = (): void => {
    for (const browser of this.#awake) if (browser.isConnected) browser.docShellIsActive = true;
    for (const window of this.#windows) if (window.closed) this.#windows.delete(window);
  };
}
