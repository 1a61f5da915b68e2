// Listeners to what happens in a tab.

import { TabMap } from "../scopes";

export class TabListeners<Event = void> {
  readonly #tabs = new TabMap<Set<(event: Event) => void>>();

  /** Calls `listener` for each event of the tab until `signal` is aborted. */
  on(tabId: number, listener: (event: Event) => void, signal: AbortSignal): void {
    const listeners = this.#tabs.get(tabId) ?? new Set();
    this.#tabs.set(tabId, listeners.add(listener));
    const drop = (): void => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#tabs.get(tabId) === listeners) this.#tabs.delete(tabId);
    };
    signal.addEventListener("abort", drop, { once: true });
  }

  /** A listener that is added during the call is not called. */
  tell(tabId: number, event: Event): void {
    for (const listener of [...(this.#tabs.get(tabId) ?? [])]) listener(event);
  }

  has(tabId: number): boolean {
    return this.#tabs.has(tabId);
  }
}
