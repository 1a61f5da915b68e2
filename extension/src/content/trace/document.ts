// A document as a trace keeps it: in the nested arrays of Playwright's frame snapshots, `[name, attributes, ...children]`
// for an element and a string for a text, with what only lives in the page as attributes: values, places that were
// scrolled to, shadow roots, styles. No script, no handler, and no value of a secret field.

import { table } from "../../shared/table";
import { isSecretField } from "../../shared/secrets/secret-fields";
import { Images } from "./images";
import { kept, textOf } from "./styles";

type NodeSnapshot = string | [string] | [string, Record<string, string>, ...NodeSnapshot[]];

interface DocumentSnapshot {
  html: NodeSnapshot;
  cut: boolean;
}

interface SnapshotOptions {
  /** What the addresses of its frames begin with. */
  prefix: string;
  images: boolean;
}

/** Beyond these a document is cut: elements that come later are left out. */
const MAX_NODES = 60_000;
const MAX_CHARS = 6_000_000;
const MAX_MS = 700;
const MAX_SHEETS = 200;
/** Readers of JSON go no deeper than some hundred levels. */
const MAX_DEPTH = 240;

const DOTS = "••••••••";
const LEFT_OUT = new Set(["SCRIPT", "NOSCRIPT"]);
const RELS = /\b(?:preload|prefetch|modulepreload|dns-prefetch|preconnect)\b/i;
const HTTP_EQUIVS = /^(?:content-security-policy|refresh|set-cookie)$/i;
const SCRIPTED = /^\s*(?:javascript|vbscript):/i;

export function documentSnapshot(of: Document, wanted: SnapshotOptions): DocumentSnapshot {
  const root = of.documentElement as Element | null;
  const walk = new Walk(of, wanted);
  return { html: (root && walk.element(root, false)) ?? ["HTML"], cut: walk.cut };
}

class Walk {
  nodes = 0;
  cut = false;
  #full = false;
  readonly #document: Document;
  readonly #images = new Images();
  readonly #defined = new Set<string>();
  readonly #end = performance.now() + MAX_MS;
  #chars = 0;
  #depth = 0;

  constructor(
    of: Document,
    private readonly wanted: SnapshotOptions,
  ) {
    this.#document = of;
  }

