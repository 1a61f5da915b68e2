// One look at the page, for what is waited for.

import type { CommandError } from "../../shared/errors";
import type { LocatorQuery } from "../../shared/messages";

/**
 * What one look at the page gave. `fault` is made only when the time is up: look-alikes take a search. `query` is set
 * where this frame lacks what another one may have; `final` if no time will change that, `absent` if nothing at
 * all matches.
 */
export type Look<T> =
  | { ready: true; value: T }
  | {
      ready: false;
      fault: () => CommandError;
      againMs?: number;
      query?: LocatorQuery;
      final?: boolean;
      absent?: boolean;
    };
