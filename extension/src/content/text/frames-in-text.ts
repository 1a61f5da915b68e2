// Frames in a text: each leaves a mark where it is drawn, which no page knows, and the background puts its text there.

import type { Framed } from "../../shared/messages";
import { allRoots, flatContains } from "../dom/roots";
import { isVisible } from "../dom/visible";

const FRAMES = "iframe, frame, object, embed";
const [ONE = 0, OTHER = 0] = crypto.getRandomValues(new Uint32Array(2));
const MARK = `clz${ONE.toString(36)}${OTHER.toString(36)}frame`;

/** The frames that are drawn in an element, or are the element itself. */
export function framesIn(element: Element): Element[] {
  return allRoots()
    .flatMap((root) => [...root.querySelectorAll(FRAMES)])
    .filter((frame) => flatContains(element, frame) && idOf(frame) >= 0 && isVisible(frame));
}

export function idOf(frame: Element): number {
  return browser.runtime.getFrameId(frame);
}

/** True for one that loads its page once it comes into view, and has not been there. */
export function isUnloaded(frame: Element | null): boolean {
  if (frame?.localName !== "iframe") return false;
  const { loading, src, contentDocument } = frame as HTMLIFrameElement;
  const isOf = frame.hasAttribute("srcdoc") || !/^(?:about:blank|$)/.test(src);
  return loading === "lazy" && isOf && contentDocument?.URL === "about:blank";
}

/** What stands for a frame. */
export function markOf(frame: Element): string {
  return `${MARK}${idOf(frame)}end`;
}

/** A text with marks as its pieces: what was read here, and the ids of the frames between. */
export function piecesOf(text: string): Framed {
  return text.split(new RegExp(`${MARK}(\\d+)end`)).map((piece, at) => (at % 2 === 0 ? piece : Number(piece)));
}
