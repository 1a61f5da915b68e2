// Input actions as trusted events of one window: mouse, wheel, keys, text, touch and files.

import { dragAlong, LastingPress } from "../../shared/input/drag";
import { FrameDrag } from "../../shared/input/drag-across-frames";
import { dragSender, dropFiles } from "../../shared/input/drag-and-drop";
import { HeldPress } from "../../shared/input/held-press";
import {
  INTO_SHADOW,
  type DragAction,
  type DragPartAction,
  type FilesAction,
  type Key,
  type KeyAction,
  type Modifiers,
} from "../../shared/input/input-actions";
import {
  NO_MODIFIERS,
  type MouseAction,
  type NodePath,
  type InputAction,
  type TouchAction,
  type WheelAction,
} from "../../shared/input/input-actions";
import { copy, paste, type ClipboardAction } from "../../shared/input/clipboard";
import type { ActionsOutcome, PerformedOutcome } from "../../shared/input/trusted-input";
import { clipboardMeans } from "./clipboard";
import { DragWatcher, elementAt, transferOf as carriedIn } from "./drag";
import { choose, giveFiles, setValue, transferOf } from "./fields";
import { bringIntoView, coverOver, placeAsDrawn } from "./scaled-frames";

/** nsIDOMWindowUtils' MODIFIER_… */
const ALT = 1;
const CONTROL = 2;
const SHIFT = 4;
const META = 8;

const DELTA_PIXEL = 0;

/** MouseEvent.MOZ_SOURCE_… */
const MOUSE = 1;
const TOUCH = 5;

/** A finger that stays down so long opens a menu, and clicks nothing. */
const LONG_PRESS_MS = 500;

const AFTER_PAGE = { capture: true, mozSystemGroup: true } as AddEventListenerOptions;

/** What Firefox makes of a mouse, and not of the mouse events after a tap. */
const OF_MOUSE = ["move", "down", "up", "over", "out", "enter", "leave"].map((type) => `pointer${type}`);

function mask({ alt, ctrl, shift, meta }: Modifiers): number {
  return (alt ? ALT : 0) | (ctrl ? CONTROL : 0) | (shift ? SHIFT : 0) | (meta ? META : 0);
}

export class Input {
  #keyboard: GeckoTextInputProcessor | null = null;
  readonly #pressed = new LastingPress();
  #last: Promise<unknown> = Promise.resolve();
  #held: HeldPress;
  #outcome: PerformedOutcome = {};
  /** There while the left button is down. */
  #watcher: DragWatcher | null = null;
  /** The part of this frame in a drag through several. */
  #frameDrag: FrameDrag | null = null;

  constructor(private readonly window: GeckoWindow) {
    this.#held = this.#newPress();
  }

  /** The page is gone, and what is held down in it. */
  stop(): void {
    this.#frameDrag = null;
    this.#watcher?.end();
    this.#watcher = null;
  }

