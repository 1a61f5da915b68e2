// What is behind a page: eval, console, network, consent.

import { LIMITS } from "../../generated/registry";
import type { ConsoleLog } from "../console";
import type { Handlers } from "../dispatcher";
import type { ContentLink } from "../link";
import type { NetworkLog } from "../network";

export function devtoolsHandlers(
  link: ContentLink,
  consoleLog: ConsoleLog,
  networkLog: NetworkLog,
): Pick<Handlers, "evaluate" | "getConsoleLogs" | "getNetworkRequests"> {
  return {
    evaluate: (params, call) => link.result("evaluate", params, LIMITS.autoWaitMs, call),
    getConsoleLogs: (params, call) => consoleLog.read(params, call),
    getNetworkRequests: (params, call) => networkLog.read(params, call),
  };
}
