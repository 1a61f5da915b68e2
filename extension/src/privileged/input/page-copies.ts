// What a page copies by itself after an action of clz, such as a button that says so, goes to the clipboard of the agent
// whose tab it is, and not to the system's: Firefox would let the page have that for the same action.

import { copy, type Clip, type PageClipboard } from "../../shared/input/clipboard";
import { clipboardMeans } from "./clipboard";

/** So long does Firefox let a page copy after a press (dom.user_activation.transient.timeout). */
const ALLOWED_MS = 5_000;

type Ask = (message: PageClipboard) => Promise<unknown>;
type Item = { types: readonly string[]; getType(type: string): Promise<Blob> };
type Settle = (value?: unknown) => void;
type PageWindow = Window & {
  Clipboard?: { prototype: object };
  Document: { prototype: object };
  Promise: typeof Promise;
};
type Original = (...given: unknown[]) => unknown;

declare const Cu: {
  waiveXrays<T>(object: T): T;
  exportFunction(from: (this: object, ...given: never[]) => unknown, to: object, options?: { defineAs: string }): never;
};

export class PageCopies {
  readonly #window: GeckoWindow;
  readonly #ask: Ask;
  #actedAt = 0;

  constructor(window: GeckoWindow, ask: Ask) {
    this.#window = window;
    this.#ask = ask;
    const page = Cu.waiveXrays(window) as unknown as PageWindow;
    this.#replace(page.Document.prototype, "execCommand", (name) => this.#command(name));
    const clipboard = page.Clipboard?.prototype; // only pages that came by https, or from this machine, have one
    if (!clipboard) return;
    this.#replace(clipboard, "writeText", (text) =>
      this.#promise(() => this.#keep({ text: String(text), html: null })),
    );
    this.#replace(clipboard, "write", (items) => this.#promise(async () => this.#keep(await clipOf(items as Item[]))));
    this.#replace(clipboard, "readText", () => this.#promise(() => this.#read()));
  }

  /** clz is about to act: what the page copies in the next moments comes of it. */
  acting(): void {
    this.#actedAt = Date.now();
  }

  /** Has a function of the page's do ours after an action of clz, unless that gives undefined. */
  #replace(holder: object, name: string, ours: (given: unknown) => unknown): void {
    const original = (holder as Record<string, Original>)[name];
    if (!original) return;
    const acts = (): boolean => Date.now() - this.#actedAt < ALLOWED_MS;
    const replacement = {
      [name](this: object, ...given: unknown[]): unknown {
        const outcome = acts() ? ours(given[0]) : undefined;
        return outcome === undefined ? original.apply(Cu.waiveXrays(this), given) : outcome;
      },
    }[name] as (this: object, ...given: never[]) => unknown;
    Cu.exportFunction(replacement, holder, { defineAs: name });
  }

  #command(name: unknown): boolean | undefined {
    const which = String(name).toLowerCase();
    if (which !== "copy" && which !== "cut") return undefined;
    const window = this.#window as GeckoWindow & typeof globalThis;
    const clip = copy(window, which === "cut", clipboardMeans(this.#window));
    if (clip) void this.#keep(clip);
    return clip !== null;
  }

  async #keep(clip: Clip): Promise<void> {
    await this.#ask({ does: "copies", clip, url: this.#window.location.href });
  }

  /** A page is given what it has copied itself, and nothing else. */
  async #read(): Promise<unknown> {
    const text = await this.#ask({ does: "reads", origin: this.#window.origin });
    if (typeof text === "string") return text;
    throw new Error("Clipboard read request was blocked due to lack of user activation.");
  }

  #promise(work: () => Promise<unknown>): Promise<unknown> {
    const page = Cu.waiveXrays(this.#window) as unknown as PageWindow;
    const executor = (resolve: Settle, reject: Settle): void => {
      work().then(resolve, ({ message }: Error) => {
        reject(new this.#window.DOMException(message, "NotAllowedError"));
      });
    };
    return new page.Promise(Cu.exportFunction(executor, this.#window));
  }
}

/** Pictures and the like are left out. */
async function clipOf(items: readonly Item[]): Promise<Clip> {
  const read = async (type: string): Promise<string | null> => {
    const item = [...items].find(({ types }) => types.includes(type));
    return item ? (await item.getType(type)).text() : null;
  };
  return { text: (await read("text/plain")) ?? "", html: await read("text/html") };
}
