// Requests to the host, and its answers: what the extension's own pages want to know or have done there.

import type { AskMessage, HostRequests as Requests, ToldMessage } from "../../generated/messages";
import { CommandError, ownWords } from "../../shared/errors";

interface PendingRequest {
  resolve: (result: unknown) => void;
  reject: (error: CommandError) => void;
  timer: ReturnType<typeof setTimeout>;
}

/** The host answers on the spot; one that is silent for so long does not know the request. */
const ANSWER_TIMEOUT_MS = 3_000;

export class HostRequests {
  readonly #pending = new Map<string, PendingRequest>();
  #last = 0;

  constructor(private readonly post: (message: AskMessage) => void) {}

  /** Throws what the host answers; TIMEOUT, and HOST_GONE where it goes away meanwhile. */
  send<K extends keyof Requests>(name: K, params: Requests[K]["params"]): Promise<Requests[K]["result"]> {
    this.#last += 1;
    const id = String(this.#last);
    return new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new CommandError("TIMEOUT", ownWords`The native host does not answer`));
      }, ANSWER_TIMEOUT_MS);
      this.#pending.set(id, { resolve, reject, timer });
      this.post({ type: "ask", id, name, params });
    }) as Promise<Requests[K]["result"]>;
  }

  respond({ id, ok, result, error }: ToldMessage): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    if (ok) pending.resolve(result);
    else
      pending.reject(
        error ? CommandError.fromFault(error) : new CommandError("INTERNAL", ownWords`The host gave no reason`),
      );
  }

  /** Ends every request: the host is gone. */
  close(): void {
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new CommandError("HOST_GONE", ownWords`The native host closed the connection`));
    }
    this.#pending.clear();
  }
}
