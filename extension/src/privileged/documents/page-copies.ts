// What a page copies by itself after an action of clz, such as a button that says so, goes to the clipboard of the agent
// whose tab it is, and not to the system's: Firefox would let the page have that for the same action.
//
// The functions that copy are ours from before the first script of a page on, so that none sees them change. Like
// Firefox's own they have no source and a stack of their own that no page sees. Whenever clz did not act in the document
// just before, and for whatever Firefox would refuse, they are Firefox's.

import { copy, type Clip, type PageClipboard } from "../../shared/input/clipboard";
import { clipboardMeans } from "../input/clipboard";

/** So long does Firefox let a page copy after a press (dom.user_activation.transient.timeout). */
const ALLOWED_MS = 5_000;

type Ask = (message: PageClipboard) => Promise<unknown>;
type Item = { types: readonly string[]; getType(type: string): Promise<Blob> };
type Settle = (value?: unknown) => void;
type PageFunction = (...given: unknown[]) => unknown;
type Ours = (given: readonly unknown[]) => unknown;

/** The window without what its page has made of it. */
type Native = GeckoWindow & {
  readonly Document: { prototype: object };
  /** Only pages that came by https, or from this machine, have one. */
  readonly Clipboard?: { prototype: object };
  readonly ClipboardItem: new (items: object) => object;
  readonly navigator: { readonly clipboard?: object };
};

declare const Cu: {
  waiveXrays<T>(object: T): T;
  cloneInto<T>(value: T, into: object): T;
  exportFunction(from: (this: object, ...given: never[]) => unknown, to: object, options?: { defineAs: string }): never;
};

export class PageCopies {
  readonly #window: Native;
  readonly #ask: Ask;
  #actedAt = 0;

  constructor(window: GeckoWindow, ask: Ask) {
    this.#window = window as Native;
    this.#ask = ask;
    const { Document, Clipboard } = this.#window;
    this.#replace(Document.prototype, "execCommand", ([name]) => this.#command(name));
    if (!Clipboard) return;
    const { prototype } = Clipboard;
    this.#replace(prototype, "writeText", (given) => this.#writeText(given));
    this.#replace(prototype, "write", ([items]) => this.#write(items));
    this.#replace(prototype, "readText", () => this.#promise(async () => (await this.#read()).text));
    this.#replace(prototype, "read", () => this.#promise(async () => this.#itemOf(await this.#read())));
  }

  /** clz is about to act: what the page copies in the next moments comes of it. */
  acting(): void {
    this.#actedAt = Date.now();
  }

  /** Has a function of the page's do ours after an action of clz, unless that gives undefined. */
  #replace(holder: object, name: string, ours: Ours): void {
    const page = Cu.waiveXrays(holder) as Record<string, PageFunction>;
    const original = page[name] as PageFunction;
    const takes = (self: object): boolean => this.#takes(self);
    const replacement = {
      [name](this: object, ...given: unknown[]): unknown {
        const outcome = takes(this) ? ours(given) : undefined;
        return outcome === undefined ? Reflect.apply(original, Cu.waiveXrays(this), given) : outcome;
      },
    }[name] as (this: object, ...given: never[]) => unknown;
    Cu.exportFunction(replacement, page, { defineAs: name });
    Object.defineProperty(page[name], "length", { value: original.length, configurable: true });
  }

  /** True for what Firefox would let the page do. */
  #takes(self: object): boolean {
    const { navigator, document } = this.#window;
    const isOwn = self === document || self === navigator.clipboard;
    return isOwn && Date.now() - this.#actedAt < ALLOWED_MS && navigator.userActivation.isActive;
  }

  #command(name: unknown): boolean | undefined {
    const which = typeof name === "string" ? name.toLowerCase() : "";
    if (which !== "copy" && which !== "cut") return undefined;
    const window = this.#window as GeckoWindow & typeof globalThis;
    const clip = copy(window, which === "cut", clipboardMeans(this.#window));
    if (clip) void this.#keep(clip);
    return clip !== null;
  }

  /** What is no string Firefox makes one of, or refuses. */
  #writeText([text]: readonly unknown[]): unknown {
    if (typeof text !== "string") return undefined;
    return this.#promise(() => this.#keep({ text, html: null }));
  }

  #write(items: unknown): unknown {
    if (!Array.isArray(items)) return undefined;
    return this.#promise(async () => this.#keep(await clipOf(items as Item[])));
  }

  async #keep(clip: Clip): Promise<void> {
    await this.#ask({ does: "copies", clip, url: this.#window.location.href });
  }

  /** A page is given what it has copied itself, and nothing else. */
  async #read(): Promise<Clip> {
    const clip = await this.#ask({ does: "reads", origin: this.#window.origin });
    if (typeof clip === "object" && clip !== null) return clip as Clip;
    throw new Error("Clipboard read request was blocked due to lack of user activation.");
  }

  #itemOf({ text, html }: Clip): object {
    const kinds = { "text/plain": text, ...(html !== null && { "text/html": html }) };
    const item = new this.#window.ClipboardItem(Cu.cloneInto(kinds, this.#window));
    return Cu.cloneInto([item], this.#window);
  }

  /** Its values are the page's own, or text. */
  #promise(work: () => Promise<unknown>): Promise<unknown> {
    const executor = (resolve: Settle, reject: Settle): void => {
      work().then(resolve, ({ message }: Error) => {
        reject(new this.#window.DOMException(message, "NotAllowedError"));
      });
    };
    return new (this.#window as typeof globalThis & GeckoWindow).Promise(Cu.exportFunction(executor, this.#window));
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
