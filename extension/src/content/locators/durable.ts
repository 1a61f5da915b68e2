// Durable locators: how an element that a ref or a path named is named in another visit of the page.
//
// By what people know it by first: role and name, label, test id, text; a CSS selector if nothing else names it alone.
// Each is tried as a target would be. What is named like others is looked for within something that is not, then by its
// place among them.

import type { DurableLocator } from "../../shared/messages";
import { isSecretField } from "../../shared/secrets/secret-fields";
import { normalizeWhitespace } from "../../shared/text/text";
import type { FrameCall } from "../command";
import { isPressable } from "../actionability/press-point";
import { selectorOf, shortSelectorOf } from "../dom/describe";
import { allRoots, flatContains, flatParent } from "../dom/roots";
import { isVisible } from "../dom/visible";
import { lazyBundle } from "../lazy-bundles";
import { labelsOf } from "./attributes";
import { matchesOf, preferred } from "./find";
import { namesakes } from "./namesakes";
import { neighboursOf } from "./neighbours";
import { ownText } from "./text";

type Named = Omit<DurableLocator, "secret" | "frame" | "near" | "box">;

/** One name of an element. */
interface Name extends Named {
  /** All that could have the name too. It is asked for once; `fits` says which of them do, and may take long. */
  candidates: () => Element[];
  fits: (element: Element) => boolean;
}

/** Longer names and texts are not what an element is called, but what it holds. */
const MAX_CHARS = 80;

/** What is named within: further up everything is inside. */
const MAX_LEVELS = 12;

/** Places further on are others tomorrow. */
const MAX_PLACE = 10;

const TEST_IDS = ["data-testid", "data-test-id", "data-test"];

/** Ids and classes that a program made up, which are others the next time: `:r1:`, `css-1q2w3e`, `input-4711`. */
const MADE = /[:«»]|\d{3,}|(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,}$|^(?:radix|headlessui|mui|ember|ext-gen|yui)/i;

/** Names what a command found first, if that was asked: before anything is done to it, which may take it away. */
export function noteElement(call: FrameCall, found: unknown): void {
  if (!call.wantsLocator || call.locator) return;
  const element = found instanceof Element ? found : (found as { element?: unknown } | null)?.element;
  if (element instanceof Element) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const box = { x, y, width, height, ...(window === window.top && { scrollX, scrollY }) };
    call.locator = { ...namedAlone(element), secret: isSecret(element), near: neighboursOf(element), box };
  }
}

/** The first of its names that names it alone, as a target. */
export function namedAlone(element: Element): Named {
  const names = [...namesOf(element)];
  return byOneOf(names, element) ?? byPlace(element, names) ?? { durable: selectorOf(element), kind: "css" };
}

/** A name that its text is no part of; null if there is none but a path. */
export function namedBesideText(element: Element, text: string): Named | null {
  const names = [...namesOf(element)].filter(({ kind, name = "" }) => kind !== "text" && !holdsText(name, text));
  return byOneOf(names, element);
}

function byOneOf(names: Name[], element: Element): Named | null {
  return (
    bare(names.find((name) => isAlone(name, element))) ??
    within(element, names) ??
    bySelector(shortSelectorOf(element, lasts))
  );
}

function holdsText(name: string, text: string): boolean {
  return name !== "" && (text.includes(name) || name.includes(text));
}

function* namesOf(element: Element): Generator<Name> {
  const role = nameByRole(element);
  if (role) yield role;
  for (const label of labelsOf(element).map((words) => normalizeWhitespace(words))) {
    if (isShort(label)) yield named("label", `label=${quoted(label)}`);
  }
  const id = testIdOf(element);
  if (id) yield named("testid", `testid=${/["'\s]/.test(id) ? quoted(id) : id}`);
  const text = normalizeWhitespace(ownText(element));
  // What is called by the text it holds has been looked for already.
  if (element.childElementCount <= 1 && isShort(text) && text !== role?.name)
    yield named("text", `text=${quoted(text)}`);
}

