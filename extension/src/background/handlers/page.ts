// What happens in a page: reading it and acting in it.

import { LIMITS } from "../../generated/registry";
import type { Handlers } from "../dispatcher";
import type { ContentLink } from "../link";

export function pageHandlers(link: ContentLink): Pick<Handlers, "getContent" | "click" | "type" | "pressKey"> {
  return {
    getContent: (params, call) => link.result("getContent", params, LIMITS.autoWaitMs, call),
    click: (params, call) => link.result("click", params, params.waitMs, call),
    type: (params, call) => link.result("type", params, params.waitMs, call),
    pressKey: (params, call) => link.result("pressKey", params, params.waitMs, call),
  };
}
