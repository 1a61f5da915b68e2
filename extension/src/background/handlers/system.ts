// ping, loading the extension anew, and ending Firefox.

import { CommandError, ours } from "../../shared/errors";
import type { Handlers } from "../dispatcher";
import type { PoolWindows } from "../window";

/** The answer has to be out before everything goes down. */
const BEFORE_END_MS = 20;

export function systemHandlers(windows: PoolWindows): Pick<Handlers, "ping" | "quitBrowser" | "reloadExtension"> {
  return {
    ping: () => ({ pong: true }),
    quitBrowser: () => {
      if (!windows.ownsFirefox) throw new CommandError("SESSION_HELD", ours`This Firefox was not started by clz`);
      setTimeout(() => void closeAll(), BEFORE_END_MS);
      return { quitting: true };
    },
    reloadExtension: () => {
      setTimeout(() => browser.runtime.reload(), BEFORE_END_MS);
      return { reloading: true };
    },
  };
}

/** Firefox ends with its last window. */
async function closeAll(): Promise<void> {
  const all = await browser.windows.getAll();
  await Promise.all(all.map(({ id }) => (id === undefined ? undefined : browser.windows.remove(id))));
}
