// Confirm guards: what the person wants to confirm first is kept from the page, and the command fails by it. What counts
// is what an event reaches, not which command has sent it.

import type { ToConfirm } from "../../generated/messages";
import { CommandError, ownWords } from "../../shared/errors";
import type { DragAction, InputAction, KeyAction, MouseAction, TouchAction } from "../../shared/input/input-actions";
import { shorten } from "../../shared/text/text";
import { kindsIn, kindsOfAddress, type Pressed } from "../../shared/text/to-confirm";
import { fieldName, labelOf } from "../dom/describe";
import { PRESSED } from "../dom/pressable";
import { deepActiveElement, deepElementFromPoint, flatParent } from "../dom/roots";
import { hitBy } from "../actionability/hit-guard";

const HEARD =
  "pointerdown pointerup mousedown mouseup click auxclick dblclick contextmenu touchstart touchend keydown keypress " +
  "keyup beforeinput submit";
const FRAMES = "iframe, frame, object, embed";
const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
const BUTTONS = 'button, input[type="submit" i], input[type="image" i], input[type="button" i], input[type="reset" i]';
const CONTROLS = `${BUTTONS}, a[href], summary, [role]`;
const SUBMITS = 'button:not([type="button" i], [type="reset" i]), input[type="submit" i], input[type="image" i]';
const SEARCHES = '[type="search" i], [role="searchbox"], [enterkeyhint="search"]';
/** A longer text is no name of something to press. */
const NAME_CHARS = 60;
const VALUE_CHARS = 80;
const MOST_FIELDS = 6;

/** By what was refused, the id of that; both are of this document. */
const refused = new Map<string, string>();

interface Wish {
  kinds: Pressed[];
  what: string;
  form: HTMLFormElement | null;
}

export class ConfirmGuard {
  #problem: CommandError | null = null;

