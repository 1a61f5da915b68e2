// Tabs that pages open: each is shown what its opener is, as its size, user agent and language, from its first script and
// request on.

import { observe, replace } from "../replaced";

type Open = (this: unknown, uri: unknown, params: Opening, ...more: unknown[]) => unknown;
type Opening = { openWindowInfo: { parent: GeckoBrowsingContext | null } };

/** What a tab hands on. */
interface Inherited {
  inherit(browser: GeckoBrowser, opener: GeckoBrowser): void;
  /** Tells a context that is not the tab's yet; the first request of some begins before they are. */
  begin?(context: GeckoBrowsingContext, opener: GeckoBrowser): void;
}

const ATTACHED = "browsing-context-attached";

export class OpenedTabs {
  constructor(private readonly parts: readonly Inherited[]) {}

  start(): () => void {
    const { prototype } = ChromeUtils.importESModule<{ BrowserDOMWindow: { prototype: Record<string, Open> } }>(
      "resource:///modules/BrowserDOMWindow.sys.mjs",
    ).BrowserDOMWindow;
    const open = (opener: GeckoBrowser, work: () => unknown): unknown => this.#open(opener, work);
    const undo = ["createContentWindowInFrame", "openURIInFrame"].map((name) =>
      replace(prototype, name, (original) => {
        return function opened(uri, params, ...more) {
          const opener = params.openWindowInfo.parent?.top.embedderElement;
          const work = (): unknown => original?.call(this, uri, params, ...more);
          return opener ? open(opener as GeckoBrowser, work) : work();
        };
      }),
    );
    return () => undo.forEach((one) => one());
  }

  inherit(browser: GeckoBrowser, opener: GeckoBrowser): void {
    for (const part of this.parts) part.inherit(browser, opener);
  }

  #open(opener: GeckoBrowser, work: () => unknown): unknown {
    const begin = (subject: unknown): void => {
      const context = subject as GeckoBrowsingContext;
      if (context.top === context) for (const part of this.parts) part.begin?.(context, opener);
    };
    const end = observe(begin, ATTACHED);
    try {
      const browser = work() as GeckoBrowser | null | undefined;
      if (browser?.browsingContext) this.inherit(browser, opener);
      return browser;
    } finally {
      end();
    }
  }
}
