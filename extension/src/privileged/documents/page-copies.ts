// What a page copies by itself after an action of clz, such as a button that says so, goes to the clipboard of the agent
// that owns the tab, and not to the system's: Firefox would let the page have that for the same action.
//
// The functions that copy are ours from before the first script of a page on, so that none sees them change. Like
// Firefox's own they have no source and a stack of their own that no page sees. Whenever clz did not act in the tab just
// before, and for whatever Firefox would refuse, they are Firefox's. A function of one document may be used on another of
// the same site: it goes by the other's.

import { copy, type Clip, type PageClipboard } from "../../shared/input/clipboard";
import { clipboardMeans } from "../input/clipboard";
import { clipOf, itemsOf, Refused, type Item, type ItemWindow } from "./clipboard-items";
import { elementsOf, RefusedAlike, stringOf } from "./page-arguments";

/**
 * So long does Firefox let a page copy after a press (dom.user_activation.transient.timeout), with what it takes until the
 * press has come.
 */
const ALLOWED_MS = 6_000;
const NO_WRITE = "Clipboard write was blocked due to lack of user activation.";
const NO_READ = "Clipboard read request was blocked due to lack of user activation.";

type Ask = (message: PageClipboard) => Promise<unknown>;
type Settle = (value?: unknown) => void;
type PageFunction = (...given: unknown[]) => unknown;

/** A call of the page's, and how Firefox's own function is called in its place. */
interface Call {
  given: readonly unknown[];
  native: (...given: unknown[]) => unknown;
}

/** The window without its page's changes. */
type Native = GeckoWindow &
  ItemWindow & {
    readonly Document: { prototype: object };
    /** Only pages that came by https, or from this machine, have one. */
    readonly Clipboard?: { prototype: object };
    readonly navigator: { readonly clipboard?: object };
    readonly windowGlobalChild: { readonly innerWindowId: number } | null;
  };

declare const Cu: {
  waiveXrays<T>(object: T): T;
  unwaiveXrays<T>(object: T): T;
  getGlobalForObject(object: object): unknown;
  exportFunction(from: (...given: never[]) => unknown, to: object, options?: { defineAs: string }): never;
};

/** Of this process, by the numbers of documents. */
const documents = new Map<number, PageCopies>();

export class PageCopies {
  readonly #window: Native;
  #actedAt = 0;
  /** While the page handles a copy, it makes no other. */
  #copies = false;

