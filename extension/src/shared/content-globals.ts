// The global `__clz` of content scripts: where their parts find each other, which come into a frame when a command
// needs them.

import type { Commands } from "../generated/registry";
import type { RefusedPart, Tree } from "./values/expression-tree";
import type { Evaluator, Hold, Named } from "./values/evaluator";
import type { PerformActions, HasFiles, Listeners } from "./input/trusted-input";
import type { Violation } from "./expect";
import type { ActionMessage, DurableLocator, ConcealedParts, Need, Reply, ScriptAt, ToContent } from "./messages";
import type { StyleSheets } from "./style-sheets";
import type { RegularExpression } from "./text/regular-expression";
import type { Unseen } from "./text/unseen";
import type { AriaSnapshot, SnapshotOptions, Surroundings } from "./aria-snapshot";

type Engine = (message: ToContent) => Promise<Reply | Need> | undefined;

/**
 * On the content scripts' own global object, which the page cannot see. The bootstrap makes it, the engine fills it.
 */
export interface ContentGlobals extends Partial<StyleSheets> {
  engine: Engine | null;
  /** Put here by the helper: performs input actions as trusted events; and whether it has the files of a command. */
  performActions?: PerformActions;
  hasFiles?: HasFiles;
  listeners?: Listeners;
  /** Comes with it: false where this Firefox has not what trusted input, or the evaluator, needs of its inside. */
  has?: (what: "input" | "debugger") => boolean;
  /** Comes with it too. */
  evaluator?: Evaluator;
  hold?: Hold;
  a11y?: A11y;
  article?: Articles;
  safe?: SafeEvaluation;
  axe?: Axe;
  regularExpressions?: RegularExpressions;
  /** Conceals, while a picture is taken, what shows a secret. */
  concealedText?: {
    look: (id: string) => Promise<boolean>;
    conceal: (name: string, parts: ConcealedParts) => boolean;
    reveal: () => void;
  };
  /** True once a secret was entered in this document. */
  wasGivenSecret?: boolean;
  /** What goes along unseen with texts that are cut. */
  unseen?: Unseen | null;
  /** What is found and masked in texts of this document. */
  secretValues?: () => Masking;
  /** Comes with the helper: true for a field that was a password once. */
  wasPassword?: (element: Element) => boolean;
  /** Comes with it too: calls back for each host of a shadow root in a document, Firefox's own included, in no order. */
  eachShadowHost?: (of: Document, take: (host: Element) => void) => void;
  /** And this: what a component says of itself by its internals, by the name of a property. */
  internal?: (element: Element, name: string) => string | null;
  /** And this: true if a timer of a page in this process was set to run within this many milliseconds. */
  timersWithin?: (ms: number) => boolean;
  /** Fields that a secret was entered in. */
  secretFields?: WeakSet<Element>;
  /** What commands have entered into fields. */
  entered?: WeakMap<Element, string>;
  /** Comes with the helper: lets the person point at an element, which the page does not see; null ends it. */
  pointed?: Pointed;
  /** Comes with it too: keeps presses with Alt from the page from its first listener on, and reports them. */
  altPressed?: AltPressed;
  /** With it too: marks an element with the number of a note, or takes marks off that are not among such numbers. */
  marked?: Marked;
  /** With it too: what made an element, as JSON of `Made`. */
  madeBy?: (element: Element) => string;
  /** The picker of this frame, if there is one. */
  picking?: Picker;
  /** The recorder of this frame, if there is one. */
  recording?: Recorder | undefined;
}

/**
 * `pressed` is a selector of what a press is meant for; `done` is given null for Escape, and called once. With `noted` it
 * goes on until then: that is given what the person has written to the element that `done` was given last.
 */
export type Pointed = (
  pressed: string,
  done: ((element: Element | null) => void) | null,
  noted?: (text: string) => void,
) => void;

/** Without an element, `number` is all that stay, with commas. */
export type Marked = (element: Element | null, number: string) => void;

/** What a page's framework notes beside an element, in a development build. */
export interface Made {
  component?: string;
  /** file:line */
  source?: string;
  /** In a script of the page, where no source is noted. */
  at?: Omit<ScriptAt, "begun">;
}

/** `begun` is given what was pressed each time; null ends it. */
export type AltPressed = (begun: ((element: Element | null) => void) | null) => void;

