// Frame queries: what this frame has of what the background asks all frames for.

import type { QueryMessage, QueryResult, LocatorQuery } from "../../shared/messages";
import { CommandError, ours } from "../../shared/errors";
import { squeeze } from "../../shared/text/text";
import type { Call } from "../command";
import { candidate } from "../dom/describe";
import { matchesOf } from "./find";
import { looksQuiet } from "../actionability/quiet-page";
import { pageText } from "../reading/read";
import { suggest } from "./suggestions";
import { until } from "../actionability/wait";

const MAX_CANDIDATES = 5;

/** Resolves as soon as there is a match, with none of it when the time is up. */
export async function answerQuery({ query, lookalikes }: QueryMessage, call: Call): Promise<QueryResult> {
  const nothing = (): CommandError => new CommandError("ELEMENT_NOT_FOUND", ours`not here`);
  try {
    return await until(call, () => {
      const result = resultOf(query);
      return result.count > 0 ? { ready: true, value: result } : { ready: false, fault: nothing };
    });
  } catch (thrown) {
    if (!(thrown instanceof CommandError) || thrown.code !== "ELEMENT_NOT_FOUND") throw thrown;
    const last = resultOf(query);
    const alike = lookalikes > 0 && query.target !== undefined ? suggest(query.target).slice(0, lookalikes) : [];
    return { ...last, lookalikes: alike };
  }
}

function resultOf({ target, text, need, early }: LocatorQuery): QueryResult {
  const none = {
    hidden: 0,
    candidates: [],
    lookalikes: [],
    frameIds: [],
    loading: document.readyState === "loading",
    quiet: false,
  };
  if (target === undefined) return { ...none, count: pageText().includes(squeeze(text)) ? 1 : 0 };
  const { matches, found } = matchesOf(target, need);
  const some = matches.slice(0, MAX_CANDIDATES);
  return {
    ...none,
    quiet: early === true && found.length === 0 && looksQuiet(),
    count: matches.length,
    hidden: found.length - matches.length,
    candidates: some.map(candidate),
    frameIds: some.map(frameIdOf),
  };
}

/** The id of the frame that an element holds; -1 where it is no frame's. */
function frameIdOf(element: Element): number {
  return element.matches("iframe, frame, object, embed") ? browser.runtime.getFrameId(element) : -1;
}
