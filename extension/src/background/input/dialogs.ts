// Dialogs of pages: what becomes of them, by the policy of the agent whose tab it is. No dialog ever freezes a tab
// unless its agent wants to be asked.

import { CommandError, ownWords, type OwnWords } from "../../shared/errors";
import type { DialogMessage, DialogPolicy } from "../../shared/messages";
import type { DialogAnswer, ShownDialog } from "../../shared/privileged";
import type { TabPool } from "../tabs/tab-pool";
import { TabListeners } from "../tabs/tab-listeners";
import { AgentMap, TabMap, tabScope } from "../scopes";
import { DialogTeller, MAX_DIALOGS, type DialogNote, type LateDialog, type SeenDialog } from "./dialog-teller";

interface OpenDialog extends ShownDialog {
  /** Since when, in ISO 8601. */
  at: string;
  answer(given: DialogAnswer): void;
}

interface AnsweredDialog extends ShownDialog {
  accepted: boolean;
  text: string;
  /** In ISO 8601. */
  at: string;
}

/** A page that asks as often as dialogs are kept, within this time and by itself, asks without end. */
const ENDLESS_MS = 5_000;

/** Nobody is asked: an agent has neither paper nor other programs, nor a security key to touch. */
const NEVER = new Set<ShownDialog["type"]>(["print", "external", "passkey"]);

const DEFAULT_POLICY: DialogPolicy = "dismiss";

export class Dialogs {
  readonly #policies = new AgentMap<DialogPolicy>();
  /** Those that wait in each tab, the oldest first: what is asked beside the page does not keep it from asking more. */
  readonly #open = new Map<number, OpenDialog[]>();
  /** What came when no command could tell it; the next one does. */
  readonly #untold = new TabMap<LateDialog[]>();
  /** The last ones of each tab, the oldest first. */
  readonly #answered = new TabMap<AnsweredDialog[]>();
  /** When those came up that came in a row: since the last command began. */
  readonly #times = new TabMap<number[]>();
  /** The tabs whose pages opened others. */
  readonly #openers = new TabMap<number>();
  readonly #tellers = new TabListeners<SeenDialog>();
  readonly #listeners = new TabListeners<DialogNote>();

