// What the background script and the content scripts say to each other.

import type { DurableLocator, NewNote, ToConfirm } from "../generated/messages";
import type { ActionName, Commands, ContentName } from "../generated/registry";
import type { Fault } from "./errors";
import type { Observation } from "./expect";
import type { Box, FrameLayout } from "./frame-layout";
import type { Clip } from "./input/clipboard";
import type { DragPartOutcome } from "./input/drag-across-frames";
import type { DragPartAction } from "./input/input-actions";
import type { FrameSnapshot } from "./aria-snapshot";
import type { Match } from "./match";
import type { Unseen } from "./text/unseen";

export type { DurableLocator };

/** What the page itself knows of an action's result; the background adds the tab and what followed. */
export type ActionResult<K extends ActionName> = Omit<
  Commands[K]["result"],
  "tabId" | "path" | "bytes" | "downloadUrl" | "mimeType"
>;

/**
 * What an action has set going in the page, and what therefore is worth waiting for: `frame` is a navigation of the frame
 * that it was in, `named` one of whatever has the name that a link gives as its target, which may be a frame of the page,
 * the page itself or a tab.
 */
export type ExpectedEffect = "navigation" | "tab" | "download" | "chooser" | "frame" | "named" | "external";

/** An action that is done. */
export interface Acted<K extends ActionName = ActionName> {
  result: ActionResult<K>;
  /** A download for each file that was asked for. */
  expectedEffects: ExpectedEffect[];
  /** The addresses that the action named. */
  links: string[];
  /** The page's address, where it is another one since, and the document the same. */
  moved?: string;
  /** Those that were clicked for tabs of their own, where the background is to open them. */
  opens: string[];
  /** What was copied by a key. */
  copied?: Clip;
}

/** By name, how many characters a value has in a storage, and their sum. */
export type Kept = Record<string, [chars: number, sum: number]>;

/** What a document keeps, without values. */
export interface KeptNow {
  localStorage: Kept;
  sessionStorage: Kept;
}

/** A text with the ids of the frames that are drawn in it. */
export type Framed = Array<string | number>;

/** A text that is cut where the frames in it are known. */
export interface WithFrames {
  /** Left out where there are none. */
  pieces?: Framed;
  /** The frames whose text has no place in it. */
  framesBeside?: number[];
  /** True in a frame that loads once it comes into view, and has not been there. */
  unloaded?: boolean;
}

/** Asks for a text with the places of its frames. */
export interface AsksForFrames {
  framed?: true;
}

/** What a content script gives where the background makes the result of it. */
type OwnValues = { [K in ActionName]: Acted<K> } & {
  [K in "getContent" | "get"]: Omit<Commands[K]["result"], "tabId"> & WithFrames;
} & {
  getAccessibilitySnapshot: FrameSnapshot;
  screenshot: ScreenshotView;
  expect: Observation;
  traceMoment: Omit<Commands["traceMoment"]["result"]["moments"][number]["frames"][number], "frameId"> & {
    kept: KeptNow | null;
    /** What is in view, where the page's own process has drawn it. */
    drawn: { image: string; width: number; height: number } | null;
  };
};

/** Their results, before the background adds which tab it was. */
export type ContentValue<K extends ContentName> = K extends keyof OwnValues
  ? OwnValues[K]
  : Omit<Commands[K]["result"], "tabId">;

