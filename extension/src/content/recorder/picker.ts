// The picker: names what a person points at in this frame, for a test or an agent to find it again.

import type { PickedMessage } from "../../shared/messages";
import { layoutOf, placeIn } from "../../shared/frame-layout";
import { PRESSED, pressable } from "../dom/pressable";
import { deepElementFromPoint } from "../dom/roots";
import { holderOf } from "../locators/frame-query";
import { noteAbout } from "./noted";
import { locatorOf, noteSecrets } from "./telling";

const FRAMES = "iframe, frame, object, embed";

function tellPicked(element: Element | null): void {
  const message: PickedMessage = { clz: "picked", locator: element && locatorOf(element) };
  browser.runtime.sendMessage(message).catch(() => undefined);
}

globalThis.__clz.picking ??= {
  begin: () => {
    noteSecrets();
    globalThis.__clz.pointed?.(PRESSED, tellPicked);
  },
  note: () => {
    noteSecrets();
    let write: ((text: string) => void) | null = null;
    const pointed = (element: Element | null): void => {
      write = element && noteAbout(element);
      if (!element) tellPicked(null);
    };
    globalThis.__clz.pointed?.(PRESSED, pointed, (text) => write?.(text));
  },
  keep: (open) => globalThis.__clz.marked?.(null, open),
  end: () => globalThis.__clz.pointed?.(PRESSED, null),
  at: (x, y) => {
    noteSecrets();
    const hit = deepElementFromPoint(x, y);
    if (hit?.matches(FRAMES) === true) {
      const frameId = browser.runtime.getFrameId(hit);
      if (frameId > 0) return { frameId, ...placeIn(layoutOf(hit), { x, y }) };
    }
    const element = pressable(hit);
    return element && { locator: locatorOf(element) };
  },
  holderOf,
};
