// What trusted input needs of Firefox inside a page's process. Where some of it is missing, input is synthetic.

const OF_WINDOW = ["synthesizeMouseEvent", "synthesizeTouchEvent"] as const;
const OF_UTILITIES = ["sendWheelEvent", "sendContentCommandEvent"] as const;
const KEYBOARD = "@mozilla.org/text-input-processor;1";

/** What this Firefox does not have of it. */
export function missingMeans(window: GeckoWindow): string[] {
  const { windowUtils } = window;
  return [
    ...OF_WINDOW.filter((name) => typeof window[name] !== "function"),
    ...OF_UTILITIES.filter((name) => typeof windowUtils[name] !== "function"),
    ...(Cc[KEYBOARD] ? [] : [KEYBOARD]),
  ];
}
