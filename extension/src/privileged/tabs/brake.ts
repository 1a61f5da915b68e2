// The brake: runs in each process of pages, and lets them ask for no more than Firefox can do. What a page asks for
// waits in line in Firefox's main process, and every other tab's commands wait behind it: a page that fetches without
// end would hold all of them up. So with every few requests the process waits until the main one has got to them.
//
// A page that asks for little waits a fraction of a millisecond, and none notices more than that Firefox is busy.

import { CAUGHT_UP } from "./request-pace";

/** So many requests of one process may wait in line. */
const AHEAD = 24;

/**
 * How often the main process is asked again if its queue was long: the requests' consequences have to be handled too.
 */
const MAX_ASKED = 20;
const QUICK_MS = 10;

let ahead = 0;

Services.obs.addObserver(() => {
  ahead += 1;
  if (ahead < AHEAD) return;
  ahead = 0;
  for (let asked = 0; asked < MAX_ASKED; asked += 1) {
    const begin = Date.now();
    Services.cpmm.sendSyncMessage(CAUGHT_UP);
    if (Date.now() - begin < QUICK_MS) return;
  }
}, "http-on-opening-request");
