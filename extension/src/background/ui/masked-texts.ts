// Texts of pages as the extension's own pages show them: without the values of secrets, which the host alone knows.
//
// The popup lists tabs that are not in sight. What a page has in its title would be read there over a shoulder, or in a
// picture of the screen.

import type { HostPort } from "../host/port";

/** The texts, masked by the host; as they are while there is none, for then nothing was entered either. */
export async function maskedTexts(texts: string[], port: HostPort): Promise<string[]> {
  if (texts.length === 0 || !port.state.connected) return texts;
  try {
    return (await port.ask("mask", { texts })).texts;
  } catch {
    // It does not answer: what it would have said of them is not known.
    return texts.map(() => "");
  }
}
