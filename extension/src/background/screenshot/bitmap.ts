// Pictures as commands carry them, in base64, and as canvases draw them.

type Format = "jpeg" | "png" | "webp";

export function bitmapOf(image: string, format: Format): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([Uint8Array.fromBase64(image)], { type: `image/${format}` }));
}

/** A PNG as another format, with what `draw` draws on it. */
export async function redrawn(
  png: string,
  format: Format,
  quality: number,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): Promise<string> {
  const bitmap = await bitmapOf(png, "png");
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("a canvas has no context");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  draw(context);
  const blob = await canvas.convertToBlob({ type: `image/${format}`, quality: quality / 100 });
  return new Uint8Array(await blob.arrayBuffer()).toBase64();
}