  /** `onOpen` is called with each dialog that waits for its agent. */
  constructor(
    private readonly pool: TabPool,
    private readonly onOpen: (dialog: ShownDialog) => void,
  ) {
    tabScope.onEnd((tabId) => this.#end(tabId));
  }

  policyOf(agent: string): DialogPolicy {
    return this.#policies.get(agent) ?? DEFAULT_POLICY;
  }

  setPolicy(agent: string, policy: DialogPolicy): void {
    this.#policies.set(agent, policy);
    for (const { tabId, owner } of this.pool.all()) {
      // Where a content script answers dialogs, it has to know beforehand. A tab without one has nobody to tell.
      if (owner === agent) browser.tabs.sendMessage(tabId, { clz: "dialogs", policy }).catch(() => undefined);
    }
  }

  /** The policy of the agent that owns the tab; null for a person's own tab. */
  policyIn(tabId: number): DialogPolicy | null {
    const owner = this.pool.ownerOf(tabId);
    return owner === null ? null : this.policyOf(owner);
  }

  /** Notes that a page of a tab opened another: what is asked there while that tab acts, comes of it. */
  opened(tabId: number, by: number): void {
    this.#openers.set(tabId, by);
  }

  openIn(tabId: number): Omit<OpenDialog, "answer"> | null {
    return this.#open.get(tabId)?.[0] ?? null;
  }

  answeredIn(tabId: number): readonly AnsweredDialog[] {
    return this.#answered.get(tabId) ?? [];
  }

  /** Decides about a dialog; with the policy `ask` once its agent has answered. Null for a person's own tab. */
  shown(dialog: ShownDialog): Promise<DialogAnswer | null> {
    const policy = this.policyIn(dialog.tabId);
    if (policy === null) return Promise.resolve(null);
    if (policy === "ask" && !NEVER.has(dialog.type)) {
      return new Promise((resolve) => {
        const answer = (given: DialogAnswer): void => {
          const others = (this.#open.get(dialog.tabId) ?? []).filter((other) => other.answer !== answer);
          if (others.length > 0) this.#open.set(dialog.tabId, others);
          else this.#open.delete(dialog.tabId);
          this.#tell(dialog.tabId, this.#note(dialog, given));
          resolve(given);
        };
        const at = new Date().toISOString();
        this.#open.set(dialog.tabId, [...(this.#open.get(dialog.tabId) ?? []), { ...dialog, at, answer }]);
        const note = { type: dialog.type, message: dialog.message, open: true };
        this.#tell(dialog.tabId, { note, at });
        this.onOpen(dialog);
      });
    }
    // An agent that leaves a page means to: a page that asks back would keep it there for ever.
    const noMore = dialog.type !== "beforeunload" && this.#isEndless(dialog.tabId);
    const yes = policy === "accept" && dialog.type !== "auth" && !NEVER.has(dialog.type) && !noMore;
    const accept = dialog.type === "beforeunload" || yes;
    const given: DialogAnswer = { accept, ...(accept && { text: dialog.defaultValue }), ...(noMore && { noMore }) };
    this.#noteUnasked(dialog, given);
    return Promise.resolve(given);
  }

  /** Answers the open dialog. Throws NO_DIALOG. */
  answer(tabId: number, given: DialogAnswer): ShownDialog {
    const dialog = this.#open.get(tabId)?.[0];
    if (!dialog) {
      const other = [...this.#open.keys()].find((at) => this.#openers.get(at) === tabId);
      const hint =
        other === undefined ? undefined : ownWords`One is open in tab ${other}, which this page opened: --tab ${other}`;
      throw new CommandError("NO_DIALOG", ownWords`No dialog is open in tab ${tabId}`, { tabId }, hint);
    }
    dialog.answer({ accept: given.accept, text: given.text ?? dialog.defaultValue });
    return dialog;
  }

  /** Notes a dialog that was answered where it came up. */
  noted(
    tabId: number,
    { type, message, accepted, text, noMore = false }: Omit<DialogMessage, "clz" | "type"> & Pick<ShownDialog, "type">,
  ): void {
    const given = { accept: accepted, text, ...(noMore && { noMore }) };
    if (this.pool.has(tabId)) this.#noteUnasked({ tabId, type, message, defaultValue: "" }, given);
  }

  /** What a command in the tab is to tell of dialogs, from now until `signal` is aborted. */
  tellerOf(tabId: number, signal: AbortSignal): DialogTeller {
    const late = this.#untold.get(tabId) ?? [];
    this.#untold.delete(tabId);
    this.#times.delete(tabId);
    const teller = new DialogTeller(late, (untold) => this.#keep(tabId, untold));
    this.#tellers.on(tabId, (seen) => teller.add(seen), signal);
    signal.addEventListener("abort", () => teller.end(), { once: true });
    return teller;
  }

  on(tabId: number, listener: (note: DialogNote) => void, signal: AbortSignal): void {
    this.#listeners.on(tabId, listener, signal);
  }

  /** Nobody is left to answer what is open. */
  #end(tabId: number): void {
    for (const dialog of this.#open.get(tabId) ?? []) dialog.answer({ accept: dialog.type !== "permission" });
    this.#answered.delete(tabId);
    this.#untold.delete(tabId);
  }

  #isEndless(tabId: number): boolean {
    const now = performance.now();
    const times = [...(this.#times.get(tabId) ?? []), now].slice(-MAX_DIALOGS);
    this.#times.set(tabId, times);
    return times.length === MAX_DIALOGS && now - (times[0] ?? 0) < ENDLESS_MS;
  }

  #note(dialog: ShownDialog, { accept, text = "", noMore }: DialogAnswer): SeenDialog {
    const { tabId, type, message } = dialog;
    const kept = type === "prompt" && accept ? text : "";
    const at = new Date().toISOString();
    const answered = { ...dialog, accepted: accept, text: kept, at };
    this.#answered.set(tabId, [...this.answeredIn(tabId), answered].slice(-MAX_DIALOGS));
    return { note: { type, message, open: false, accepted: accept, ...(noMore && { noMore }) }, at };
  }

  /** Of one that its agent has not answered itself, somebody has to tell it. */
  #noteUnasked(dialog: ShownDialog, given: DialogAnswer): void {
    const { tabId, type, message } = dialog;
    const seen = this.#note(dialog, given);
    if (!this.#tells(tabId) && !this.#tells(this.#openers.get(tabId)))
      this.#keep(tabId, [{ type, message, accepted: given.accept, at: seen.at }]);
    this.#tell(tabId, seen);
  }

  #tells(tabId: number | undefined): boolean {
    return tabId !== undefined && this.#tellers.has(tabId);
  }

  #tell(tabId: number, seen: SeenDialog): void {
    this.#tellers.tell(tabId, seen);
    this.#listeners.tell(tabId, seen.note);
    const opener = this.#openers.get(tabId);
    if (opener === undefined || this.#tells(tabId)) return;
    const note = { ...seen.note, tabId };
    this.#tellers.tell(opener, { ...seen, note });
    this.#listeners.tell(opener, note);
  }

  #keep(tabId: number, untold: LateDialog[]): void {
    if (this.pool.has(tabId))
      this.#untold.set(tabId, [...(this.#untold.get(tabId) ?? []), ...untold].slice(-MAX_DIALOGS));
  }
}

export function dialogOpen({ tabId, type, message }: ShownDialog, hint?: OwnWords): CommandError {
  const what = `A dialog is open in tab ${tabId}: ${type} "${message}"`;
  return new CommandError("DIALOG_OPEN", what, { tabId, type, message }, hint);
}
