// What Firefox has beyond the standards, and TypeScript's DOM types leave out.

interface Element {
  /** The element's shadow root, closed ones too; for extensions only. */
  readonly openOrClosedShadowRoot: ShadowRoot | null;
}

interface Window {
  /** Where the viewport stands on the screen, in CSS pixels. */
  readonly mozInnerScreenX: number;
  readonly mozInnerScreenY: number;
}
