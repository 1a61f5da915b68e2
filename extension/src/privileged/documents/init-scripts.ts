// Runs init scripts in a new document, in the page's own world, and says in its console what they throw.

import { makeDebugger } from "../reading/debugger";
import { isInside } from "./file-bounds";
import { AGENT_TABS, initScript, ORIGIN, type AgentTab } from "./names";

declare const Cu: {
  getObjectPrincipal(object: unknown): {
    isContentPrincipal: boolean;
    isNullPrincipal: boolean;
    readonly scheme: string;
  };
};
declare const WebExtensionPolicy: { isRestrictedURI(uri: GeckoURI): boolean };

const SCHEMES = new Set(["http", "https", "file"]);
const WITHOUT_REQUEST = new Set(["file:", "blob:"]);
const NO_FLAGS = 0;

/** What a new document is to get; null for one that is not an agent's, or not a site's. */
export function agentTabOf(window: GeckoWindow, { top }: GeckoBrowsingContext): AgentTab | null {
  const tabs = Services.cpmm.sharedData.get(AGENT_TABS) as Map<number, AgentTab> | undefined;
  const own = tabs?.get(top.browserId);
  // A popup belongs to its opener until it is known as a tab itself: the page may write into it at once.
  const opener = !own && top.opener ? tabs?.get(top.opener.top.browserId) : undefined;
  const inherited = opener ?? (own || !tabs ? undefined : originOf(window, top.browserId, tabs));
  const tab = own ?? (inherited && { ...inherited, ids: inherited.inherited });
  return tab && isOfPage(window) ? tab : null;
}

/**
 * Whose a page is in a tab that is not known yet, where no request of it waits until it is. A page may open one that does
 * not know it (noopener): then the main process knows from where it comes, and where that is gone, a file: page says who
 * has led to it.
 */
function originOf(window: GeckoWindow, browserId: number, tabs: ReadonlyMap<number, AgentTab>): AgentTab | undefined {
  const { protocol } = window.location;
  if (!WITHOUT_REQUEST.has(protocol)) return undefined;
  const [origin] = Services.cpmm.sendSyncMessage(ORIGIN, browserId) as Array<number | null>;
  if (origin != null) return tabs.get(origin);
  const leader = window.docShell.currentDocumentChannel?.loadInfo.triggeringPrincipal;
  if (protocol !== "file:" || !leader?.isContentPrincipal) return undefined;
  return [...tabs.values()].find(({ folders }) => folders && isInside(leader.URI, folders));
}

export function runInitScripts(window: GeckoWindow, ids: readonly number[], innerId: number): void {
  if (ids.length === 0) return;
  const page = makeDebugger().makeGlobalObjectReference(window);
  for (const id of ids) {
    const script = Services.cpmm.sharedData.get(initScript(id)) as { name: string; code: string } | undefined;
    if (!script) continue;
    const completion = page.executeInGlobal(script.code, { url: script.name });
    if (completion && "throw" in completion) report(completion.throw, script.name, innerId);
  }
}

/** Firefox's own pages, and sites to which it gives more than to others, are left alone. */
function isOfPage(window: GeckoWindow): boolean {
  const principal = Cu.getObjectPrincipal(window);
  if (principal.isNullPrincipal) return true;
  if (!principal.isContentPrincipal || !SCHEMES.has(principal.scheme)) return false;
  return !WebExtensionPolicy.isRestrictedURI(window.document.documentURIObject);
}

interface ScriptErrorMaker {
  initWithWindowID(
    message: string,
    source: string,
    line: number,
    column: number,
    flags: number,
    category: string,
    innerWindowId: number,
  ): void;
}

/** As Firefox reports what the page's own scripts do not catch. */
function report(thrown: unknown, name: string, innerId: number): void {
  const error = Cc["@mozilla.org/scripterror;1"]?.createInstance(Ci["nsIScriptError"]) as ScriptErrorMaker;
  const { message, line, column } = described(thrown);
  error.initWithWindowID(message, name, line, column, NO_FLAGS, "content javascript", innerId);
  Services.console.logMessage(error);
}

function described(thrown: unknown): { message: string; line: number; column: number } {
  if (typeof thrown !== "object" || thrown === null)
    return { message: `uncaught exception: ${String(thrown)}`, line: 0, column: 0 };
  const debuggee = thrown as GeckoDebuggee;
  // Seen through the wrapper: data of the error's own, and Firefox's getters.
  const { name, message, lineNumber, columnNumber } = debuggee.unsafeDereference() as Record<string, unknown>;
  return {
    message:
      typeof message === "string" ? `${String(name)}: ${message}` : `uncaught exception: [object ${debuggee.class}]`,
    line: Number(lineNumber ?? 0),
    column: Number(columnNumber ?? 0),
  };
}
