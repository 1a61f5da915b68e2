// What is behind a page: eval, console, network, consent.

import { LIMITS } from "../../generated/registry";
import type { Consent } from "../page/consent";
import type { ConsoleLog } from "../devtools/console-log";
import type { Handlers } from "../dispatcher";
import type { ContentScriptClient } from "../page/content-client";
import type { NetworkLog } from "../devtools/network-log";
import { privileged } from "../input/privileged-api";

export function devtoolsHandlers(
  contentScripts: ContentScriptClient,
  consoleLog: ConsoleLog,
  networkLog: NetworkLog,
  consent: Consent,
): Pick<Handlers, "evaluate" | "getConsoleLogs" | "getNetworkRequests" | "handleConsent"> {
  return {
    evaluate: async (params, call) => {
      const how = { helper: privileged.available };
      const { value } = await contentScripts.call("evaluate", params, LIMITS.autoWaitMs, call, undefined, how);
      return { ...value, tabId: call.tabId };
    },
    getConsoleLogs: (params, call) => consoleLog.read(params, call),
    getNetworkRequests: (params, call) => networkLog.read(params, call),
    handleConsent: async (params, call) => {
      // Also tells a page that takes no script, and one that is not there yet.
      await contentScripts.call(
        "getContent",
        { format: "text", includeHtml: false, maxLength: 1 },
        LIMITS.autoWaitMs,
        call,
      );
      const outcome = await consent.handle(params, call);
      const tab = await call.race(browser.tabs.get(call.tabId));
      return { ...outcome, url: tab.url ?? "" };
    },
  };
}
