// What Firefox says of tabs and their documents. It sends an event from its main process once for each listener that there
// is, so the parts that always listen share one; those that listen only now and then have their own.

interface Source<Args extends unknown[]> {
  addListener(listener: (...args: Args) => void): void;
}

/** Tells many listeners what its one listener hears, in the order in which they came. */
export class SharedEvent<Args extends unknown[]> {
  readonly #listeners: Array<(...args: Args) => void> = [];

  constructor(private readonly source: () => Source<Args>) {}

  addListener(listener: (...args: Args) => void): void {
    this.#listeners.push(listener);
    if (this.#listeners.length === 1) this.source().addListener((...args) => this.#tell(args));
  }

  /** What one listener fails at does not keep the others from hearing of it. */
  #tell(args: Args): void {
    for (const listener of this.#listeners) {
      try {
        listener(...args);
      } catch (thrown) {
        console.error("clz: a listener failed:", thrown);
      }
    }
  }
}

type Updated = Parameters<Parameters<typeof browser.tabs.onUpdated.addListener>[0]>;

export const onRemoved = new SharedEvent(() => browser.tabs.onRemoved);
export const onCommitted = new SharedEvent(() => browser.webNavigation.onCommitted);
export const onDOMContentLoaded = new SharedEvent(() => browser.webNavigation.onDOMContentLoaded);
export const onHistoryStateUpdated = new SharedEvent(() => browser.webNavigation.onHistoryStateUpdated);
export const onReferenceFragmentUpdated = new SharedEvent(() => browser.webNavigation.onReferenceFragmentUpdated);

/** Of a tab's title, address and status. The address comes with the status, where it is another. */
export const onUpdated = new SharedEvent<Updated>(() => ({
  addListener: (listener) => browser.tabs.onUpdated.addListener(listener, { properties: ["title", "url", "status"] }),
}));

interface Event<Listener, Rest extends unknown[]> {
  addListener(listener: Listener, ...rest: Rest): void;
  removeListener(listener: Listener): void;
  hasListener(listener: Listener): boolean;
}

/** Listens while it is `needed`, and only then. True if that is a change. */
export function listenWhile<Listener, Rest extends unknown[]>(
  needed: boolean,
  event: Event<Listener, Rest>,
  listener: Listener,
  ...rest: Rest
): boolean {
  if (needed === event.hasListener(listener)) return false;
  if (needed) event.addListener(listener, ...rest);
  else event.removeListener(listener);
  return true;
}