  /** Null for what is left out. */
  element(element: Element, inHead: boolean): NodeSnapshot | null {
    const name = element.nodeName;
    if (LEFT_OUT.has(name.toUpperCase()) || this.#isFull()) return null;
    const isHtml = element.namespaceURI === "http://www.w3.org/1999/xhtml";
    if (isHtml && name === "LINK" && RELS.test((element as HTMLLinkElement).rel)) return null;
    if (isHtml && name === "META" && HTTP_EQUIVS.test((element as HTMLMetaElement).httpEquiv)) return null;
    const isFrame = isHtml && (name === "IFRAME" || name === "FRAME");
    if (isFrame && inHead) return null;
    if (isHtml && (name === "STYLE" || name === "LINK")) {
      const style = this.#style(element as HTMLStyleElement | HTMLLinkElement);
      if (style) return style;
    }
    const attributes = table<string>({});
    const children: NodeSnapshot[] = [];
    if (isHtml) this.#live(element, name, isFrame, attributes);
    this.#attributes(element, name, isFrame, attributes);
    const shadow = element.openOrClosedShadowRoot;
    // Firefox draws its own widgets by shadow roots as well: those of a page alone have a document to say so.
    if (shadow && isHtml && !/^(?:input|textarea|select|video|audio|details|marquee)$/i.test(name))
      children.push(this.#shadow(shadow));
    if (isHtml && name === "HEAD") children.push(this.#counted(["BASE", { href: this.#document.baseURI }]));
    // What a text area holds is its value.
    if (!isFrame && !(isHtml && name === "TEXTAREA")) this.#children(element, inHead || name === "HEAD", children);
    if (element === this.#document.documentElement) this.#adopted(this.#document, children);
    if (isHtml && name === "BODY" && this.#defined.size > 0)
      attributes.__playwright_custom_elements__ = [...this.#defined].join(",");
    const isBare = children.length === 0 && Object.keys(attributes).length === 0;
    return this.#counted(isBare ? [name] : [name, attributes, ...children]);
  }

  #children(of: ParentNode, inHead: boolean, into: NodeSnapshot[]): void {
    if (this.#depth >= MAX_DEPTH) {
      this.cut ||= of.firstChild !== null;
      return;
    }
    this.#depth += 1;
    for (let child = of.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === Node.TEXT_NODE) {
        const text = (child as Text).data;
        if (this.#isFull()) break;
        into.push(text);
        this.nodes += 1;
        this.#chars += text.length;
      } else if (child.nodeType === Node.ELEMENT_NODE) {
        const made = this.element(child as Element, inHead);
        if (made !== null) into.push(made);
      }
    }
    this.#depth -= 1;
  }

  #shadow(root: ShadowRoot): NodeSnapshot {
    const children: NodeSnapshot[] = [];
    this.#children(root, false, children);
    this.#adopted(root, children);
    return this.#counted(["template", { __playwright_shadow_root_: "open" }, ...children]);
  }

  #adopted(of: Document | ShadowRoot, into: NodeSnapshot[]): void {
    try {
      // The list is the page's own, whatever the page has put there; each sheet is read as Firefox keeps it.
      const { wrappedJSObject } = of as unknown as { wrappedJSObject?: Document };
      const sheets = wrappedJSObject?.adoptedStyleSheets ?? [];
      for (let at = 0; at < Math.min(sheets.length, MAX_SHEETS); at += 1) {
        const given = sheets[at];
        const sheet = given && XPCNativeWrapper(given);
        const text = sheet instanceof CSSStyleSheet ? textOf(sheet, this.#document.baseURI) : null;
        if (text) into.push(this.#counted(["template", { __playwright_style_sheet_: text }]));
      }
    } catch {
      // A page that has another list there keeps it.
    }
  }

  /** A style as its rules are now; null for a link that is not a style, or one that cannot be read. */
  #style(element: HTMLStyleElement | HTMLLinkElement): NodeSnapshot | null {
    const { sheet } = element;
    const isStyle = element.localName === "style";
    if (!isStyle && !(sheet && /\bstylesheet\b/i.test((element as HTMLLinkElement).rel))) return null;
    const base = sheet?.href ?? element.baseURI;
    const text = (sheet && textOf(sheet, base)) ?? (isStyle ? kept(element.textContent ?? "", base) : null);
    if (text === null) return null;
    this.nodes += 1;
    const { media } = element;
    return this.#counted(["STYLE", { ...(media && { media }), ...(!isStyle && sheet && { "data-href": base }) }, text]);
  }

  /** What lives in the page alone. */
  #live(element: Element, name: string, isFrame: boolean, into: Record<string, string>): void {
    const { scrollTop, scrollLeft } = element;
    if (scrollTop) into.__playwright_scroll_top_ = String(scrollTop);
    if (scrollLeft) into.__playwright_scroll_left_ = String(scrollLeft);
    if (element.localName.includes("-") && element.matches(":defined")) this.#defined.add(element.localName);
    if (name === "INPUT" || name === "TEXTAREA") {
      const { value, type, checked } = element as HTMLInputElement;
      into.__playwright_value_ = value && isSecretField(element) ? DOTS : value;
      if (name === "INPUT" && (type === "checkbox" || type === "radio")) into.__playwright_checked_ = String(checked);
    } else if (name === "OPTION") {
      into.__playwright_selected_ = String((element as HTMLOptionElement).selected);
    } else if (name === "DIALOG" && (element as HTMLDialogElement).open) {
      into.__playwright_dialog_open_ = element.matches(":modal") ? "modal" : "true";
    } else if (name === "IMG") {
      const image = element as HTMLImageElement;
      const data = this.wanted.images ? this.#images.dataOf(image) : "";
      this.#chars += data.length;
      into.__playwright_current_src__ = data || (SCRIPTED.test(image.currentSrc) ? "" : image.currentSrc);
    }
    if ((element as HTMLElement).popover && element.matches(":popover-open")) into.__playwright_popover_open_ = "true";
    if (isFrame || name === "CANVAS") {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      into.__playwright_bounding_rect__ = JSON.stringify({ left, top, right, bottom });
    }
    if (isFrame) {
      const frameId = browser.runtime.getFrameId(element);
      into.src = frameId > 0 ? `/snapshot/${this.wanted.prefix}f${frameId}` : "";
    }
  }

  #attributes(element: Element, name: string, isFrame: boolean, into: Record<string, string>): void {
    const { attributes } = element;
    for (let at = 0; at < attributes.length; at += 1) {
      const attribute = attributes[at];
      if (!attribute) continue;
      const { name: key, value } = attribute;
      if (/^on/i.test(key) || key === "integrity" || key === "nonce" || (key === "open" && name === "DIALOG")) continue;
      if (isFrame && /^(?:src|srcdoc|sandbox)$/i.test(key)) continue;
      // What stands for the page's own in the snapshot is not for pages to say.
      if (key.startsWith("__playwright")) continue;
      this.#chars += key.length + value.length;
      into[key] = this.#attribute(element, name, key, value);
    }
  }

  #attribute(element: Element, name: string, key: string, value: string): string {
    if (key === "value" && value && isSecretField(element)) return DOTS;
    if (name === "META" && key === "charset") return "utf-8";
    if (/^(?:href|src|action|formaction|xlink:href|srcset)$/i.test(key) && SCRIPTED.test(value)) return "";
    // An image that is kept as data needs no address that is one itself.
    return value.length > 20_000 && key === "src" && /^data:/i.test(value) ? "" : value;
  }

  #counted<T extends NodeSnapshot>(made: T): T {
    this.nodes += 1;
    return made;
  }

  #isFull(): boolean {
    if (this.#full) return true;
    const isLate = this.nodes % 256 === 0 && performance.now() > this.#end;
    this.#full = this.nodes > MAX_NODES || this.#chars > MAX_CHARS || isLate;
    this.cut ||= this.#full;
    return this.#full;
  }
}
