// Folded away: lists and menus that are on the page all the time, and closed by how they are drawn.

import { flatContains } from "../../dom/roots";
import type { Context } from "./item";

/** What opens over the page, and what is in it. */
const OPENS = /^(?:listbox|option|menu|menuitem|menuitemcheckbox|menuitemradio|dialog|tooltip)$/;

/**
 * True for what nobody sees and no press reaches: scaled to nothing, or of a list or a menu that is transparent, to the
 * mouse too, or without height. A box in a label's place may be so, and be pressed by its label: a field is left alone.
 */
export function isFolded(element: Element, role: string, takes: boolean, { style, undrawn }: Context): boolean {
  if (undrawn || !(takes || OPENS.test(role))) return false;
  const { width, height } = element.getBoundingClientRect();
  if ((width === 0 || height === 0) && isScaledAway(element)) return true;
  if (!OPENS.test(role)) return false;
  if (height === 0 && style(element).overflowY !== "visible") return true;
  if (element.checkVisibility({ opacityProperty: true })) return false;
  return style(element).pointerEvents === "none" && !isFading(element);
}

/** True for a part of a menu that is just coming or going: it can be pressed in a moment. */
function isFading(element: Element): boolean {
  return document.getAnimations().some(({ effect, playState }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return playState === "running" && target !== null && flatContains(target, element);
  });
}

/** True if it has its place on the page, and a transformation leaves nothing of it to be drawn there. */
function isScaledAway(element: Element): boolean {
  if (element instanceof HTMLElement) return element.offsetWidth > 0 && element.offsetHeight > 0;
  const box = element instanceof SVGGraphicsElement ? element.getBBox() : null;
  return box !== null && box.width > 0 && box.height > 0;
}
