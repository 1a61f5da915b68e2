// Reading a page.

import { LIMITS } from "../../generated/registry";
import type { Handlers } from "../dispatcher";
import type { ContentLink } from "../page/content-client";

export function pageHandlers(link: ContentLink): Pick<Handlers, "getContent"> {
  return {
    getContent: (params, call) => link.result("getContent", params, LIMITS.autoWaitMs, call),
  };
}
