// get: a single thing about a page, which may be a count over all of its frames.

import { LIMITS, type Commands } from "../../generated/registry";
import type { Call } from "../command-context";
import type { Handlers } from "../dispatcher";
import { TOP_FRAME } from "../page/frame-tree";
import type { ContentScriptClient } from "../page/content-client";

type Get = Commands["get"];

/** A frame that is busy for longer is not counted. */
const FRAME_MS = 1_000;

export function inspectHandlers(contentScripts: ContentScriptClient): Pick<Handlers, "get"> {
  return {
    get: (params, call) =>
      params.what === "count" ? count(params, call) : contentScripts.result("get", params, LIMITS.autoWaitMs, call),
  };

  /** Matches are counted in all frames, unless the command is for one. */
  async function count(params: Get["params"], call: Call): Promise<Get["result"]> {
    const { value, frameId } = await contentScripts.call("get", params, LIMITS.autoWaitMs, call);
    const { tabId } = call;
    if (frameId !== TOP_FRAME || params.frame != null || params.target?.startsWith("@")) return { ...value, tabId };
    const others = (await contentScripts.frames(call)).filter((id) => id !== TOP_FRAME);
    const counts = await Promise.all(others.map((id) => contentScripts.inFrame(id, "get", params, FRAME_MS, call)));
    const total = counts.reduce((sum, one) => sum + Number(one?.value ?? 0), Number(value.value));
    return { ...value, value: total, tabId };
  }
}
