// Trusted input: what the helper gives to the content script of a frame, so that its actions are trusted events. Both
// live in the page's process, so that an action is one message there and back; they share nothing but strings and
// calls.

import type { Clip, PasteTaker } from "./clipboard";
import type { DragPartOutcome } from "./drag-across-frames";
import type { InputAction } from "./input-actions";

/**
 * Performs the input actions of the command `id`, with the files that were brought for it. `inputActions` and what
 * `done` gets are JSON: `InputAction[]` and `ActionsResult`. `isOver` is asked after each pause.
 */
export type PerformActions = (
  id: string,
  inputActions: string,
  isOver: () => boolean,
  done: (outcome: string) => void,
) => void;

/** Whether trusted input has the files of the command `id`. */
export type HasFiles = (id: string) => boolean;

/** The types of events that `Listeners` reports, by the place of their bit. */
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

/**
 * `bits` by the place of an element in `querySelectorAll("*")`; `delegated` as place, bits and selector: -1 is the
 * root.
 */
export interface ListenerReport {
  bits: Array<[place: number, bits: number]>;
  delegated: Array<[place: number, bits: number, selector: string]>;
}

/** Which elements of a document or shadow root listen for the mouse: a `ListenerReport`, as JSON. */
export type Listeners = (root: ParentNode) => string;

/** What came of input actions for clipboards. */
interface ClipboardOutcome {
  copied?: Clip;
  pastedBy?: PasteTaker;
}

/** What came of them for clipboards, and of the part of a drag; `coveredBy` lies over the frame where it was to be pressed, or nothing: it is out of view there. */
export interface PerformedOutcome extends ClipboardOutcome {
  coveredBy?: string | null;
  dragPart?: DragPartOutcome;
}

/** What came of input actions: `chooser` is true if the page has opened a file chooser. */
export interface ActionsOutcome extends PerformedOutcome {
  opens: string[];
  chooser?: boolean;
}

/** `opens` are addresses that were clicked for tabs of their own; `problem` is why they could not be performed. */
export type ActionsResult = ActionsOutcome | { problem: string };

/** The content script's side of it. Rejects with what went wrong. */
export function performActions(
  perform: PerformActions,
  id: string,
  inputActions: InputAction[],
  signal: AbortSignal,
): Promise<ActionsOutcome> {
  return new Promise((resolve, reject) => {
    perform(
      id,
      JSON.stringify(inputActions),
      () => signal.aborted,
      (answer) => {
        const taken = JSON.parse(answer) as ActionsResult;
        if ("problem" in taken) reject(new Error(taken.problem));
        else resolve(taken);
      },
    );
  });
}
