// Styles as the tree and the names ask for them: each element once in a call, and what is drawn before and after an
// element only where a style sheet may draw words there. To ask Firefox that of every element is most of the time.

import { labelsNow, type Labels } from "../../../dom/adjacent-labels";
import { allRoots, flatParent, type Root } from "../../../dom/roots";
import { isSelector, sheetsNow, type Note, type Sheets } from "./sheets";

export interface Styles {
  (element: Element): CSSStyleDeclaration;
  /** The style of `::before` or `::after`; null if no style sheet has words for it. */
  drawn: (element: Element, pseudo: "::before" | "::after") => CSSStyleDeclaration | null;
  /** True if style sheets may draw words before or after the element, or after something in it. */
  mayDrawIn: (element: Element) => boolean;
  /** False if no table says a role for itself. */
  haveRoledTable: () => boolean;
  labels: Labels;
  /** True for the host of a shadow root, and for what holds one. */
  holdsShadowRoot: (element: Element) => boolean;
  sheets: Sheets;
}

/** What Firefox itself draws words around. */
const QUOTED = "q";
/** Questions for what is drawn, of all that a call has. */
const FEW = 200;
/** What says something of another root than its sheet's, or of what it is nested in: it cannot be asked of an element. */
const ODD = /:host|::slotted|::part|:scope|(?<!\\)&/;

/** A selector for what is given words; null if that is not known. */
type Drawers = string | null;

const drawers = new WeakMap<Note, Drawers>();

/** Elements that may have words drawn, and all that hold one. */
interface Drawn {
  by: Set<Element>;
  within: Set<Element>;
}

/** For one call: what is asked a second time is not asked of Firefox. */
export function stylesNow(): Styles {
  const sheets = sheetsNow();
  const known = new Map<Element, CSSStyleDeclaration>();
  let found: Drawn | null | undefined;
  let asked = 0;
  let roled: boolean | undefined;
  let hosts: Set<Element> | undefined;
  const drawnNow = (): Drawn | null => (found === undefined ? (found = drawnIn(allRoots(), sheets)) : found);
  const styleOf = (element: Element): CSSStyleDeclaration => {
    let style = known.get(element);
    if (!style) known.set(element, (style = getComputedStyle(element)));
    return style;
  };
  return Object.assign(styleOf, {
    drawn: (element: Element, pseudo: "::before" | "::after") => {
      // For a few, to ask is faster than to read all style sheets.
      if (found === undefined && (asked += 1) <= FEW) return getComputedStyle(element, pseudo);
      const drawn = drawnNow();
      return drawn === null || drawn.by.has(element) ? getComputedStyle(element, pseudo) : null;
    },
    mayDrawIn: (element: Element) => drawnNow()?.within.has(element) ?? true,
    haveRoledTable: () => (roled ??= allRoots().some((root) => root.querySelector("table[role]") !== null)),
    labels: labelsNow(),
    holdsShadowRoot: (element: Element) => (hosts ??= aroundShadowRoots()).has(element),
    sheets,
  });
}

function aroundShadowRoots(): Set<Element> {
  const around = new Set<Element>();
  for (const root of allRoots())
    for (
      let at: Element | null = root instanceof ShadowRoot ? root.host : null;
      at && !around.has(at);
      at = flatParent(at)
    )
      around.add(at);
  return around;
}

/** Null if the style sheets do not tell. */
function drawnIn(roots: Root[], sheets: Sheets): Drawn | null {
  const selector = drawersIn(roots, sheets);
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

function drawersIn(roots: Root[], sheets: Sheets): Drawers {
  const found = new Set([QUOTED]);
  for (const root of roots) {
    const { notes, whole } = sheets(root);
    if (!whole) return null;
    for (const note of notes) {
      if (!note.draws) continue;
      let to = drawers.get(note);
      if (to === undefined) drawers.set(note, (to = drawnBy(note)));
      if (to === null) return null;
      found.add(to);
    }
  }
  return [...found].join(",");
}

function drawnBy({ selector }: Note): Drawers {
  if (ODD.test(selector)) return null;
  const of = selector.replace(/(^|[\s>+~,(])::(?:before|after)/g, "$1*").replace(/::(?:before|after)/g, "");
  return isSelector(of) ? of : null;
}
