// Concealed texts: what a page shows of secrets is not drawn while a picture of it is taken.
//
// Every frame reports what it draws, of whichever site, and learns which of it to conceal. What cannot be looked into,
// such as a canvas, counts in a tab where a page was given a secret or shows one: then no picture is taken. Pictures that a page
// may have made are left out there.

import { CommandError, ownWords } from "../../shared/errors";
import type { DrawnTexts, ConcealedParts } from "../../shared/messages";
import type { CommandContext } from "../command-context";
import { patiently } from "../pace";
import { placesOf } from "./drawn-secrets";

const FILES = ["/bootstrap.js", "/concealed-text.js"];
const EVERYWHERE = { allFrames: true, matchAboutBlank: true, runAt: "document_start" } as const;

/** A page that is busy for longer is not pictured. */
const PATIENCE_MS = 3_000;

/** A count that is as long as this may be a secret. */
const DIGITS = /^\d+$/;

interface Looking {
  context: CommandContext;
  frames: Map<number, DrawnTexts>;
}

export class ConcealedTexts {
  readonly #looking = new Map<string, Looking>();

  /** Notes what a frame draws. */
  note(message: DrawnTexts, { tab, frameId = 0 }: browser.runtime.MessageSender): boolean {
    const looking = this.#looking.get(message.id);
    if (!looking || tab?.id === undefined || !looking.context.isIn(tab.id)) return false;
    looking.frames.set(frameId, message);
    return true;
  }

  /** Does `work` while nothing that a secret is shown by is drawn in the command's tab. Throws CAPTURE_FAILED. */
  async while<T>(context: CommandContext, work: () => Promise<T>): Promise<T> {
    if (context.concealed.length === 0) return work();
    const { tabId } = context;
    const name = `data-${crypto.randomUUID().slice(0, 8)}`;
    const style = { code: styleOf(name), cssOrigin: "user", ...EVERYWHERE } as const;
    try {
      await this.#conceal(context, name, style);
      return await work();
    } finally {
      this.#looking.delete(context.id);
      const reveal = { ...EVERYWHERE, code: "globalThis.__clz?.concealedText?.reveal(); true;" };
      browser.tabs.executeScript(tabId, reveal).catch(() => undefined);
      browser.tabs.removeCSS(tabId, style).catch(() => undefined);
    }
  }

  async #conceal(context: CommandContext, name: string, style: object): Promise<void> {
    const { tabId } = context;
    const looking: Looking = { context, frames: new Map() };
    this.#looking.set(context.id, looking);
    let done = false;
    const look = `globalThis.__clz?.concealedText?.look(${JSON.stringify(context.id)})`;
    const run = async (): Promise<void> => {
      for (const file of FILES) await browser.tabs.executeScript(tabId, { ...EVERYWHERE, file });
      await browser.tabs.executeScript(tabId, { ...EVERYWHERE, code: look });
      const parts = partsOf(looking);
      if (parts.size === 0) return;
      await browser.tabs.insertCSS(tabId, style);
      for (const [frameId, concealed] of parts) {
        const code = `globalThis.__clz?.concealedText?.conceal(${JSON.stringify(name)}, ${JSON.stringify(concealed)})`;
        await browser.tabs.executeScript(tabId, { matchAboutBlank: true, runAt: "document_start", frameId, code });
      }
    };
    const concealing = run()
      .catch((thrown: unknown) => {
        if (thrown instanceof CommandError) throw thrown;
        // A page that takes no script is none of a site, and has not been given anything.
      })
      .then(() => {
        done = true;
      });
    await patiently(PATIENCE_MS, context.deadline, concealing, context);
    if (done) return;
    const message = ownWords`The page is too busy to conceal the secrets that it shows, so no picture is taken`;
    throw new CommandError("CAPTURE_FAILED", message, { tabId });
  }
}

/** What each frame is to conceal. Throws CAPTURE_FAILED. */
function partsOf({ context, frames }: Looking): Map<number, ConcealedParts> {
  const values = context.concealed.map(({ text }) => text);
  const places = [...frames].map(([frameId, { texts }]) => ({ frameId, places: placesOf(texts, values) }));
  // One that takes no script, such as in a sandbox, is not drawn at all.
  const silent = (frameId: number): number[] =>
    (frames.get(frameId)?.frames ?? []).filter((inner) => !frames.has(inner.frameId)).map(({ place }) => place);
  const counts = values.some((value) => DIGITS.test(value));
  const mayDraw = places.some((one) => one.places.length > 0) || [...frames.values()].some(({ given }) => given);
  const opaque = [...frames.values()].find(({ opaque: found }) => found !== null)?.opaque;
  if (mayDraw && opaque) {
    const message = `This page has a secret, and ${opaque} may show it: no picture is taken`;
    const hint = ownWords`Take the picture after clz reload or on the next page, which was not given the secret. Read it as text: clz snapshot`;
    throw new CommandError("CAPTURE_FAILED", message, { tabId: context.tabId, selector: opaque }, hint);
  }
  if (!mayDraw) return new Map();
  return new Map(
    places.map(({ frameId, places: own }) => [
      frameId,
      { places: [...own, ...silent(frameId)], counts, pictures: true },
    ]),
  );
}

/** Of the user's origin: no style of a page counts more, in no shadow root. */
function styleOf(name: string): string {
  const of = (part: string): string => `[${name}~="${part}"]`;
  const gone = "visibility: hidden !important; transition: none !important; animation: none !important;";
  const none = "none !important;";
  return `
    ${of("all")}, ${of("all")}::placeholder, ${of("before")}::before, ${of("after")}::after { ${gone} }
    ${of("marker")}::marker { content: "" !important; }
    ${of("pictures")}, ${of("pictures")}::before, ${of("pictures")}::after {
      background-image: ${none} border-image-source: ${none} mask-image: ${none}
    }
    ${of("pictures")} { list-style-image: ${none} }
    ${of("pictures")}::before, ${of("pictures")}::after { ${gone} }
  `;
}
