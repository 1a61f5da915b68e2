// Whether a tab has painted: Firefox counts it for each process that has a part of the page. To ask costs next to
// nothing, and the page learns nothing of it. What the compositor moves by itself, such as a video, does not count.

import { ACTOR } from "../input/focus";
import { setTimeout } from "../timer";
import { documentsIn } from "../window-actors";

/** A process that is busy for longer has painted nothing to be looked at. */
const PATIENCE_MS = 300;

/** A text that differs after each painting; null if some process does not answer. */
export async function paintedState(browser: GeckoBrowser | null): Promise<string | null> {
  if (!browser) return null;
  const counted = Promise.all(rootsOf(browser.browsingContext).map(countOf));
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  const told = await Promise.race([counted, late]);
  return told && !told.includes(null) ? told.join() : null;
}

/** The frames whose paintings are counted apart: the first one of each process. */
function rootsOf(top: GeckoBrowsingContext): GeckoWindowGlobal[] {
  const roots = new Map<number, GeckoWindowGlobal>();
  for (const frame of documentsIn(top)) if (!roots.has(frame.osPid)) roots.set(frame.osPid, frame);
  return [...roots.values()];
}

/** Null for a frame that does not count: it goes away just now, or is a page of Firefox's own. */
async function countOf(frame: GeckoWindowGlobal): Promise<string | null> {
  try {
    const count = (await frame.getActor(ACTOR).sendQuery("painted", null)) as number | null;
    return count === null ? null : `${frame.innerWindowId}:${count}`;
  } catch {
    return null;
  }
}
