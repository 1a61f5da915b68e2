// How frames lie in the page: frames in frames, each of which may be scaled, turned, mirrored or slanted.

/**
 * The place of what a frame holds in a viewport around it: (x, y) of the frame is at (a x + c y + e, b x + d y + f) there, as
 * with DOMMatrix.
 */
export interface FrameLayout {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

/** What a transform does beside moving: its first four numbers. */
type Turn = readonly [a: number, b: number, c: number, d: number];

/** That of the top frame. */
export const UNMOVED: FrameLayout = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

const UNTURNED: Turn = [1, 0, 0, 1];

/** Sizes are given in parts of a pixel: what differs by less than this is not scaled. */
const EVEN = 0.001;

/** Boxes of rotated elements are less exact; what differs by more than this is drawn in perspective. */
const NEARLY = 0.02;

/** How a frame lies in the viewport around it. */
export function layoutOf(frame: Element): FrameLayout {
  const box = frame.getBoundingClientRect();
  const view = frame.ownerDocument.defaultView;
  const style = view?.getComputedStyle(frame);
  if (!view || !style) return UNMOVED;
  const px = (name: string): number => parseFloat(style.getPropertyValue(name)) || 0;
  const isBorderBox = style.boxSizing === "border-box";
  const whole = (size: string, sides: readonly string[]): number =>
    isBorderBox
      ? px(size)
      : sides.reduce((sum, side) => sum + px(`padding-${side}`) + px(`border-${side}-width`), px(size));
  const width = whole("width", ["left", "right"]);
  const height = whole("height", ["top", "bottom"]);
  const [a, b, c, d] =
    turned(box, width, height, turnOf(frame, view)) ??
    ([scaleOf(box.width, width), 0, 0, scaleOf(box.height, height)] as const);
  // Whatever is done to it, the middle of a box is in the middle of what it takes up.
  const x = frame.clientLeft + px("padding-left") - width / 2;
  const y = frame.clientTop + px("padding-top") - height / 2;
  return { a, b, c, d, e: box.x + box.width / 2 + a * x + c * y, f: box.y + box.height / 2 + b * x + d * y };
}

function scaleOf(drawn: number, own: number): number {
  const scale = drawn > 0 && own > 0 ? drawn / own : 1;
  return Math.abs(scale - 1) < EVEN ? 1 : scale;
}

/** The turn, as large as the box is drawn; null if there is none, or if the box is not drawn by it. */
function turned(box: Box, width: number, height: number, [a, b, c, d]: Turn): Turn | null {
  if (b === 0 && c === 0 && a > 0 && d > 0) return null;
  const scaleX = box.width / (Math.abs(a) * width + Math.abs(c) * height);
  const scaleY = box.height / (Math.abs(b) * width + Math.abs(d) * height);
  if (!(Math.abs(scaleX / scaleY - 1) < NEARLY)) return null;
  const zoom = Math.abs(scaleX - 1) < NEARLY ? 1 : scaleX;
  return [a * zoom, b * zoom, c * zoom, d * zoom];
}

/** The transforms of an element and its ancestors, combined. */
function turnOf(frame: Element, view: Window): Turn {
  let whole = UNTURNED;
  for (let at: Element | null = frame; at; at = drawnIn(at)) {
    const { display, transform, rotate, scale } = view.getComputedStyle(at);
    if (at !== frame && /^(?:inline|contents)$/.test(display)) continue;
    whole = times(times(rotation(rotate), scaling(scale)), times(matrix(transform), whole));
  }
  return whole;
}

/** True for what is tilted, as in perspective: where a point of it is drawn is estimated from the middle. */
export function isTilted(frame: Element): boolean {
  const view = frame.ownerDocument.defaultView;
  for (let at: Element | null = frame; at && view; at = drawnIn(at)) {
    if (/^matrix3d/.test(view.getComputedStyle(at).transform)) return true;
  }
  return false;
}

/** What an element is drawn in; null for what is drawn over the page. */
function drawnIn(element: Element): Element | null {
  if (element.matches(":modal, :popover-open")) return null;
  if (element.assignedSlot) return element.assignedSlot;
  const around = element.parentNode;
  return around && "host" in around ? (around as ShadowRoot).host : element.parentElement;
}

function times([a, b, c, d]: Turn, [A, B, C, D]: Turn): Turn {
  return [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D];
}

/** `matrix(…)` or `matrix3d(…)`. */
function matrix(transform: string): Turn {
  const all = numbersIn(transform.replace("matrix3d", ""));
  const [a = 1, b = 0, c = 0, d = 1] = all.length === 16 ? [all[0], all[1], all[4], all[5]] : all;
  return [a, b, c, d];
}

/** `30deg`; rotations about other axes than the one towards the reader are ignored. */
function rotation(rotate: string): Turn {
  const [, degrees] = /^(-?[\d.e+-]+)deg$/.exec(rotate) ?? [];
  const angle = (Number(degrees ?? 0) * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle)];
}

