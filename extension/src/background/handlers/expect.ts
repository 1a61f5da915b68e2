// expect: each condition goes to the part that can check it.

import type { ConsoleLog } from "../devtools/console-log";
import type { NetworkLog } from "../network/network-log";
import type { Handlers } from "../dispatcher";
import { expectAddress } from "../expect/address";
import { expectNoErrors, expectNoFailedRequests, expectRequest } from "../expect/logs";
import { PageExpectations } from "../expect/page";
import { expectPicture, type Shoot } from "../expect/picture";
import { expectSnapshot } from "../expect/snapshot";
import { expectVitals } from "../expect/vitals";
import type { Navigation } from "../navigation/navigation";
import type { ContentScriptClient } from "../page/content-client";

export function expectHandlers(
  contentScripts: ContentScriptClient,
  navigation: Navigation,
  consoleLog: ConsoleLog,
  network: NetworkLog,
  shoot: Shoot,
): Pick<Handlers, "expect"> {
  const page = new PageExpectations(contentScripts, navigation);
  return {
    expect: (params, context) => {
      switch (params.condition) {
        case "url":
        case "title":
          return expectAddress(params, navigation, context);
        case "request":
          return expectRequest(params, network, context);
        case "no-errors":
          return expectNoErrors(params, consoleLog, page, context);
        case "no-failed-requests":
          return expectNoFailedRequests(params, network, context);
        case "snapshot":
          return expectSnapshot(params, contentScripts, page, context);
        case "picture":
          return expectPicture(params, shoot, context);
        case "vitals":
          return expectVitals(params, page, context);
        default:
          return page.expect(params, context);
      }
    },
  };
}
