// Turns: so many frames of a tab are asked at once. A page with hundreds of them answers for one after the other, and has
// to hear what else is asked of it meanwhile.

import { Deadline } from "../../shared/deadline";
import { within } from "../command-context";
import { TabMap } from "../scopes";

interface Line {
  taken: number;
  waiting: Array<() => void>;
}

export class Turns {
  readonly #tabs = new TabMap<Line>();

  /** Who takes longer than `ms` holds the others up for that long alone. */
  constructor(
    private readonly atOnce: number,
    private readonly ms: number,
  ) {}

  /** Resolves when the next turn in a tab is there, with what ends it. */
  async next(tabId: number): Promise<() => void> {
    const line = this.#tabs.get(tabId) ?? { taken: 0, waiting: [] };
    this.#tabs.set(tabId, line);
    if (line.taken < this.atOnce) line.taken += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    void within(Deadline.after(this.ms), over).finally(() => {
      const next = line.waiting.shift();
      if (next) next();
      else line.taken -= 1;
    });
    return end;
  }
}
