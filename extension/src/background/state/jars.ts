// Cookie jars: the store of cookies and storage that a tab has.

import type { BrowserContext } from "../tabs/browser-contexts";
import type { Containers } from "../tabs/containers";

type JarKind = "shared" | "isolated" | "private";

export interface Jar {
  /** As Firefox names it. */
  storeId: string;
  kind: JarKind;
}

export class Jars {
  constructor(private readonly containers: Containers) {}

  /** True if all that is in a tab's jar is of this agent. */
  async isOwn(tabId: number, agent: string): Promise<boolean> {
    return this.containers.agentOf((await this.of(tabId)).storeId) === agent;
  }

  async of(tabId: number): Promise<Jar> {
    const { cookieStoreId, incognito } = await browser.tabs.get(tabId);
    const storeId = cookieStoreId ?? "firefox-default";
    const isContainer = this.containers.agentOf(storeId) !== null;
    return { storeId, kind: isContainer ? "isolated" : incognito ? "private" : "shared" };
  }
}

/** The jar of a tab that is yet to be opened. */
export function jarOf({ cookieStoreId, isPrivate }: BrowserContext): Jar {
  if (cookieStoreId !== undefined) return { kind: "isolated", storeId: cookieStoreId };
  return isPrivate ? { kind: "private", storeId: "firefox-private" } : { kind: "shared", storeId: "firefox-default" };
}
