// Time: a clock for the background's own use, and delays for content scripts.

export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Runs `action` after `ms`; what it returns calls it off. */
  later(ms: number, action: () => void): () => void;
}

/** No content script asks for a longer delay than until it looks at its page again. */
const MAX_DELAY_MS = 1_000;

export const clock: Clock = {
  now: () => Math.round(performance.now()),
  later: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

export function answerDelay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(ms, 0), MAX_DELAY_MS)));
}
