// Cursors: what style sheets say takes the mouse. The computed style tells a pointer that an element has, not whether
// it is its own or that of what holds it, and nothing of one that shows under the mouse alone.

/** Cursors that say: press me, drag me. */
const TAKES_MOUSE =
  /^(?:pointer|grab|grabbing|move|zoom-in|zoom-out|copy|alias|cell|crosshair|context-menu|[a-z]+-resize)$/;
/** What a page is in while somebody uses it: not now, as far as the style knows. */
const IN_USE = /:(?:hover|focus-within|focus-visible|focus|active)(?![\w-])/g;
/** Sheets that say more are not read to their end. */
const MAX_RULES = 20_000;

interface Read {
  /** How many of its rules were read: what libraries add goes to the end. */
  rules: number;
  declared: string[];
  inUse: Array<[selector: string, cursor: string]>;
}

const sheets = new WeakMap<CSSStyleSheet, Read>();

export function takesMouse(cursor: string): boolean {
  return TAKES_MOUSE.test(cursor);
}

export interface Cursors {
  /** A selector for what is given such a cursor itself; empty if nothing is. */
  declared: string;
  /** Elements that have one under the mouse only, and which. */
  inUse: Map<Element, string>;
}

export function cursorsIn(roots: Array<Document | ShadowRoot>): Cursors {
  const declared = new Set<string>();
  const inUse = new Map<Element, string>();
  for (const root of roots) {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      const read = sheet.disabled ? null : readSheet(sheet);
      for (const selector of read?.declared ?? []) declared.add(selector);
      for (const [selector, cursor] of read?.inUse ?? [])
        for (const element of root.querySelectorAll(selector)) inUse.set(element, cursor);
    }
  }
  return { declared: [...declared].join(","), inUse };
}

function readSheet(sheet: CSSStyleSheet): Read | null {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    // Of another origin, or not loaded yet: the computed style has to do.
    return null;
  }
  let read = sheets.get(sheet);
  if (!read || read.rules > rules.length) {
    read = { rules: 0, declared: [], inUse: [] };
    sheets.set(sheet, read);
  }
  const end = Math.min(rules.length, MAX_RULES);
  for (; read.rules < end; read.rules += 1) readRule(rules[read.rules] as CSSRule, read);
  return read;
}

function readRule(rule: CSSRule, read: Read): void {
  if (rule instanceof CSSStyleRule && takesMouse(rule.style.cursor)) note(rule.selectorText, rule.style.cursor, read);
  if (!(rule instanceof CSSGroupingRule) || (rule instanceof CSSMediaRule && !matchMedia(rule.media.mediaText).matches))
    return;
  for (const inner of rule.cssRules) readRule(inner, read);
}

function note(selector: string, cursor: string, read: Read): void {
  // A rule for everything in something says nothing of each, and nested rules lean on what is around them.
  if (/\*\s*$/.test(selector) || selector.includes("&") || !isSelector(selector)) return;
  const always = selector.replace(IN_USE, ":is(*)");
  if (always === selector) read.declared.push(selector);
  else if (isSelector(always)) read.inUse.push([always, cursor]);
}

function isSelector(selector: string): boolean {
  try {
    document.createDocumentFragment().querySelector(selector);
    return true;
  } catch {
    return false;
  }
}
