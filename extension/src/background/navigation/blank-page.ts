// The way to about:blank. A tab that an extension sends there gets a page of the extension's own, into which Firefox lets
// no content script.

import { privileged } from "../privileged/api";

export const BLANK = "about:blank";

/** Without the helper the page goes there by a link, and what comes is a page of its own site; one of Firefox's cannot. */
export async function openBlank(tabId: number): Promise<void> {
  if (privileged.available) return privileged.openBlank(tabId);
  try {
    const [followed] = await browser.scripting.executeScript({
      target: { tabId },
      func: followBlankLink,
      injectImmediately: true,
    });
    if (followed?.result === true) return;
  } catch {
    // Firefox shows it by itself.
  }
  await browser.tabs.update(tabId, { url: BLANK });
}

/** Runs in the page. The link is nowhere in it: no listener of the page is called. */
function followBlankLink(): boolean {
  const link = document.createElementNS("http://www.w3.org/1999/xhtml", "a") as HTMLAnchorElement;
  link.href = "about:blank";
  link.target = "_self";
  link.click();
  return true;
}
