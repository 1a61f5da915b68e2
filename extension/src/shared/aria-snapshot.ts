// The ARIA snapshot of a page: its accessibility tree, as lines and as data.

import type { Commands } from "../generated/registry";
import type { FrameLayout } from "./frame-layout";
import type { Listeners } from "./input/trusted-input";

/** The page around what is looked at: its shadow roots, and who listens in it, where Firefox tells. */
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

/** A page without further options: all of it, or what takes actions. */
export const FORMS = ["all", "interactive"] as const;

export interface AriaSnapshot extends SnapshotLines {
  tree?: TreeNode[];
  forms?: Record<(typeof FORMS)[number], SnapshotLines>;
}

/** Parameters of a look on their way to a frame. */
export type LookParams = Commands["getAccessibilitySnapshot"]["params"] & {
  forms?: boolean;
  layout?: FrameLayout;
};

/** The snapshot of one frame, on its way to the background. */
export interface FrameSnapshot extends AriaSnapshot {
  url: string;
  title: string;
}
