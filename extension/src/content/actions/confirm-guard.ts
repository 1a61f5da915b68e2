// Confirm guards: what the person wants to confirm first is kept from the page, and the command fails by it. What counts
// is what an event reaches, not which command has sent it.

import type { ToConfirm } from "../../generated/messages";
import { CommandError, ownWords } from "../../shared/errors";
import type {
  DragAction,
  DragPartAction,
  InputAction,
  KeyAction,
  MouseAction,
  TouchAction,
} from "../../shared/input/input-actions";
import { comparable, shorten } from "../../shared/text/text";
import { kindsIn, kindsOfAddress, type Pressed } from "../../shared/text/to-confirm";
import { fieldName, labelOf } from "../dom/describe";
import { innerTextOf } from "../dom/inner-text";
import { PRESSED } from "../dom/pressable";
import { deepActiveElement, deepElementFromPoint, flatParent, referred, rootsOf } from "../dom/roots";
import { hitBy } from "../actionability/hit-guard";

const HEARD =
  "pointerdown pointerup mousedown mouseup click auxclick dblclick contextmenu touchstart touchend keydown keypress " +
  "keyup beforeinput submit";
const FRAMES = "iframe, frame, object, embed";
const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]';
const BUTTONS = 'button, input[type="submit" i], input[type="image" i], input[type="button" i], input[type="reset" i]';
const CONTROLS = `${BUTTONS}, a[href], summary, [role]`;
/** Which hear of a press on what is in them. */
const HOLDERS = `${BUTTONS}, a[href], summary, [role="button"], [role="menuitem"]`;
/** By what libraries send. */
const DELETES = '[data-method="delete" i], [data-turbo-method="delete" i], [hx-delete], [data-hx-delete]';
/** What names a thing that shows a picture. */
const NAMED = "[aria-label], [title], [alt], svg title";
const SUBMITS = 'button:not([type="button" i], [type="reset" i]), input[type="submit" i], input[type="image" i]';
const SEARCHES = '[type="search" i], [role="searchbox"], [enterkeyhint="search"]';
/** A longer text is no name of something to press. */
const NAME_CHARS = 60;
const VALUE_CHARS = 80;
const MOST_FIELDS = 6;

/** By what was refused, the id of that; all are of this document. */
const refused = new WeakMap<Element, Map<string, string>>();

interface Wish {
  of: Element;
  kinds: Pressed[];
  what: string;
  form: HTMLFormElement | null;
}

export class ConfirmGuard {
  #problem: CommandError | null = null;

