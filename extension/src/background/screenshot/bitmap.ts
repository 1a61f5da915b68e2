// Pictures as commands carry them, in base64, and as canvases draw them.

export function bitmapOf(image: string, format: "jpeg" | "png"): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([Uint8Array.fromBase64(image)], { type: `image/${format}` }));
}
