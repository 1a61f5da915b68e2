// Telling: brings each deed to the background, in order; what is left in the end goes to the one that ends the recorder.

import type { Deed, DeedMessage, DurableLocator, PageLeftMessage } from "../../shared/messages";
import { isSecretField } from "../../shared/secrets/secret-fields";
import { namedAlone } from "../locators/durable";

/** Stands for a secret that was typed or pointed at. */
export const MASK = "•••";

let kept: Deed[] | null = null;

/** Fields that were seen as passwords: one whose content is shown for a moment is one still. */
const secrets = new WeakSet<Element>();

export function isSecret(element: Element): boolean {
  return isSecretField(element) || secrets.has(element);
}

export function noteSecrets(): void {
  for (const field of document.querySelectorAll('input[type="password"]')) secrets.add(field);
}

export function locatorOf(element: Element): DurableLocator {
  return { ...namedAlone(element), secret: isSecret(element) };
}

export function tell(command: string, params: Deed["params"], locator?: DurableLocator): void {
  const target = locator ? { target: locator.durable } : {};
  const deed: Deed = { command, params: { ...target, ...params }, url: location.href, ...(locator && { locator }) };
  if (kept) {
    kept.push(deed);
    return;
  }
  const message: DeedMessage = { clz: "deed", deed };
  // The extension may be going down; there is nobody to tell then.
  browser.runtime.sendMessage(message).catch(() => undefined);
}

/** Tells what this page said, for the one that comes of it. */
export function tellSaid(said: string): void {
  const message: PageLeftMessage = { clz: "pageLeft", said };
  browser.runtime.sendMessage(message).catch(() => undefined);
}

/** From here on deeds are kept for `left`. */
export function keepTheRest(): void {
  kept = [];
}

export function left(): Deed[] {
  return kept ?? [];
}
