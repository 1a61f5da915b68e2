// Ticks for hidden pages: Firefox slows their timers down to one a second, but not those of this page.

/** No content script waits longer for a tick than until it looks at its page again. */
const MAX_TICK_MS = 1_000;

export function answerTick(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(ms, 0), MAX_TICK_MS)));
}
