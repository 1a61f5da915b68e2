// ping, loading the extension again, and ending Firefox.

import { CommandError, ours } from "../../shared/errors";
import { within, type Call } from "../command-context";
import type { Handlers } from "../dispatcher";
import type { OrphanedTabs } from "../tabs/orphaned-tabs";
import type { PoolWindows } from "../tabs/pool-windows";

/** The answer has to be out before everything goes down. */
const BEFORE_END_MS = 20;

/** A tab that does not close keeps nobody from loading the extension again. */
const CLOSE_MS = 2_000;

type Names = "ping" | "quitBrowser" | "reloadExtension";

export function systemHandlers(
  windows: PoolWindows,
  orphanedTabs: OrphanedTabs,
  endAllBut: (call: Call) => void,
): Pick<Handlers, Names> {
  return {
    ping: () => ({ pong: true }),
    quitBrowser: () => {
      if (!windows.ownsFirefox) throw new CommandError("SESSION_HELD", ours`This Firefox was not started by clz`);
      setTimeout(() => void closeAll(), BEFORE_END_MS);
      return { quitting: true };
    },
    reloadExtension: async (_params, call) => {
      endAllBut(call);
      await within(CLOSE_MS, orphanedTabs.closeAll(), call);
      setTimeout(() => browser.runtime.reload(), BEFORE_END_MS);
      return { reloading: true };
    },
  };
}

/** Firefox ends with its last window. */
async function closeAll(): Promise<void> {
  const all = await browser.windows.getAll();
  await Promise.all(all.flatMap(({ id }) => (id === undefined ? [] : [browser.windows.remove(id)])));
}
