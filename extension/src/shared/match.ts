// What errors and verdicts say of an element that a target matches.

export interface Match {
  /** If it is one of several: what names it alone. */
  ref?: string;
  selector: string;
  text: string;
  /** The frame it is in, unless that is the top one. */
  frame?: string;
}
