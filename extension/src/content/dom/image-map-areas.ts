// Areas of image maps: drawn by no box of their own, they are the parts of a picture that their coordinates say.

import type { Box } from "../../shared/frame-layout";

/** The picture that shows an area; null if none does. */
function pictureOf(area: HTMLAreaElement): HTMLImageElement | null {
  const map = area.closest("map");
  if (!map?.name) return null;
  return (area.getRootNode() as ParentNode).querySelector<HTMLImageElement>(`img[usemap="#${CSS.escape(map.name)}" i]`);
}

/** A box in the viewport whose middle is in the area; null for what no picture shows. */
export function areaBox(area: HTMLAreaElement): DOMRect | null {
  const box = pictureOf(area)?.getBoundingClientRect();
  if (!box) return null;
  const { x, y, width, height } = partOf(area, box);
  return new DOMRect(box.x + x, box.y + y, width, height);
}

/** Shapes as https://html.spec.whatwg.org/multipage/image-maps.html has them; of a polygon, what is around it. */
function partOf({ shape, coords }: HTMLAreaElement, whole: Box): Box {
  const numbers = coords
    .split(/[\s,;]+/)
    .map(Number)
    .filter(Number.isFinite);
  const kind = shape.toLowerCase();
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (kind === "default") return { x: 0, y: 0, width: whole.width, height: whole.height };
  if (kind.startsWith("circ")) return { x: a - c, y: b - c, width: 2 * c, height: 2 * c };
  if (!kind.startsWith("poly"))
    return { x: Math.min(a, c), y: Math.min(b, d), width: Math.abs(c - a), height: Math.abs(d - b) };
  const xs = numbers.filter((_, n) => n % 2 === 0);
  const ys = numbers.filter((_, n) => n % 2 === 1);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The area that a press on a picture goes to; the picture itself where that is none. */
export function areaAt(picture: Element, x: number, y: number): Element {
  const name = picture instanceof HTMLImageElement ? picture.useMap.replace(/^#/, "") : "";
  if (!name) return picture;
  const map = (picture.getRootNode() as ParentNode).querySelector(`map[name="${CSS.escape(name)}" i]`);
  for (const area of map?.querySelectorAll("area") ?? []) {
    const box = areaBox(area);
    if (box && x >= box.left && x < box.right && y >= box.top && y < box.bottom) return area;
  }
  return picture;
}
