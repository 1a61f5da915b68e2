// What a safe expression may look at in a page: the getters and methods of the DOM, by the interface that has them.
// What is not named here does not exist for it, whatever the platform brings next. Effects were looked for in the
// standards: a getter of `on…` compiles the attribute's code (and a policy reports it), `checkValidity` sends events,
// `cloneNode` loads.

import { table } from "../table";

/** Interfaces that only describe: all their getters may be read but those in NEVER. */
const DESCRIBES = new RegExp(
  "^(?:HTML\\w*Element|SVG\\w*|MathMLElement|Element|Node|CharacterData|Text|Comment|CDATASection|ProcessingInstruction|" +
    "Attr|DocumentFragment|ShadowRoot|DocumentType|NamedNodeMap|NodeList|RadioNodeList|HTML\\w*Collection|DOMTokenList|" +
    "DOMStringMap|DOMStringList|CSSStyleDeclaration|CSSStyleProperties|CSS2Properties|StyleSheet|StyleSheetList|CSSStyleSheet|" +
    "CSSRuleList|CSS\\w*Rule|MediaList|DOM(?:Rect|Point|Matrix)(?:ReadOnly)?|DOMRectList|DOMQuad|ValidityState|FileList|File|" +
    "Blob|URL|URLSearchParams|Range|AbstractRange|StaticRange|Selection|Screen|ScreenOrientation|VisualViewport|" +
    "MediaQueryList|Performance\\w+|TimeRanges|MediaError|DOMException|Location|XPathResult|CaretPosition|TextMetrics)$",
);

const NEVER = /^(?:on[a-z]+|nonce|contentWindow|srcObject|mediaKeys|sandbox|opener|getSVGDocument)$/;

const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

/** Interfaces that reach further: these of their getters alone. */
const READS = table<Set<string>>({
  Document: words(
    "title URL documentURI readyState characterSet charset inputEncoding contentType doctype documentElement head body forms " +
      "images links scripts anchors embeds plugins all activeElement scrollingElement visibilityState hidden referrer domain " +
      "lastModified compatMode designMode dir fonts fullscreenElement pointerLockElement styleSheets location children " +
      "childElementCount firstElementChild lastElementChild",
  ),
  History: words("length state scrollRestoration"),
  Navigator: words(
    "userAgent language languages platform onLine cookieEnabled webdriver hardwareConcurrency maxTouchPoints vendor doNotTrack " +
      "appVersion appName product oscpu buildID pdfViewerEnabled globalPrivacyControl",
  ),
  Performance: words("timeOrigin timing navigation"),
  FontFaceSet: words("status ready size"),
  FontFace: words("family style weight stretch unicodeRange status"),
});

const SELECTORS = "querySelector querySelectorAll getElementsByTagName getElementsByTagNameNS getElementsByClassName";

