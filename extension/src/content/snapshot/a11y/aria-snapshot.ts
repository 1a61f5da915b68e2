// The ARIA snapshot: the accessibility tree as lines, `- button "Save" [ref=e12]`, and as data.

import {
  ENTERED,
  INERT,
  UNTOLD,
  type AriaSnapshot,
  type FrameLine,
  type SnapshotLines,
  type SnapshotOptions,
  type Surroundings,
  type TreeNode,
} from "../../../shared/aria-snapshot";
import { boxIn, laidOutIn, layoutOf, type Box } from "../../../shared/frame-layout";
import { redactedUrl } from "../../../shared/secrets/redact";
import { shorten, normalizeWhitespace } from "../../../shared/text/text";
import { isAsEntered } from "../../dom/entered";
import { clickBox } from "../../dom/visible";
import { colourOf, guessOf } from "./guess";
import { NAME_CHARS, type Item, type Room } from "./item";
import { kindOf, optionsOf } from "./kinds";
import { modalsIn } from "./modals";
import { Evidence } from "./press";
import { stylesNow, type Styles } from "./styles/styles";
import { NOT_VISIBLE, type States } from "./states";
import { isField, ownWords, wordsIn } from "./targets";
import { treeOf } from "./tree";
import { isItem, rowWords, withPlaces, type Placed } from "./whereabouts";

/** Roles that only hold others together. */
const STRUCTURE = new Set("cell document group list listitem paragraph row rowgroup table".split(" "));
/** What nobody acts on by itself: what is in it has refs, or is found by its words. */
const WITHOUT_REF = new Set(
  (
    "alert article banner blockquote caption cell columnheader complementary contentinfo definition deletion emphasis " +
    "gridcell heading insertion list listitem log main mark navigation note paragraph region row rowgroup rowheader " +
    "search separator status strong subscript superscript term time"
  ).split(" "),
);
/** A picture no larger than this is looked at by nobody. */
const ICON_SIDE = 32;
/** So much more of a tree is made than is asked for: some of it is not shown, or twice. */
const SPARE = 1.25;
const VALUE_CHARS = 1_000;

interface Writer {
  lines: string[];
  frames: FrameLine[];
  options: SnapshotOptions;
  refOf: (element: Element) => number;
  guess: (element: Element, tag: string) => string;
  /** False where nobody can ask who listens: there anything may be acted on. */
  knowsListeners: boolean;
}

export function ariaSnapshotOf(
  top: Element,
  { active, roots, listeners }: Surroundings,
  options: SnapshotOptions,
  refOf: (element: Element) => number,
): AriaSnapshot {
  const style = stylesNow();
  const chars = options.most === null ? Infinity : options.most * SPARE;
  const room: Room = { chars, targetsAlone: options.interactive, cutAt: null };
  const whole = treeOf(top, active, new Evidence(roots, listeners, style.sheets), modalsIn(roots), style, room);
  const items = options.interactive ? targetsAlone(whole) : options.compact ? whole.flatMap(compact) : whole;
  const writer: Writer = {
    lines: [],
    frames: [],
    options,
    refOf,
    guess: guessing(style),
    knowsListeners: listeners !== null,
  };
  const shown = linesOf(items, writer);
  const tree = options.tree ? items.map((item) => nodeOf(item, writer)) : null;
  const asked = options.compact || options.urls || options.boxes || options.colors ? null : options.interactive;
  const plain = (alone: boolean): SnapshotLines => {
    const bare = { ...options, urls: false, boxes: false, colors: false };
    return linesOf(alone ? targetsAlone(whole) : whole, { ...writer, lines: [], frames: [], options: bare });
  };
  const forms = {
    ...(asked !== false && { all: plain(false) }),
    ...(asked !== true && { interactive: plain(true) }),
  };
  const left = room.cutAt && elementsFrom(room.cutAt);
  return { ...shown, ...(tree && { tree }), ...(left && { left }), ...(options.forms && { forms }) };
}

/** An element and those after it: Firefox counts them quickly, and in the page itself alone. */
function elementsFrom(first: Element): number {
  let at = first;
  for (let root = at.getRootNode(); root instanceof ShadowRoot; root = at.getRootNode()) at = root.host;
  const counted = "count(descendant-or-self::*) + count(following::*)";
  return document.evaluate(counted, at, null, XPathResult.NUMBER_TYPE).numberValue;
}

function linesOf(items: Item[], writer: Writer): SnapshotLines {
  for (const item of items) write(item, 0, writer);
  const { lines, frames } = writer;
  return { text: lines.join("\n"), lines: lines.length, frames };
}

/** What a snapshot lists as taking actions, in its order. */
export function targetsOf(
  top: Element,
  { active, roots, listeners }: Surroundings,
): Array<{ element: Element; role: string; name: string }> {
  const style = stylesNow();
  const room: Room = { chars: Infinity, targetsAlone: true, cutAt: null };
  const whole = treeOf(top, active, new Evidence(roots, listeners, style.sheets), modalsIn(roots), style, room);
  const targets = interactive(whole, []);
  return targets.flatMap(({ item: { element, role, tag, name } }) =>
    element ? [{ element, role, name: name || guessOf(element, tag, style) }] : [],
  );
}

