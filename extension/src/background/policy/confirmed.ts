// What the person must confirm of what the background itself does, or a page while an action lasts.

import { CommandError } from "../../shared/errors";
import { shorten } from "../../shared/text/text";
import { kindsOfAddress, type Pressed } from "../../shared/text/to-confirm";
import { pause, type CommandContext } from "../command-context";

/** A form that a page sends by itself is on its way within this time. */
const SENDS_MS = 100;

/** So much is shown to the person. */
const SHOWN_CHARS = 300;

/** Throws NOT_CONFIRMED for what is of a kind that the person must confirm, and has not. */
export function checkConfirmed({ confirm }: CommandContext, kinds: Pressed[], what: string): void {
  const kind = kinds.find((one) => confirm?.kinds.includes(one));
  if (!confirm || !kind || confirm.given.includes(what)) return;
  const shown = shorten(what, SHOWN_CHARS);
  throw new CommandError("NOT_CONFIRMED", `The person must confirm this: ${shown}`, { id: what, kind, what: shown });
}

type Details = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];

/** Stops what a page sends by itself while an action lasts: of `form.submit()` no event tells. */
export async function holdingForms<T>(context: CommandContext, act: () => Promise<T>): Promise<T> {
  // What was confirmed may well send one.
  if (!context.confirm || context.confirm.given.length > 0) return act();
  const { tabId } = context;
  const frames = (await browser.webNavigation.getAllFrames({ tabId }).catch(() => null)) ?? [];
  const senders = new Set(frames.map(({ url }) => url.replace(/#.*/s, "")));
  const judge = ({ type, method, url, originUrl = "" }: Details): browser.webRequest.BlockingResponse => {
    if (!senders.has(originUrl.replace(/#.*/s, ""))) return {};
    const kinds: Pressed[] = type === "main_frame" ? kindsOfAddress(url) : [];
    if (method === "POST") kinds.push("submit");
    try {
      checkConfirmed(context, kinds, `${method === "POST" ? "send a form to" : "open"} ${url}`);
      return {};
    } catch (thrown) {
      context.abort(thrown as CommandError);
      return { cancel: true };
    }
  };
  const { onBeforeRequest } = browser.webRequest;
  onBeforeRequest.addListener(judge, { urls: ["<all_urls>"], types: ["main_frame", "sub_frame"], tabId }, ["blocking"]);
  try {
    const done = await act();
    await pause(SENDS_MS, context);
    return done;
  } finally {
    onBeforeRequest.removeListener(judge);
  }
}