  /**
   * Performs the input actions, as many as the page lives to see, and gives the links that were clicked for tabs of
   * their own, and what was copied and pasted.
   *
   * Each is a task of its own, with no script under it: only so does Firefox settle the promises of a page after each
   * of its listeners, as it does with a person's input.
   */
  run(inputActions: InputAction[], files: File[], isOver: () => boolean): Promise<ActionsOutcome> {
    // What timed out may have a mouse button to let go of yet, once the page lets it.
    const run = this.#last.then(() => this.#run(inputActions, files, isOver));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #run(inputActions: InputAction[], files: File[], isOver: () => boolean): Promise<ActionsOutcome> {
    const opens: string[] = [];
    this.#outcome = {};
    this.#held = this.#newPress();
    for (const action of inputActions) {
      if (this.window.closed) break;
      if (action.do === "pause") {
        await (action.ms > 0 ? pause(action.ms) : task(() => undefined));
        if (isOver()) break;
      } else if (action.do === "drag") await this.#drag(action, opens, isOver);
      else if (action.do === "dragPart") await this.#dragPart(action, opens);
      else if (action.do === "touch") await this.#touch(action, opens, isOver);
      else if (action.do === "mouse" && action.lasts) await this.#press(action, opens);
      else if (action.do === "files" && action.drop) await this.#drop(action, files);
      else await task(() => this.#perform(action, files, opens));
    }
    return { opens, ...this.#outcome };
  }

  #perform(
    action: Exclude<InputAction, { do: "pause" | "drag" | "dragPart" | "touch" }>,
    files: File[],
    opens: string[],
  ): void {
    switch (action.do) {
      case "mouse":
        return this.#mouse(action, opens);
      case "wheel":
        return this.#wheel(action);
      case "key":
        return this.#key(action);
      case "text":
        return this.#text(action.text);
      case "paste":
        return this.#useClipboard({ does: "paste", clip: action.clip });
      case "value":
        return setValue(this.window, this.#at(action.path), action.value);
      case "choose":
        return choose(this.window, this.#at(action.path), action.indices);
      case "files":
        return giveFiles(this.window, this.#at(action.path), files);
    }
  }

  #newPress(): HeldPress {
    return new HeldPress((place) => elementAt(this.window, place));
  }

  #mouse(
    { type, button, buttons, clickCount, modifiers, ...meant }: MouseAction,
    opens: string[],
    inputSource = MOUSE,
  ): void {
    const { x, y } = this.#held.placeOf(type, meant);
    if (type === "mousemove" && buttons === 0) bringIntoView(this.window, { x, y });
    else if (type === "mousedown") this.#outcome.coveredBy = coverOver(this.window, { x, y });
    if (this.#outcome.coveredBy != null) return;
    if (type === "contextmenu") this.#keepMenuShut();
    const { ctrl, meta, shift } = modifiers;
    if (type === "mouseup" && (button === 1 || (button === 0 && (ctrl || meta || shift))))
      this.#keepLink(button, opens);
    const data = { button, buttons, clickCount, modifiers: mask(modifiers), inputSource };
    // Not marked as made: it goes the way of a person's, so that pages see a move where the mouse moved.
    const at = placeAsDrawn(this.window, { x, y });
    at.window.synthesizeMouseEvent(type, at.x, at.y, data, {
      isDOMEventSynthesized: false,
      isWidgetEventSynthesized: false,
    });
  }

  /** Firefox's own menu would open over the window and take all further input. The page has had the event by then. */
  #keepMenuShut(): void {
    const shut = (event: Event): void => event.preventDefault();
    this.window.addEventListener("contextmenu", shut, { once: true, mozSystemGroup: true } as AddEventListenerOptions);
  }

  /** Firefox would open the tab as if it came from the one in front, which may be somebody else's. */
  #keepLink(button: number, opens: string[]): void {
    const kind = button === 0 ? "click" : "auxclick";
    const note = (event: Event): void => {
      const link = event.composedPath().find((at) => this.#isLink(at));
      if (!link || event.defaultPrevented) return;
      event.preventDefault();
      opens.push(link.href);
    };
    this.window.addEventListener(kind, note, AFTER_PAGE); // and before the link itself
    Services.tm.dispatchToMainThread(() => this.window.removeEventListener(kind, note, AFTER_PAGE));
  }

  #isLink(at: EventTarget): at is HTMLAnchorElement | HTMLAreaElement {
    const { HTMLAnchorElement, HTMLAreaElement } = this.window;
    return (at instanceof HTMLAnchorElement || at instanceof HTMLAreaElement) && /^(?:https?|file):/.test(at.href);
  }

  #wheel({ x, y, dx, dy, modifiers }: WheelAction): void {
    const whole = (delta: number): number => Math.trunc(delta);
    const at = placeAsDrawn(this.window, { x, y });
    at.window.windowUtils.sendWheelEvent(at.x, at.y, dx, dy, 0, DELTA_PIXEL, mask(modifiers), whole(dx), whole(dy), 0);
  }

