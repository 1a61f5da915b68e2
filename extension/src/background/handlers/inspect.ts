// get: a single thing about a page, which may be a count over all of its frames.

import { Deadline } from "../../shared/deadline";
import { LIMITS, type Commands } from "../../generated/registry";
import type { CommandContext } from "../command-context";
import type { Handlers } from "../dispatcher";
import { TOP_FRAME } from "../page/frame-tree";
import type { ContentScriptClient } from "../page/content-client";

type Get = Commands["get"];

/** A frame that is busy for longer is not counted. */
const FRAME_MS = 1_000;

export function inspectHandlers(contentScripts: ContentScriptClient): Pick<Handlers, "get"> {
  return {
    get: (params, context) =>
      params.what === "count"
        ? count(params, context)
        : contentScripts.result("get", params, Deadline.after(LIMITS.autoWaitMs), context),
  };

  /** Matches are counted in all frames, unless the command is for one. */
  async function count(params: Get["params"], context: CommandContext): Promise<Get["result"]> {
    const { value, frameId } = await contentScripts.call("get", params, Deadline.after(LIMITS.autoWaitMs), context);
    const { tabId } = context;
    if (frameId !== TOP_FRAME || params.frame != null || params.target?.startsWith("@")) return { ...value, tabId };
    const others = (await contentScripts.frames(context)).filter((id) => id !== TOP_FRAME);
    const counts = await Promise.all(
      others.map((id) => contentScripts.inFrame(id, "get", params, Deadline.after(FRAME_MS), context)),
    );
    const total = counts.reduce((sum, one) => sum + Number(one?.value ?? 0), Number(value.value));
    return { ...value, value: total, tabId };
  }
}
