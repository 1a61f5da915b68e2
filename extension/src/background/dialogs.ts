// Dialogs of pages: what becomes of them, by the policy of the agent whose tab it is. No dialog ever freezes a tab
// unless its agent wants to be asked.

import { CommandError, ours } from "../shared/errors";
import type { DialogMessage, DialogPolicy } from "../shared/messages";
import type { DialogAnswer, ShownDialog } from "./privileged";
import type { TabPool } from "./pool";

/** What a result says about a dialog. */
export interface DialogNote {
  type: string;
  message: string;
  open: boolean;
  accepted?: boolean;
}

interface OpenDialog extends ShownDialog {
  answer(given: DialogAnswer): void;
}

interface AnsweredDialog extends ShownDialog {
  accepted: boolean;
  text: string;
}

type Listener = (note: DialogNote) => void;

const DEFAULT_POLICY: DialogPolicy = "dismiss";

export class Dialogs {
  readonly #pool: TabPool;
  readonly #policies = new Map<string, DialogPolicy>();
  readonly #open = new Map<number, OpenDialog>();
  readonly #last = new Map<number, AnsweredDialog>();
  readonly #listeners = new Map<number, Set<Listener>>();

  constructor(pool: TabPool) {
    this.#pool = pool;
  }

  policyOf(agent: string): DialogPolicy {
    return this.#policies.get(agent) ?? DEFAULT_POLICY;
  }

  setPolicy(agent: string, policy: DialogPolicy): void {
    this.#policies.set(agent, policy);
    for (const { tabId, owner } of this.#pool.all()) {
      // Where a content script answers dialogs, it has to know beforehand. A tab without one has nobody to tell.
      if (owner === agent) browser.tabs.sendMessage(tabId, { clz: "dialogs", policy }).catch(() => undefined);
    }
  }

  /** The policy of the agent that owns the tab; null for a person's own tab. */
  policyIn(tabId: number): DialogPolicy | null {
    const owner = this.#pool.ownerOf(tabId);
    return owner === null ? null : this.policyOf(owner);
  }

  openIn(tabId: number): ShownDialog | null {
    return this.#open.get(tabId) ?? null;
  }

  lastIn(tabId: number): AnsweredDialog | null {
    return this.#last.get(tabId) ?? null;
  }

  /** Decides about a dialog; with the policy `ask` once its agent has answered. Null for a person's own tab. */
  shown(dialog: ShownDialog): Promise<DialogAnswer | null> {
    const policy = this.policyIn(dialog.tabId);
    if (policy === null) return Promise.resolve(null);
    if (policy === "ask") {
      return new Promise((resolve) => {
        const answer = (given: DialogAnswer): void => {
          this.#open.delete(dialog.tabId);
          this.#note(dialog, given);
          resolve(given);
        };
        this.#open.set(dialog.tabId, { ...dialog, answer });
        this.#tell(dialog.tabId, { type: dialog.type, message: dialog.message, open: true });
      });
    }
    // Who leaves a page means to: a page that asks back would keep its agent in it for ever.
    const accept = dialog.type === "beforeunload" || (policy === "accept" && dialog.type !== "auth");
    const given: DialogAnswer = { accept, ...(accept && { text: dialog.defaultValue }) };
    this.#note(dialog, given);
    return Promise.resolve(given);
  }

  /** Answers the open dialog. Throws NO_DIALOG. */
  answer(tabId: number, given: DialogAnswer): ShownDialog {
    const dialog = this.#open.get(tabId);
    if (!dialog) throw new CommandError("NO_DIALOG", ours`No dialog is open in tab ${tabId}`, { tabId });
    dialog.answer({ accept: given.accept, text: given.text ?? dialog.defaultValue });
    return dialog;
  }

  /** Notes a dialog that was answered where it came up. */
  noted(tabId: number, { type, message, accepted, text }: DialogMessage): void {
    if (this.#pool.has(tabId)) this.#note({ tabId, type, message, defaultValue: "" }, { accept: accepted, text });
  }

  on(tabId: number, listener: Listener, signal: AbortSignal): void {
    const listeners = this.#listeners.get(tabId) ?? new Set();
    this.#listeners.set(tabId, listeners);
    listeners.add(listener);
    signal.addEventListener("abort", () => listeners.delete(listener), { once: true });
  }

  forget(tabId: number): void {
    this.#open.get(tabId)?.answer({ accept: true });
    this.#last.delete(tabId);
    this.#listeners.delete(tabId);
  }

  #note(dialog: ShownDialog, { accept, text = "" }: DialogAnswer): void {
    const { tabId, type, message } = dialog;
    this.#last.set(tabId, { ...dialog, accepted: accept, text: type === "prompt" && accept ? text : "" });
    this.#tell(tabId, { type, message, open: false, accepted: accept });
  }

  #tell(tabId: number, note: DialogNote): void {
    for (const listener of [...(this.#listeners.get(tabId) ?? [])]) listener(note);
  }
}

export function dialogOpen({ tabId, type, message }: ShownDialog): CommandError {
  return new CommandError("DIALOG_OPEN", `A dialog is open in tab ${tabId}: ${type} "${message}"`, { tabId, type, message });
}