  #key({ type, key, repeat = false, clipboard }: KeyAction): void {
    const keyboard = this.#beginTextInput();
    const { key: value, code, keyCode } = key;
    const event = new this.window.KeyboardEvent("", { key: value, code, keyCode, repeat });
    if (type === "keyup") {
      keyboard.keyup(event, flagsOf(key, keyboard));
      return;
    }
    if (!clipboard) keyboard.keydown(event, flagsOf(key, keyboard));
    else if (this.#isLeftAlone(() => keyboard.keydown(event, flagsOf(key, keyboard)))) this.#useClipboard(clipboard);
  }

  /** True if the page does not prevent what the key does. Firefox is kept from doing it: it has the system's clipboard. */
  #isLeftAlone(press: () => void): boolean {
    let left = false;
    const last = (pressed: Event): void => {
      left = !pressed.defaultPrevented;
      pressed.preventDefault();
    };
    this.window.addEventListener("keydown", last, AFTER_PAGE);
    try {
      press();
    } finally {
      this.window.removeEventListener("keydown", last, AFTER_PAGE);
    }
    return left;
  }

  #useClipboard(action: ClipboardAction): void {
    const window = this.window as GeckoWindow & typeof globalThis;
    const means = clipboardMeans(this.window);
    if (action.does === "paste") {
      // The background does not know yet what was copied a moment ago.
      this.#outcome.pastedBy = paste(window, this.#outcome.copied ?? action.clip, means);
      return;
    }
    const { clip } = copy(window, action.does === "cut", means);
    if (clip) this.#outcome.copied = clip;
  }

  #text(text: string): void {
    const { windowUtils } = this.window;
    if (text === "") windowUtils.sendContentCommandEvent("delete");
    else windowUtils.sendContentCommandEvent("insertText", null, text);
  }

  async #drag(action: DragAction, opens: string[], isOver: () => boolean): Promise<void> {
    const watcher = new DragWatcher(this.window);
    try {
      await dragAlong(action, {
        mouse: (moved) => task(() => this.#mouse(moved, opens)),
        pause: (ms) => (ms > 0 ? pause(ms) : task(() => undefined)),
        isOver: () => isOver() || this.window.closed,
        begun: (at) => watcher.begun(at),
      });
    } finally {
      watcher.end();
    }
  }

  async #dragPart(action: DragPartAction, opens: string[]): Promise<void> {
    const window = this.window;
    if (action.part === "mousedown") {
      this.stop();
      this.#watcher = new DragWatcher(window);
    }
    this.#frameDrag ??= new FrameDrag({
      mouse: (moved) => task(() => this.#mouse(moved, opens)),
      begun: (at) => {
        const started = this.#watcher?.started(at);
        return started ? { source: started.source, transfer: started.carried.mozCloneForEvent("drop") } : null;
      },
      send: dragSender(window, true),
      elementAt: (place) => elementAt(window, place),
      newTransfer: (carried) => carriedIn(window, carried),
      forget: (place) => this.#watcher?.unheard(place),
    });
    this.#outcome.dragPart = await this.#frameDrag.perform(action);
    if (action.part === "mouseup" || action.part === "forget") this.stop();
  }

  async #press(action: MouseAction, opens: string[]): Promise<void> {
    if (action.type === "mousedown" && action.button === 0) {
      this.stop();
      this.#watcher = new DragWatcher(this.window);
    }
    try {
      await this.#pressed.perform(action, {
        mouse: (moved) => task(() => this.#mouse(moved, opens)),
        begun: (at) => this.#watcher?.begun(at) ?? null,
      });
    } finally {
      if (action.type === "mouseup" && action.button === 0) this.stop();
    }
  }

  async #touch({ path, durationMs }: TouchAction, opens: string[], isOver: () => boolean): Promise<void> {
    const [start, ...way] = path;
    if (!start) return;
    let at = start;
    let prevented = false;
    const finger = (type: string): Promise<void> =>
      task(() => {
        prevented = touch(this.window, type, at) || prevented;
      });
    await finger("touchstart");
    for (const place of way) {
      await pause(durationMs / way.length);
      if (this.window.closed) return;
      if (isOver()) break;
      at = place;
      await finger("touchmove");
    }
    if (way.length === 0 && durationMs > 0) await pause(durationMs);
    if (this.window.closed) return;
    await finger(isOver() ? "touchcancel" : "touchend");
    if (way.length > 0 || prevented || isOver()) return;
    if (durationMs >= LONG_PRESS_MS) {
      const menu = {
        do: "mouse",
        type: "contextmenu",
        x: at.x,
        y: at.y,
        button: 2,
        buttons: 0,
        clickCount: 1,
      } as const;
      await task(() => this.#mouse({ ...menu, modifiers: NO_MODIFIERS }, opens, TOUCH));
      return;
    }
    // What comes of a tap that the page leaves alone: a click, without the pointer events that a mouse sends.
    const tap = { x: at.x, y: at.y, button: 0, modifiers: NO_MODIFIERS };
    for (const [type, buttons] of [
      ["mousemove", 0],
      ["mousedown", 1],
      ["mouseup", 0],
    ] as const) {
      if (this.window.closed) return;
      const clickCount = type === "mousemove" ? 0 : 1;
      await task(() =>
        withoutPointer(this.window, () =>
          this.#mouse({ do: "mouse", type, buttons, clickCount, ...tap }, opens, TOUCH),
        ),
      );
    }
  }

  #drop({ path, point }: FilesAction, files: File[]): Promise<void> {
    const send = dragSender(this.window, true);
    return dropFiles(this.#at(path), point, transferOf(this.window, files), {
      send,
      elementAt: (place) => elementAt(this.window, place),
      step: task,
    });
  }

  #at(path: NodePath): Element {
    let at: ParentNode | null = this.window.document;
    for (const place of path) {
      at = place === INTO_SHADOW ? (at as Element).openOrClosedShadowRoot : (at?.children[place] ?? null);
    }
    if (!at || !("localName" in at)) throw new Error("the element is gone");
    return at as Element;
  }

  #beginTextInput(): GeckoTextInputProcessor {
    const made = Cc["@mozilla.org/text-input-processor;1"]?.createInstance(Ci["nsITextInputProcessor"]);
    this.#keyboard ??= made as GeckoTextInputProcessor;
    if (!this.#keyboard.beginInputTransactionForTests(this.window)) throw new Error("something else has the keyboard");
    return this.#keyboard;
  }
}

