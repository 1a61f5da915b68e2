// What happens in a page: reading it, acting in it, waiting for it, taking its picture.

import { LIMITS, type Commands } from "../../generated/registry";
import { CommandError } from "../../shared/errors";
import { matchesGlob } from "../../shared/glob";
import { within, type Call } from "../call";
import type { Capture } from "../capture";
import type { Handlers } from "../dispatcher";
import type { ContentLink } from "../link";
import type { Navigation } from "../navigation";

type WaitFor = Commands["waitFor"];

export function pageHandlers(
  link: ContentLink,
  navigation: Navigation,
  capture: Capture,
): Pick<Handlers, "getContent" | "click" | "type" | "pressKey" | "waitFor" | "screenshot"> {
  return {
    getContent: async (params, call) => {
      const value = await link.call("getContent", params, LIMITS.autoWaitMs, call);
      return { tabId: call.tabId, ...value };
    },
    click: async (params, call) => ({ tabId: call.tabId, ...(await link.call("click", params, params.waitMs, call)) }),
    type: async (params, call) => ({ tabId: call.tabId, ...(await link.call("type", params, params.waitMs, call)) }),
    pressKey: async (params, call) => {
      return { tabId: call.tabId, ...(await link.call("pressKey", params, params.waitMs, call)) };
    },
    waitFor: async (params, call) => {
      if (params.target == null && params.text == null && params.url == null) {
        throw new CommandError("INVALID_PARAMS", "Say what to wait for", {}, "Give a target, --text or --url.");
      }
      if (params.target == null && params.text == null)
        return waitForAddress(params, params.url ?? "", navigation, call);
      const value = await link.call("waitFor", params, params.waitMs, call, (spentMs) => noPage(params, spentMs));
      return { tabId: call.tabId, ...value };
    },
    screenshot: async (params, call) => {
      await navigation.settled(call.tabId, call, Math.min(LIMITS.autoWaitMs, call.left() / 2));
      return capture.viewport(params, call);
    },
  };
}

/** The error for a wait in which no page came that could be looked at. */
function noPage(params: WaitFor["params"], spentMs: number): CommandError {
  const missing = (["target", "text", "url"] as const).filter((name) => params[name] != null);
  const details = { missing, lookalikes: [], waitedMs: Math.round(spentMs) };
  return new CommandError("TIMEOUT", "No page came in this time", details);
}

/** An address alone is waited for without the page: it may be one that no script can enter. */
async function waitForAddress(
  { waitMs }: WaitFor["params"],
  glob: string,
  navigation: Navigation,
  call: Call,
): Promise<WaitFor["result"]> {
  const { tabId } = call;
  const end = Math.min(waitMs, call.left());
  for (;;) {
    const over = new AbortController();
    try {
      const moved = new Promise<void>((resolve) => {
        const told = ({ kind }: { kind: string }): void => {
          if (kind === "committed" || kind === "moved") resolve();
        };
        navigation.on(tabId, told, over.signal);
      });
      // The listener stands before the look: no move can slip through between the two.
      const tab = await call.race(browser.tabs.get(tabId));
      const url = tab.url ?? "";
      if (matchesGlob(url, glob)) return { found: true, elapsed: Math.round(call.elapsed()), tabId, url };
      const left = end - call.elapsed();
      if (left <= 0) {
        const details = {
          missing: ["url"],
          lookalikes: [],
          waitedMs: Math.round(call.elapsed()),
          url,
          title: tab.title,
        };
        throw new CommandError("TIMEOUT", `Still missing: url ${glob}`, details, `The address is ${url}`);
      }
      await within(left, moved, call);
    } finally {
      over.abort();
    }
  }
}
