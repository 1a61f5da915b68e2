// The focus that a page of an agent's tab believes it has before anything is done there. Firefox gives the real one to
// one page in each process: it comes with the first action.

declare const Cu: {
  waiveXrays<T>(object: T): T;
  unwaiveXrays<T>(object: T): T;
  exportFunction(from: (this: object) => boolean, to: object, options: { defineAs: string }): void;
};

/** For the page itself: which of its frames has the focus is known there alone. */
export function seemFocused(window: GeckoWindow): void {
  if (window.parent !== window) return;
  const { document } = window;
  const { Document } = window as unknown as { Document: { prototype: { hasFocus: (this: object) => boolean } } };
  const page = Cu.waiveXrays(Document.prototype);
  const original = page.hasFocus;
  // Like Firefox's it makes no objects, and throws what Firefox throws for anything but a document.
  // oxlint-disable-next-line typescript/unbound-method -- it is given its own `this`
  const { hasFocus } = {
    hasFocus(this: object): boolean {
      return Reflect.apply(original, Cu.waiveXrays(this), []) || Cu.unwaiveXrays(this) === document;
    },
  };
  Cu.exportFunction(hasFocus, page, { defineAs: "hasFocus" });
}
