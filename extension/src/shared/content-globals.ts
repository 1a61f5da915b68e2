// The holder: where the parts of a content script find each other, which come into a frame when a command needs them.

import type { Commands } from "../generated/registry";
import type { Evaluator, Hold } from "./values/evaluator";
import type { PerformActions, HasFiles, Listeners } from "./input/trusted-input";
import type { Need, Reply, ToContent } from "./messages";
import type { Outline, OutlineOptions, Surroundings } from "./outline";

type Engine = (message: ToContent) => Promise<Reply | Need> | undefined;

/** Holder on the content scripts' own global, which the page cannot see; the bootstrap makes it, the engine fills it. */
export interface EngineHolder {
  engine: Engine | null;
  /** Put here by the helper: performs input actions as trusted events; and whether it has the files of a command. */
  performActions?: PerformActions;
  hasFiles?: HasFiles;
  listeners?: Listeners;
  /** Comes with it. */
  evaluator?: Evaluator;
  hold?: Hold;
  a11y?: A11y;
  article?: Articles;
  safe?: SafeEvaluation;
}

/** What came of a safe expression; `json` is a Packed. */
export type SafeOutcome =
  | { is: "done"; json: string; world: "page" | "isolated" }
  | { is: "refused"; reason: string; start: number; end: number }
  | { is: "threw"; name: string; message: string }
  | { is: "tooLong" };

export interface SafeRequest {
  source: string;
  /** The host's, of the source. */
  tree: unknown;
  maxLength: number;
  /** How long it may keep the page busy, in milliseconds. */
  workMs: number;
  /** Null if there is no helper: then the page's own functions cannot be called. */
  hold: Hold | null;
  /** Waits until a promise of the page is settled, and notes what it came to. */
  waits: (promise: PromiseLike<unknown>, note: (ok: boolean, value: unknown) => void) => Promise<void>;
}

/** The interpreter for expressions that may only look. */
interface SafeEvaluation {
  evaluate: (request: SafeRequest) => Promise<SafeOutcome>;
}

export interface Article {
  markdown: string;
  /** What it says of itself. */
  about: NonNullable<Commands["getContent"]["result"]["article"]>;
}

/** Pages as Markdown. */
export interface Articles {
  markdownOf: (element: Element) => string;
  /** Null if the page has no article. */
  articleOf: () => Article | null;
}

/** Roles and names, by the standards. */
export interface A11y {
  isRole: (role: string) => boolean;
  /** Empty if the element has none. */
  roleOf: (element: Element) => string;
  nameOf: (element: Element, role: string) => string;
  /** What it seems to be called, where it has no name. */
  guessOf: (element: Element) => string;
  outlineOf: (
    top: Element,
    page: Surroundings,
    options: OutlineOptions,
    refOf: (element: Element) => number,
  ) => Outline;
  /** What a snapshot lists as taking actions. */
  targetsOf: (top: Element, page: Surroundings) => Array<{ element: Element; role: string; name: string }>;
}

declare global {
  var clzHolder: EngineHolder;
}
