// An item of the accessibility tree, and what is known around it while the tree is built.

import type { Modals } from "./modals";
import type { Evidence, Press } from "./press";
import type { States } from "./states";
import type { Styles } from "./styles/styles";

export interface Item {
  /** Null for a text. */
  element: Element | null;
  tag: string;
  role: string;
  name: string;
  states: States;
  value: string;
  children: Item[];
  /** What speaks for it taking the mouse, beyond its role; null if nothing does. */
  press: Press | null;
  /** True if it takes actions: by its role, or by what speaks for it. An open dialog may hold it back: `inert`. */
  target: boolean;
  /** Where it is, if another one is called the same: `row "12 Person 12"`. */
  place?: string;
  /** True for a text that nobody sees. */
  unseen?: true;
  /** True for a text of boxes that are drawn as one word: names set them apart. */
  pieced?: true;
  /** True for a text whose line breaks are shown: code. */
  breaks?: boolean;
  /** Of a place with a line of its own, below which is what is in it: `row "12 Person 12"`. */
  head?: string;
}

/** So much is shown of a name. */
export const NAME_CHARS = 300;

/** What is left of the characters that a tree may have, and the first element that found none left. */
export interface Room {
  chars: number;
  /** True if only what takes actions is shown. */
  targetsAlone: boolean;
  cutAt: Element | null;
}

export interface Context {
  style: Styles;
  room: Room;
  /** Whether nobody sees the text that an element holds itself. */
  isUnseen: (element: Element) => boolean;
  active: Element | null;
  /** What speaks for elements that take the mouse; null if nobody wants to know. */
  evidence: Evidence | null;
  /** The cursor that is inherited. */
  cursor: string;
  /** True inside a control: a press on what is in it presses the whole. */
  control: boolean;
  /** True inside a label: a press on what is in it is one on its field. */
  label: boolean;
  /** True inside what listens for the rows in it. */
  delegated: boolean;
  /** True inside what is hidden from people who listen. */
  veiled: boolean;
  /** True if the text is known already, as the name of something. */
  mute: boolean;
  /** The modal dialogs that are open, and hold back what is outside of them; null inside them, and if there are none. */
  modals: Modals | null;
  /** True inside a canvas: its content is not drawn, and describes what is. */
  undrawn: boolean;
  /** False if `visibility` hides the text. */
  shown: boolean;
  /** True inside of what is laid out as it is written. */
  breaks: boolean;
}
