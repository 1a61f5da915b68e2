// The focus of tabs in the background. Firefox keeps one in each process of pages; what makes it go to one tab only is
// that a page which asks for it has its tab brought to the front. In its test mode Firefox gives the page the focus
// where it is, by its own code: with trusted events, `document.hasFocus()`, `:focus` and a caret that keys move. The
// tab in front keeps its own, and the person's keys go there as before.
//
// The mode is on only while a tab takes the focus, because windows are not raised meanwhile.

export const ACTOR = "ClzHelper";

const TEST_MODE = "focusmanager.testmode";

const MOST_TURNS = 100;

const FRAMES = new Set(["iframe", "frame", "object", "embed"]);

let taking = 0;

/** In the main process: gives the page of a tab the focus, unless it has it already. */
export async function focusTab(tab: GeckoBrowsingContext): Promise<void> {
  const page = tab.currentWindowGlobal;
  if (!page) return;
  taking += 1;
  setTestMode(true);
  try {
    await page.getActor(ACTOR).sendQuery("takeFocus", null);
  } finally {
    taking -= 1;
    if (taking === 0) setTestMode(false);
  }
}

/** In the page's process: takes the focus for a whole page, and leaves it with the frame that had it. */
export async function takeFocus(window: GeckoWindow): Promise<void> {
  const { document } = window;
  if (document.hasFocus()) return;
  const active = document.activeElement;
  Services.focus.focusedWindow = window;
  // Firefox takes it for a window by itself, in a turn of its own; where much is under way, not in the very next one.
  for (let turn = 0; turn < MOST_TURNS && !document.hasFocus(); turn += 1) {
    await new Promise<void>((resolve) => Services.tm.dispatchToMainThread(resolve));
  }
  if (!active?.isConnected || !FRAMES.has(active.localName)) return;
  Services.focus.setFocus(active, Services.focus.FLAG_NOSCROLL);
}

/** A default that lasts as long as this Firefox runs: nothing of it is written into the profile. */
function setTestMode(on: boolean): void {
  Services.prefs.getDefaultBranch("").setBoolPref(TEST_MODE, on);
}
