// Document ports: what documents that have the engine are asked by. Each has the port that it opened itself, until it is
// left; what it had not heard by then is answered with null, as a message is that nobody takes.

import type { AskMessage, FromDocument, Need, Reply, StageMessage, ToContent } from "../../shared/messages";
import { TabMap } from "../scopes";

type Answer = Reply | Need | null;

export class DocumentPorts {
  /** By tab and frame: of the document that is there now. */
  readonly #tabs = new TabMap<Map<number, DocumentPort>>();

  /** Takes the port of a document; `staged` gets what its calls say of themselves. */
  attach(port: browser.runtime.Port, staged: (message: StageMessage) => void): void {
    const { tab, frameId } = port.sender ?? {};
    const tabId = tab?.id;
    if (tabId === undefined || frameId === undefined) return;
    const frames = this.#tabs.get(tabId) ?? new Map<number, DocumentPort>();
    this.#tabs.set(tabId, frames);
    const shown = new DocumentPort(port, staged, () => {
      if (frames.get(frameId) === shown) frames.delete(frameId);
      if (frames.size === 0 && this.#tabs.get(tabId) === frames) this.#tabs.delete(tabId);
    });
    frames.set(frameId, shown);
  }

  /** Asks the document of a frame; null if it has no port. Resolves with null if the document is left before it answers. */
  ask(tabId: number, frameId: number, message: ToContent): Promise<Answer> | null {
    return this.#tabs.get(tabId)?.get(frameId)?.ask(message) ?? null;
  }
}

class DocumentPort {
  #last = 0;
  readonly #asked = new Map<number, (answer: Answer) => void>();

  constructor(
    private readonly port: browser.runtime.Port,
    staged: (message: StageMessage) => void,
    gone: () => void,
  ) {
    const hear = (given: object): void => {
      const message = given as FromDocument;
      if (message.clz === "stage") staged(message);
      else if (message.clz === "answer") this.#answer(message.ask, message.reply);
      else {
        gone();
        this.#drop(message.heard);
      }
    };
    // Firefox keeps a port for as long as somebody listens to it, also once its page is gone.
    const over = (): void => {
      port.onMessage.removeListener(hear);
      port.onDisconnect.removeListener(over);
      gone();
      this.#drop(0);
    };
    port.onMessage.addListener(hear);
    port.onDisconnect.addListener(over);
  }

  ask(message: ToContent): Promise<Answer> {
    const ask = (this.#last += 1);
    return new Promise((resolve) => {
      this.port.postMessage({ ask, message } satisfies AskMessage);
      this.#asked.set(ask, resolve);
    });
  }

  #answer(ask: number, answer: Answer): void {
    this.#asked.get(ask)?.(answer);
    this.#asked.delete(ask);
  }

  /** Nobody answers what was asked after this. */
  #drop(heard: number): void {
    for (const ask of this.#asked.keys()) if (ask > heard) this.#answer(ask, null);
  }
}
