// What a tab shows, for results.

export interface PageInfo {
  tabId: number;
  url: string;
  title: string;
}

const BLANK = "about:blank";

/** Firefox calls a blank tab "New Tab", in the person's language. */
export function titleOf(tab: browser.tabs.Tab): string {
  return tab.url === BLANK ? "" : (tab.title ?? "");
}

/** `arrived` is where the tab is known to be: one that changes its process on the way says that it is blank. */
export async function pageInfo(tabId: number, arrived: string): Promise<PageInfo> {
  const tab = await browser.tabs.get(tabId);
  const url = tab.url ?? "";
  return url === BLANK && arrived !== "" ? { tabId, url: arrived, title: "" } : { tabId, url, title: titleOf(tab) };
}
