// Where elements lie beside each other: right of, left of, above, below and near, as Playwright measures it.

const NEAR_PX = 50;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How far a box is from another in a direction, and how far off it lies across it; null if it is not there. */
type Measure = (box: Box, other: Box, most: number | undefined) => number | null;

const beside = (gap: number, aside: number, most = Infinity): number | null =>
  gap < 0 || gap > most ? null : gap + aside;

const offRow = (box: Box, other: Box): number =>
  Math.max(other.bottom - box.bottom, 0) + Math.max(box.top - other.top, 0);
const offColumn = (box: Box, other: Box): number =>
  Math.max(box.left - other.left, 0) + Math.max(other.right - box.right, 0);

const PLACES = {
  "right-of": (box, other, most) => beside(box.left - other.right, offRow(box, other), most),
  "left-of": (box, other, most) => beside(other.left - box.right, offRow(box, other), most),
  above: (box, other, most) => beside(other.top - box.bottom, offColumn(box, other), most),
  below: (box, other, most) => beside(box.top - other.bottom, offColumn(box, other), most),
  near: (box, other, most = NEAR_PX) => {
    const gaps = [box.left - other.right, other.left - box.right, other.top - box.bottom, box.top - other.bottom];
    const away = gaps.reduce((sum, gap) => sum + Math.max(gap, 0), 0);
    return away > most ? null : away;
  },
} satisfies Record<string, Measure>;

export type Place = keyof typeof PLACES;

export function isPlace(name: string): name is Place {
  return Object.hasOwn(PLACES, name);
}

/** The smallest distance to one of the others; Infinity if it lies so to none. */
export function distanceOf(place: Place, element: Element, others: Element[], most?: number): number {
  const measure: Measure = PLACES[place];
  const box = element.getBoundingClientRect();
  let least = Infinity;
  for (const other of others) {
    if (other === element) continue;
    const away = measure(box, other.getBoundingClientRect(), most);
    if (away !== null) least = Math.min(least, away);
  }
  return least;
}
