// Which kind of node something is, also if a script made it in another document and moved it here: it stays one of that
// window's realm, and `instanceof` says no to it. The build puts these in the place of the globals of their names.

const KINDS = globalThis as unknown as Record<string, abstract new () => unknown>;

interface Kind {
  [Symbol.hasInstance](value: unknown): boolean;
}

function kind(name: string): Kind {
  return {
    [Symbol.hasInstance](value) {
      if (typeof value !== "object" || value === null) return false;
      if (value instanceof KINDS[name]!) return true;
      if (value instanceof globalThis.Node) return false;
      for (let at = prototypeOf(value); at; at = prototypeOf(at))
        if (Object.hasOwn(at, Symbol.toStringTag) && at[Symbol.toStringTag] === name) return true;
      return false;
    },
  };
}

function prototypeOf(value: object): { [Symbol.toStringTag]?: string } | null {
  return Object.getPrototypeOf(value) as object | null;
}

export const Document = /* @__PURE__ */ kind("Document");
export const Element = /* @__PURE__ */ kind("Element");
export const HTMLAnchorElement = /* @__PURE__ */ kind("HTMLAnchorElement");
export const HTMLAreaElement = /* @__PURE__ */ kind("HTMLAreaElement");
export const HTMLBRElement = /* @__PURE__ */ kind("HTMLBRElement");
export const HTMLButtonElement = /* @__PURE__ */ kind("HTMLButtonElement");
export const HTMLCanvasElement = /* @__PURE__ */ kind("HTMLCanvasElement");
export const HTMLDetailsElement = /* @__PURE__ */ kind("HTMLDetailsElement");
export const HTMLDialogElement = /* @__PURE__ */ kind("HTMLDialogElement");
export const HTMLElement = /* @__PURE__ */ kind("HTMLElement");
export const HTMLFormElement = /* @__PURE__ */ kind("HTMLFormElement");
export const HTMLImageElement = /* @__PURE__ */ kind("HTMLImageElement");
export const HTMLInputElement = /* @__PURE__ */ kind("HTMLInputElement");
export const HTMLLabelElement = /* @__PURE__ */ kind("HTMLLabelElement");
export const HTMLMeterElement = /* @__PURE__ */ kind("HTMLMeterElement");
export const HTMLOptGroupElement = /* @__PURE__ */ kind("HTMLOptGroupElement");
export const HTMLOptionElement = /* @__PURE__ */ kind("HTMLOptionElement");
export const HTMLProgressElement = /* @__PURE__ */ kind("HTMLProgressElement");
export const HTMLSelectElement = /* @__PURE__ */ kind("HTMLSelectElement");
export const HTMLSlotElement = /* @__PURE__ */ kind("HTMLSlotElement");
export const HTMLTextAreaElement = /* @__PURE__ */ kind("HTMLTextAreaElement");
export const HTMLUnknownElement = /* @__PURE__ */ kind("HTMLUnknownElement");
export const SVGElement = /* @__PURE__ */ kind("SVGElement");
export const SVGGeometryElement = /* @__PURE__ */ kind("SVGGeometryElement");
export const SVGGraphicsElement = /* @__PURE__ */ kind("SVGGraphicsElement");
export const ShadowRoot = /* @__PURE__ */ kind("ShadowRoot");
export const Text = /* @__PURE__ */ kind("Text");
