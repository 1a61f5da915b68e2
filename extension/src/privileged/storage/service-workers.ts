// Service workers: one that never rests outlives the removal of its container, and all that it was held to there.

interface Worker {
  terminateWorker(): Promise<void>;
}

interface Registration {
  readonly principal: { readonly originAttributes: { readonly userContextId: number } };
  readonly evaluatingWorker: Worker | null;
  readonly installingWorker: Worker | null;
  readonly waitingWorker: Worker | null;
  readonly activeWorker: Worker | null;
}

interface Manager {
  getAllRegistrations(): { readonly length: number; queryElementAt(at: number, iface: unknown): Registration };
}

/** Ends those of a container. Nothing waits for it: one may be at work in a process that does not answer. */
export function endServiceWorkers(userContextId: number): void {
  const contract = Cc["@mozilla.org/serviceworkers/manager;1"];
  const manager = contract?.getService(Ci["nsIServiceWorkerManager"]) as Manager | undefined;
  const all = manager?.getAllRegistrations();
  for (let at = 0; all && at < all.length; at += 1) {
    const registration = all.queryElementAt(at, Ci["nsIServiceWorkerRegistrationInfo"]);
    if (registration.principal.originAttributes.userContextId !== userContextId) continue;
    for (const state of ["evaluating", "installing", "waiting", "active"] as const) {
      registration[`${state}Worker`]?.terminateWorker().catch(() => undefined);
    }
  }
}