export interface CallMessage<K extends ContentName = ContentName> {
  clz: "call";
  /** The command's id; an abort names it again. */
  id: string;
  name: K;
  params: Commands[K]["params"];
  /** How long the page may be waited for, in milliseconds; 0 looks once. */
  budgetMs: number;
  /** What other documents of this command have used of the time already. */
  spentMs: number;
  /** When the command will have failed, by `Date.now()`: a page that was busy until then must not act any more. */
  expiresAt: number;
  /** When it was sent, by `Date.now()`: a page that was busy for long may have been given up since. */
  sentAt?: number;
  /** True if other frames may hold the target: a frame that lacks it says so instead of waiting. */
  acrossFrames: boolean;
  /** What a frame with nothing in it answers, without the engine. */
  ifBlank?: ContentValue<K>;
  /** True for a frame that is on its way to a document: an empty one is not yet it. False where it was waited for long enough. */
  coming?: boolean;
  /** True if the helper performs the input actions, or says which elements have listeners. */
  helper?: boolean;
  /** True if nobody said how long to wait: what a quiet page lacks is not waited for. */
  early?: boolean;
  /** Files that go with the command, where the helper does not read them itself. */
  files?: File[];
  /** The files that the helper reads itself, and that come with trusted input. */
  paths?: string[];
  /** True if the reply is to say how the element is best named later. */
  locator?: boolean;
  /** True if the text is to be asked for: it is a secret. */
  secret?: boolean;
  /** What is pasted. */
  clipboard?: Clip;
  /** True if it holds a secret, and is pasted nowhere. */
  clipboardHoldsSecret?: boolean;
  /** What the person must confirm first. */
  confirm?: ToConfirm;
  /** What refs in this frame begin with, and the last number that one of them has had. */
  refs: { frame: string; last: number };
  /** What goes along unseen with texts that are cut. */
  unseen?: Unseen | null;
}

/** What frames are asked for. */
export interface LocatorQuery {
  /** The frame that holds the target, if that is known: the one with the focus. */
  frameId?: number;
  /** The frame whose element is to be named for later. */
  holds?: number;
  /** A point of that frame: asks whether something covers it. */
  at?: { x: number; y: number };
  target?: string;
  text?: string;
  /** Hidden elements count for reading, not for acting; a press reaches those that have a label in view. */
  need: "visible" | "pressed" | "any";
  /** True if the first of several matches does. */
  first: boolean;
  /** True if quiet pages are not waited for. */
  early?: boolean;
  /** False if only frames that are still loading are waited for. */
  patient: boolean;
  /** True if a frame that loads once it comes into view is to do so. */
  enters?: true;
}

/** Asks a frame whether it has what is wanted; answered when it has, or when the time is up. */
export interface QueryMessage extends Omit<
  CallMessage,
  "clz" | "name" | "params" | "acrossFrames" | "ifBlank" | "refs"
> {
  clz: "query";
  ifBlank?: QueryResult;
  query: LocatorQuery;
  /** How many look-alikes to give if nothing matches. */
  lookalikes: number;
}

/** What a frame has of it. */
export interface QueryResult {
  count: number;
  /** Matches that are hidden, where only visible ones count. */
  hidden: number;
  /** True while the frame's document is coming in. */
  loading: boolean;
  /** True if it is not worth waiting for what the frame lacks. */
  quiet: boolean;
  candidates: Match[];
  lookalikes: Match[];
  /** The frames that the matches hold, in their order; -1 for what is not a frame's element. */
  frameIds: number[];
  /** True if the frame that was asked for loads now that it is in view. */
  unloaded?: boolean;
  /** How the element of a frame is best named later, if that was asked. */
  holder?: string;
  /** How the frame lies in the viewport of the one that holds it. */
  layout?: FrameLayout;
  /** What lies over the frame at the place that was asked of. */
  cover?: string;
}

/** A place in the viewport of a frame. */
export interface FramePlace {
  frameId: number;
  /** True if the page around it may look into it. */
  sameOrigin?: boolean;
  x: number;
  y: number;
}

type DragParams = Commands["drag"]["params"];

/** Makes a frame do its part of a drag that goes through several. */
export interface DragMessage extends Omit<CallMessage, "clz" | "name" | "params" | "acrossFrames"> {
  clz: "drag";
  part:
    | { do: "start"; params: DragParams }
    | { do: "end"; params: DragParams; scrolls: boolean }
    /** Which frame lies there. */
    | { do: "hit"; x: number; y: number }
    | { do: "input"; action: DragPartAction }
    /** Whether the frame is another one since its start or end was named. */
    | { do: "changed" };
}

/** A start or end, in the viewport of its frame. */
export interface DragPlace {
  x: number;
  y: number;
  /** The places of its path. */
  through: Array<{ x: number; y: number }>;
  element: Pick<ActionResult<"drag">, "tagName" | "id" | "className" | "text">;
  url: string;
}

