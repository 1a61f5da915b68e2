// Decided later: whether the page answers to what was done shows once its own listeners have run. The next command
// decides it first, so that actions stay in order.

let decide: (() => void) | null = null;
let timer = 0;

/** Decides after this many milliseconds, or before the next action. */
export function later(ms: number, act: () => void): void {
  decideNow();
  decide = act;
  timer = setTimeout(decideNow, ms);
}

export function decideNow(): void {
  const act = decide;
  decide = null;
  clearTimeout(timer);
  act?.();
}

/** The page goes away: it was asked nothing more. */
export function giveUp(): void {
  decide = null;
  clearTimeout(timer);
}

let changes = 0;

/** Grows with each change of the document, but not when it scrolls. */
export function changeCount(): number {
  changes += observer.takeRecords().length;
  return changes;
}

const observer = new MutationObserver((records) => {
  changes += records.length;
});

export function watchChanges(signal: AbortSignal): void {
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
}
