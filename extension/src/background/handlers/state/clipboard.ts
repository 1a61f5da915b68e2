// clipboard: an agent's own, and the system's where that is asked for.

import type { Commands } from "../../../generated/registry";
import { CommandError, ownWords } from "../../../shared/errors";
import type { Clip } from "../../../shared/input/clipboard";
import { LIMITS } from "../../../generated/registry";
import { part, shownAtMost, shownLength } from "../../../shared/text/unseen";
import type { CommandContext } from "../../command-context";
import type { Handlers } from "../../dispatcher";
import type { Services } from "../../services";
import { typesOf, type Clipboard } from "../../state/clipboards";

type Read = Commands["readClipboard"];

export function clipboardHandlers({ clipboards, actions }: Services) {
  const held = async (system: boolean, context: CommandContext): Promise<Clipboard> =>
    system ? { ...(await context.race(readSystem())), source: null } : clipboards.of(context.agent);
  return {
    readClipboard: async (params, context) => told(await held(params.system, context), params),
    writeClipboard: async ({ text, html, system }, context) => {
      const clip = { text, html: html ?? null };
      if (system) await context.race(writeSystem(clip));
      else clipboards.write(context.agent, clip, null);
      return { length: text.length, types: typesOf(clip) };
    },
    pasteClipboard: async (params, context) => {
      const clipboard = await held(params.system, context);
      if (typesOf(clipboard).length === 0) {
        throw new CommandError("CLIPBOARD_EMPTY", ownWords`There is nothing to paste: the clipboard is empty`);
      }
      return actions.run("pasteClipboard", params, context, { clipboard });
    },
  } satisfies Partial<Handlers>;
}

function told(clipboard: Clipboard, { html, offset, maxLength }: Read["params"]): Read["result"] {
  const whole = html ? (clipboard.html ?? "") : clipboard.text;
  // What is as long as it may be had more that is not known.
  const told = whole.length < LIMITS.maxClipboardChars ? whole.length : shownAtMost(whole.length, whole.length);
  const text = part(whole, offset, Math.min(maxLength, Math.max(0, told - offset)));
  const end = offset + shownLength(text);
  const truncated = end < whole.length;
  const nextOffset = truncated && end < told ? end : null;
  return { text, types: typesOf(clipboard), source: clipboard.source, truncated, nextOffset };
}

/** Throws CLIPBOARD_UNAVAILABLE. */
async function readSystem(): Promise<Clip> {
  const items = await tried(() => navigator.clipboard.read());
  const read = async (type: string): Promise<string | null> => {
    const item = items.find(({ types }) => types.includes(type));
    return item ? (await item.getType(type)).text() : null;
  };
  return { text: (await read("text/plain")) ?? "", html: await read("text/html") };
}

/** Throws CLIPBOARD_UNAVAILABLE. */
async function writeSystem({ text, html }: Clip): Promise<void> {
  const parts = { "text/plain": text, ...(html !== null && { "text/html": html }) };
  await tried(() => navigator.clipboard.write([new ClipboardItem(parts)]));
}

async function tried<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (thrown) {
    const message = `Firefox cannot reach the system's clipboard: ${(thrown as Error).message}`;
    throw new CommandError("CLIPBOARD_UNAVAILABLE", message);
  }
}