/** What came of the part. */
export interface DragPartValue {
  place?: DragPlace;
  /** Null for the frame's own document; left out if the place is out of its view. */
  frame?: FramePlace | null;
  outcome?: DragPartOutcome;
  changed?: boolean;
}

interface AbortMessage {
  clz: "abort";
  id: string;
  fault: Fault;
}

/** Asks whether a page runs: it is answered when a timer of its gets its turn. */
export interface PingMessage {
  clz: "ping";
}

export type ToContent = CallMessage | QueryMessage | DragMessage | AbortMessage;

export type Reply<T = unknown> = Told<T> & {
  /** What the secret fields held meanwhile. It is masked in the reply, and must be in all other reports of the tab. */
  secrets?: string[];
};

type Told<T> =
  /** `unfinished` says that the end of the document did not come. */
  | { ok: true; value: T; lastRef?: number; locator?: DurableLocator; unfinished?: true }
  | { ok: false; fault: Fault; lastRef?: number }
  /** This frame does not hold the target; others may. */
  | { ok: false; notInThisFrame: LocatorQuery };

/** The scripts that a frame gets when a command first needs them. */
export type Bundle = "engine" | "a11y" | "article" | "safe" | "axe" | "regularExpressions";

/**
 * The answer of a frame that lacks something: the bootstrap asks for the engine, that for its larger bundles and for
 * trusted input.
 */
export interface Need {
  need: Bundle | "trustedInput" | "document";
}

/**
 * How far a call got: `waiting` before it waits, `acting` before its first event. The call may start again on the next
 * document when the one that goes away was left untouched. `seen` is the result of an action whose page goes away, or
 * waits for the answer to a dialog, before it can say more.
 */
export interface StageMessage {
  clz: "stage";
  id: string;
  stage: "waiting" | "acting";
  partialResult?: ActionResult<ActionName>;
  locator?: DurableLocator;
  /** As in a reply, which may not come any more. */
  secrets?: string[];
}

/** By the port of a document: what it is asked. */
export interface AskMessage {
  ask: number;
  message: ToContent;
}

/** What it answers; null to what has no answer. */
interface AnswerMessage {
  clz: "answer";
  ask: number;
  reply: Reply | Need | null;
}

/** The page is left, and takes nothing after what it has heard. */
interface LeftMessage {
  clz: "left";
  heard: number;
}

export type FromDocument = StageMessage | AnswerMessage | LeftMessage;

/** Asks to be answered after `ms`: timers of hidden pages are held to one a second, the background's are not. */
export interface DelayMessage {
  clz: "delay";
  ms: number;
}

/** One thing that the page has said, before the background numbers it. */
export interface Said {
  level: "debug" | "log" | "info" | "warn" | "error";
  kind: "console" | "error" | "rejection" | "refusal";
  timestamp: string;
  message: string;
  url: string;
  line: number | null;
  column: number | null;
}

/** A frame as a picture needs it. Lengths are CSS pixels, places are relative to its viewport. */
export interface ScreenshotView {
  url: string;
  title: string;
  page: { width: number; height: number };
  /** The viewport; x and y say how far it is scrolled. */
  view: Box;
  /** How the frames in it lie in its viewport. */
  frames: Array<FrameLayout & { frameId: number }>;
  /** The target. */
  box: Box | null;
  timeline: Array<{ t: number; event: string }>;
  timedOut: boolean;
  annotations: Annotation[];
}

export interface Annotation extends Box {
  ref: string;
  role: string;
  name: string;
}

/** What the consent script of a frame is asked. */
export interface ConsentAsk {
  accept: boolean;
  scanMs: number;
  /** What goes along unseen with texts that are cut. */
  unseen?: Unseen | null;
}

export interface ConsentOutcome {
  found: boolean;
  clicked: boolean;
  /** True if the banner has its answer, with a click or without one. */
  answered: boolean;
  buttonText: string;
  method: string;
}

