// What a page says to its console: the level of each method, and the batches in which messages are reported.

import { LIMITS } from "../../generated/registry";
import type { Said } from "../messages";
import { table } from "../table";

/** By the console's method. */
export const LEVELS = table<Said["level"]>({
  debug: "debug",
  log: "log",
  info: "info",
  warn: "warn",
  error: "error",
  exception: "error",
  trace: "debug",
  dir: "log",
  dirxml: "log",
  table: "log",
  assert: "error",
  count: "log",
  timeLog: "log",
  timeEnd: "log",
  group: "log",
  groupCollapsed: "log",
});

/** How Firefox begins to say that a page has asked for WebGL in vain. */
export const NO_WEBGL = "Failed to create WebGL context: ";

/** All that the page's scripts log in one go is reported at once; of more than is kept the oldest is dropped. */
export class SaidBatch {
  #said: Said[] = [];
  #dropped = 0;

  /** `defer` calls its function when the page's scripts are done for the moment. */
  constructor(
    private readonly defer: (flush: () => void) => void,
    private readonly tell: (said: Said[], dropped: number) => void,
  ) {}

  add(entry: Said): void {
    if (this.#said.length === 0) this.defer(() => this.#flush());
    this.#said.push(entry);
    if (this.#said.length <= LIMITS.consoleEntries) return;
    this.#said.shift();
    this.#dropped += 1;
  }

  #flush(): void {
    const [said, dropped] = [this.#said, this.#dropped];
    this.#said = [];
    this.#dropped = 0;
    this.tell(said, dropped);
  }
}