/** What takes actions, one after the other; of namesakes each with where it is. */
function targetsAlone(whole: Item[]): Item[] {
  return withPlaces(interactive(whole, []));
}

/** What takes actions in items, with the surroundings of that. A list's options are left to the list. */
function interactive(items: Item[], path: Item[], found: Placed[] = []): Placed[] {
  for (const item of items) {
    const at = found.length;
    if (item.tag !== "select" && item.children.length > 0) interactive(item.children, [...path, item], found);
    if (item.target && !item.states.inert) found.splice(at, 0, placed(item, path, found.length > at));
  }
  return found;
}

function placed(item: Item, path: Item[], holdsTargets: boolean): Placed {
  const shown = item.name && item.value ? "" : shorten(shownOf(item, holdsTargets), NAME_CHARS);
  // What a field shows is what it holds, not what it is called.
  const said = isField(item.role)
    ? { value: item.value || (shown === item.name ? "" : shown) }
    : { name: item.name || shown };
  return { item: { ...item, ...said, children: [] }, path };
}

/** The words of it that nothing in it takes a press for; with too few of them those up to the first that tell it from others. */
function shownOf(item: Item, holdsTargets: boolean): string {
  const own = normalizeWhitespace(item.children.map(ownWords).join(" "));
  if (!holdsTargets) return own || (item.role === "listbox" ? "" : wordsIn({ ...item, name: "" }));
  return isItem(item) && !/\p{L}/u.test(own) ? rowWords(item.children.map(wordsIn)) : own;
}

/** Without the layers that only hold one thing, or nothing. */
function compact(item: Item): Item[] {
  const closed = item.tag === "select";
  const children = closed ? [] : item.children.flatMap(compact);
  if (!STRUCTURE.has(item.role) || item.name) return [{ ...item, children }];
  return children.length > 1 && item.role !== "rowgroup" ? [{ ...item, children }] : children;
}

function write(item: Item, depth: number, writer: Writer): void {
  const indent = "  ".repeat(depth);
  if (item.head !== undefined) {
    writer.lines.push(`${indent}- ${inert(item.head)}:`);
    for (const child of item.children) write(child, depth + 1, writer);
    return;
  }
  if (!item.element) {
    const words = textOf(item);
    if (words) writer.lines.push(inert(`${indent}- text${item.unseen ? ` [${NOT_VISIBLE}]` : ""}: ${words}`));
    return;
  }
  const { options } = writer;
  const deeper = options.depth === null || depth + 1 < options.depth;
  const children = item.children.filter(({ element, value }) => element || value.trim() !== "");
  const [only] = children;
  const inline = only && children.length === 1 && !only.element && !item.value && !only.unseen ? textOf(only) : "";
  const ends = inline ? `: ${inline}` : item.value ? `: ${shorten(normalizeWhitespace(item.value), VALUE_CHARS)}` : "";
  const below = inline ? [] : children;
  const hidden = !deeper && below.length > 0 ? ` [${count(below)} more inside]` : "";
  writer.lines.push(
    `${indent}- ${headOf(item, writer)}${hidden}${inert(ends) || (below.length > 0 && deeper ? ":" : "")}`,
  );
  if (isFrame(item)) frame(item.element, depth, writer);
  if (deeper) for (const child of below) write(child, depth + 1, writer);
}

/** A text as it is shown: on one line, in quotes where it has several. */
function textOf({ value, breaks }: Item): string {
  const lines = breaks ? value.replace(/\r\n?/g, "\n").replace(/^\n|\s+$/g, "") : "";
  return lines.includes("\n") ? JSON.stringify(lines) : normalizeWhitespace(value);
}

function headOf(item: Item, writer: Writer): string {
  const { element, role, name, states } = item;
  const words = name ? ` ${JSON.stringify(shorten(name, NAME_CHARS))}` : "";
  const marks = marksOf(states);
  if (!element) return inert(`${role}${words}${marks}`);
  const { urls, boxes, colors } = writer.options;
  const kind = kindIn(item);
  const guess = guessFor(item, writer);
  const url = urls ? urlOf(element) : "";
  const before = [
    role,
    words,
    guess && ` ~${JSON.stringify(guess)}`,
    kind && ` (${kind})`,
    marks,
    optionsIn(item),
    placeIn(item),
    states.inert ? INERT : "",
  ];
  const after = [
    boxes ? ` [box=${Object.values(boxOf(element, writer)).join(",")}]` : "",
    colors ? ` [color=${coloursOf(element)}]` : "",
    url && ` [url=${url.replaceAll("[", "%5B").replaceAll("]", "%5D")}]`,
  ];
  const entered = isAsEntered(fieldOf(item) ?? element) ? ENTERED : "";
  const ref = `[ref=${hasRef(item, writer) ? "" : UNTOLD}${refName(element, writer)}${entered}]`;
  return `${inert(before.join(""))} ${ref}${inert(after.join(""))}`;
}

