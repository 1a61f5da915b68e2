// Rows ahead: what a list has drawn beyond what is in view. A search looks there too, and need not scroll through it.

import { normalizeWhitespace } from "../../shared/text/text";
import { pageScroller } from "../dom/scroller";

/** To ask where each text is takes longer than to scroll, where there are more. */
const MAX_TEXTS = 400;

/** Rounding. */
const NEAR_PX = 1;

interface Row {
  top: number;
  bottom: number;
  words: string;
}

/** How far below the upper edge of the view the rows go on as they do in it; 0 where nobody can tell. */
export function drawnDownTo(box: Element): number {
  const { top, height } = viewOf(box);
  const bottom = top + height;
  const rows = textsIn(box).filter((row) => row.bottom > top);
  const isInView = (row: Row): boolean => row.top < bottom;
  let [gap, reached, texts] = [0, top, 0];
  const ahead = new Set<string>();
  for (const row of rows.sort((one, other) => one.top - other.top)) {
    if (isInView(row)) gap = Math.max(gap, row.top - Math.max(reached, top));
    else if (row.top - reached > gap + NEAR_PX) break;
    else {
      texts += 1;
      ahead.add(row.words);
    }
    reached = Math.max(reached, row.bottom);
  }
  // Rows that all say the same are stand-ins for those that come with the view.
  return reached <= bottom || ahead.size * 2 <= texts ? 0 : reached - top;
}

function viewOf(box: Element): { top: number; height: number } {
  if (box === pageScroller()) return { top: 0, height: window.innerHeight };
  return { top: box.getBoundingClientRect().top + box.clientTop, height: box.clientHeight };
}

function textsIn(box: Element): Row[] {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const rows: Row[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = normalizeWhitespace((node as Text).data);
    if (words === "") continue;
    range.selectNodeContents(node);
    const { top, bottom, width } = range.getBoundingClientRect();
    if (width > 0 && bottom > top) rows.push({ top, bottom, words });
    if (rows.length > MAX_TEXTS) return [];
  }
  return rows;
}
