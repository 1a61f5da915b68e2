// What is behind a page: eval, console, network, consent.

import { LIMITS } from "../../generated/registry";
import type { Handlers } from "../dispatcher";
import type { ContentLink } from "../link";

export function devtoolsHandlers(link: ContentLink): Pick<Handlers, "evaluate"> {
  return {
    evaluate: async (params, call) => {
      const value = await link.call("evaluate", params, LIMITS.autoWaitMs, call);
      return { tabId: call.tabId, ...value };
    },
  };
}
