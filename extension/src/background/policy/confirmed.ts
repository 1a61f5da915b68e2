// What the person must confirm of what the background itself does, or a page while an action lasts.

import { Deadline } from "../../shared/deadline";
import { CommandError, ownWords } from "../../shared/errors";
import { shorten } from "../../shared/text/text";
import { kindsOfAddress, type Pressed } from "../../shared/text/to-confirm";
import { pause, within, type CommandContext } from "../command-context";

/** A form that a page sends by itself is on its way within this time. */
const SENDS_MS = 100;

/** The same after a yes, where it is an error if none is. */
const AGAIN_MS = 1_000;

const SENDS = "send a form to ";

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

/**
 * Stops what a page sends by itself while an action lasts: of `form.submit()` no event tells. Throws NO_EFFECT if a form
 * that was confirmed is not sent again, as where what sent it was chosen already.
 */
export async function holdingForms<T>(context: CommandContext, act: () => Promise<T>): Promise<T> {
  if (!context.confirm) return act();
  const { tabId, confirm } = context;
  const unsent = new Set(confirm.given.filter((one) => one.startsWith(SENDS)));
  let isSent = (): void => undefined;
  const sent = new Promise<void>((resolve) => (isSent = resolve));
  const frames = (await browser.webNavigation.getAllFrames({ tabId }).catch(() => null)) ?? [];
  const senders = new Set(frames.map(({ url }) => url.replace(/#.*/s, "")));
  const judge = ({ type, method, url, originUrl = "" }: Details): browser.webRequest.BlockingResponse => {
    if (!senders.has(originUrl.replace(/#.*/s, ""))) return {};
    const kinds: Pressed[] = type === "main_frame" ? kindsOfAddress(url) : [];
    if (method === "POST") kinds.push("submit");
    const what = `${method === "POST" ? SENDS : "open "}${url}`;
    if (unsent.delete(what) && unsent.size === 0) isSent();
    // What was confirmed may well send one.
    if (confirm.given.length > 0) return {};
    try {
      checkConfirmed(context, kinds, what);
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
    if (confirm.given.length === 0) await pause(SENDS_MS, context);
    if (unsent.size > 0) await within(Deadline.after(AGAIN_MS), sent, context);
    if (unsent.size > 0) {
      const message = ownWords`The page did not send the form again`;
      throw new CommandError("NO_EFFECT", message, {}, ownWords`Send it by its button, or by Enter in a field of it`);
    }
    return done;
  } finally {
    onBeforeRequest.removeListener(judge);
  }
}
