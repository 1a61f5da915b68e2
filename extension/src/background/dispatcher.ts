// The dispatcher: one command in, one answer out, whatever happens in between.

import { COMMANDS, LIMITS, type CommandName, type Commands, type Facts } from "../generated/registry";
import { CommandError, faultOf, ownWords } from "../shared/errors";
import { setUnseen, unseenNow } from "../shared/text/unseen";
import { ActionLock } from "./input/action-lock";
import { CommandContext } from "./command-context";
import type { CommandMessage } from "../generated/messages";
import type { Answer } from "./host/port";
import type { Services } from "./services";
import { privileged } from "./privileged/api";
import { table } from "../shared/table";
import { missingRequest, waitForRequest, type RequestQuery } from "./network/request-waiter";
import { dialogOpen } from "./input/dialogs";
import { pageInfo } from "./tabs/page-info";
import { redactedFault, redactedResult, withoutTokens } from "./host/redacted-answers";

export type Handler<K extends CommandName> = (
  params: Commands[K]["params"],
  context: CommandContext,
) => Promise<Commands[K]["result"]> | Commands[K]["result"];

/** One handler a command: one that is missing does not compile. */
export type Handlers = { [K in CommandName]: Handler<K> };

/** A look at a tab that takes longer is left out. */
const LOOK_MS = 6_000;

/** What a page makes of a long text takes it a while, in which it does not answer. */
const CHARS_PER_MS = 20;

export class Dispatcher {
  readonly #lock: ActionLock;

  /** No command is run before all is `ready`. */
  constructor(
    private readonly handlers: Handlers,
    private readonly services: Services,
    private readonly ready: Promise<unknown>,
  ) {
    this.#lock = new ActionLock(services.dialogs);
  }

  async run(message: CommandMessage): Promise<void> {
    const context = new CommandContext(message);
    setUnseen(message.unseen ?? null);
    this.services.running.set(context.id, context);
    const unwatch = this.services.hangs.watch(context);
    const { answers } = factsOf(message.command);
    let answer: Answer;
    try {
      const done = await ofPage(await context.race(this.#handle(message, context)), context);
      const result = await this.#withConnection(done, context);
      const moment = message.moment && answers !== "as_kept" ? await this.#look(message, result, context) : null;
      const { locator } = context;
      answer = {
        ok: true,
        result: answers === "as_asked" ? withoutTokens(result) : redactedResult(result),
        ...(locator && { locator }),
        ...(moment && { moment: redactedResult(moment) as object }),
      };
    } catch (thrown) {
      const problem = this.services.hangs.explained(await this.services.certificates.explained(thrown), context);
      answer = { ok: false, error: redactedFault(faultOf(problem)) };
    } finally {
      unwatch();
      context.close();
      this.services.running.delete(context.id);
    }
    // Of what nobody could write down that the agent has read, it hears nothing.
    await this.services.requestPolicy.readsItsTabs(context.agent).catch((thrown: unknown) => {
      answer = { ok: false, error: redactedFault(faultOf(thrown)) };
    });
    this.services.port.answer(
      context.id,
      // What is put back later stays as it was: sites keep in cookies what they hide in forms.
      answers === "as_kept" ? answer : this.#told(answer, context),
      Math.round(context.elapsed() * 100) / 100,
    );
  }

  /**
   * Begins to look at the tab of a command that is done; the answer does not wait for it, the next command in the tab
   * does. Null where that is left to a command of its own: where texts are concealed for a picture, which takes long.
   */
  async #look(message: CommandMessage, result: unknown, command: CommandContext): Promise<object | null> {
    if (unseenNow()) return null;
    const shown = (result as { tabId?: number } | null)?.tabId ?? (command.hasTab ? command.tabId : null);
    const params = message.moment as Commands["traceMoment"]["params"] & { tabId?: number };
    if (shown === null || (params.tabId ?? shown) !== shown) return null;
    const context = new CommandContext({
      ...{ type: "command", id: `${message.id}/moment`, agent: message.agent },
      ...{ command: "traceMoment", params, deadlineMs: LOOK_MS },
    });
    this.services.running.set(context.id, context);
    const over = (): void => {
      context.close();
      this.services.running.delete(context.id);
    };
    try {
      context.bindTab(this.services.pool.resolve(context.agent, shown));
      await this.services.requestPolicy.checkCommand("traceMoment", context);
      this.#refuseUnderDialog(context);
      const { seen, whole } = await this.services.moments.begin(params, context);
      whole.then(over, over);
      return seen;
    } catch {
      over();
      return null;
    }
  }

  /** Without what the secret fields of its tab hold; of all tabs of its agent where it is of none. */
  #told(answer: Answer, context: CommandContext): Answer {
    const { hasTab, agent } = context;
    return this.services.tabSecrets
      .of(context, hasTab ? [context.tabId] : this.services.pool.ownedBy(agent))
      .maskedIn(answer);
  }

