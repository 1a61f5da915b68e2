// A newer version of the extension, which Firefox has fetched. It is taken once no agent has a tab: until then their work
// would be lost. Where that never happens Firefox takes it when it starts again.

import type { Clock } from "../timers";

const LOOK_EVERY_MS = 5_000;

/** `busy` says whether anybody would lose something; `take` begins again with the newer version. */
export class Updates {
  #waiting = false;

  constructor(
    private readonly clock: Clock,
    private readonly busy: () => boolean,
    private readonly take: () => void,
  ) {}

  /** Firefox has a newer version ready. */
  available(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#look();
  }

  #look(): void {
    if (this.busy()) this.clock.later(LOOK_EVERY_MS, () => this.#look());
    else this.take();
  }
}
