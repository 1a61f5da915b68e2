// Styles as the tree and the names ask for them: each element once in a call, and what is drawn before and after an
// element only where a style sheet may draw words there. To ask Firefox that of every element is most of the time.

import { allRoots, type Root } from "../../dom/roots";

export interface Styles {
  (element: Element): CSSStyleDeclaration;
  /** The style of `::before` or `::after`; null if no style sheet has words for it. */
  drawn: (element: Element, pseudo: "::before" | "::after") => CSSStyleDeclaration | null;
  /** True if style sheets may draw words before or after the element, or after something in it. */
  mayDrawIn: (element: Element) => boolean;
}

/** What Firefox itself draws words around. */
const QUOTED = "q";
/** What says something of another root than its sheet's, or of what it is nested in: it cannot be asked of an element. */
const ODD = /:host|::slotted|::part|:scope|&/;
const DRAWN = /::(?:before|after)/;
/** Nothing, or the signs of icon fonts, which stand where Unicode has no characters. */
const UNSAID = /^(?:"\p{Co}*")?$/u;
/** Sheets that say more are not read. */
const MAX_RULES = 20_000;

/** A selector for what is given words; null if that cannot be told. */
type Drawers = string | null;

const sheets = new WeakMap<CSSStyleSheet, { rules: number; drawers: Drawers }>();

/** Elements that may have words drawn, and all that hold one. */
interface Drawn {
  by: Set<Element>;
  within: Set<Element>;
}

/** For one call: what is asked a second time is not asked of Firefox. */
export function stylesNow(): Styles {
  const known = new Map<Element, CSSStyleDeclaration>();
  let found: Drawn | null | undefined;
  const drawnNow = (): Drawn | null => (found === undefined ? (found = drawnIn(allRoots())) : found);
  const styleOf = (element: Element): CSSStyleDeclaration => {
    let style = known.get(element);
    if (!style) known.set(element, (style = getComputedStyle(element)));
    return style;
  };
  return Object.assign(styleOf, {
    drawn: (element: Element, pseudo: "::before" | "::after") => {
      const drawn = drawnNow();
      return drawn === null || drawn.by.has(element) ? getComputedStyle(element, pseudo) : null;
    },
    mayDrawIn: (element: Element) => drawnNow()?.within.has(element) ?? true,
  });
}

/** Null if the style sheets do not tell. */
function drawnIn(roots: Root[]): Drawn | null {
  const selector = drawersIn(roots);
  if (selector === null) return null;
  const by = new Set<Element>();
  const within = new Set<Element>();
  for (const root of roots)
    for (const element of root.querySelectorAll(selector)) {
      by.add(element);
      let holder: Element | null = element;
      while (holder && !within.has(holder)) {
        within.add(holder);
        holder = holder.parentElement ?? (holder.getRootNode() as Partial<ShadowRoot>).host ?? null;
      }
    }
  return { by, within };
}

function drawersIn(roots: Root[]): Drawers {
  const found = new Set([QUOTED]);
  for (const root of roots) {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      if (sheet.disabled) continue;
      const drawers = drawersOf(sheet);
      if (drawers === null) return null;
      if (drawers) found.add(drawers);
    }
  }
  return [...found].join(",");
}

function drawersOf(sheet: CSSStyleSheet): Drawers {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    // Of another origin, or not loaded yet.
    return null;
  }
  const read = sheets.get(sheet);
  if (read?.rules === rules.length) return read.drawers;
  const drawers = rules.length > MAX_RULES ? null : drawersAmong(rules);
  sheets.set(sheet, { rules: rules.length, drawers });
  return drawers;
}

function drawersAmong(rules: CSSRuleList): Drawers {
  const found = new Set<string>();
  for (const rule of rules) {
    let drawers: Drawers = "";
    if (rule instanceof CSSImportRule) drawers = rule.styleSheet ? drawersOf(rule.styleSheet) : "";
    else if (rule instanceof CSSStyleRule) drawers = drawersBy(rule);
    else if (rule instanceof CSSGroupingRule) drawers = drawersAmong(rule.cssRules);
    if (drawers === null) return null;
    if (drawers) found.add(drawers);
  }
  return [...found].join(",");
}

function drawersBy(rule: CSSStyleRule): Drawers {
  if (rule.cssRules.length > 0 && DRAWN.test(rule.cssText)) return null;
  const { selectorText } = rule;
  if (!DRAWN.test(selectorText) || !hasWords(rule.style.content)) return "";
  if (ODD.test(selectorText)) return null;
  const selector = selectorText.replace(/(^|[\s>+~,(])::(?:before|after)/g, "$1*").replace(/::(?:before|after)/g, "");
  return isSelector(selector) ? selector : null;
}

function hasWords(content: string): boolean {
  return content !== "none" && content !== "normal" && !UNSAID.test(content);
}

function isSelector(selector: string): boolean {
  try {
    document.createDocumentFragment().querySelector(selector);
    return true;
  } catch {
    return false;
  }
}
