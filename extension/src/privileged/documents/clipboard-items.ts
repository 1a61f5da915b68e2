// ClipboardItems, as pages write and read them: what is text of them goes to and comes from an agent's clipboard.

import type { Clip } from "../../shared/input/clipboard";

export type Item = { types: readonly string[]; getType(type: string): Promise<Blob> };

/** The page's own kinds of objects. */
export type ItemWindow = Pick<typeof globalThis, "createImageBitmap" | "DOMException"> & {
  readonly ClipboardItem: new (items: object) => object;
};

interface Sanitizer {
  readonly SanitizerAllowStyle: number;
  readonly SanitizerAllowComments: number;
  sanitize(html: string, flags: number): string;
}

declare const Cu: { cloneInto<T>(value: T, into: object, options?: { wrapReflectors: boolean }): T };

const KNOWN = ["text/plain", "text/html", "image/png"];

/** As in a DOMException. */
export class Refused extends Error {
  constructor(message: string, name = "NotAllowedError") {
    super(message);
    this.name = name;
  }
}

/** Pictures are left out. Null for no item. Throws Refused, and what Firefox throws at data that is not there. */
export async function clipOf(window: ItemWindow, items: readonly Item[]): Promise<Clip | null> {
  if (items.length > 1) throw new Refused("Clipboard write is only supported with one ClipboardItem at the moment");
  const [item] = items;
  if (!item) return null;
  const { types } = item;
  const other = types.find((type) => !KNOWN.includes(type));
  if (other !== undefined) throw new Refused(`Type '${other}' not supported for write`);
  const data = new Map(await Promise.all(types.map(async (type) => [type, await item.getType(type)] as const)));
  const picture = data.get("image/png");
  if (picture) await checkPicture(window, picture);
  return {
    text: (await data.get("text/plain")?.text()) ?? "",
    html: (await data.get("text/html")?.text()) ?? null,
  };
}

async function checkPicture(window: ItemWindow, picture: Blob): Promise<void> {
  try {
    await window.createImageBitmap(picture);
  } catch {
    throw new Refused("Unable to decode blob for 'image/png' as image.", "DataError");
  }
}

/** As Firefox gives them, markup without what would run. */
export function itemsOf(window: ItemWindow, { text, html }: Clip): object {
  const kinds = { ...(html !== null && { "text/html": sanitized(html) }), "text/plain": text };
  const item = new window.ClipboardItem(Cu.cloneInto(kinds, window));
  return Cu.cloneInto([item], window, { wrapReflectors: true });
}

function sanitized(html: string): string {
  const utilities = Cc["@mozilla.org/parserutils;1"]?.getService(Ci["nsIParserUtils"]) as Sanitizer;
  return utilities.sanitize(html, utilities.SanitizerAllowStyle | utilities.SanitizerAllowComments);
}