function nameByRole(element: Element): Name | null {
  const { roleOf, nameOf } = lazyBundle("a11y");
  const role = roleOf(element);
  const name = role === "" || role === "generic" ? "" : normalizeWhitespace(nameOf(element, role));
  if (!isShort(name)) return null;
  const { candidates, fits } = namesakes(element, role, name);
  return {
    durable: `role=${role}[name=${quoted(name)}]`,
    kind: "role",
    role,
    name,
    candidates: () => candidates,
    fits,
  };
}

function named(kind: Named["kind"], durable: string, candidates = once(() => matchesOf(durable, "any").matches)): Name {
  return { durable, kind, candidates, fits: () => true };
}

function testIdOf(element: Element): string | null {
  return TEST_IDS.map((attribute) => element.getAttribute(attribute)).find(Boolean) ?? null;
}

/** Named within the nearest thing around it that is named alone: a row, a dialog, a part of a form. */
function within(element: Element, names: Name[]): Named | null {
  if (names.length === 0) return null;
  let around = flatParent(element);
  for (let level = 0; around && around !== document.body && level < MAX_LEVELS; level += 1) {
    const scope = around;
    const inside = names.find((name) => isAlone(name, element, scope));
    // Where it is not alone it is not so further up.
    if (!inside) return null;
    for (const outer of scopesOf(scope)) {
      if (isAlone(outer, scope))
        return { ...(bare(inside) as Named), durable: `${outer.durable} >> ${inside.durable}` };
    }
    around = flatParent(around);
  }
  return null;
}

/** What a part of a page is called. A text that it holds is none of that: it says what is in it today. */
function* scopesOf(element: Element): Generator<Name> {
  const { roleOf } = lazyBundle("a11y");
  const role = element.childElementCount > 0 && roleOf(element) !== "" ? nameByRole(element) : null;
  if (role) yield role;
  const id = testIdOf(element);
  if (id && !/["'\s]/.test(id)) yield named("testid", `testid=${id}`);
  if (element.id && lasts(element.id)) yield named("css", `#${CSS.escape(element.id)}`);
}

/** Its place among those with the same role and name, if there are few and every one of them can be seen. */
function byPlace(element: Element, [best]: Name[]): Named | null {
  if (best?.kind !== "role") return null;
  const before: Element[] = [];
  for (const other of best.candidates()) {
    if (other !== element && !best.fits(other)) continue;
    before.push(other);
    if (!isVisible(other) || before.length > MAX_PLACE) return null;
  }
  return { ...(bare(best) as Named), nth: before.indexOf(element) + 1 };
}

function bySelector(selector: string | null): Named | null {
  return selector === null ? null : { durable: selector, kind: "css" };
}

/** True if the name is that of this element and of no other, inside `scope`, for acting and reading. */
function isAlone({ durable, candidates, fits }: Name, element: Element, scope: Element | null = null): boolean {
  const counts = isVisible(element) ? isPressable : () => true;
  const found = scope ? candidates().filter((one) => isInside(scope, one)) : candidates();
  const pressed = preferred(durable, found, true);
  return pressed.includes(element) && !pressed.some((one) => one !== element && fits(one) && counts(one));
}

function isInside(scope: Element, element: Element): boolean {
  return scope.contains(element) || (allRoots().length > 1 && flatContains(scope, element));
}

function bare(name: Name | undefined): Named | null {
  if (!name) return null;
  const { durable, kind, role, name: called } = name;
  return { durable, kind, ...(role !== undefined && { role }), ...(called !== undefined && { name: called }) };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function isShort(words: string): boolean {
  return words !== "" && words.length <= MAX_CHARS;
}

function lasts(value: string): boolean {
  return !MADE.test(value);
}

function quoted(words: string): string {
  return `"${words.replace(/["\\]/g, "\\$&")}"`;
}

/** True if what is typed there is a secret: in the field itself, that of a label, or one inside. */
function isSecret(element: Element): boolean {
  const field = element instanceof HTMLLabelElement ? (element.control ?? element) : element;
  return isSecretField(field) || [...field.querySelectorAll("input, textarea")].some(isSecretField);
}
