// The page's clock of change: one observer for the whole document, started with the engine.
//
// Mutations inside shadow roots and movement by CSS alone do not show here; waits look again after a while anyway.

/** A page is quiet when nothing has changed for this long. */
const QUIET_MS = 50;

let lastChange = performance.now();
let structure = 0;
const wakeups = new Set<() => void>();

function changed(): void {
  lastChange = performance.now();
  for (const wake of wakeups) wake();
}

new MutationObserver((records) => {
  if (records.some((record) => record.type === "childList")) structure += 1;
  changed();
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
window.addEventListener("scroll", changed, { capture: true, passive: true });
window.addEventListener("load", changed, { capture: true });

export const changes = {
  /** True when the document has been still for a while. */
  quiet: (): boolean => performance.now() - lastChange >= QUIET_MS,

  /** Grows each time nodes come or go. */
  structure: (): number => structure,

  /** Calls `wake` at each change until `signal` is aborted. */
  onChange(wake: () => void, signal: AbortSignal): void {
    wakeups.add(wake);
    signal.addEventListener("abort", () => wakeups.delete(wake), { once: true });
  },
};
