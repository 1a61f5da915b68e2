// The page's clock of change: one observer for the whole document, started with the engine.
//
// Mutations inside shadow roots and movement by CSS alone do not show here; waits look again after a while anyway.

import { listenLastingly } from "./lasting-listeners";

/** What scrolls within this time of our own scrolling is scrolled by us. */
const OWN_SCROLL_MS = 50;

/**
 * Attributes by which scripts move things from frame to frame. Nodes that come and go shift others once, and at once.
 */
const MOVING = new Set(["style", "transform", "x", "y", "cx", "cy", "d", "width", "height", "left", "top"]);

/** How often a script has moved something, or something has scrolled. */
let moves = 0;
let onMove = (): void => undefined;
let structure = 0;
let lastChange = performance.now();
let lastAct = 0;
const wakeups = new Set<() => void>();

function changed(): void {
  lastChange = performance.now();
  for (const wake of wakeups) wake();
}

function moved(): void {
  moves += 1;
  onMove();
}

/** Until when scrolling is our own. */
let ownUntil = 0;

function scrolled(): void {
  if (performance.now() > ownUntil) moved();
  changed();
}

new MutationObserver((records) => {
  if (records.some((record) => record.type === "childList")) structure += 1;
  if (records.some(({ attributeName }) => attributeName !== null && MOVING.has(attributeName))) moved();
  changed();
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
listenLastingly("scroll", scrolled);
listenLastingly("load", changed);

export const mutationTracker = {
  moves: (): number => moves,

  /** Calls `listener` at each move. */
  onMove(listener: () => void): void {
    onMove = listener;
  },

  /** Notes that a command is about to change something: what comes of it may take a moment to show. */
  expect(): void {
    lastChange = performance.now();
    lastAct = lastChange;
  },

  /** When a command last did something, on the clock of `performance.now()`; 0 if none has. */
  actedAt: (): number => lastAct,

  /** Milliseconds since anything in the document changed, or was about to. */
  quietMs: (): number => performance.now() - lastChange,

  /** Says that what scrolls in the next moment was scrolled by us, and is where it stays. */
  scrollsItself: (): void => {
    ownUntil = performance.now() + OWN_SCROLL_MS;
  },

  /** Grows each time nodes come or go. */
  structure: (): number => structure,

  /** Calls `wake` at each change until `signal` is aborted. */
  onChange(wake: () => void, signal: AbortSignal): void {
    wakeups.add(wake);
    signal.addEventListener("abort", () => wakeups.delete(wake), { once: true });
  },
};
