// ping, loading the extension again, and ending Firefox.

import { Deadline } from "../../shared/deadline";
import { CommandError, ownWords } from "../../shared/errors";
import { within } from "../command-context";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { privileged } from "../privileged/api";

/** By then the answer is posted. */
const POSTED_MS = 20;

/** A tab that does not close keeps nobody from loading the extension again. */
const CLOSE_MS = 2_000;

export function systemHandlers({ windows, orphanedTabs, port, running }: Services) {
  /** The host reads in order: once it answers what was sent behind the answer of this command, it has that too. */
  const onceAnswered = (end: () => void): void => {
    setTimeout(() => {
      const heard = port.ask("overview", {});
      void heard.catch(() => undefined).then(end);
    }, POSTED_MS);
  };
  return {
    ping: () => ({ pong: true }),
    movedParts: async () => ({ moved: await privileged.movedParts() }),
    quitBrowser: () => {
      if (!windows.ownsFirefox) throw new CommandError("SESSION_HELD", ownWords`This Firefox was not started by clz`);
      onceAnswered(() => void closeAll());
      return { quitting: true };
    },
    reloadExtension: async (_params, context) => {
      running.endAllBut(context);
      await within(Deadline.after(CLOSE_MS), orphanedTabs.closeAll(), context);
      onceAnswered(() => browser.runtime.reload());
      return { reloading: true };
    },
  } satisfies Partial<Handlers>;
}

/** Firefox ends with its last window. */
async function closeAll(): Promise<void> {
  const all = await browser.windows.getAll();
  await Promise.all(all.flatMap(({ id }) => (id === undefined ? [] : [browser.windows.remove(id)])));
}
