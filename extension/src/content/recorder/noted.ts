// Notes: what a person writes at an element of this frame goes out with what the page says of the element. That is
// masked here as what is recorded is, and left out where it is long: a part of a secret could not be recognised any more.

import type { WrittenMessage } from "../../shared/messages";
import type { Made } from "../../shared/content-globals";
import { selectorOf } from "../dom/describe";
import { secretValues } from "../dom/held-secrets";
import { locatorOf } from "./telling";

const STYLES = "font color background-color background-image padding margin border border-radius display width height";
const MAX_CHARS = 300;

/** Looks at an element now, which may be gone once the person has written. What it gives is called with the text. */
export function noteAbout(element: Element): (text: string) => void {
  const { x, y, width, height } = element.getBoundingClientRect();
  const styles = getComputedStyle(element);
  const told = STYLES.split(" ").map((name) => [name, styles.getPropertyValue(name)] as const);
  const about = {
    url: location.href,
    selector: selectorOf(element),
    box: { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
    styles: Object.fromEntries(told.filter(([, value]) => value !== "" && value.length <= MAX_CHARS)),
    ...madeBy(element),
  };
  const locator = locatorOf(element);
  return (text) => {
    const message: WrittenMessage = {
      clz: "written",
      ...secretValues().maskedIn({ locator, note: { ...about, text } }),
    };
    browser.runtime
      .sendMessage(message)
      .then((number: unknown) => typeof number === "number" && globalThis.__clz.marked?.(element, String(number)))
      // The command says why, or the extension is going down.
      .catch(() => undefined);
  };
}

/** What made it. Nothing of what a page has noted there can be so wrong that no note is taken. */
function madeBy(element: Element): Pick<WrittenMessage["note"], "component" | "source" | "at"> {
  try {
    const { at, ...made } = JSON.parse(globalThis.__clz.madeBy?.(element) ?? "{}") as Made;
    return { ...made, ...(at && { at: { ...at, begun: performance.timeOrigin } }) };
  } catch {
    return {};
  }
}
