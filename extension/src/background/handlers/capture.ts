// Pictures and prints.

import { LIMITS } from "../../generated/registry";
import type { Capture } from "../capture";
import type { Handlers } from "../dispatcher";
import type { Navigation } from "../navigation";

export function captureHandlers(navigation: Navigation, capture: Capture): Pick<Handlers, "screenshot"> {
  return {
    screenshot: async (params, call) => {
      await navigation.settled(call.tabId, call, Math.min(LIMITS.autoWaitMs, call.left() / 2));
      return capture.viewport(params, call);
    },
  };
}
