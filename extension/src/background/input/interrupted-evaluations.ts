// Evaluations that a dialog has interrupted. Their page goes on once the dialog is answered, and their outcome is
// reported with that: an expression that asked is not to be carried out twice for its value.

import { LIMITS, type Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import { within, type CommandContext } from "../command-context";
import { redactedFault } from "../host/redacted-answers";
import { dialogOpen, type Dialogs } from "./dialogs";
import { TabMap } from "../scopes";

type Evaluated = Pick<Commands["evaluate"]["result"], "result" | "type" | "truncated">;
type Evaluation = NonNullable<Commands["acceptDialog"]["result"]["evaluation"]>;

interface Told {
  evaluation?: Evaluation | null;
}

interface Interrupted {
  readonly agent: string;
  readonly over: Promise<void>;
  came: Evaluation | null;
}

const HINT = ownWords`Answer it, which gives the value: clz dialog accept, or clz dialog dismiss`;

export class InterruptedEvaluations {
  readonly #interrupted = new TabMap<Interrupted>();

  constructor(private readonly dialogs: Dialogs) {}

  /** What `work` gives. Throws DIALOG_OPEN as soon as a dialog waits for its agent, and keeps what comes after it. */
  async watch<T extends Evaluated>(work: Promise<T>, context: CommandContext): Promise<T> {
    const over = new AbortController();
    context.tellsDialogs = true;
    try {
      return await Promise.race([work, this.#asked(context.tabId, over.signal)]);
    } catch (thrown) {
      if (thrown instanceof CommandError && thrown.code === "DIALOG_OPEN") this.#keep(work, context);
      throw thrown;
    } finally {
      over.abort();
    }
  }

  /** Its outcome once the dialog is answered: waited for until it is there, or another dialog opens. */
  async after(context: CommandContext): Promise<Told> {
    const interrupted = this.#of(context);
    if (!interrupted) return {};
    const over = new AbortController();
    const askedAgain = this.#asked(context.tabId, over.signal).catch(() => undefined);
    try {
      await within(
        context.deadline.halfway.atMost(LIMITS.autoWaitMs),
        Promise.race([interrupted.over, askedAgain]),
        context,
      );
    } finally {
      over.abort();
    }
    return this.now(context);
  }

  /** The same, if it is there by now. It is reported once. */
  now(context: CommandContext): Told {
    const interrupted = this.#of(context);
    if (!interrupted) return {};
    if (interrupted.came) this.#interrupted.delete(context.tabId);
    return { evaluation: interrupted.came };
  }

  #of({ tabId, agent }: CommandContext): Interrupted | null {
    const interrupted = this.#interrupted.get(tabId);
    return interrupted?.agent === agent ? interrupted : null;
  }

  #keep(work: Promise<Evaluated>, { tabId, agent }: CommandContext): void {
    const kept: Interrupted = {
      agent,
      came: null,
      over: work.then(
        ({ result, type, truncated }) => {
          kept.came = { result, type, truncated, error: null };
        },
        (thrown: unknown) => {
          kept.came = failed(thrown);
        },
      ),
    };
    this.#interrupted.set(tabId, kept);
  }

  #asked(tabId: number, signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      const told = ({ open, tabId: popup = tabId }: { open: boolean; tabId?: number }): void => {
        const dialog = open ? this.dialogs.openIn(popup) : null;
        if (dialog) reject(dialogOpen(dialog, HINT));
      };
      this.dialogs.on(tabId, told, signal);
    });
  }
}

function failed(thrown: unknown): Evaluation {
  const error = thrown instanceof CommandError ? redactedFault(thrown.toFault()) : null;
  const { code, message } = error ?? { code: "EVALUATION_FAILED", message: String(thrown) };
  return { result: null, type: "", truncated: false, error: { code, message } };
}
