// Expecting: what the background asks a frame, and what the frame says to it.

import type { Commands } from "../generated/registry";
import type { Advice } from "./errors";
import type { Match } from "./match";

export type ExpectParams = Commands["expect"]["params"];

/** A look at one frame. */
export interface ExpectLook extends ExpectParams {
  /** The key of the last observation there: the frame answers when it has another one, or when the time is up. */
  seen?: string;
  /** True if nobody will look again: what is like the expected is worth a search. */
  last?: boolean;
}

/** A rule of axe-core that a frame breaks. */
export interface Violation {
  rule: string;
  impact: string;
  selector: string;
  help: string;
  frame?: string;
}

/** What one frame shows of what is expected. */
export interface Observation {
  /** Null if there is nothing that it could be true or false of. */
  holds: boolean | null;
  /** In words. */
  found: string;
  /** How many elements match, and how many of them are visible. */
  matches: number;
  visible: number;
  /** True if the page has no other frames. */
  alone: boolean;
  candidates: Match[];
  /** Elements, or texts, that are like what is not there. */
  lookalikes: Array<Match | string>;
  violations?: Violation[];
  /** The frames inside the target, which are parts of it; of a frame's id, as in `webNavigation`. */
  framesInside?: number[];
  hint?: Advice;
  /** True if no time will change it. */
  final?: boolean;
  url: string;
  /** The same as long as nothing changes that matters. */
  key: string;
}
