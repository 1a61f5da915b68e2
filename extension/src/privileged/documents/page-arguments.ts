// What a page gives a function that clz has in the place of Firefox's own: it is made of what Firefox makes of it, once and
// in its order, with what the page's own code does and throws meanwhile.

type PageObject = object & { [Symbol.iterator]?: () => unknown };

/** The page's own kinds of objects. */
type PageWindow = Pick<typeof globalThis, "String" | "TypeError">;

declare const Cu: {
  waiveXrays<T>(object: T): T;
  createObjectIn(window: object): object;
  exportFunction(from: () => unknown, to: object): () => unknown;
};

/** Thrown where the argument is one that Firefox refuses as `instead` too, with the same error. */
export class RefusedAlike extends Error {
  constructor(readonly instead: unknown) {
    super();
  }
}

/** Throws RefusedAlike. */
export function stringOf(window: PageWindow, value: unknown): string {
  if (typeof value === "symbol") throw new RefusedAlike(value);
  if (typeof value !== "object" && typeof value !== "function") return `${value as string}`;
  try {
    return window.String(value);
  } catch (thrown) {
    throw refusal(window, "toString", thrown);
  }
}

/** The elements of a list, to the first that is not as they must be. Throws RefusedAlike. */
export function elementsOf(window: PageWindow, list: unknown, isElement: (value: unknown) => boolean): unknown[] {
  if ((typeof list !== "object" && typeof list !== "function") || list === null) throw new RefusedAlike(list);
  const elements: unknown[] = [];
  try {
    const waived: PageObject = Cu.waiveXrays(list);
    const make = waived[Symbol.iterator];
    if (make == null) throw new RefusedAlike(list);
    const iterator = Reflect.apply(make, waived, []) as Iterator<unknown>;
    // It is asked for once.
    // oxlint-disable-next-line typescript/unbound-method -- it is given its own `this`
    const { next } = iterator;
    for (;;) {
      const step: IteratorResult<unknown> = Reflect.apply(next, iterator, []);
      if (step.done) return elements;
      const { value } = step;
      elements.push(value);
      if (!isElement(value)) return elements;
    }
  } catch (thrown) {
    throw thrown instanceof RefusedAlike ? thrown : refusal(window, Symbol.iterator, thrown);
  }
}

/** An object of the page's that throws the same when it is looked at. */
function refusal(window: PageWindow, at: string | symbol, thrown: unknown): RefusedAlike {
  // Errors of this code are none of the page's.
  const known: unknown = thrown instanceof Error ? new window.TypeError(thrown.message) : thrown;
  const holder = Cu.createObjectIn(window);
  const throwing = Cu.exportFunction(() => {
    throw known;
  }, holder);
  Object.defineProperty(Cu.waiveXrays(holder), at, { value: throwing });
  return new RefusedAlike(holder);
}
