// The size of a picture, read from its header: decoding it would take longer than taking it.

interface Size {
  width: number;
  height: number;
}

/** The header of a picture without colour profiles or thumbnails is much shorter. A multiple of 4: base64 groups. */
const HEADER_CHARS = 4_096;

/** Width and height of a picture in base64; null if it is none. */
export function imageSize(base64: string, format: "jpeg" | "png"): Size | null {
  const read = format === "png" ? pngSize : jpegSize;
  return read(bytesOf(base64.slice(0, HEADER_CHARS))) ?? read(bytesOf(base64));
}

function bytesOf(base64: string): DataView {
  const bytes = Uint8Array.fromBase64(base64);
  return new DataView(bytes.buffer);
}

/** The IHDR chunk comes first (https://www.w3.org/TR/png-3/#11IHDR). */
function pngSize(data: DataView): Size | null {
  if (data.byteLength < 24 || data.getUint32(0) !== 0x89504e47) return null;
  return { width: data.getUint32(16), height: data.getUint32(20) };
}

/** The start-of-frame segment holds the size (ITU-T T.81, B.2.2). */
function jpegSize(data: DataView): Size | null {
  if (data.byteLength < 4 || data.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= data.byteLength) {
    const marker = data.getUint16(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: data.getUint16(at + 7), height: data.getUint16(at + 5) };
    at += 2 + data.getUint16(at + 2);
  }
  return null;
}
