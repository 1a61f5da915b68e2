// What is in maps, sets and typed arrays, whatever realm they are from: by functions of our own, which the page cannot
// have replaced.

type Next = () => IteratorResult<unknown>;

const nextOf = (iterator: object): Next => Reflect.get(iterator, "next") as Next;
const nextOfMap = nextOf(new Map().entries());
const nextOfSet = nextOf(new Set().values());

const { get: lengthOfTyped } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Int8Array.prototype),
  "length",
) as Required<PropertyDescriptor>;

/** How many numbers a typed array holds; null if it is none, whatever it says of itself. */
export function typedLength(list: object): number | null {
  try {
    return Reflect.apply(lengthOfTyped, list, []) as number;
  } catch {
    return null;
  }
}

/** Throws if `map` is not a map. */
export function entriesOf(map: object, most = Infinity): Array<ArrayLike<unknown>> {
  return taken(Reflect.apply(Map.prototype.entries, map, []), nextOfMap, most) as Array<ArrayLike<unknown>>;
}

/** Throws if `set` is not a set. */
export function valuesOf(set: object, most = Infinity): unknown[] {
  return taken(Reflect.apply(Set.prototype.values, set, []), nextOfSet, most);
}

function taken(iterator: object, next: Next, most: number): unknown[] {
  const values: unknown[] = [];
  while (values.length < most) {
    const { value, done } = Reflect.apply(next, iterator, []) as IteratorResult<unknown, unknown>;
    if (done) break;
    values.push(value);
  }
  return values;
}
