// How frames lie in the page: frames in frames, each of which may be scaled.

/** Where what a frame holds begins in a viewport around it, and how many of its pixels one in the frame takes. */
export interface FrameLayout {
  x: number;
  y: number;
  scaleX: number;
  scaleY: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** That of the top frame. */
export const UNMOVED: FrameLayout = { x: 0, y: 0, scaleX: 1, scaleY: 1 };

/** Sizes are told in parts of a pixel: what differs by less than this is not scaled. */
const EVEN = 0.001;

/** How a frame lies in the viewport around it: where what it holds begins, and how much larger that is drawn. */
export function layoutOf(frame: Element): FrameLayout {
  const { x, y, width, height } = frame.getBoundingClientRect();
  const view = frame.ownerDocument.defaultView;
  const style = view?.getComputedStyle(frame);
  if (!style) return UNMOVED;
  const px = (name: string): number => parseFloat(style.getPropertyValue(name)) || 0;
  const isBorderBox = style.boxSizing === "border-box";
  const whole = (size: string, sides: readonly string[]): number =>
    isBorderBox
      ? px(size)
      : sides.reduce((sum, side) => sum + px(`padding-${side}`) + px(`border-${side}-width`), px(size));
  const scaleOf = (drawn: number, own: number): number => {
    const scale = drawn > 0 && own > 0 ? drawn / own : 1;
    return Math.abs(scale - 1) < EVEN ? 1 : scale;
  };
  const scaleX = scaleOf(width, whole("width", ["left", "right"]));
  const scaleY = scaleOf(height, whole("height", ["top", "bottom"]));
  return {
    x: x + scaleX * (frame.clientLeft + px("padding-left")),
    y: y + scaleY * (frame.clientTop + px("padding-top")),
    scaleX,
    scaleY,
  };
}

/** The layout of what lies so in a frame, in the viewport around that frame. */
export function laidOutIn(frame: FrameLayout, inner: FrameLayout): FrameLayout {
  return {
    x: frame.x + frame.scaleX * inner.x,
    y: frame.y + frame.scaleY * inner.y,
    scaleX: frame.scaleX * inner.scaleX,
    scaleY: frame.scaleY * inner.scaleY,
  };
}

/** A box of a frame, in the viewport around it. */
export function boxIn(frame: FrameLayout, { x, y, width, height }: Box): Box {
  const { scaleX, scaleY } = frame;
  return { x: frame.x + scaleX * x, y: frame.y + scaleY * y, width: scaleX * width, height: scaleY * height };
}

/** A place of a frame, in the viewport around it. */
export function placeAround(frame: FrameLayout, { x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: frame.x + frame.scaleX * x, y: frame.y + frame.scaleY * y };
}

/** A place of the viewport around a frame, in its own. */
export function placeIn(frame: FrameLayout, { x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: (x - frame.x) / frame.scaleX, y: (y - frame.y) / frame.scaleY };
}
