// Popups that Firefox's own blocker refused in the agents' tabs. Firefox counts them for each document; reported is what
// has been added since.

const BLOCKED = "DOMUpdateBlockedPopups";

type Tell = (browser: GeckoBrowser, count: number) => void;

export class BlockedPopups {
  readonly #known = new Map<GeckoBrowser, number>();
  /** Where they are reported; null before the background script has asked for them. */
  tell: Tell | null = null;

  watch(browser: GeckoBrowser): void {
    for (const known of this.#known.keys()) if (!known.isConnected) this.#known.delete(known);
    if (this.#known.has(browser)) return;
    this.#known.set(browser, count(browser));
    browser.addEventListener(BLOCKED, this.#blocked);
  }

  stop(): void {
    for (const browser of this.#known.keys()) browser.removeEventListener(BLOCKED, this.#blocked);
    this.#known.clear();
  }

  readonly #blocked = ({ currentTarget }: Event): void => {
    const browser = currentTarget as GeckoBrowser;
    const now = count(browser);
    const more = now - (this.#known.get(browser) ?? 0);
    this.#known.set(browser, now);
    // Less than before: a document went away with its count.
    if (more > 0) this.tell?.(browser, more);
  };
}

function count(browser: GeckoBrowser): number {
  return browser.popupAndRedirectBlocker?.getBlockedPopupCount() ?? 0;
}
