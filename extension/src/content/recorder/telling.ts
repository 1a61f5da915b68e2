// Telling: brings each action to the background, in order; what is left in the end goes to the one that ends the recorder.
//
// What an action says of the page is masked here, where it is known what the page's secret fields hold: by the time that
// it is asked for, the page may be gone.

import {
  RECORDER,
  type RecordedAction,
  type ActionMessage,
  type DurableLocator,
  type PageLeftMessage,
  type TypingMessage,
} from "../../shared/messages";
import { secretValues } from "../dom/held-secrets";
import { isSecretField } from "../../shared/secrets/secret-fields";
import { namedAlone } from "../locators/durable";

/** Stands for a secret that was typed or pointed at. */
export const MASK = "•••";

let kept: ActionMessage[] | null = null;

/** Ends with the page, after all that the page has said. */
let port: browser.runtime.Port | null = null;

/** Fields that were seen as passwords: one whose content is shown for a moment is one still. */
const seenSecret = new WeakSet<Element>();

export function isSecret(element: Element): boolean {
  return isSecretField(element) || seenSecret.has(element);
}

export function noteSecrets(): void {
  for (const field of document.querySelectorAll('input[type="password"]')) seenSecret.add(field);
}

export function locatorOf(element: Element): DurableLocator {
  return { ...namedAlone(element), secret: isSecret(element) };
}

export function attach(): void {
  port = browser.runtime.connect({ name: RECORDER });
}

export function detach(): void {
  port?.disconnect();
  port = null;
}

function actionOf(command: string, params: RecordedAction["params"], locator?: DurableLocator): RecordedAction {
  const target = locator ? { target: locator.durable } : {};
  const values = secretValues();
  return {
    command,
    params: values.maskedIn({ ...target, ...params }),
    url: values.masked(location.href),
    ...(locator && { locator: values.maskedIn(locator) }),
  };
}

function secrets(): string[] {
  return [...secretValues().texts];
}

export function tell(command: string, params: RecordedAction["params"], locator?: DurableLocator): void {
  const message: ActionMessage = { clz: "action", action: actionOf(command, params, locator), secrets: secrets() };
  if (kept) {
    kept.push(message);
    return;
  }
  // The extension may be going down; there is nobody to tell then.
  browser.runtime.sendMessage(message).catch(() => undefined);
}

/** Tells what is being typed: nobody can ask the page for it once its tab is closed. */
export function tellTyping(text: string, locator: DurableLocator): void {
  say({ action: actionOf("fill", { text }, locator), secrets: secrets() });
}

/** Takes that back: it goes to the one that ends the recorder. */
export function takeBackTyping(): void {
  say({ action: null, secrets: secrets() });
}

function say(message: TypingMessage): void {
  try {
    port?.postMessage(message);
  } catch {
    // Firefox has closed it: the page is left, or the extension is going down.
  }
}

/** Tells what this page said, for the one that comes of it. */
export function tellSaid(said: string): void {
  const message: PageLeftMessage = { clz: "pageLeft", said };
  browser.runtime.sendMessage(message).catch(() => undefined);
}

/** From here on actions are kept for `left`. */
export function keepTheRest(): void {
  kept = [];
}

export function left(): ActionMessage[] {
  return kept ?? [];
}
