// The hand: what the helper lends to the content script of a frame, so that its steps are trusted events. Both live in
// the page's process, so that an action is one message there and back; they share nothing but strings and calls.

import type { Step } from "./steps";

/**
 * Takes the steps of the command `id`, with the files that were lent for it. `steps` and what `done` gets are JSON:
 * `Step[]` and `Taken`. `isOver` is asked after each pause.
 */
export type Hand = (id: string, steps: string, isOver: () => boolean, done: (taken: string) => void) => void;

/** Whether the hand has the files of the command `id`. */
export type HasFiles = (id: string) => boolean;

/** The types of events that `Listeners` tells of, by the place of their bit. */
export const LISTENED = [
  "click",
  "mousedown",
  "mouseup",
  "pointerdown",
  "pointerup",
  "touchstart",
  "touchend",
  "dblclick",
  "drop",
] as const;

/** `bits` by the place of an element in `querySelectorAll("*")`; `delegated` as place, bits and selector: -1 is the root. */
export interface ListenerReport {
  bits: Array<[place: number, bits: number]>;
  delegated: Array<[place: number, bits: number, selector: string]>;
}

/** Which elements of a document or shadow root listen for the mouse: a `ListenerReport`, as JSON. */
export type Listeners = (root: ParentNode) => string;

/** What came of steps: `chooser` is true if the page has opened a file chooser. */
export interface Took {
  opens: string[];
  chooser?: boolean;
}

/** `opens` are addresses that were clicked for tabs of their own; `problem` is why the steps could not be taken. */
export type Taken = Took | { problem: string };

/** The content script's side of it. Rejects with what went wrong. */
export function takeWith(hand: Hand, id: string, steps: Step[], signal: AbortSignal): Promise<Took> {
  return new Promise((resolve, reject) => {
    hand(
      id,
      JSON.stringify(steps),
      () => signal.aborted,
      (answer) => {
        const taken = JSON.parse(answer) as Taken;
        if ("problem" in taken) reject(new Error(taken.problem));
        else resolve(taken);
      },
    );
  });
}