  constructor(
    window: GeckoWindow,
    private readonly innerId: number,
    private readonly browserId: number,
    private readonly ask: Ask,
  ) {
    this.#window = window as Native;
    documents.set(innerId, this);
    const { Document, Clipboard } = this.#window;
    replace(Document.prototype, "execCommand", (call, document) => document.#command(call));
    if (!Clipboard) return;
    const { prototype } = Clipboard;
    replace(prototype, "writeText", (call, document) => document.#writeText(call));
    replace(prototype, "write", (call, document) => document.#write(call));
    replace(prototype, "readText", (_call, document) =>
      document.#promise(async () => (await document.#read()).text, NO_READ),
    );
    replace(prototype, "read", (_call, document) =>
      document.#promise(async () => itemsOf(document.#window, await document.#read()), NO_READ),
    );
  }

  /** clz acts in a tab: what its pages copy in the next moments comes of it, in frames too. */
  static acting(browserId: number): void {
    for (const document of documents.values()) if (document.browserId === browserId) document.#actedAt = Date.now();
  }

  /** The one that a Document or a Clipboard is of, while its page may copy by itself. */
  static actedIn(self: object): PageCopies | null {
    try {
      const window = Cu.getGlobalForObject(self) as Native;
      const found = documents.get(window.windowGlobalChild?.innerWindowId ?? -1);
      const isOwn = found && (self === window.document || self === window.navigator.clipboard);
      return isOwn && found.#mayCopy() ? found : null;
    } catch {
      // It is not an object, or one of a page that is gone.
      return null;
    }
  }

  end(): void {
    documents.delete(this.innerId);
  }

  #mayCopy(): boolean {
    return Date.now() - this.#actedAt < ALLOWED_MS && this.#window.navigator.userActivation.isActive;
  }

  #command({ given, native }: Call): unknown {
    if (given.length === 0 || this.#window.document.contentType !== "text/html") return native(...given);
    const name = stringOf(this.#globals(), given[0]);
    const which = name.toLowerCase();
    if (which !== "copy" && which !== "cut") return native(name, ...given.slice(1));
    if (given[2] !== undefined) this.#checkValue(given[2], (instead) => native(name, false, instead));
    // With a surface of its own it does nothing.
    const withSurface = Boolean(given[1]);
    if (withSurface || !this.#mayCopy()) return native(name, withSurface);
    if (this.#copies) return false;
    this.#copies = true;
    try {
      const { clip, isDone } = copy(this.#globals(), which === "cut", clipboardMeans(this.#window, true));
      if (clip) void this.#keep(clip);
      return isDone;
    } finally {
      this.#copies = false;
    }
  }

  /** A value has no use here, and is made a string of all the same. */
  #checkValue(value: unknown, refuse: (instead: unknown) => unknown): void {
    try {
      stringOf(this.#globals(), value);
    } catch (thrown) {
      refuse((thrown as RefusedAlike).instead);
    }
  }

  #writeText({ given, native }: Call): unknown {
    if (given.length === 0) return native();
    const text = stringOf(this.#globals(), given[0]);
    return this.#mayCopy() ? this.#promise(() => this.#keep({ text, html: null }), NO_WRITE) : native(text);
  }

  #write({ given, native }: Call): unknown {
    if (given.length === 0) return native();
    const isItem = (value: unknown): boolean =>
      typeof value === "object" && value !== null && Cu.unwaiveXrays(value) instanceof this.#window.ClipboardItem;
    const elements = elementsOf(this.#globals(), given[0], isItem);
    if (!elements.every(isItem) || !this.#mayCopy()) return native(this.#list(elements));
    const items = elements.map((item) => Cu.unwaiveXrays(item) as Item);
    return this.#promise(async () => {
      const clip = await clipOf(this.#window, items);
      if (clip) await this.#keep(clip);
    }, NO_WRITE);
  }

  /** As the page makes one. */
  #list(elements: readonly unknown[]): unknown {
    const list = Cu.waiveXrays(new (this.#globals().Array)()) as unknown[];
    for (const [at, element] of elements.entries()) list[at] = element;
    return list;
  }

  async #keep(clip: Clip): Promise<void> {
    await this.ask({ does: "copies", clip, url: this.#window.location.href });
  }

  /** A page is given what it has copied itself, and nothing else. */
  async #read(): Promise<Clip> {
    const clip = await this.ask({ does: "reads", origin: this.#window.origin });
    if (typeof clip === "object" && clip !== null) return clip as Clip;
    throw new Refused(NO_READ);
  }

  /** Its values are the page's own, or text. `otherwise` is the message of errors that the page must not see. */
  #promise(work: () => Promise<unknown>, otherwise: string): Promise<unknown> {
    const { DOMException: PageException } = this.#window;
    const executor = (resolve: Settle, reject: Settle): void => {
      work().then(resolve, (thrown: unknown) => {
        const isTold = thrown instanceof Refused || thrown instanceof PageException;
        const { message, name } = isTold ? thrown : new Refused(otherwise);
        reject(new PageException(message, name));
      });
    };
    return new (this.#globals().Promise)(Cu.exportFunction(executor, this.#window));
  }

  #globals(): typeof globalThis & GeckoWindow {
    return this.#window as unknown as typeof globalThis & GeckoWindow;
  }
}

/** Makes a function of the page's call ours after an action of clz. */
function replace(holder: object, name: string, substitute: (call: Call, document: PageCopies) => unknown): void {
  const page = Cu.waiveXrays(holder) as Record<string, PageFunction>;
  const original = page[name];
  // Firefox lists interfaces that it gives only to pages of sites that cannot be listened to, without their functions.
  if (typeof original !== "function") return;
  const outcome = (self: object, given: readonly unknown[]): unknown => {
    const native: Call["native"] = (...others) => Reflect.apply(original, Cu.waiveXrays(self), others);
    const document = PageCopies.actedIn(self);
    if (!document) return native(...given);
    try {
      return substitute({ given, native }, document);
    } catch (thrown) {
      if (thrown instanceof RefusedAlike) return native(thrown.instead);
      throw thrown;
    }
  };
  // The length is that of the parameters, of which a rest is one: set afterwards, it would come before the name, where
  // Firefox's may come after it.
  /* eslint-disable prefer-rest-params */
  const kinds = {
    none: {
      [name](this: object): unknown {
        return outcome(this, Array.from(arguments));
      },
    },
    one: {
      [name](this: object, _first: unknown): unknown {
        return outcome(this, Array.from(arguments));
      },
    },
  };
  /* eslint-enable prefer-rest-params */
  const replacement = kinds[original.length === 0 ? "none" : "one"][name];
  Cu.exportFunction(replacement as PageFunction, page, { defineAs: name });
}
