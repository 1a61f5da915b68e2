// Printing: `window.print()` makes Firefox show a preview over the tab, and the page waits until it is closed. In agents'
// tabs nobody would: it is closed before it is shown, and reported. Printing to a file is `clz pdf`.
//
// Firefox asks its window for a browser that takes the copy of the page; the page goes on when that browser is gone.

import type { Prompts } from "./prompts";
import { replace } from "../replaced";

interface PrintInfo {
  readonly parent: GeckoBrowsingContext;
  readonly isForWindowDotPrint: boolean;
}

interface PrintUtils {
  createParentBrowserForStaticClone(of: GeckoBrowsingContext, info: PrintInfo): Element;
  startPrintWindow(of: GeckoBrowsingContext): unknown;
}

interface WindowOpener {
  readonly win: { PrintUtils: PrintUtils };
  createContentWindowInFrame(
    uri: unknown,
    params: { openWindowInfo: PrintInfo },
    where: number,
    ...more: unknown[]
  ): unknown;
  openURIInFrame: WindowOpener["createContentWindowInFrame"];
}

/** nsIBrowserDOMWindow.OPEN_PRINT_BROWSER */
const PRINT = "OPEN_PRINT_BROWSER";

export class Printing {
  constructor(private readonly prompts: Prompts) {}

  start(): () => void {
    const { prototype } = ChromeUtils.importESModule<{ BrowserDOMWindow: { prototype: WindowOpener } }>(
      "resource:///modules/BrowserDOMWindow.sys.mjs",
    ).BrowserDOMWindow;
    const where = (Ci["nsIBrowserDOMWindow"] as Record<string, number>)[PRINT];
    const refuse = (by: WindowOpener, info: PrintInfo): Element => this.#refuse(by, info);
    const undo = (["createContentWindowInFrame", "openURIInFrame"] as const).map((name) =>
      replace(prototype, name, (original) => {
        return function open(this: WindowOpener, uri, params, at, ...more) {
          const info = params.openWindowInfo;
          if (at === where && info.isForWindowDotPrint) return refuse(this, info);
          return original.call(this, uri, params, at, ...more);
        };
      }),
    );
    return () => undo.forEach((one) => one());
  }

  /** The browser must be there when this returns; it goes when clz knows of it, or the person's own preview comes. */
  #refuse({ win }: WindowOpener, info: PrintInfo): Element {
    const { parent } = info;
    const browser = win.PrintUtils.createParentBrowserForStaticClone(parent, info);
    void this.prompts.decide(parent, { type: "print", message: "", defaultValue: "" }).then((answer) => {
      browser.remove();
      if (!answer && !parent.isDiscarded) win.PrintUtils.startPrintWindow(parent);
    });
    return browser;
  }
}
