// Message chunks: what is too long for one native message comes as fragments of its JSON text.

import type { PartMessage } from "../../generated/messages";
import { LIMITS } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";

interface Incomplete {
  chunks: Array<string | undefined>;
  received: number;
  chars: number;
}

const MAX_CHUNKS = 4_096;

export class MessageChunks {
  readonly #incomplete = new Map<string, Incomplete>();
  #chars = 0;

  /** The whole message once its last chunk is here, else undefined. Throws if the chunks make no message. */
  add({ id, index, total, data }: PartMessage): unknown {
    const entry = this.#incomplete.get(id) ?? {
      chunks: new Array<string | undefined>(checked(total)),
      received: 0,
      chars: 0,
    };
    this.#incomplete.set(id, entry);
    if (!Number.isInteger(index) || index < 0 || index >= entry.chunks.length || entry.chunks.length !== total) {
      this.#drop(id);
      throw new CommandError("PROTOCOL", ownWords`part ${index} of ${total} does not fit its message`);
    }
    if (entry.chunks[index] !== undefined) return undefined;
    if (this.#chars + data.length > LIMITS.maxFromExtensionBytes) {
      this.#drop(id);
      throw new CommandError("REQUEST_TOO_LARGE", ownWords`Too much was sent at the same time`);
    }
    entry.chunks[index] = data;
    entry.received += 1;
    entry.chars += data.length;
    this.#chars += data.length;
    if (entry.received < total) return undefined;
    this.#drop(id);
    try {
      return JSON.parse(entry.chunks.join(""));
    } catch (thrown) {
      throw new CommandError("PROTOCOL", `the parts hold no JSON: ${String(thrown)}`);
    }
  }

  clear(): void {
    this.#incomplete.clear();
    this.#chars = 0;
  }

  #drop(id: string): void {
    this.#chars -= this.#incomplete.get(id)?.chars ?? 0;
    this.#incomplete.delete(id);
  }
}

function checked(total: number): number {
  if (Number.isInteger(total) && total > 0 && total <= MAX_CHUNKS) return total;
  throw new CommandError("PROTOCOL", ownWords`a message cannot have ${total} parts`);
}
