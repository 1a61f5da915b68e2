// What a document draws, as texts in the order of the page: those of its elements, shadow roots and fields, and those
// that a style makes. CSS draws a string by six properties, and a picture by an address; each of them is read here.

/** Where a text is drawn. What comes before and after the content of an element is separate from it. */
type Part = "all" | "before" | "after" | "marker";

export interface Drawn {
  text: string;
  element: Element;
  part: Part;
  /** What cannot be found out: a number that a style counts, a sign of its own, or a picture that the page made. */
  is?: "count" | "sign" | "picture" | "pictures";
  /** Of the element of a frame. */
  frameId?: number;
}

/** Elements that are drawn by nothing that can be read. */
const OPAQUE = "canvas, video, object, embed";
/** Nothing of these is drawn. */
const UNDRAWN = /^(?:head|script|style|template|noscript|title|meta|link|datalist)$/;
/** Markers that CSS draws by itself; the others are of the page's style. */
const OWN_MARKERS = /^(?:none|disc|circle|square|disclosure-(?:open|closed))$/;
/** The parts of a generated text. */
const CONTENT =
  /"((?:[^"\\]|\\[^])*)"|attr\(\s*([^\s,)]+)[^)]*\)|(counters?)\(([^)]*)\)|(?:open|close)-quote|url\("?([^")]*)"?\)/g;
const IMAGES = [
  "background-image",
  "border-image-source",
  "list-style-image",
  "mask-image",
  "-webkit-mask-box-image-source",
];
/** Between what is not one text, though it follows. */
const APART = "\0";

// eslint-disable-next-line max-lines-per-function -- one walk, whose parts call each other
export function drawnIn(top: Document): { drawn: Drawn[]; opaque: Element | null } {
  const drawn: Drawn[] = [];
  let opaque: Element | null = null;
  const add = (text: string, element: Element, part: Part = "all"): void => void drawn.push({ text, element, part });
  const apart = (text: string | null | undefined, element: Element): void => {
    if (text) add(APART + text + APART, element);
  };

  const generated = (element: Element, part: Part, style: CSSStyleDeclaration): void => {
    const { content } = style;
    if (content === "none" || content === "normal" || content === "") return;
    for (const [token, words, attribute, count, inside, address] of content.matchAll(CONTENT)) {
      if (words !== undefined) add(unescaped(words), element, part);
      else if (attribute !== undefined) add(element.getAttribute(attribute) ?? "", element, part);
      else if (count !== undefined) drawn.push({ text: "", element, part, is: counted(count, inside ?? "") });
      else if (address !== undefined) picture(address, element, part === "all" ? "picture" : "pictures");
      else if (token.endsWith("quote")) add(unescaped(style.quotes), element, part);
    }
  };

  const picture = (address: string, element: Element, is: "picture" | "pictures"): void => {
    const text = textOf(address);
    if (text === null) drawn.push({ text: "", element, part: "all", is });
    else drawn.push({ text: APART + text + APART, element, part: "all" });
  };

  const styled = (element: Element): CSSStyleDeclaration => {
    const style = getComputedStyle(element);
    for (const name of ["text-overflow", "hyphenate-character", "text-emphasis-style"]) {
      const [, words] = /"((?:[^"\\]|\\[^])*)"/.exec(style.getPropertyValue(name)) ?? [];
      if (words) apart(unescaped(words), element);
    }
    for (const name of IMAGES) {
      const value = style.getPropertyValue(name);
      for (const [, address = ""] of value.matchAll(/url\("?((?:[^")\\]|\\.)*)"?\)/g))
        picture(address, element, "pictures");
      if (value.includes("element(")) drawn.push({ text: "", element, part: "all", is: "pictures" });
    }
    generated(element, "all", style);
    return style;
  };

  const marker = (element: Element, style: CSSStyleDeclaration): void => {
    if (style.display.includes("list-item")) {
      const type = style.listStyleType;
      const [, words] = /^"((?:[^"\\]|\\[^])*)"$/.exec(type) ?? [];
      if (words !== undefined) add(unescaped(words), element, "marker");
      else if (!OWN_MARKERS.test(type))
        drawn.push({ text: "", element, part: "marker", is: type === "decimal" ? "count" : "sign" });
    }
    generated(element, "marker", getComputedStyle(element, "::marker"));
  };

  const walk = (element: Element): void => {
    const { localName } = element;
    if (UNDRAWN.test(localName)) return;
    const style = styled(element);
    if (style.display === "none") return;
    if (element.matches(OPAQUE) && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
      const { width, height } = element.getBoundingClientRect();
      if (width > 0 && height > 0) opaque ??= element;
    }
    marker(element, style);
    generated(element, "before", getComputedStyle(element, "::before"));
    if (/^(?:input|textarea|select|option|optgroup)$/.test(localName)) field(element as HTMLInputElement);
    else if (/^(?:img|image|feImage)$/.test(localName)) {
      apart(element.getAttribute("alt"), element);
      const address = element.getAttribute("src") ?? element.getAttribute("href") ?? element.getAttribute("xlink:href");
      for (const one of [address, (element as HTMLImageElement).currentSrc]) if (one) picture(one, element, "picture");
    } else if (/^i?frame$/.test(localName)) {
      drawn.push({ text: "", element, part: "all", frameId: browser.runtime.getFrameId(element) });
      apart(element.getAttribute("src"), element);
    }
    const slotted = localName === "slot" ? (element as HTMLSlotElement).assignedNodes() : [];
    const inside = slotted.length > 0 ? slotted : (element.openOrClosedShadowRoot ?? element).childNodes;
    for (const node of inside) {
      if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE)
        add((node as Text).data, element);
      else if (node.nodeType === Node.ELEMENT_NODE) walk(node as Element);
    }
    generated(element, "after", getComputedStyle(element, "::after"));
  };

  const field = (element: HTMLInputElement): void => {
    const chosen = (element as unknown as HTMLSelectElement).selectedOptions ?? [];
    for (const { label } of chosen) apart(label, element);
    apart(element.getAttribute("label"), element);
    if (element.localName === "option") return;
    apart(element.placeholder, element);
    if (element.type !== "password") apart(element.value, element);
    if (element.type === "image") {
      apart(element.alt, element);
      picture(element.src, element, "picture");
    }
  };

  if (top.documentElement) walk(top.documentElement);
  return { drawn, opaque };
}

