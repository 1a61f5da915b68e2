// Annotations: frames and refs drawn on a picture. Nothing is drawn in the page, which would see it.

import type { Annotation } from "../../shared/messages";

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
  const bytes = Uint8Array.from(atob(image), (char) => char.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: `image/${format}` }));
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
  return base64(new Uint8Array(await blob.arrayBuffer()));
}

function base64(bytes: Uint8Array): string {
  // An argument list has its limits.
  const step = 0x8000;
  let text = "";
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}
