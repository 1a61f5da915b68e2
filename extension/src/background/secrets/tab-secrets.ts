// Tab secrets: what the secret fields of tabs hold, as their pages say with each answer. It is masked in whatever is
// reported of a tab without its page: lines of the console, dialogs, titles, addresses.
//
// It does not leave Firefox. What a page that is gone held counts on as long as the tab is there, unless it is a word or short.

import { SecretValues } from "../../shared/secrets/secret-values";
import type { CommandContext } from "../command-context";
import { onCommitted, onRemoved } from "../tab-events";

const TOP_FRAME = 0;
/** Of a page that is gone: codes, card numbers, and all but words, names and short numbers, which others have too. */
const LASTING = /^(?:[\d\s-]{6,}|(?=.*\p{L})(?=.*[^\p{L}\s]).{8,})$/su;

export class TabSecrets {
  readonly #held = new Map<number, Map<number, Set<string>>>();
  readonly #lasting = new Map<number, Set<string>>();

  constructor() {
    onCommitted.addListener(({ tabId, frameId }) => this.#left(tabId, frameId));
    onRemoved.addListener((tabId) => {
      this.#held.delete(tabId);
      this.#lasting.delete(tabId);
    });
  }

  /** What a frame has said, for the command that asked it. */
  note(frameId: number, texts: readonly string[], context: CommandContext): void {
    for (const text of texts) context.pageSecrets.add(text);
    this.hold(context.tabId, frameId, texts);
  }

  /** What a frame has said by itself. */
  hold(tabId: number, frameId: number, texts: readonly string[]): void {
    const frames = this.#held.get(tabId) ?? new Map<number, Set<string>>();
    if (texts.length > 0 || frames.has(frameId)) this.#held.set(tabId, frames.set(frameId, new Set(texts)));
  }

  /** What secret fields of a tab's pages hold, and held. */
  heldIn(tabId: number): string[] {
    const now = [...(this.#held.get(tabId)?.values() ?? [])].flatMap((held) => [...held]);
    return [...now, ...(this.#lasting.get(tabId) ?? [])];
  }

  /** What a command must not reveal: what secret fields in the pages of `tabs` hold. */
  of(context: CommandContext, tabs: Iterable<number>): SecretValues {
    const texts = new Set(context.pageSecrets);
    for (const tabId of tabs) for (const text of this.heldIn(tabId)) texts.add(text);
    return new SecretValues(texts);
  }

  #left(tabId: number, frameId: number): void {
    const frames = this.#held.get(tabId);
    if (!frames) return;
    const lasting = this.#lasting.get(tabId) ?? new Set<string>();
    for (const [id, texts] of frames) {
      if (frameId !== TOP_FRAME && id !== frameId) continue;
      frames.delete(id);
      for (const text of texts) if (LASTING.test(text)) lasting.add(text);
    }
    if (lasting.size > 0) this.#lasting.set(tabId, lasting);
  }
}