const CALLS = table<Set<string>>({
  Document: words(
    `${SELECTORS} getElementById getElementsByName elementFromPoint elementsFromPoint hasFocus getSelection evaluate`,
  ),
  DocumentFragment: words(`${SELECTORS} getElementById`),
  ShadowRoot: words("elementFromPoint elementsFromPoint getElementById"),
  Node: words(
    "contains compareDocumentPosition getRootNode hasChildNodes isEqualNode isSameNode isDefaultNamespace lookupPrefix " +
      "lookupNamespaceURI",
  ),
  Element: words(
    `${SELECTORS} getAttribute getAttributeNS hasAttribute hasAttributeNS hasAttributes getAttributeNames getAttributeNode ` +
      "closest matches webkitMatchesSelector getBoundingClientRect getClientRects checkVisibility",
  ),
  HTMLSelectElement: words("item namedItem"),
  HTMLMediaElement: words("canPlayType"),
  SVGGraphicsElement: words("getBBox getCTM getScreenCTM"),
  SVGGeometryElement: words("getTotalLength getPointAtLength"),
  SVGTextContentElement: words("getComputedTextLength getNumberOfChars"),
  NodeList: words("item"),
  HTMLCollection: words("item namedItem"),
  HTMLFormControlsCollection: words("namedItem"),
  HTMLAllCollection: words("item namedItem"),
  DOMTokenList: words("item contains toString"),
  DOMStringList: words("item contains"),
  NamedNodeMap: words("item getNamedItem"),
  CSSStyleDeclaration: words("getPropertyValue getPropertyPriority item"),
  StyleSheetList: words("item"),
  CSSRuleList: words("item"),
  MediaList: words("item"),
  DOMRectList: words("item"),
  DOMRectReadOnly: words("toJSON"),
  DOMPointReadOnly: words("toJSON"),
  DOMMatrixReadOnly: words("toJSON toString"),
  FileList: words("item"),
  URL: words("toString toJSON"),
  URLSearchParams: words("get getAll has toString"),
  Headers: words("get has getSetCookie"),
  Location: words("toString"),
  Range: words("toString getBoundingClientRect getClientRects comparePoint intersectsNode isPointInRange"),
  Selection: words("toString getRangeAt containsNode"),
  Performance: words("now getEntries getEntriesByType getEntriesByName toJSON"),
  PerformanceEntry: words("toJSON"),
  TimeRanges: words("start end"),
  XPathResult: words("iterateNext snapshotItem"),
  HTMLAnchorElement: words("toString"),
  HTMLAreaElement: words("toString"),
});

/** Interfaces whose members by index or name are part of the page's content. */
const NAMED = new RegExp(
  "^(?:NodeList|RadioNodeList|HTML\\w*Collection|DOMStringMap|DOMTokenList|DOMStringList|NamedNodeMap|CSSStyleDeclaration|" +
    "CSSStyleProperties|CSS2Properties|StyleSheetList|CSSRuleList|MediaList|DOMRectList|FileList|HTMLFormElement|" +
    "HTMLSelectElement|SVG\\w*List)$",
);

/** What is an array to look at. */
export const LISTS = new RegExp(
  "^(?:NodeList|RadioNodeList|HTML\\w*Collection|DOMTokenList|DOMStringList|NamedNodeMap|StyleSheetList|CSSRuleList|MediaList|" +
    "DOMRectList|FileList|CSSStyleDeclaration|CSSStyleProperties|CSS2Properties|SVG\\w*List|HTMLSelectElement|HTMLFormElement)$",
);

/** Members of the window that may be read. */
export const WINDOW_READS = words(
  "document location history navigator performance screen visualViewport innerWidth innerHeight outerWidth outerHeight scrollX " +
    "scrollY pageXOffset pageYOffset screenX screenY screenLeft screenTop devicePixelRatio origin isSecureContext length closed",
);

/** Functions of the window that may be called. */
export const WINDOW_CALLS = words("getComputedStyle matchMedia getSelection");

/** Interfaces that may be named: after instanceof, and for their constants. */
export const INTERFACES = new RegExp(
  "^(?:HTML\\w*Element|SVG\\w*Element|MathMLElement|Element|Node|Text|Comment|Attr|Document|HTMLDocument|DocumentFragment|" +
    "ShadowRoot|NodeList|HTMLCollection|DOMTokenList|CharacterData|EventTarget|XPathResult|CSSStyleSheet|CSS\\w*Rule|Window|" +
    "URL|URLSearchParams|DOMRect|NodeFilter)$",
);

/** Interfaces of which new ones may be made: they stay with the expression. */
export const MADE = words("URL URLSearchParams DOMRect DOMPoint DOMMatrix");

export function mayRead(owner: string, key: string): boolean {
  if (NEVER.test(key)) return false;
  return READS[owner]?.has(key) ?? DESCRIBES.test(owner);
}

export function mayCall(owner: string, key: string): boolean {
  return CALLS[owner]?.has(key) ?? false;
}

export function hasNamed(owner: string): boolean {
  return NAMED.test(owner);
}