function flagsOf(key: Key, keyboard: GeckoTextInputProcessor): number {
  const printable = key.text !== "" && key.key.length <= 2 && key.name !== "Enter";
  const kind = printable ? keyboard.KEY_FORCE_PRINTABLE_KEY : keyboard.KEY_NON_PRINTABLE_KEY;
  return key.keyCode === 0 ? kind | keyboard.KEY_KEEP_KEYCODE_ZERO : kind;
}

/** True if the page prevented what would come of it. */
function touch(of: GeckoWindow, type: string, place: { x: number; y: number }): boolean {
  const { window, x, y } = placeAsDrawn(of, place);
  const identifier = window.windowUtils.DEFAULT_TOUCH_POINTER_ID;
  const finger = {
    identifier,
    offsetX: x,
    offsetY: y,
    radiiX: 1,
    radiiY: 1,
    rotationAngle: 0,
    pressure: type === "touchend" ? 0 : 1,
  };
  return window.synthesizeTouchEvent(type, [finger], 0, { isDOMEventSynthesized: false });
}

function withoutPointer({ windowRoot }: GeckoWindow, act: () => void): void {
  const keep = (event: Event): void => event.stopImmediatePropagation();
  for (const type of OF_MOUSE) windowRoot.addEventListener(type, keep, true);
  try {
    act();
  } finally {
    for (const type of OF_MOUSE) windowRoot.removeEventListener(type, keep, true);
  }
}

/** Acts in a task of its own. */
function task(act: () => void): Promise<void> {
  return new Promise((resolve) => Services.tm.dispatchToMainThread(() => resolve(Promise.try(act))));
}

/** Timers of the page's own would be held back in a background tab. */
function pause(ms: number): Promise<void> {
  const { setTimeout } = ChromeUtils.importESModule<{ setTimeout: (act: () => void, ms: number) => void }>(
    "resource://gre/modules/Timer.sys.mjs",
  );
  return new Promise((resolve) => setTimeout(resolve, ms));
}
