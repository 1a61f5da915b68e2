// Bodies in base64: the form that crosses into Firefox's main process at no cost.

export function encodeText(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}

export async function encodeFile(file: Blob): Promise<string> {
  return new Uint8Array(await file.arrayBuffer()).toBase64();
}
