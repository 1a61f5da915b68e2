// What is expected of the tab's address and title. Firefox knows them for every page, even one that no script enters.

import { advice } from "../../shared/errors";
import type { ExpectParams } from "../../shared/expect";
import { expressionOf, withFlag } from "../../shared/text/expected";
import { matchesGlob } from "../../shared/text/glob";
import { compileExpression } from "../../shared/text/regular-expression";
import { within, type CommandContext } from "../command-context";
import type { Navigation } from "../navigation/navigation";
import { titleOf } from "../tabs/page-info";
import { retry, type Held } from "./verdict";

/** Titles change without an event that could be relied upon. */
const AGAIN_MS = 50;

export function expectAddress(params: ExpectParams, navigation: Navigation, context: CommandContext): Promise<Held> {
  const glob = params.value ?? "";
  const { tabId } = context;
  let looked = false;
  return retry(params, context, async (deadline) => {
    const over = new AbortController();
    try {
      const moved = new Promise<void>((resolve) => navigation.on(tabId, () => resolve(), over.signal));
      if (looked) await within(deadline.atMost(AGAIN_MS), moved, context);
    } finally {
      over.abort();
    }
    looked = true;
    const tab = await context.race(browser.tabs.get(tabId));
    const url = tab.url ?? "";
    const found = params.condition === "url" ? url : titleOf(tab);
    const holds = matches(params, found, glob);
    const partly = !holds && params.match == null && !glob.startsWith("*") && matches(params, found, `**${glob}**`);
    const start = matches(params, found, `${glob}**`) ? "" : "**";
    const end = !partly ? "" : start && matches(params, found, `**${glob}`) ? "" : "**";
    return {
      holds,
      found: params.condition === "url" ? found : `"${found}"`,
      url,
      ...(partly &&
        !params.negated && { hint: advice`A glob must match all of it. Did you mean: ${`${start}${glob}${end}`}?` }),
    };
  });
}

/** A glob, unless something else is asked for. In titles a slash is a letter like any other. */
function matches({ condition, match, ignoreCase, value = "" }: ExpectParams, text: string, glob: string): boolean {
  if (match === "matches") return expressionOf(withFlag(value, ignoreCase), compileExpression).test(text);
  const [own, expected] = ignoreCase ? [text.toLowerCase(), glob.toLowerCase()] : [text, glob];
  if (match) return match === "exact" ? own === expected : own.includes(expected);
  if (ignoreCase) return matches({ condition, ignoreCase: false } as ExpectParams, own, expected);
  return matchesGlob(text, condition === "url" ? glob : glob.replace(/\*+/g, "**"));
}
