// Questions to the host, and its answers: what the extension's own pages want to know or have done there.

import { CommandError, type Fault, ours } from "../../shared/errors";

export interface ToldMessage {
  type: "told";
  id: string;
  ok: boolean;
  result?: unknown;
  error?: Fault;
}

interface Asked {
  resolve: (result: unknown) => void;
  reject: (error: CommandError) => void;
  timer: ReturnType<typeof setTimeout>;
}

/** The host answers on the spot; one that is silent for so long does not know the question. */
const PATIENCE_MS = 3_000;

export class Questions {
  readonly #post: (message: object) => void;
  readonly #asked = new Map<string, Asked>();
  #last = 0;

  constructor(post: (message: object) => void) {
    this.#post = post;
  }

  /** Throws what the host answers; TIMEOUT, and HOST_GONE where it goes away meanwhile. */
  ask(name: string, params: object): Promise<unknown> {
    this.#last += 1;
    const id = String(this.#last);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#asked.delete(id);
        reject(new CommandError("TIMEOUT", ours`The native host does not answer`));
      }, PATIENCE_MS);
      this.#asked.set(id, { resolve, reject, timer });
      this.#post({ type: "ask", id, name, params });
    });
  }

  told({ id, ok, result, error }: ToldMessage): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    clearTimeout(asked.timer);
    if (ok) asked.resolve(result);
    else
      asked.reject(error ? CommandError.fromFault(error) : new CommandError("INTERNAL", ours`The host gave no reason`));
  }

  /** Ends every question: the host is gone. */
  close(): void {
    for (const { reject, timer } of this.#asked.values()) {
      clearTimeout(timer);
      reject(new CommandError("HOST_GONE", ours`The native host closed the connection`));
    }
    this.#asked.clear();
  }
}
