// The lock on acting: one action at a time in each tab, in the order in which they came. Two at once would type into each
// other's words, and take each other's effects for their own.
//
// It is held from before an action waits for its element until what followed is known, and dies with its command, however
// that ends. Only a dialog that waits for its answer leaves it held: the action goes on in the page when that is given.

import { CommandError } from "../../shared/errors";
import { within, type Call } from "../command-context";
import { dialogOpen, type Dialogs } from "./dialogs";
import { shortId } from "../tabs/tab-pool";

/** The error that names the holder is told before the whole command's is. */
const EARLIER_MS = 30;

interface Turn {
  readonly call: Call;
  readonly command: string;
  begin(): void;
}

interface Line {
  holder: Turn;
  since: number;
  readonly waiting: Turn[];
}

export class ActionLock {
  readonly #dialogs: Dialogs;
  readonly #lines = new Map<number, Line>();

  constructor(dialogs: Dialogs) {
    this.#dialogs = dialogs;
  }

  /** Takes the lock of the call's tab: at once, which gives null, or when it is its turn. Throws TAB_BUSY, DIALOG_OPEN. */
  take(call: Call, command: string): Promise<void> | null {
    call.signal.throwIfAborted();
    const { tabId } = call;
    const line = this.#lines.get(tabId);
    call.onActed(() => this.#release(tabId, call));
    if (line) return this.#wait(line, call, command);
    const holder = { call, command, begin: () => undefined };
    this.#lines.set(tabId, { holder, since: performance.now(), waiting: [] });
    return null;
  }

  async #wait(line: Line, call: Call, command: string): Promise<void> {
    const over = new AbortController();
    try {
      const turn = new Promise<void>((resolve, reject) => {
        line.waiting.push({ call, command, begin: resolve });
        const told = ({ open }: { open: boolean }): void => {
          const dialog = open ? this.#dialogs.openIn(call.tabId) : null;
          if (dialog) reject(dialogOpen(dialog));
        };
        this.#dialogs.on(call.tabId, told, over.signal);
      });
      await within(call.left() - EARLIER_MS, turn, call);
      if (line.holder.call !== call) throw this.#busy(line, call);
    } finally {
      over.abort();
    }
  }

  /** The next one's turn. A call that does not hold the lock leaves the line. */
  #release(tabId: number, call: Call): void {
    const line = this.#lines.get(tabId);
    if (!line) return;
    const at = line.waiting.findIndex((turn) => turn.call === call);
    if (at >= 0) line.waiting.splice(at, 1);
    if (line.holder.call !== call) return;
    const next = line.waiting.shift();
    if (!next) {
      this.#lines.delete(tabId);
      return;
    }
    line.holder = next;
    line.since = performance.now();
    next.begin();
  }

  #busy({ holder, since, waiting }: Line, { tabId, agent }: Call): CommandError {
    const whose = holder.call.agent === agent ? "yours" : holder.call.name || shortId(holder.call.agent);
    const heldForMs = Math.round(performance.now() - since);
    const details = {
      tabId,
      holder: shortId(holder.call.agent),
      command: holder.command,
      heldForMs,
      waiting: waiting.length,
    };
    const message = `Another ${holder.command} of ${whose} has been acting in tab ${tabId} for ${heldForMs} ms`;
    return new CommandError("TAB_BUSY", message, details);
  }
}
