// Downloads: finding out which tab began one, and waiting until a file is whole. Firefox does not say which tab it was,
// so it is inferred from the addresses that the tab was about to load, and from the page that the download came from.

import { Deadline } from "../../shared/deadline";
import { CommandError, ownWords } from "../../shared/errors";
import { withoutFragment } from "../../shared/text/glob";
import { within, type CommandContext } from "../command-context";
import type { DownloadRight } from "../policy/download-right";

type Item = browser.downloads.DownloadItem;
type Listener = (item: Item) => void;

/** How often a file that grows is looked at: Firefox tells its end, but not that it hangs. */
const LOOK_MS = 1_000;

export class Downloads {
  readonly #listeners = new Set<Listener>();
  readonly #ended = new Map<number, () => void>();

  constructor(private readonly right: DownloadRight) {}

  listen(): void {
    browser.downloads.onCreated.addListener((item) => {
      this.right.judge(item);
      for (const listener of [...this.#listeners]) listener(item);
    });
    browser.downloads.onChanged.addListener(({ id, state }) => {
      if (state?.current && state.current !== "in_progress") this.#ended.get(id)?.();
    });
  }

  on(listener: Listener, signal: AbortSignal): void {
    this.#listeners.add(listener);
    signal.addEventListener("abort", () => this.#listeners.delete(listener), { once: true });
  }

  /** One of these addresses that began since, or begins until the deadline; null if none does. */
  async of(addresses: string[], since: Date, deadline: Deadline, context: CommandContext): Promise<Item | null> {
    const known = new Set(addresses.map(withoutFragment));
    const isIt = ({ url }: Item): boolean => known.has(withoutFragment(url));
    const over = new AbortController();
    try {
      let begun: Item | undefined;
      const begins = new Promise<void>((resolve) => {
        const listener: Listener = (item) => {
          if (!isIt(item)) return;
          begun = item;
          resolve();
        };
        this.on(listener, over.signal);
      });
      const items = await context.race(browser.downloads.search({ startedAfter: since.toISOString() }));
      begun ??= items.find(isIt);
      if (!begun) await within(deadline, begins, context);
      return begun ?? null;
    } finally {
      over.abort();
    }
  }

  /** The rule that a download was stopped by; null if none was. */
  refusalOf({ id }: Item): Promise<string | null> {
    return this.right.refusalOf(id);
  }

  /** Waits until the download has ended. Throws DOWNLOAD_FAILED if no whole file came of it. */
  async whole(id: number, context: CommandContext): Promise<Item> {
    try {
      for (;;) {
        const ended = new Promise<void>((resolve) => this.#ended.set(id, resolve));
        const [item] = await context.race(browser.downloads.search({ id }));
        if (!item) throw new CommandError("DOWNLOAD_FAILED", ownWords`The download was removed from Firefox's list`);
        if (item.state === "complete") return item;
        if (item.state === "interrupted") throw failed(item);
        await within(Deadline.after(LOOK_MS), ended, context);
      }
    } finally {
      this.#ended.delete(id);
    }
  }
}

function failed({ url, error, bytesReceived, totalBytes }: Item): CommandError {
  const reason = error ?? "it was stopped";
  const details = { url, error: reason, bytesReceived, totalBytes };
  return new CommandError("DOWNLOAD_FAILED", `${url} was not saved: ${reason}`, details);
}
