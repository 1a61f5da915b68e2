// What Firefox has beyond the standards, and TypeScript's DOM types leave out.

interface Element {
  /** The element's shadow root, closed ones too; for extensions only. */
  readonly openOrClosedShadowRoot: ShadowRoot | null;
  /** Sets what is in it, without what would run: the HTML Sanitizer API, since Firefox 148. */
  setHTML(html: string): void;
}

interface Window {
  /** Where the viewport is on the screen, in CSS pixels. */
  readonly mozInnerScreenX: number;
  readonly mozInnerScreenY: number;
}

/** The page's own window, without the wrapper that hides what the page has put there. */
interface PageWindow extends Window {
  Document: typeof Document;
  console: Console;
}

interface Window {
  readonly wrappedJSObject: PageWindow;
}

/** Makes a function of ours callable for the page. */
declare function exportFunction<T extends (...given: never[]) => unknown>(
  own: T,
  target: object,
  options?: { defineAs: string },
): T;

/** The wrapper through which content scripts see the page. */
declare const XPCNativeWrapper: { <T extends object>(value: T): T; unwrap<T extends object>(value: T): T };

/** A copy of `value` that the page of `target` owns. */
declare function cloneInto<T>(value: T, target: object): T;