function marksOf(states: States): string {
  let marks = "";
  for (const state in states) {
    const value = states[state];
    const sign = state === "invalid" || state === NOT_VISIBLE ? ": " : "=";
    if (state !== "inert") marks += value === true ? ` [${state}]` : ` [${state}${sign}${value}]`;
  }
  return marks;
}

function placeIn({ place }: Item): string {
  return place ? ` [in ${place}]` : "";
}

/** True for what is acted on, or looked at as a whole. */
function hasRef({ element, role, target, states }: Item, { knowsListeners }: Writer): boolean {
  if (target || !knowsListeners || "clickable" in states || "editable" in states) return true;
  return !WITHOUT_REF.has(role) && !(role === "img" && element && isIcon(element));
}

function isIcon(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width <= ICON_SIDE && height <= ICON_SIDE;
}

/**
 * A piece of a line that neither ends the line nor holds a ref, whatever the page wrote in it: a line has our ref
 * alone.
 */
function inert(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029]|\[(?=ref=)/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What the element is about, which may be a field that is not drawn. */
function fieldOf({ element, tag }: Item): Element | null {
  return tag === "label" ? ((element as HTMLLabelElement).control ?? element) : element;
}

function kindIn(item: Item): string {
  const field = fieldOf(item);
  return field ? kindOf(field, item.role, field === item.element ? item.tag : field.localName) : "";
}

/** What to call a target that says nothing. */
function guessFor(item: Item, { guess }: Writer): string {
  const { element, target, name, tag } = item;
  return element && target && !name && (isField(item.role) || !wordsIn(item)) ? guess(element, tag) : "";
}

/** Guesses are dear: each is made once, in however many forms it is written. */
function guessing(style: Styles): Writer["guess"] {
  const guesses = new Map<Element, string>();
  return (element, tag) => {
    let guess = guesses.get(element);
    if (guess === undefined) guesses.set(element, (guess = guessOf(element, tag, style)));
    return guess;
  };
}

function optionsIn({ element, tag, children }: Item): string {
  const options = element && children.length === 0 ? optionsOf(element, tag) : null;
  if (!options) return "";
  const more = options.count - options.labels.length;
  return ` [options: ${options.labels.map((label) => JSON.stringify(label)).join(", ")}${more > 0 ? `, and ${more} more` : ""}]`;
}

/** Where it is in its viewport, and how large, in whole pixels. */
function boxOf(element: Element, { options: { layout } }: Writer): Box {
  const { x, y, width, height } = boxIn(layout, clickBox(element));
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

function coloursOf(element: Element): string {
  const { color, fill, backgroundColor } = getComputedStyle(element);
  const own = element instanceof SVGElement ? fill : color;
  return [colourOf(own), colourOf(backgroundColor)].filter(Boolean).join(" on ") || "none";
}

function refName(element: Element, { options, refOf }: Writer): string {
  return `${options.frame}e${refOf(element)}`;
}

function urlOf(element: Element): string {
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) return redactedUrl(element.href);
  return element instanceof HTMLImageElement ? redactedUrl(element.currentSrc) : "";
}

function isFrame({ tag }: Item): boolean {
  return /^(?:iframe|frame|object|embed)$/.test(tag);
}

function frame(element: Element, depth: number, { lines, frames, options: { boxes, layout } }: Writer): void {
  const frameId = browser.runtime.getFrameId(element);
  if (frameId > 0)
    frames.push({
      line: lines.length - 1,
      depth: depth + 1,
      frameId,
      ...(boxes && { layout: laidOutIn(layout, layoutOf(element)) }),
    });
}

function count(items: Item[]): number {
  return items.reduce((sum, { children }) => sum + 1 + count(children), 0);
}

function nodeOf(item: Item, writer: Writer): TreeNode {
  const { element, role, name, states, value, children, head } = item;
  if (head !== undefined)
    return { role, ...(name && { name }), children: children.map((child) => nodeOf(child, writer)) };
  if (!element) return { role: "text", value: normalizeWhitespace(value) };
  const url = writer.options.urls ? urlOf(element) : "";
  const frameId = isFrame(item) ? browser.runtime.getFrameId(element) : -1;
  const guess = guessFor(item, writer);
  const kind = kindIn(item);
  const options = optionsOf(element, item.tag);
  return {
    role,
    ref: refName(element, writer),
    ...(name && { name }),
    ...(guess && { guess }),
    ...(kind && { kind }),
    ...(options && { options: options.labels, optionCount: options.count }),
    ...(writer.options.boxes && { box: boxOf(element, writer) }),
    ...(value && { value }),
    ...(url && { url }),
    ...(Object.keys(states).length > 0 && { states }),
    ...(frameId > 0 && { frameId }),
    ...(children.length > 0 && { children: children.map((child) => nodeOf(child, writer)) }),
  };
}
