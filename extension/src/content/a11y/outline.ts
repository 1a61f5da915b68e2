// The outline: the accessibility tree as lines, `- button "Save" [ref=e12]`, and as data.

import type { FrameLine, Outline, OutlineOptions, TreeNode } from "../../shared/outline";
import { redactUrl } from "../../shared/redact";
import { shorten, squeeze } from "../../shared/text";
import { treeOf, type Item } from "./tree";

const INTERACTIVE = new Set(
  (
    "button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox " +
    "slider spinbutton switch tab textbox treeitem iframe frame"
  ).split(" "),
);
/** Roles that only hold others together. */
const STRUCTURE = new Set("cell document group list listitem paragraph row rowgroup table".split(" "));
const NAME_CHARS = 300;
const VALUE_CHARS = 1_000;

interface Writer {
  lines: string[];
  frames: FrameLine[];
  options: OutlineOptions;
  refOf(element: Element): number;
}

export function outlineOf(
  top: Element,
  active: Element | null,
  options: OutlineOptions,
  refOf: (element: Element) => number,
): Outline {
  const whole = treeOf(top, active);
  const items = options.interactive ? whole.flatMap(interactive) : options.compact ? whole.flatMap(compact) : whole;
  const writer: Writer = { lines: [], frames: [], options, refOf };
  for (const item of items) write(item, 0, writer);
  const tree = options.tree ? items.map((item) => nodeOf(item, writer)) : null;
  return { text: writer.lines.join("\n"), lines: writer.lines.length, frames: writer.frames, ...(tree && { tree }) };
}

/** What takes actions, one after the other. A list's options are left to the list. */
function interactive(item: Item): Item[] {
  const { role, states, element, tag } = item;
  const kept = element !== null && (INTERACTIVE.has(role) || states.clickable === true);
  if (!kept) return item.children.flatMap(interactive);
  const closed = tag === "select";
  const inner = closed ? [] : item.children.flatMap(interactive);
  const words = states.clickable && !item.name ? squeeze(textIn(item)) : item.name;
  return [{ ...item, name: words, children: [] }, ...inner];
}

function textIn(item: Item): string {
  return item.element ? [item.name, ...item.children.map(textIn)].join(" ") : item.value;
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
  if (!item.element) {
    const words = squeeze(item.value);
    if (words) writer.lines.push(`${indent}- text: ${words}`);
    return;
  }
  const { options } = writer;
  const deeper = options.depth === null || depth + 1 < options.depth;
  const children = item.children.filter(({ element, value }) => element || value.trim() !== "");
  const [only] = children;
  const inline = only && children.length === 1 && !only.element && !item.value ? squeeze(only.value) : "";
  const ends = inline ? `: ${inline}` : item.value ? `: ${shorten(squeeze(item.value), VALUE_CHARS)}` : "";
  const below = inline ? [] : children;
  const hidden = !deeper && below.length > 0 ? ` [${count(below)} more inside]` : "";
  writer.lines.push(`${indent}- ${headOf(item, writer)}${hidden}${ends || (below.length > 0 && deeper ? ":" : "")}`);
  if (isFrame(item)) frame(item.element, depth, writer);
  if (deeper) for (const child of below) write(child, depth + 1, writer);
}

function headOf({ element, role, name, states }: Item, writer: Writer): string {
  const words = name ? ` ${JSON.stringify(shorten(name, NAME_CHARS))}` : "";
  const marks = Object.entries(states).map(([state, value]) => (value === true ? ` [${state}]` : ` [${state}=${value}]`));
  const ref = element ? ` [ref=${refName(element, writer)}]` : "";
  const url = element && writer.options.urls ? urlOf(element) : "";
  return `${role}${words}${marks.join("")}${ref}${url && ` [url=${url}]`}`;
}

function refName(element: Element, { options, refOf }: Writer): string {
  return `${options.frame}e${refOf(element)}`;
}

function urlOf(element: Element): string {
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) return redactUrl(element.href);
  return element instanceof HTMLImageElement ? redactUrl(element.currentSrc) : "";
}

function isFrame({ tag }: Item): boolean {
  return tag === "iframe" || tag === "frame";
}

function frame(element: Element, depth: number, { lines, frames }: Writer): void {
  const frameId = browser.runtime.getFrameId(element);
  if (frameId > 0) frames.push({ line: lines.length - 1, depth: depth + 1, frameId });
}

function count(items: Item[]): number {
  return items.reduce((sum, { children }) => sum + 1 + count(children), 0);
}

function nodeOf(item: Item, writer: Writer): TreeNode {
  const { element, role, name, states, value, children } = item;
  if (!element) return { role: "text", value: squeeze(value) };
  const url = writer.options.urls ? urlOf(element) : "";
  const frameId = isFrame(item) ? browser.runtime.getFrameId(element) : -1;
  return {
    role,
    ref: refName(element, writer),
    ...(name && { name }),
    ...(value && { value }),
    ...(url && { url }),
    ...(Object.keys(states).length > 0 && { states }),
    ...(frameId > 0 && { frameId }),
    ...(children.length > 0 && { children: children.map((child) => nodeOf(child, writer)) }),
  };
}
