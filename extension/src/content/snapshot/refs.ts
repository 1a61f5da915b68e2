// Refs: numbers for elements, given by a snapshot and kept for as long as the element lives.
//
// A number is never given twice in a tab: a new document goes on where the last one stopped. So a ref of a page that is
// gone names nothing, instead of something else.

const numbers = new WeakMap<Element, number>();
const elements = new Map<number, WeakRef<Element>>();
let last = 0;

const gone = new FinalizationRegistry<number>((number) => elements.delete(number));

/** Numbers up to `number` are taken, in this frame or another one. */
export function startRefsAfter(number: number): void {
  last = Math.max(last, number);
}

/** The highest number given so far. */
export function lastRef(): number {
  return last;
}

export function refOf(element: Element): number {
  const known = numbers.get(element);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(element, last);
  elements.set(last, new WeakRef(element));
  gone.register(element, last);
  return last;
}

/** The element, where it still is in the page. */
export function elementOf(number: number): Element | null {
  const element = elements.get(number)?.deref();
  return element?.isConnected ? element : null;
}
