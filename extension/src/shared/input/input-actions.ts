// Input actions: what a person does with mouse, keyboard and touch, in the smallest parts. The privileged helper sends
// them as trusted events, the content script as events of its own making; who plans an action need not know which.

import type { Clip, ClipboardAction } from "./clipboard";

export interface Modifiers {
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
  meta: boolean;
}

export interface Key {
  /** The name in results and messages. */
  name: string;
  key: string;
  code: string;
  keyCode: number;
  /** The text it types, without Control, Alt and Meta. */
  text: string;
}

/**
 * The way to an element from its document: places among the child elements, -1 for the step into a shadow root. It
 * names an element to the helper, which shares no objects with content scripts.
 */
export type NodePath = number[];

export const INTO_SHADOW = -1;

/** Places are CSS pixels of the frame's own viewport. */
export interface MouseAction {
  do: "mouse";
  type: "mousemove" | "mousedown" | "mouseup" | "contextmenu";
  x: number;
  y: number;
  button: number;
  /** The buttons that are down after this action. */
  buttons: number;
  /** 1 for a click, 2 for the second of a double click; 0 while the mouse only moves. */
  clickCount: number;
  modifiers: Modifiers;
  /** True for a part of a press that began in one command and ends in another. */
  lasts?: true;
}

export interface KeyAction {
  do: "key";
  type: "keydown" | "keyup";
  key: Key;
  /** Held down while this key goes down or up; its own effect is not in it. */
  modifiers: Modifiers;
  /** True for a key that is down already, as one that is held goes down again and again. */
  repeat?: boolean;
  /** What it does with the clipboard, unless the page prevents it. */
  clipboard?: ClipboardAction;
}

/** Pastes where the focus is. */
interface PasteAction {
  do: "paste";
  clip: Clip;
}

/** Inserts at the caret, all at once, in place of what is selected. Empty text deletes the selection. */
interface TextAction {
  do: "text";
  text: string;
}

export interface WheelAction {
  do: "wheel";
  x: number;
  y: number;
  dx: number;
  dy: number;
  modifiers: Modifiers;
}

/** Sets what a field holds as the browser's own pickers do: dates, colours, sliders. */
interface ValueAction {
  do: "value";
  path: NodePath;
  value: string;
}

/** Chooses the options of a select element as the browser's own list does. */
interface ChooseAction {
  do: "choose";
  path: NodePath;
  indices: number[];
}

/** Presses at the first place, moves through the others, rests and lets go. */
export interface DragAction {
  do: "drag";
  path: Array<{ x: number; y: number }>;
  /** How long the mouse is on its way. */
  durationMs: number;
  modifiers: Modifiers;
}

/** What is dragged from one frame into another. Files are not in it. */
export interface Carried {
  items: Array<{ type: string; data: string }>;
  effectAllowed: DataTransfer["effectAllowed"];
}

/** What one frame takes of a drag that goes through several. */
export type DragPartAction = { do: "dragPart"; x: number; y: number } & (
  | { part: "mousemove" | "mousedown" | "mouseup"; modifiers: Modifiers; buttons: number }
  /** In the frame where it began. */
  | { part: "drag" }
  | { part: "dragend"; effect: DataTransfer["dropEffect"] }
  /** In the frame that the mouse is over. */
  | { part: "over" | "leave" | "drop"; carried: Carried }
  /** The button came up in another frame: this one forgets the press. */
  | { part: "forget" }
);

/** A finger comes down at the first place, goes through the others and off. */
export interface TouchAction {
  do: "touch";
  path: Array<{ x: number; y: number }>;
  /** How long it is on its way, or down where it goes nowhere. */
  durationMs: number;
}

/** Gives the command's files to a file input, or drops them at a point. */
export interface FilesAction {
  do: "files";
  path: NodePath;
  point: { x: number; y: number };
  drop: boolean;
}

interface PauseAction {
  do: "pause";
  /** 0 lets the page do what it has put off, and goes on. */
  ms: number;
}

export type InputAction =
  | MouseAction
  | KeyAction
  | TextAction
  | PasteAction
  | ValueAction
  | ChooseAction
  | WheelAction
  | DragAction
  | DragPartAction
  | TouchAction
  | FilesAction
  | PauseAction;

export const NO_MODIFIERS: Modifiers = { ctrl: false, shift: false, alt: false, meta: false };
