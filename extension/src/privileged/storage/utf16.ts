// Text that holds half of a surrogate pair, as what compresses text into local storage writes: JSON in UTF-8 has no form for it.

/** Its code units as base64, the lower byte of each first. */
export function toUtf16(text: string): string {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
  return new Uint8Array(units.buffer).toBase64();
}

export function ofUtf16(base64: string): string {
  let text = "";
  for (const unit of new Uint16Array(Uint8Array.fromBase64(base64).buffer)) text += String.fromCharCode(unit);
  return text;
}
