// The dispatcher: one command in, one answer out, whatever happens in between.

import { COMMANDS, type CommandName, type Commands } from "../generated/registry";
import { CommandError, faultOf, ours } from "../shared/errors";
import type { ShownDialog } from "../shared/privileged";
import { ActionLock } from "./input/action-lock";
import { Call, type CommandMessage } from "./command-context";
import type { Answer, CancelMessage } from "./host/port";
import { dialogOpen, type Dialogs } from "./input/dialogs";
import { maskedFault, maskedResult } from "./host/masked-answers";
import type { Loss, TabPool } from "./tabs/tab-pool";

export type Handler<K extends CommandName> = (
  params: Commands[K]["params"],
  call: Call,
) => Promise<Commands[K]["result"]> | Commands[K]["result"];

/** One handler a command: one that is missing does not compile. */
export type Handlers = { [K in CommandName]: Handler<K> };

/** What makes sense in a tab whose page waits for the answer to its dialog. */
const WITH_DIALOG = new Set<CommandName>(["dialogStatus", "acceptDialog", "dismissDialog", "closeTab", "selectTab"]);

/** What changes something in a tab without acting in its page, and what frees a page that an action is stuck in. */
const WITHOUT_LOCK = new Set<CommandName>([...WITH_DIALOG, "navigate", "back", "forward", "reload", "evaluate"]);

type Send = (id: string, answer: Answer, ms: number) => void;

/** What a command in a tab has to pass before it runs; null if there is nothing to ask. */
type Admit = (command: string, call: Call) => Promise<void> | null;

export class Dispatcher {
  readonly #handlers: Handlers;
  readonly #pool: TabPool;
  readonly #dialogs: Dialogs;
  readonly #send: Send;
  readonly #admit: Admit;
  readonly #lock: ActionLock;
  readonly #calls = new Map<string, Call>();

  constructor(handlers: Handlers, pool: TabPool, dialogs: Dialogs, admit: Admit, send: Send) {
    this.#handlers = handlers;
    this.#pool = pool;
    this.#dialogs = dialogs;
    this.#lock = new ActionLock(dialogs);
    this.#admit = admit;
    this.#send = send;
  }

  async run(message: CommandMessage): Promise<void> {
    const call = new Call(message);
    this.#calls.set(call.id, call);
    let answer: Answer;
    try {
      const result = await call.race(this.#handle(message, call));
      answer = { ok: true, result: maskedResult(message.command, result) };
    } catch (thrown) {
      answer = { ok: false, error: maskedFault(faultOf(thrown)) };
    } finally {
      call.close();
      this.#calls.delete(call.id);
    }
    this.#send(call.id, answer, Math.round(call.elapsed() * 100) / 100);
  }

  cancel({ id, reason }: CancelMessage): void {
    const code = reason === "timeout" ? "TIMEOUT" : "CANCELLED";
    this.#calls
      .get(id)
      ?.abort(new CommandError(code, reason === "timeout" ? "The time is up" : "The command was cancelled"));
  }

  /** Ends every command that acts in a tab which its agent cannot reach any more. */
  tabLost(tabId: number, loss: Loss): void {
    const error =
      loss === "closed"
        ? new CommandError("TAB_CLOSED", ours`Tab ${tabId} was closed`, { tabId })
        : new CommandError("OWNERSHIP", ours`The person took tab ${tabId} back`, { tabId });
    for (const call of this.#calls.values()) if (call.isIn(tabId)) call.abort(error);
  }

  /** Ends what waits in a tab whose page now waits itself. Actions tell what they have come to. */
  asked(dialog: ShownDialog): void {
    for (const call of this.#calls.values()) {
      if (call.isIn(dialog.tabId) && !call.tellsDialogs) call.abort(dialogOpen(dialog));
    }
  }

  /** Ends every command of an agent that is gone, but the one that says so. */
  agentGone(agent: string, except: Call): void {
    const error = new CommandError("CANCELLED", ours`The agent is gone`);
    for (const call of this.#calls.values()) if (call.agent === agent && call !== except) call.abort(error);
  }

  /** Ends everything else: the extension is about to begin again. */
  endAllBut(except: Call): void {
    const error = new CommandError("HOST_GONE", ours`The extension is loaded again`);
    for (const call of this.#calls.values()) if (call !== except) call.abort(error);
  }

  /** Ends everything: the host that asked is gone. */
  stop(): void {
    const error = new CommandError("HOST_GONE", ours`The native host closed the connection`);
    for (const call of this.#calls.values()) call.abort(error);
  }

  async #handle(message: CommandMessage, call: Call): Promise<unknown> {
    const { command } = message;
    if (!isCommand(command)) throw new CommandError("UNKNOWN_COMMAND", `The extension knows no command ${command}`);
    // The host checked the parameters against the registry that these types are made from.
    const params = message.params ?? {};
    if (!COMMANDS[command].tab) return this.#invoke(command, params, call);
    call.bindTab(this.#pool.resolve(call.agent, (params as { tabId?: number }).tabId));
    await this.#admit(command, call);
    const { changes } = COMMANDS[command];
    if (!WITH_DIALOG.has(command)) this.#refuseUnderDialog(call);
    const turn = changes && !WITHOUT_LOCK.has(command) ? this.#lock.take(call, command) : null;
    if (turn) {
      await turn;
      this.#refuseUnderDialog(call);
    }
    if (changes) this.#pool.noteAct(call.tabId);
    return this.#invoke(command, params, call);
  }

  #refuseUnderDialog({ tabId }: Call): void {
    const open = this.#dialogs.openIn(tabId);
    if (open) throw dialogOpen(open);
  }

  #invoke<K extends CommandName>(command: K, params: Commands[K]["params"], call: Call): unknown {
    call.tellsDialogs ||= WITH_DIALOG.has(command);
    return this.#handlers[command](params, call);
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