/** What a page has said since the last such message. Answered with false if nobody may listen to it. */
export interface SaidMessage {
  clz: "said";
  frame: string;
  /** When the document began, in milliseconds of the epoch: no other of the tab has the same. */
  begun: number;
  /** True for the document of the top frame. */
  top: boolean;
  said: Said[];
  /** How many were left out because there were too many at once. */
  dropped: number;
}

export type DialogPolicy = "accept" | "dismiss" | "ask";

/** A dialog that a page wanted to show, and how it was answered on the spot. */
export interface DialogMessage {
  clz: "dialog";
  type: "alert" | "confirm" | "prompt" | "print" | "beforeunload";
  message: string;
  accepted: boolean;
  text: string;
  /** True for the last one of a document that has asked without end. */
  noMore?: boolean;
}

/** What a person has done in a page, as the command that does the same. */
export interface RecordedAction {
  command: string;
  params: Record<string, unknown>;
  url: string;
  /** The page that was left, where it was left in Firefox itself. */
  left?: string;
  locator?: DurableLocator;
}

/** The name of a port of a frame's recorder, which ends with the page. */
export const RECORDER = "recorder";

export interface ActionMessage {
  clz: "action";
  action: RecordedAction;
  /** What the secret fields of the page hold. */
  secrets: string[];
}

/** By that port: what is being typed, which is no action before that is reported, or the page is gone; null for nothing. */
export interface TypingMessage {
  action: RecordedAction | null;
  secrets: string[];
}

/** A page that is recorded is left: what it said when the last step began. */
export interface PageLeftMessage {
  clz: "pageLeft";
  said: string;
}

/** A person has pointed at an element; null if they do not want to. */
export interface PickedMessage {
  clz: "picked";
  locator: DurableLocator | null;
}

/** A place in a script of a document that began then. */
export interface ScriptAt {
  url: string;
  line: number;
  column: number;
  begun: number;
}

/** A person has written a note at an element; answered with its number, or null if none is taken. */
export interface WrittenMessage {
  clz: "written";
  locator: DurableLocator;
  note: Pick<NewNote, "text" | "url" | "selector" | "box" | "styles" | "component" | "source"> & { at?: ScriptAt };
}

/** Asks for the text of a command that enters a secret. */
interface SecretTextMessage {
  clz: "secretText";
  /** The command's. */
  id: string;
}

/** The text, and how it is written where somebody may read it. */
export type GivenText = { ok: true; text: string; shown: string } | { ok: false; fault: Fault };

/** What a frame draws, before a command takes a picture. */
export interface DrawnTexts {
  clz: "drawnTexts";
  /** The command's. */
  id: string;
  texts: string[];
  /** Which of them are frames' elements. */
  frames: Array<{ place: number; frameId: number }>;
  /** True if a secret was entered in its document. */
  given: boolean;
  /** An element of it that nobody can look into. */
  opaque: string | null;
}

/** What of it is not to be drawn. */
export interface ConcealedParts {
  /** Which of the texts. */
  places: number[];
  /** Whether the numbers that its style counts are. */
  counts: boolean;
  /** Whether pictures are that it may have made. */
  pictures: boolean;
}

/** Asks whether the tab waits for an answer from the network. */
export interface UnderWayMessage {
  clz: "underWay";
}

/** Asks what the pages around a frame have laid over it at a place; answered with a selector of that, or null. */
export interface CoverMessage {
  clz: "cover";
  /** The call that is about to press there. */
  id: string;
  x: number;
  y: number;
}

/** Asks for the policy of the tab; null if no agent owns it. */
interface DialogsMessage {
  clz: "dialogs";
}

/** Asks whether a policy holds the tab: answered with true if one does. */
export interface PeersMessage {
  clz: "peers";
}

export type ToBackground =
  | CoverMessage
  | ActionMessage
  | PageLeftMessage
  | PickedMessage
  | WrittenMessage
  | PeersMessage
  | DelayMessage
  | SaidMessage
  | DialogMessage
  | DialogsMessage
  | SecretTextMessage
  | DrawnTexts
  | UnderWayMessage;