  constructor(
    private readonly confirm: ToConfirm,
    over: AbortSignal,
  ) {
    const hear = (event: Event): void => {
      this.#problem ??= this.#problemOf(wishOf(event));
      if (!this.#problem) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const type of HEARD.split(" "))
      window.addEventListener(type, hear, { capture: true, passive: false, signal: over });
  }

  /** Each with what reaches its own target: a key or a press may move the focus to a frame. */
  parts(actions: InputAction[]): InputAction[][] {
    const parts: InputAction[][] = [[]];
    for (const action of actions) {
      if (isPress(action)) parts.push([]);
      parts.at(-1)?.push(action);
    }
    return parts.filter((part) => part.length > 0);
  }

  /** Throws NOT_CONFIRMED where a part would reach what is to be confirmed, or what is in a frame: nobody sees that from here. */
  check([first]: InputAction[], isDone: boolean): void {
    if (!first || !isPress(first)) return;
    const place = "path" in first ? first.path[0] : first;
    const reached = place && "x" in place ? deepElementFromPoint(place.x, place.y) : deepActiveElement();
    if (!reached?.matches(FRAMES)) {
      const isRight = first.do === "mouse" && first.button === 2;
      const wish = first.do === "key" ? ofKey(first.key.key, first.modifiers.shift) : isRight ? null : ofPress(reached);
      this.#problem ??= this.#problemOf(wish);
      return this.throwIfKept(isDone);
    }
    const hint = ownWords`Name what is in the frame by the frame: clz click "IFRAME >> ELEMENT"`;
    throw new CommandError(
      "NOT_CONFIRMED",
      ownWords`What is pressed there is in a frame`,
      { url: location.href },
      hint,
    );
  }

  /** Throws NOT_CONFIRMED if something was kept from the page; what `isDone` in part is not begun again. */
  throwIfKept(isDone: boolean): void {
    if (!this.#problem) return;
    if (!isDone) throw this.#problem;
    const { id: _, ...details } = this.#problem.details;
    const hint = ownWords`What comes before it is typed. Do the rest by itself: clz press Enter`;
    throw new CommandError("NOT_CONFIRMED", this.#problem.message, details, hint);
  }

  #problemOf(wish: Wish | null): CommandError | null {
    const kind = wish?.kinds.find((one) => this.confirm.kinds.includes(one));
    if (!wish || !kind) return null;
    const { origin, pathname } = location;
    const what = `${wish.what} at ${origin}${pathname}${valuesOf(wish.form)}`;
    const key = `${kind} ${what}`;
    const id = refused.get(key) ?? crypto.randomUUID();
    refused.set(key, id);
    if (this.confirm.given.includes(id)) return null;
    return new CommandError("NOT_CONFIRMED", `The person must confirm this: ${what}`, { id, kind, what });
  }
}

function isPress(action: InputAction): action is MouseAction | KeyAction | TouchAction | DragAction {
  if (action.do === "mouse") return action.type === "mousedown";
  if (action.do === "key") return action.type === "keydown" && /^(?:Enter| )$/.test(action.key.key);
  return action.do === "touch" || action.do === "drag";
}

function wishOf(event: Event): Wish | null {
  if (event instanceof SubmitEvent) return ofForm(event.target as HTMLFormElement, event.submitter);
  if (event instanceof KeyboardEvent) return event.type === "keydown" ? ofKey(event.key, event.shiftKey) : null;
  if (event instanceof MouseEvent && event.button !== 2) return ofPress(hitBy(event));
  if (event.type.startsWith("touch")) return ofPress(event.composedPath()[0] as Element);
  return null;
}

function ofKey(key: string, isShifted: boolean): Wish | null {
  const focused = deepActiveElement();
  const isField = focused.matches(FIELDS) && !focused.matches(BUTTONS);
  if (!isField) return key === "Enter" || key === " " ? ofPress(focused) : null;
  if (key !== "Enter" || (isShifted && !(focused instanceof HTMLInputElement)) || focused.matches(SEARCHES))
    return null;
  const { form = null } = focused as HTMLInputElement;
  if (form) return ofForm(form, submitterOf(form));
  return { kinds: ["submit"], what: `press Enter in ${fieldName(focused)}`, form: null };
}

function ofPress(hit: Element | null): Wish | null {
  const under = closest(hit, `${PRESSED}, area`) ?? hit;
  const pressed = under instanceof HTMLLabelElement ? (under.control ?? under) : under;
  if (!pressed || (pressed.matches(`${FIELDS}, label, option`) && !pressed.matches(BUTTONS))) return null;
  const { form = null } = pressed as HTMLButtonElement;
  if (form && pressed.matches(SUBMITS)) return ofForm(form, pressed as HTMLElement);
  const href = pressed.matches("a, area") ? (pressed.getAttribute("href") ?? pressed.getAttribute("xlink:href")) : null;
  const address = href === null ? null : URL.parse(href, document.baseURI);
  const name = nameOf(pressed);
  const isButton = href === null || pressed.matches('[role="button"]');
  const kinds = [...kindsIn(name, isButton), ...(address ? kindsOfAddress(address.href) : [])];
  return { kinds, what: `press ${JSON.stringify(name)}`, form: null };
}

/** What Enter in a field presses: the first such button, which may stand elsewhere. */
function submitterOf(form: HTMLFormElement): HTMLElement | null {
  return ([...form.elements] as HTMLElement[]).find((one) => one.matches(SUBMITS)) ?? null;
}

/** To send a form is to submit, whatever its button says; to search is not. */
function ofForm(form: HTMLFormElement, submitter: HTMLElement | null): Wish {
  const name = submitter ? nameOf(submitter) : "";
  const own = form.getAttribute("method") ?? (form.hasAttribute("action") ? "get" : "");
  const method = (submitter?.getAttribute("formmethod") ?? own).toLowerCase();
  const isSearch = method === "get" || method === "dialog" || form.closest('search, [role="search"]') !== null;
  const pays = form.querySelector('[autocomplete^="cc-" i]') !== null;
  const words = kindsIn(name, true);
  const kinds: Pressed[] = isSearch ? words.filter((kind) => kind !== "submit") : [...words, "submit"];
  if (pays) kinds.unshift("pay");
  return { kinds, what: name ? `press ${JSON.stringify(name)}` : ownWords`send a form`.text, form };
}

/** What people read on it, or what names it where they see an icon; empty for a text that is no name. */
function nameOf(element: Element): string {
  const said = [labelOf(element), element.getAttribute("aria-label"), element.getAttribute("title")];
  const name = [...new Set(said.filter(Boolean))].join(" ");
  return name.length > NAME_CHARS && !element.matches(CONTROLS) ? "" : shorten(name, NAME_CHARS);
}

/** What goes with a form, as the person sees it. */
function valuesOf(form: HTMLFormElement | null): string {
  if (!form) return "";
  const fields = [...form.elements].filter(
    (one): one is HTMLInputElement =>
      "value" in one && !one.matches(`${BUTTONS}, [type="hidden" i], [type="password" i], [type="search" i]`),
  );
  const given = fields.filter(({ value }) => value !== "").slice(0, MOST_FIELDS);
  const told = given.map(
    (one) => `${one.labels?.[0]?.textContent.trim() || one.ariaLabel || one.name}: ${shorten(one.value, VALUE_CHARS)}`,
  );
  return told.length > 0 ? `, with ${told.join("; ")}` : "";
}

function closest(element: Element | null, selector: string): Element | null {
  for (let at = element; at; at = flatParent(at)) if (at.matches(selector)) return at;
  return null;
}
