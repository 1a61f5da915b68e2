// Asking the person at Firefox.

import { CommandError, ownWords } from "../../shared/errors";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";

export function askHandlers({ questions, pool }: Services) {
  return {
    ask: async ({ question, tabId, waitMs }, context) => {
      if (tabId != null) context.bindTab(pool.resolve(context.agent, tabId));
      const shown = tabId ?? pool.currentOf(context.agent);
      const answer = await questions.ask(question, shown, context.waitDeadline(waitMs), context);
      if (answer === null) {
        const waitedMs = Math.round(context.elapsed());
        const hint = ownWords`Ask again, for longer: clz ask QUESTION --wait-ms 290000`;
        throw new CommandError(
          "TIMEOUT",
          ownWords`No answer came in ${waitedMs} ms`,
          { waitedMs, limit: "waitMs" },
          hint,
        );
      }
      return { answer, by: "firefox" as const, elapsedMs: Math.round(context.elapsed()) };
    },
  } satisfies Partial<Handlers>;
}