/** `2`, `2 3` or `2 3 1`. */
function scaling(scale: string): Turn {
  const [x = 1, y = x] = numbersIn(scale);
  return [x, 0, 0, y];
}

function numbersIn(text: string): number[] {
  return (text.match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g) ?? []).map(Number);
}

/** True if what the frame holds is drawn otherwise than it lies in there, beside being moved. */
export function isTurnedOrScaled({ a, b, c, d }: FrameLayout): boolean {
  return a !== 1 || b !== 0 || c !== 0 || d !== 1;
}

/** The layout of what lies so in a frame, in the viewport around that frame. */
export function laidOutIn(frame: FrameLayout, inner: FrameLayout): FrameLayout {
  const [a, b, c, d] = times([frame.a, frame.b, frame.c, frame.d], [inner.a, inner.b, inner.c, inner.d]);
  const { x: e, y: f } = placeAround(frame, { x: inner.e, y: inner.f });
  return { a, b, c, d, e, f };
}

/** What a box of a frame takes up in the viewport around it. */
export function boxIn(frame: FrameLayout, { x, y, width, height }: Box): Box {
  const { x: left, y: top } = placeAround(frame, { x, y });
  const { a, b, c, d } = frame;
  return {
    x: left + Math.min(0, a * width) + Math.min(0, c * height),
    y: top + Math.min(0, b * width) + Math.min(0, d * height),
    width: Math.abs(a) * width + Math.abs(c) * height,
    height: Math.abs(b) * width + Math.abs(d) * height,
  };
}

/** A place of a frame, in the viewport around it. */
export function placeAround({ a, b, c, d, e, f }: FrameLayout, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** A place of the viewport around a frame, in its own. */
export function placeIn({ a, b, c, d, e, f }: FrameLayout, place: Point): Point {
  const [x, y, area] = [place.x - e, place.y - f, a * d - b * c];
  return { x: (d * x - c * y) / area, y: (a * y - b * x) / area };
}

/** Where a place of a box is drawn, in parts of its sides, if perspective draws the box as this quad. */
export function placeInQuad({ p1, p2, p3, p4 }: Record<"p1" | "p2" | "p3" | "p4", Point>, { x, y }: Point): Point {
  const [right, down, whole] = [minus(p2, p3), minus(p4, p3), minus(minus(p1, p2), minus(p4, p3))];
  const area = right.x * down.y - down.x * right.y;
  const along = (whole.x * down.y - down.x * whole.y) / area;
  const below = (right.x * whole.y - whole.x * right.y) / area;
  const depth = along * x + below * y + 1;
  const of = (side: "x" | "y"): number =>
    ((p2[side] - p1[side] + along * p2[side]) * x + (p4[side] - p1[side] + below * p4[side]) * y + p1[side]) / depth;
  return { x: of("x"), y: of("y") };
}

function minus(one: Point, other: Point): Point {
  return { x: one.x - other.x, y: one.y - other.y };
}