  constructor(
    private readonly confirm: ToConfirm,
    /** Keys go to what has the focus in Firefox, and else to what has it in this document. */
    private readonly trusted: boolean,
    over: AbortSignal,
  ) {
    const hear = (event: Event): void => {
      this.#problem ??= this.#problemOf(wishOf(event));
      if (!this.#problem) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const how = { capture: true, passive: false, signal: over };
    for (const one of reachable()) {
      for (const type of HEARD.split(" ")) one.addEventListener(type, hear, how);
      // Those of a shadow tree stay in it.
      for (const root of rootsOf(one.document)) root.addEventListener("submit", hear, how);
    }
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
    const isElsewhere = this.trusted && first.do === "key" && !document.hasFocus();
    if (!reached?.matches(FRAMES) && !isElsewhere) {
      const isRight = first.do === "mouse" && first.button === 2;
      const wish =
        first.do === "key"
          ? ofKey(deepActiveElement(), first.key.key, first.modifiers.shift)
          : isRight
            ? null
            : ofPress(reached);
      this.#problem ??= this.#problemOf(wish);
      return this.throwIfKept(isDone);
    }
    const hint = ownWords`Name what is in the frame by the frame: clz click "IFRAME >> ELEMENT"`;
    throw new CommandError(
      "NOT_CONFIRMED",
      ownWords`What is pressed there is in another frame`,
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
    const { href, origin, pathname } = wish.of.ownerDocument.location;
    const what = comparable(`${wish.what} at ${origin}${shorten(pathname, NAME_CHARS)}${valuesOf(wish.form)}`);
    const known = refused.get(wish.of) ?? new Map<string, string>();
    refused.set(wish.of, known);
    // All that it sends, as far as an agent may change that, and not only what is shown of it.
    const sent = fieldsOf(wish.form).map((one) => [one.value, one.checked]);
    const key = JSON.stringify([kind, href, wish.what, sent]);
    const id = known.get(key) ?? crypto.randomUUID();
    known.set(key, id);
    if (this.confirm.given.includes(id)) return null;
    return new CommandError("NOT_CONFIRMED", `The person must confirm this: ${what}`, { id, kind, what });
  }
}

function isPress(action: InputAction): action is MouseAction | KeyAction | TouchAction | DragAction | DragPartAction {
  if (action.do === "dragPart") return action.part === "mousedown";
  if (action.do === "mouse") return action.type === "mousedown";
  if (action.do === "key") return action.type === "keydown" && /^(?:Enter| )$/.test(action.key.key);
  return action.do === "touch" || action.do === "drag";
}

/** The windows of this page that its scripts reach: a press here may do something there. */
function reachable(at: Window = window.top ?? window): Window[] {
  let own: Window[] = [];
  try {
    own = at.document.defaultView ? [at] : [];
  } catch {
    // It is of another site.
  }
  return [...own, ...Array.from({ length: at.length }, (_, i) => reachable(at[i])).flat()];
}

function wishOf(event: Event): Wish | null {
  const { type } = event;
  let [target] = event.composedPath() as Element[];
  if (!(target instanceof Element)) return null;
  if (type === "submit") return ofForm(target as HTMLFormElement, (event as SubmitEvent).submitter);
  if (type === "keydown" || type === "keypress") {
    for (let inner: Element | null = target; inner; inner = target.openOrClosedShadowRoot?.activeElement ?? null)
      target = inner;
    return ofKey(target, (event as KeyboardEvent).key, (event as KeyboardEvent).shiftKey);
  }
  if (type.startsWith("touch")) return ofPress(target);
  return "button" in event && event.button !== 2 ? ofPress(hitBy(event as MouseEvent)) : null;
}

function ofKey(focused: Element, key: string, isShifted: boolean): Wish | null {
  const isField = focused.matches(FIELDS) && !focused.matches(BUTTONS);
  if (!isField) return key === "Enter" || key === " " ? ofPress(focused) : null;
  const isLine = isShifted && !(focused instanceof HTMLInputElement);
  if (key !== "Enter" || isLine || focused.matches(`${SEARCHES}, select`)) return null;
  const { form = null, value = focused.textContent } = focused as HTMLInputElement;
  if (form) return ofForm(form, submitterOf(form));
  const what = `press Enter in ${fieldName(focused)}, with ${JSON.stringify(shorten(value, VALUE_CHARS))}`;
  return { of: focused, kinds: ["submit"], what, form: null };
}

function ofPress(hit: Element | null): Wish | null {
  const under = closest(hit, `${PRESSED}, area`) ?? hit;
  const pressed = under instanceof HTMLLabelElement ? (under.control ?? under) : under;
  if (!pressed || (pressed.matches(`${FIELDS}, option`) && !pressed.matches(BUTTONS))) return null;
  const { form = null } = pressed as HTMLButtonElement;
  if (form && pressed.matches(SUBMITS)) return ofForm(form, pressed as HTMLElement);
  const href = pressed.matches("a, area") ? (pressed.getAttribute("href") ?? pressed.getAttribute("xlink:href")) : null;
  const address = href === null ? null : URL.parse(href, document.baseURI);
  const name = nameOf(pressed);
  const isButton = pressed.matches(href === null ? PRESSED : '[role="button"]');
  const goes = address ? kindsOfAddress(address.href) : [];
  const kinds = [...kindsIn(name, isButton), ...goes];
  if (pressed.matches(DELETES)) kinds.push("delete");
  const to = goes.length > 0 ? `, which leads to ${shorten(address?.href ?? "", VALUE_CHARS)}` : "";
  const holder = pressed.matches(HOLDERS) ? null : closest(flatParent(pressed), HOLDERS);
  const around = holder ? ofPress(holder) : null;
  if (around && kinds.length === 0) return around;
  const what = `press ${JSON.stringify(shorten(name, NAME_CHARS))}${to}`;
  return { of: pressed, kinds: [...kinds, ...(around?.kinds ?? [])], what, form: null };
}

/** What Enter in a field presses: the first such button, which may stand elsewhere. */
function submitterOf(form: HTMLFormElement): HTMLElement | null {
  return ([...form.elements] as HTMLElement[]).find((one) => one.matches(SUBMITS)) ?? null;
}

/** To send a form is to submit, whatever its button says; to search is not. */
function ofForm(form: HTMLFormElement, submitter: HTMLElement | null): Wish {
  const name = submitter ? nameOf(submitter) : "";
  // Of a form without an address of its own the page makes what it likes.
  const isOwn = /^(?!\s*(?:#|javascript:|$))/i.test(form.getAttribute("action") ?? "");
  const own = form.getAttribute("method") ?? (isOwn ? "get" : "");
  const method = (submitter?.getAttribute("formmethod") ?? own).toLowerCase();
  const isSearch = method === "get" || form.closest('search, [role="search"]') !== null;
  const pays = form.querySelector('[autocomplete^="cc-" i]') !== null;
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const address = URL.parse(action, document.baseURI);
  const told = [...form.elements].filter((one) => one === submitter || one.matches('[type="hidden" i]'));
  for (const { name, value } of told as HTMLInputElement[]) address?.searchParams.append(name, value);
  const words = [...kindsIn(name, true), ...(address ? kindsOfAddress(address.href) : [])];
  const kinds: Pressed[] = isSearch ? words.filter((kind) => kind !== "submit") : words;
  if (!isSearch && method !== "dialog") kinds.push("submit");
  if (pays) kinds.unshift("pay");
  const what = name ? `press ${JSON.stringify(shorten(name, NAME_CHARS))}` : ownWords`send a form`.text;
  return { of: submitter ?? form, kinds, what, form };
}

/** What people read on it, or what names it where they see an icon; empty for a text that is no name. */
function nameOf(element: Element): string {
  const isField = element.matches("input, textarea");
  const text = comparable(isField ? "" : element instanceof HTMLElement ? innerTextOf(element) : element.textContent);
  if (text.length > NAME_CHARS && !element.matches(CONTROLS)) return "";
  const pictures = [...element.querySelectorAll(NAMED)].filter((one) => one.closest(PRESSED) === element);
  const said = [element, ...pictures].flatMap((one) => [
    ...["aria-label", "title", "alt"].map((name) => one.getAttribute(name)),
    ...(one.matches("title") ? [one.textContent] : referred(one, "aria-labelledby").map((named) => named.textContent)),
  ]);
  const drawn = ["::before", "::after"].map((part) => getComputedStyle(element, part).content);
  const names = [text || labelOf(element), ...said, ...drawn.filter((one) => one.startsWith('"'))];
  return [...new Set(names.map(comparable).filter(Boolean))].join(" ");
}

function fieldsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  const isField = (one: Element): one is HTMLInputElement =>
    "value" in one && !one.matches(`${BUTTONS}, [type="hidden" i]`);
  return [...(form?.elements ?? [])].filter(isField);
}

/** What goes with a form, as the person sees it. */
function valuesOf(form: HTMLFormElement | null): string {
  const unsaid = '[type="password" i], [type="search" i], :is([type="checkbox" i], [type="radio" i]):not(:checked)';
  const given = fieldsOf(form).filter((one) => one.value !== "" && !one.matches(unsaid));
  const told = given.slice(0, MOST_FIELDS).map((one) => {
    const label = one.labels?.[0]?.textContent.trim() || one.ariaLabel || one.name;
    return `${shorten(label, NAME_CHARS)}: ${JSON.stringify(shorten(one.value, VALUE_CHARS))}`;
  });
  return told.length > 0 ? `, with ${told.join("; ")}` : "";
}

function closest(element: Element | null, selector: string): Element | null {
  for (let at = element; at; at = flatParent(at)) if (at.matches(selector)) return at;
  return null;
}
