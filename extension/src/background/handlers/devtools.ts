// What is behind a page: eval, console, consent.

import { Deadline } from "../../shared/deadline";
import { LIMITS } from "../../generated/registry";
import { withTree } from "../devtools/expression";
import type { Handlers } from "../dispatcher";
import { holdingForms } from "../policy/confirmed";
import type { Services } from "../services";
import { privileged } from "../privileged/api";

export function devtoolsHandlers({ contentScripts, consoleLog, consent, effects, interrupted }: Services) {
  return {
    evaluate: async (given, context) => {
      const params = await withTree(given, "expression", context);
      const how = { helper: privileged.available };
      const deadline = Deadline.after(LIMITS.readMs);
      const since = Date.now();
      const work = contentScripts.call("evaluate", params, deadline, context, undefined, how);
      const value = await interrupted.watch(
        work.then((answered) => answered.value),
        context,
      );
      return { ...value, ...effects.openedBetween(context.tabId, since), tabId: context.tabId };
    },
    getConsoleLogs: (params, context) => consoleLog.read(params, context),
    handleConsent: async (params, context) => {
      // Also tells a page that takes no script, and one that is not there yet.
      await contentScripts.call(
        "getContent",
        { format: "text", includeHtml: false, offset: 0, maxLength: 1 },
        Deadline.after(LIMITS.readMs),
        context,
      );
      const outcome = await holdingForms(context, () => consent.handle(params, context));
      const tab = await context.race(browser.tabs.get(context.tabId));
      return { ...outcome, url: tab.url ?? "" };
    },
  } satisfies Partial<Handlers>;
}
