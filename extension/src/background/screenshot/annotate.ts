// Annotations: frames and refs drawn on a picture. Nothing is drawn in the page, which would see it.

import type { Annotation } from "../../shared/messages";
import { bitmapOf } from "./bitmap";

export type Label = Annotation;

const COLOURS = ["#c2185b", "#1565c0", "#2e7d32", "#6a1b9a", "#bf360c", "#00695c"];
const FONT_PX = 11;
const PAD = 3;

/** The picture, in base64, with every label's frame and ref on it. */
export async function annotated(
  image: string,
  format: "jpeg" | "png",
  quality: number,
  labels: Label[],
): Promise<string> {
  const bitmap = await bitmapOf(image, format);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  if (!context) return image;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  context.font = `bold ${FONT_PX}px sans-serif`;
  context.textBaseline = "top";
  for (const [at, { ref, x, y, width, height }] of labels.entries()) {
    const colour = COLOURS[at % COLOURS.length] ?? "#c2185b";
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.strokeRect(x, y, width, height);
    const wide = context.measureText(ref).width + 2 * PAD;
    const high = FONT_PX + 2 * PAD - 2;
    const left = Math.min(Math.max(0, x), canvas.width - wide);
    const top = y >= high ? y - high : Math.max(0, y);
    context.fillStyle = colour;
    context.fillRect(left, top, wide, high);
    context.fillStyle = "#fff";
    context.fillText(ref, left + PAD, top + PAD - 1);
  }
  const blob = await canvas.convertToBlob({ type: `image/${format}`, quality: quality / 100 });
  return new Uint8Array(await blob.arrayBuffer()).toBase64();
}