/** Names what a person points at. */
interface Picker {
  begin: () => void;
  /** Begins to take notes. */
  note: () => void;
  /** The numbers of the notes that are open, with commas. */
  keep: (open: string) => void;
  end: () => void;
  /** What is at a place of this frame: its locator, or the frame that is there, with the place in it. */
  at: (x: number, y: number) => { locator: DurableLocator } | { frameId: number; x: number; y: number } | null;
  holderOf: (frameId: number) => string | null;
}

/** What a person does in a frame. */
interface Recorder {
  /** Makes the helper keep presses with Alt from the page, once it is there. */
  keepAltPresses: () => void;
  /** Ends it; gives what was not reported yet. */
  end: () => ActionMessage[];
  /** Says that the page came of what was done in one that said `before`. */
  arrived: (before: string) => void;
  /** How the element that holds a frame is named; null if there is none here. */
  holderOf: (frameId: number) => string | null;
}

/** What the secret fields of a document hold. */
interface Masking {
  readonly texts: ReadonlySet<string>;
  /** A text without them. */
  masked: (text: string) => string;
  /** A value without them in any text of it. */
  maskedIn: <T>(value: T) => T;
}

/** RE2. */
interface RegularExpressions {
  /** Throws a SyntaxError if it cannot be used. */
  compileExpression: (written: string) => RegularExpression;
}

/** axe-core. */
interface Axe {
  /** The rules that are broken below an element, or in the whole document. */
  violationsIn: (top: Element | null) => Promise<Violation[]>;
}

/** What came of a safe expression; `json` is a RemoteValue. */
export type SafeOutcome =
  | { is: "done"; json: string; world: "page" | "isolated" }
  | RefusedPart
  | { is: "threw"; name: string; message: string }
  | { is: "tooLong" };

export interface SafeRequest {
  source: string;
  /** What it calls by a name of ours. */
  named: Named;
  /** The background's, of the source. */
  tree: Tree | undefined;
  maxLength: number;
  /** How long it may keep the page busy, in milliseconds. */
  workMs: number;
  /** Null if there is no helper: then the page's own functions cannot be called. */
  hold: Hold | null;
  /** Waits until a promise of the page is settled, and notes its outcome. */
  waits: (promise: PromiseLike<unknown>, note: (ok: boolean, value: unknown) => void) => Promise<void>;
}

export type PageProperty = { is: "value"; text: string } | { is: "none" } | { is: "refused"; reason: string };

/** The interpreter for expressions that may only look. */
interface SafeEvaluation {
  evaluate: (request: SafeRequest) => Promise<SafeOutcome>;
  /** A property that the page's scripts have given an element, as a text; or why it cannot be read without an effect. */
  pageProperty: (element: Element, name: string, workMs: number, hold: Hold | null) => PageProperty;
}

export interface Article {
  markdown: string;
  /** What it says of itself. */
  about: NonNullable<Commands["getContent"]["result"]["article"]>;
}

/** Pages as Markdown. */
export interface Articles {
  /** `marks` says what stands for which frame. */
  markdownOf: (element: Element, marks: ReadonlyMap<Element, string>) => string;
  /** Null if the page has no article. */
  articleOf: () => Article | null;
}

/** Roles and names, by the standards. */
export interface A11y {
  isRole: (role: string) => boolean;
  /** The role that is most like a word; undefined if none is. */
  roleLike: (word: string) => string | undefined;
  /** A selector of everything that may have the role. */
  selectorOfRole: (role: string) => string;
  /** Empty if the element has none. */
  roleOf: (element: Element) => string;
  /** The word for a role that may be said otherwise. */
  canonicalRole: (role: string) => string;
  /** True if ARIA lets the role be in the state. */
  hasState: (role: string, state: string) => boolean;
  nameOf: (element: Element, role: string) => string;
  /** Roles and names of many elements in one call: what is asked twice is not asked of Firefox. */
  namer: () => Pick<A11y, "roleOf" | "nameOf"> & {
    /** False for an element that surely has no name which passes a first test, whatever is left out of it. */
    mayBeCalled: (element: Element, role: string, test: (text: string) => boolean, hasComponents: boolean) => boolean;
    /** The text of an element with what style sheets write around it; empty if they write nothing. */
    drawnWith: (element: Element) => string;
  };
  /** What it seems to be called, if it has no name. */
  guessOf: (element: Element) => string;
  ariaSnapshotOf: (
    top: Element,
    page: Surroundings,
    options: SnapshotOptions,
    refOf: (element: Element) => number,
  ) => AriaSnapshot;
  /** What a snapshot lists as taking actions. */
  targetsOf: (top: Element, page: Surroundings) => Array<{ element: Element; role: string; name: string }>;
}

declare global {
  var __clz: ContentGlobals;
}
