// The lock on acting: one action at a time in each tab, in the order in which they came. Two at once would type into
// each other's words, and take each other's effects for their own.
//
// It is held from before an action waits for its element until what followed is known, and dies with its command,
// however that ends. Only a dialog that waits for its answer leaves it held: the action goes on in the page when that
// is given.

import { LIMITS } from "../../generated/registry";
import { CommandError } from "../../shared/errors";
import { within, type CommandContext } from "../command-context";
import { dialogOpen, type Dialogs } from "./dialogs";
import { shortId } from "../tabs/tab-pool";

interface Turn {
  readonly context: CommandContext;
  readonly command: string;
  begin(): void;
}

interface Line {
  holder: Turn;
  since: number;
  readonly waiting: Turn[];
}

export class ActionLock {
  // eslint-disable-next-line clz/scoped -- a line ends with the last command in it
  readonly #lines = new Map<number, Line>();

  constructor(private readonly dialogs: Dialogs) {}

  /**
   * Takes the lock of the command's tab: at once, which gives null, or when it is its turn. Throws TAB_BUSY,
   * DIALOG_OPEN.
   */
  take(context: CommandContext, command: string): Promise<void> | null {
    context.signal.throwIfAborted();
    const { tabId } = context;
    const line = this.#lines.get(tabId);
    context.onActed(() => this.#release(tabId, context));
    if (line) return this.#wait(line, context, command);
    const holder = { context, command, begin: () => undefined };
    this.#lines.set(tabId, { holder, since: performance.now(), waiting: [] });
    return null;
  }

  async #wait(line: Line, context: CommandContext, command: string): Promise<void> {
    const over = new AbortController();
    try {
      const turn = new Promise<void>((resolve, reject) => {
        line.waiting.push({ context, command, begin: resolve });
        const told = ({ open }: { open: boolean }): void => {
          const dialog = open ? this.dialogs.openIn(context.tabId) : null;
          if (dialog) reject(dialogOpen(dialog));
        };
        this.dialogs.on(context.tabId, told, over.signal);
      });
      await within(context.deadline.minus(LIMITS.errorMarginMs), turn, context);
      if (line.holder.context !== context) throw this.#busy(line, context);
    } finally {
      over.abort();
    }
  }

  /** The next one's turn. A command that does not hold the lock leaves the line. */
  #release(tabId: number, context: CommandContext): void {
    const line = this.#lines.get(tabId);
    if (!line) return;
    const at = line.waiting.findIndex((turn) => turn.context === context);
    if (at >= 0) line.waiting.splice(at, 1);
    if (line.holder.context !== context) return;
    const next = line.waiting.shift();
    if (!next) {
      this.#lines.delete(tabId);
      return;
    }
    line.holder = next;
    line.since = performance.now();
    next.begin();
  }

  #busy({ holder, since, waiting }: Line, { tabId, agent }: CommandContext): CommandError {
    const whose = holder.context.agent === agent ? "yours" : holder.context.name || shortId(holder.context.agent);
    const heldForMs = Math.round(performance.now() - since);
    const details = {
      tabId,
      holder: shortId(holder.context.agent),
      command: holder.command,
      heldForMs,
      waiting: waiting.length,
    };
    const message = `Another ${holder.command} of ${whose} has been acting in tab ${tabId} for ${heldForMs} ms`;
    return new CommandError("TAB_BUSY", message, details);
  }
}