  async #handle(message: CommandMessage, context: CommandContext): Promise<unknown> {
    await this.ready;
    context.signal.throwIfAborted();
    const { command } = message;
    if (!isCommand(command)) throw new CommandError("UNKNOWN_COMMAND", `The extension knows no command ${command}`);
    // The host checked the parameters against the registry that these types are made from.
    const { tab, changes, lock, underDialog = false, afterClosing = false, addresses = [] } = COMMANDS[command];
    const params = withAddressesRead(addresses, message.params ?? {});
    context.tellsDialogs = underDialog;
    context.tellsClosing = afterClosing;
    const { tabId, waitMs, text } = params as { tabId?: number; waitMs?: number | null; text?: string | null };
    if (waitMs != null) context.patienceMs = waitMs;
    context.patienceMs += (text ?? "").length / CHARS_PER_MS;
    const isClosed = afterClosing && tabId != null && !this.services.pool.has(tabId);
    if (tab && !isClosed) context.bindTab(this.services.pool.resolve(context.agent, tabId));
    if (message.questions) await this.services.askedRights.check(message.questions, context);
    if (context.rights.includes("evaluate_unsafe")) this.services.requestPolicy.runsCode(context.agent);
    if (context.hasTab) {
      await this.services.requestPolicy.checkCommand(command, context);
      this.services.routes.checkAnswered(context.agent);
      if (!underDialog) {
        await this.services.moments.begun(context);
        this.#refuseUnderDialog(context);
      }
      const turn = lock ? this.#lock.take(context, command) : null;
      if (turn) {
        await turn;
        this.#refuseUnderDialog(context);
      }
      if (changes) this.services.pool.noteAct(context.tabId);
    }
    const since = Date.now();
    // The type of the parameters does not tell the compiler which handler they belong to.
    const handle = this.handlers[command] as (params: object, context: CommandContext) => Promise<object> | object;
    const result = await handle(params, context);
    const { waitRequest } = params as { waitRequest?: string | null };
    const { unfinished } = context;
    if (unfinished) return { ...result, unfinished };
    return waitRequest == null ? result : this.#withRequest(result, { glob: waitRequest, since }, command, context);
  }

  /** What an action asked the server for is a part of its result. */
  async #withRequest(
    result: object,
    query: RequestQuery,
    command: CommandName,
    context: CommandContext,
  ): Promise<object> {
    const { tabId } = context;
    context.acted();
    context.tellsDialogs = false;
    context.onTabClosed((error) => context.abort(error));
    if (!this.services.pool.has(tabId)) {
      const message = ownWords`Tab ${tabId} was closed, which ended its requests`;
      throw new CommandError("TAB_CLOSED", message, { tabId, done: result });
    }
    this.#refuseUnderDialog(context);
    const last = context.deadline.minus(LIMITS.errorMarginMs);
    const deadline = last.atMost(LIMITS.waitForMs);
    const request = await waitForRequest(query, this.services.networkLog, deadline, context);
    if (request) return { ...result, request };
    const { details, hint } = missingRequest(query, tabId, this.services.networkLog);
    const waitedMs = Math.round(context.elapsed());
    const what = `${command} was done, but no request ${query.glob} ended in ${waitedMs} ms`;
    throw new CommandError(
      "TIMEOUT",
      what,
      { done: result, ...details, waitedMs, ...(deadline.at === last.at && { limit: "timeout" }) },
      hint,
    );
  }

  /**
   * Whatever names its page says what the server answered for it, what is wrong with a certificate that was let pass, and
   * whether it asks for WebGL in vain.
   */
  async #withConnection(result: unknown, context: CommandContext): Promise<unknown> {
    if (typeof result !== "object" || result === null || !("url" in result && "title" in result && "tabId" in result))
      return result;
    const tabId = result.tabId as number;
    await this.services.navigation.statusTold(tabId, context);
    const status = this.services.navigation.statusOf(tabId, String(result.url));
    const certificateError = await this.services.certificates.errorOf(tabId, String(result.url));
    // Somebody looks then at what the page draws. What it has said comes by the same way as this, and before it.
    if (factsOf(context.command).loads || context.command === "screenshot")
      await context.race(privileged.paintedStates([tabId]));
    const noWebgl = await this.services.consoleLog.lacksWebgl(tabId);
    return {
      ...result,
      ...(status !== null && { status }),
      ...(certificateError && { certificateError }),
      ...(noWebgl && { noWebgl }),
    };
  }

  #refuseUnderDialog({ tabId }: CommandContext): void {
    const open = this.services.dialogs.openIn(tabId);
    if (open) throw dialogOpen(open);
  }
}

/** With the address and the title of the page, where a frame may have told its own. */
async function ofPage(result: unknown, context: CommandContext): Promise<unknown> {
  if (!context.asksFrames || !context.hasTab || typeof result !== "object" || result === null) return result;
  if (!("url" in result && "tabId" in result) || "navigated" in result) return result;
  const page = await pageInfo(context.tabId, "").catch(() => null); // which may be gone by now
  if (!page || page.url === result.url) return result;
  return { ...result, url: page.url, ...("title" in result && { title: page.title }) };
}

function factsOf(name: string): Facts {
  return isCommand(name) ? COMMANDS[name] : {};
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** With its addresses as Firefox spells them, so that no handler reads one in another way. Throws INVALID_PARAMS. */
function withAddressesRead(names: readonly string[], params: object): object {
  const read = table<unknown>({ ...params });
  for (const name of names) {
    const given = read[name];
    if (typeof given !== "string") continue;
    const address = URL.parse(given);
    const hint = ownWords`Give one such as https://example.com`;
    // Of a name with an empty part Firefox loads nothing, and says nothing.
    if (!address || /^\.|\.\./.test(address.hostname))
      throw new CommandError("INVALID_PARAMS", `Firefox does not read this address: ${given.slice(0, 200)}`, {}, hint);
    read[name] = address.href;
  }
  return read;
}
