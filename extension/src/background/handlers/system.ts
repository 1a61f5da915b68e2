// ping, and loading the extension anew.

import type { Handlers } from "../dispatcher";

/** The answer has to be out before everything goes down. */
const BEFORE_RELOAD_MS = 50;

export function systemHandlers(): Pick<Handlers, "ping" | "reloadExtension"> {
  return {
    ping: () => ({ pong: true }),
    reloadExtension: () => {
      setTimeout(() => browser.runtime.reload(), BEFORE_RELOAD_MS);
      return { reloading: true };
    },
  };
}
