// The ARIA snapshot of a page: its accessibility tree, as lines and as data.

import type { Commands } from "../generated/registry";
import type { FrameLayout } from "./frame-layout";
import type { Listeners } from "./input/trusted-input";

/** The page around what is looked at: its shadow roots, and which elements have listeners, if Firefox says so. */
export interface Surroundings {
  active: Element | null;
  roots: Array<Document | ShadowRoot>;
  listeners: Listeners | null;
}

export interface SnapshotOptions {
  interactive: boolean;
  compact: boolean;
  /** Levels to show; null for all. */
  depth: number | null;
  urls: boolean;
  boxes: boolean;
  /** How the frame lies in the viewport of the page, where boxes are wanted. */
  layout: FrameLayout;
  colors: boolean;
  tree: boolean;
  /** True to give the other forms as well: what the next looks are compared with. */
  forms: boolean;
  /** About so many characters are made, and the rest of the page is left out; null for all of it. */
  most: number | null;
  /** What refs begin with: f2 in that frame, nothing in the top one. */
  frame: string;
}

/** Where the content of another frame belongs: below this line. */
export interface FrameLine {
  line: number;
  depth: number;
  frameId: number;
  /** How it lies in the viewport of the page, where boxes are wanted. */
  layout?: FrameLayout;
}

export interface TreeNode {
  role: string;
  ref?: string;
  name?: string;
  /** What it seems to be called, if nothing names it. */
  guess?: string;
  /** What a field takes, where its role does not say it. */
  kind?: string;
  options?: string[];
  /** All of them, where not all are named. */
  optionCount?: number;
  box?: { x: number; y: number; width: number; height: number };
  value?: string;
  url?: string;
  states?: Record<string, string | true>;
  frameId?: number;
  children?: TreeNode[];
}

export interface SnapshotLines {
  text: string;
  lines: number;
  frames: FrameLine[];
}

/**
 * What the ref of something begins with that nobody acts on. By it a later look sees whether it is the same element;
 * it is not shown.
 */
export const UNTOLD = "~";

/** What the ref of a field ends with that holds what a command has entered. This is not shown either. */
export const ENTERED = "+";

/** Of what an open dialog holds back. It is the mark before the ref, where no page can write it. */
export const INERT = " [inert]";

const INERT_REF = `${INERT} [ref=`;

export function isInert(line: string): boolean {
  return line.includes(INERT_REF);
}

export function withoutInert(line: string): string {
  return line.replace(INERT_REF, " [ref=");
}

/** A line as it is shown. */
export function toldLine(line: string): string {
  return line.replace(/ \[ref=~\w+\+?\]/, "").replace(/(\[ref=\w+)\+\]/, "$1]");
}

/** True for a line of a field that holds what a command has entered, and is otherwise as it was. */
export function isEnteredIn(line: string, before: string): boolean {
  return /\[ref=~?\w+\+\]/.test(line) && fieldIn(line) === fieldIn(before);
}

/** A field without what it holds, and who has the focus: up to its ref. */
function fieldIn(line: string): string {
  const [field = ""] = /^.*? \[ref=\w+/.exec(withoutInert(line)) ?? [line];
  return field.replace(/ \[(?:active|checked|selected|pressed)(?:=\w+)?\]/g, "");
}

/** A page without further options: all of it, or what takes actions. */
export const FORMS = ["all", "interactive"] as const;

export interface AriaSnapshot extends SnapshotLines {
  tree?: TreeNode[];
  /** The elements further down that were not looked at, since it had enough characters. */
  left?: number;
  /** Without the one that is shown. */
  forms?: Partial<Record<(typeof FORMS)[number], SnapshotLines>>;
}

/** Parameters of a look on their way to a frame. */
export type LookParams = Commands["getAccessibilitySnapshot"]["params"] & {
  forms?: boolean;
  most?: number;
  layout?: FrameLayout;
};

/** The snapshot of one frame, on its way to the background. */
export interface FrameSnapshot extends AriaSnapshot {
  url: string;
  title: string;
  /** True for a frame with nothing in it that is on its way to a document. */
  coming?: boolean;
}
