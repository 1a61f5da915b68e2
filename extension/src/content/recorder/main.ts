// The recorder: listens to what a person does in this frame, and reports it as the commands that do the same.
//
// Only trusted events count, and none is touched but those of a press with Alt, which is a verdict: listeners are passive
// and first in line, before the page can take the element away. Scrolling is not said: every step scrolls to where it acts.

import { normalizeWhitespace } from "../../shared/text/text";
import { altPresses, PRESS_EVENTS } from "../../shared/input/alt-press";
import { holderOf } from "../locators/frame-query";
import { keyDown, otherThanKey } from "./keys";
import { decideNow, giveUp, watchChanges } from "./later";
import { arrived, drop, lastSaid, mayBring, settle, watchOutcomes } from "./outcome";
import * as pointing from "./pointing";
import { attach, detach, keepTheRest, left, locatorOf, noteSecrets, takeBackTyping, tell, tellSaid } from "./telling";
import { finishTyping, isTyped, isTyping, typed } from "./typing";
import { pointedAt } from "./verdict";

/** A choice was made: in a list, a check box, or Firefox's own dialogs for files and colours. */
function changed(event: Event): void {
  decideNow();
  const element = pointing.targetOf(event);
  if (!element) return;
  if (isTyping(element)) {
    finishTyping();
    return;
  }
  const action = choiceIn(element);
  if (!action) return;
  finishTyping();
  pointing.sayWaiting();
  otherThanKey();
  tell(...action, locatorOf(element));
  mayBring();
  pointing.noteHidden();
}

function choiceIn(element: Element): [command: string, params: Record<string, unknown>] | null {
  if (element instanceof HTMLSelectElement) {
    const values = [...element.selectedOptions].map((option) => normalizeWhitespace(option.label));
    const options = [...element.options];
    const isClear = !options.some(({ value, label }) => values.includes(value) && !values.includes(label));
    return values.length > 0 ? ["select", { values, ...(!isClear && { by: "label" }) }] : null;
  }
  if (!(element instanceof HTMLInputElement)) return null;
  const { type, checked, value, files } = element;
  if (type === "checkbox" || type === "radio") return [checked ? "check" : "uncheck", {}];
  if (type === "file") return ["upload", { files: [...(files ?? [])].map(({ name }) => name) }];
  return type === "color" ? ["fill", { text: value }] : null;
}

function input(event: Event): void {
  decideNow();
  const target = pointing.targetOf(event);
  if (!target || !isTyped(target)) return;
  pointing.sayWaiting(target);
  otherThanKey();
  typed(target, true);
}

function leave(): void {
  giveUp();
  finishTyping();
  drop();
  if (window === window.top) tellSaid(lastSaid());
}

function listen<K extends keyof WindowEventMap>(type: K, heard: (event: WindowEventMap[K]) => void): void {
  const first = (event: WindowEventMap[K]): void => {
    if (event.isTrusted) heard(event);
  };
  window.addEventListener(type, first, { capture: true, passive: true, signal: over.signal });
}

const over = new AbortController();
// First of all: no other listener sees what is pointed at with Alt.
const altPress = altPresses((event) => pointedAt(pointing.targetOf(event)));
for (const type of PRESS_EVENTS) {
  if (globalThis.__clz.recording) break;
  window.addEventListener(type, altPress, { capture: true, passive: false, signal: over.signal });
}
if (!globalThis.__clz.recording) {
  attach();
  // Firefox closes the port of a page that is kept for "back".
  listen("pageshow", ({ persisted }) => {
    if (persisted) attach();
  });
  globalThis.__clz.recording = {
    holderOf,
    arrived,
    keepAltPresses: () => globalThis.__clz.altPressed?.(pointedAt),
    end: () => {
      globalThis.__clz.altPressed?.(null);
      keepTheRest();
      decideNow();
      finishTyping();
      settle();
      over.abort();
      takeBackTyping();
      detach();
      globalThis.__clz.recording = undefined;
      return left();
    },
  };
  listen("mousedown", (event) => {
    noteSecrets();
    otherThanKey();
    pointing.mouseDown(event);
  });
  listen("mouseup", pointing.mouseUp);
  listen("mouseover", pointing.mouseOver);
  listen("click", pointing.clicked);
  listen("contextmenu", pointing.menuAsked);
  listen("dragstart", pointing.dragStarted);
  listen("drop", pointing.dropped);
  listen("change", changed);
  listen("keydown", keyDown);
  listen("input", input);
  listen("focusout", finishTyping);
  listen("pagehide", leave);
  // The person goes on in another frame.
  listen("blur", (event) => {
    if (event.target === window) settle();
  });
  watchChanges(over.signal);
  watchOutcomes(over.signal);
  pointing.watchHovers(over.signal);
  noteSecrets();
}
