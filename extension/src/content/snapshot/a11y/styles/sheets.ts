// Style sheets as they are now. One that no script has changed is read once, if the helper is there to tell. Of any other
// each rule is asked for its text in every call, which is one question, and read only where the text is another one than
// before: a page can change a rule in place.

import type { Root } from "../../../dom/roots";

/** Cursors that say: press me, drag me. */
const TAKES_MOUSE =
  /^(?:pointer|grab|grabbing|move|zoom-in|zoom-out|copy|alias|cell|crosshair|context-menu|[a-z]+-resize)$/;
const DRAWN = /::(?:before|after)/;
/** Nothing, or the signs of icon fonts, which use code points that Unicode gives no meaning. */
const UNSAID = /^(?:none|normal|"\p{Co}*")?$/u;
/** The sign for the rule around a nested one. In the names of classes it comes after a stroke. */
const AROUND = /(?<!\\)&/g;
/** Sheets that say more are not read to their end. */
const MAX_RULES = 20_000;

/** A rule for a cursor that takes the mouse, or for words before or after something. */
export interface Note {
  /** Of a nested rule, with that of the rule around it. */
  selector: string;
  cursor: string;
  /** True for one that draws words. */
  draws: boolean;
  /** What the media rules around it ask for. */
  media: string[];
}

interface Notes {
  notes: Note[];
  /** False if some sheets cannot be read, or not to their end. */
  whole: boolean;
}

/** What a sheet says by itself. */
interface Read extends Notes {
  imports: CSSImportRule[];
}

/** Sheets as they were loaded. */
const loaded = new WeakMap<CSSStyleSheet, Read>();
/** Notes of the others, by the text of the rule. */
const texts = new WeakMap<CSSStyleSheet, Map<string, Note[]>>();
const NONE: Note[] = [];

export type Sheets = (root: Root) => Notes;

/** For one call: what the sheets of a root say that is of interest. */
export function sheetsNow(): Sheets {
  const known = new Map<Root, Notes>();
  return (root) => {
    let notes = known.get(root);
    if (!notes) known.set(root, (notes = notesIn([...root.styleSheets, ...root.adoptedStyleSheets])));
    return notes;
  };
}

export function takesMouse(cursor: string): boolean {
  return TAKES_MOUSE.test(cursor);
}

export function isSelector(selector: string): boolean {
  try {
    document.createDocumentFragment().querySelector(selector);
    return true;
  } catch {
    return false;
  }
}

function notesIn(sheets: Iterable<CSSStyleSheet>): Notes {
  const all: Notes = { notes: [], whole: true };
  for (const sheet of sheets) if (!sheet.disabled) addSheet(sheet, all);
  return all;
}

function addSheet(sheet: CSSStyleSheet, all: Notes): void {
  const read = readSheet(sheet);
  if (!read?.whole) all.whole = false;
  if (!read) return;
  for (const { styleSheet } of read.imports) if (styleSheet) addSheet(styleSheet, all);
  for (const note of read.notes) all.notes.push(note);
}

/** Null for one that cannot be read: the computed style has to do. */
function readSheet(sheet: CSSStyleSheet): Read | null {
  const asLoaded = globalThis.__clz.isAsLoaded?.(sheet) ?? false;
  const known = asLoaded ? loaded.get(sheet) : undefined;
  if (known) return known;
  const rules = rulesOf(sheet);
  if (!rules) return null;
  const end = Math.min(rules.length, MAX_RULES);
  const read: Read = { notes: [], imports: [], whole: end === rules.length };
  const before = texts.get(sheet);
  const now = new Map<string, Note[]>();
  for (let place = 0; place < end; place += 1) {
    const rule = rules[place] as CSSRule;
    const text = rule.cssText;
    const notes = before?.get(text) ?? now.get(text) ?? notesOf(rule);
    now.set(text, notes);
    for (const note of notes) read.notes.push(note);
    if (text.startsWith("@import") && rule instanceof CSSImportRule) read.imports.push(rule);
  }
  if (asLoaded) loaded.set(sheet, read);
  else texts.set(sheet, now);
  return read;
}

/** Null for a sheet that is not loaded yet, and without the helper for one of another origin. */
function rulesOf(sheet: CSSStyleSheet): CSSRuleList | null {
  if (globalThis.__clz.rulesOf) return globalThis.__clz.rulesOf(sheet);
  try {
    return sheet.cssRules;
  } catch {
    return null;
  }
}

function notesOf(rule: CSSRule): Note[] {
  const notes: Note[] = [];
  note(rule, "", [], notes);
  return notes.length > 0 ? notes : NONE;
}

/** `around` is the selector of the rule that holds this one. */
function note(rule: CSSRule, around: string, media: string[], notes: Note[]): void {
  const selector = rule instanceof CSSStyleRule ? nested(rule.selectorText, around) : around;
  // What is in a rule after a nested one has a rule of its own, without a selector.
  const { style, cssRules } = rule as Partial<CSSStyleRule>;
  if (selector && style) {
    const { cursor, content } = style;
    const draws = DRAWN.test(selector) && !UNSAID.test(content);
    if (draws || takesMouse(cursor)) notes.push({ selector, cursor, draws, media });
  }
  const within = rule instanceof CSSMediaRule ? [...media, rule.media.mediaText] : media;
  for (const inner of cssRules ?? []) note(inner, selector, within, notes);
}

function nested(selector: string, around: string): string {
  if (!around) return selector;
  const whole = `:is(${around})`;
  const placed = selector.replace(AROUND, whole);
  return placed === selector ? `${whole} ${selector}` : placed;
}