/** What is in a picture's address, as SVG does; null for one whose bytes the page has made. */
function textOf(address: string): string | null {
  if (/^blob:/i.test(address)) return null;
  const [, type = "", data = ""] = /^data:([^,]*),([^]*)$/i.exec(address) ?? [];
  if (!address.toLowerCase().startsWith("data:")) return address;
  if (data === "") return "";
  if (!/^(?:image\/svg|text\/)/i.test(type)) return null;
  try {
    const markup = /;\s*base64/i.test(type) ? atob(decodeURIComponent(data)) : decodeURIComponent(data);
    const words = new DOMParser().parseFromString(markup, "text/html").body.textContent ?? "";
    // A picture within it cannot be read.
    return /(?:data|blob):/i.test(markup) ? null : markup + APART + words;
  } catch {
    return null;
  }
}

/** A counter shows a count without a style or with `decimal`, else signs that the page may have made. */
function counted(name: string, inside: string): "count" | "sign" {
  const style = inside.split(",").at(-1)?.trim() ?? "";
  const isPlain = inside.split(",").length < (name === "counters" ? 3 : 2);
  return isPlain || style === "decimal" ? "count" : "sign";
}

/** A string of CSS without its quotes and escapes. */
function unescaped(words: string): string {
  return words.replace(/\\([0-9a-f]{1,6})\s?|\\([^])/gi, (_, code: string | undefined, char: string | undefined) =>
    code === undefined ? (char ?? "") : String.fromCodePoint(parseInt(code, 16) || 0xfffd),
  );
}
