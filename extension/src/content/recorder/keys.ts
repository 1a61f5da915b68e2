// Keys: a step of their own where the page takes them, or where they do something by themselves.
//
// Characters in a field are typing. Tab is not needed: each step puts the focus where it acts.

import { changeCount, decideNow, later } from "./later";
import { beginStep, mayBring } from "./outcome";
import { keyPressed, noteHidden, sayWaiting, entered, targetOf } from "./pointing";
import { locatorOf, tell } from "./telling";
import { contentOf, fieldOf, finishTyping, hasLines, isTyped, typed } from "./typing";
import type { DurableLocator } from "../../shared/messages";

/** Keys that are held down while others are pressed, and those that are nobody's. */
const NO_STEP = new Set(["Control", "Shift", "Alt", "AltGraph", "Meta", "Tab", "Dead", "Process", "Unidentified"]);

/** What a page does about a key it has begun by then. */
const ANSWERS_MS = 30;

/** Keys by which what was typed is changed, moved in or marked. */
const EDITS = /^(?:Backspace|Delete|Arrow.*|Home|End|PageUp|PageDown)$/;

/** Where the last key went: while the focus is where keys put it, the next one needs no target. */
let followsKey = false;

export function otherThanKey(): void {
  followsKey = false;
}

export function keyDown(event: KeyboardEvent): void {
  decideNow();
  keyPressed();
  const target = targetOf(event);
  if (event.key === "Tab") followsKey = false;
  if (!target || NO_STEP.has(event.key) || event.isComposing) return;
  const isField = isTyped(target);
  const isCharacter = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey;
  if (isField && isCharacter) {
    if (hasLines(target)) typed(target, false);
    return;
  }
  const press = { target, name: nameOf(event), locator: whereOf(target) };
  if (isField && hasLines(target) && (event.key === "Enter" || EDITS.test(event.key))) {
    if (event.key === "Enter") enteredInLines(event, press);
    else typed(target, false);
  } else if (event.key === "Escape" || (event.key === "Enter" && target instanceof HTMLInputElement && isField)) {
    // They do something by themselves: a form is sent, a dialog is closed.
    if (event.key === "Enter") entered();
    finishTyping();
    sayWaiting();
    beginStep();
    say(press);
  } else taken(event, press);
}

interface Press {
  target: Element;
  name: string;
  locator: DurableLocator | null;
}

/** The key is a step if the page keeps the browser from what it would do, or changes at once. */
function taken(event: KeyboardEvent, press: Press): void {
  const { target } = press;
  const isField = isTyped(target);
  // What the browser does with these is recorded as a click, or as a choice.
  const isPressed = (event.key === "Enter" || event.key === " ") && target.matches("button, a[href], summary, input");
  const isChoice = target.matches("select, input[type=radio], input[type=range], input[type=number]");
  if (isField) finishTyping();
  beginStep();
  const before = changeCount();
  later(ANSWERS_MS, () => {
    const hasChanged = changeCount() > before;
    const counts = event.defaultPrevented || (hasChanged && !isField && !isPressed && !isChoice);
    if (!counts) return;
    sayWaiting();
    say(press);
  });
}

/** Enter in a longer text is a line, unless the page sends the text by it. */
function enteredInLines(event: KeyboardEvent, press: Press): void {
  const field = fieldOf(press.target);
  const before = contentOf(field);
  finishTyping();
  beginStep();
  later(ANSWERS_MS, () => {
    if (event.defaultPrevented && contentOf(field).length <= before.length) {
      sayWaiting();
      say(press);
    } else typed(field, true);
  });
}

function say({ name, locator }: Press): void {
  tell("pressKey", { key: name }, locator ?? undefined);
  followsKey = true;
  mayBring();
  noteHidden();
}

function whereOf(target: Element): DurableLocator | null {
  if (followsKey || target === document.body || target === document.documentElement) return null;
  return locatorOf(fieldOf(target));
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key === " " ? "Space" : event.key;
  const isCharacter = [...event.key].length === 1;
  const held = [
    event.ctrlKey && "Control",
    event.altKey && "Alt",
    event.metaKey && "Meta",
    event.shiftKey && (!isCharacter || event.ctrlKey || event.metaKey) && "Shift",
  ].filter(Boolean);
  return [...held, isCharacter && event.ctrlKey ? key.toLowerCase() : key].join("+");
}
