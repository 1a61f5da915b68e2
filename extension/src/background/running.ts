// The commands that are under way, and what ends them before they are done.

import type { CancelMessage } from "../generated/messages";
import { CommandError, faultOf, ownWords } from "../shared/errors";
import type { ShownDialog } from "../shared/privileged";
import type { CommandContext } from "./command-context";
import { dialogOpen } from "./input/dialogs";
import type { Loss } from "./tabs/tab-pool";

/** By the id of the command. */
export class RunningCommands extends Map<string, CommandContext> {
  cancel({ id, reason }: CancelMessage): void {
    const isLate = reason === "timeout";
    const message = isLate ? "The time is up" : "The command was cancelled";
    this.get(id)?.abort(new CommandError(isLate ? "TIMEOUT" : "CANCELLED", message));
  }

  /** Ends every command that acts in a tab which its agent cannot reach any more. */
  tabLost(tabId: number, loss: Loss): void {
    const error =
      loss !== "taken"
        ? new CommandError("TAB_CLOSED", ownWords`Tab ${tabId} was closed`, { tabId })
        : new CommandError("OWNERSHIP", ownWords`The person took tab ${tabId} back`, { tabId });
    for (const context of this.values()) {
      if (!context.isIn(tabId)) continue;
      if (loss === "gone" || (loss === "closed" && context.tellsClosing)) context.tabClosed(error);
      else context.abort(error);
    }
  }

  /** True while an agent does something that needs a right and that the person has confirmed. */
  hasConfirmed(agent: string, right: string): boolean {
    return [...this.values()].some((context) => context.agent === agent && context.confirm?.given.includes(right));
  }

  /** Ends what waits in a tab whose page now waits itself. Actions report what they have done so far. */
  asked(dialog: ShownDialog): void {
    this.#end(dialogOpen(dialog), (context) => context.isIn(dialog.tabId) && !context.tellsDialogs);
  }

  /** Ends what is not allowed any more. */
  recheck(check: (context: CommandContext) => Promise<void> | null): void {
    for (const context of this.values())
      if (context.hasTab)
        check(context)?.catch((thrown: unknown) => context.abort(CommandError.fromFault(faultOf(thrown))));
  }

  /** Ends every command of an agent that is gone, but the one that says so. */
  agentGone(agent: string, except: CommandContext): void {
    const error = new CommandError("CANCELLED", ownWords`The agent is gone`);
    this.#end(error, (context) => context.agent === agent && context !== except);
  }

  /** Ends everything else: the extension is about to begin again. */
  endAllBut(except: CommandContext): void {
    this.#end(
      new CommandError("HOST_GONE", ownWords`The extension is being reloaded`),
      (context) => context !== except,
    );
  }

  /** Ends everything: the host that asked is gone. */
  stop(): void {
    this.#end(new CommandError("HOST_GONE", ownWords`The native host closed the connection`), () => true);
  }

  #end(error: CommandError, ends: (context: CommandContext) => boolean): void {
    for (const context of this.values()) if (ends(context)) context.abort(error);
  }
}
