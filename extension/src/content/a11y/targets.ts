// Targets: of all that could be pressed, what is listed as such.
//
// A press bubbles: what only holds one control, or hands presses on to the rows in it, is the same target as those and
// has no line of its own. What has words beside the controls in it is another one: a row with a star and two buttons is
// four.

import { squeeze } from "../../shared/text";
import type { Item } from "./tree";

const CONTROLS = new Set(
  (
    "button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox " +
    "slider spinbutton switch tab textbox treeitem iframe frame"
  ).split(" "),
);
/** Fields that show what they hold beside themselves: the box around them is the field. */
const FIELDS = new Set("combobox listbox searchbox spinbutton textbox".split(" "));
/** A region that listens and says more than this, or holds more targets, does so for what is in it. */
const MAX_WORDS = 400;
const MAX_INNER = 12;

/** True for roles that take actions by themselves. */
export function isControl(role: string): boolean {
  return CONTROLS.has(role);
}

/** Gives up the targets that others stand for. Those without any other meaning make room for what is in them. */
export function settle(items: Item[]): Item[] {
  return items.flatMap((item) => {
    if (!item.element) return [item];
    item.children = settle(item.children);
    if (!item.press || isControl(item.role)) {
      if (isControl(item.role)) item.children = item.children.flatMap((child) => (isSame(child, item) ? child.children : [child]));
      return [item];
    }
    item.children = item.children.flatMap((child) => (isSame(child, item) && !isStronger(child, item) ? unmade(child) : [child]));
    return isNeeded(item) ? [item] : unmade(item);
  });
}

/** The item as no target. */
function unmade(item: Item): Item[] {
  const { clickable: _clickable, ...states } = item.states;
  if (item.role === "generic") return item.children;
  return [{ ...item, states, target: false, press: null }];
}

function isStronger(inner: Item, outer: Item): boolean {
  return (inner.press?.strength ?? 0) > (outer.press?.strength ?? 0);
}

/** True for a mere surface that says what the whole around it says. */
function isSame(inner: Item, outer: Item): boolean {
  if (!inner.press || isControl(inner.role) || isHandled(inner) || outer.children.length > 1) return false;
  return wordsIn(inner) === (isControl(outer.role) && outer.name ? outer.name : wordsIn(outer));
}

function isHandled({ press, states }: Item): boolean {
  return press?.draggable === true || press?.droppable === true || states.cursor !== undefined;
}

function isNeeded(item: Item): boolean {
  const { press, children } = item;
  if (!press || isHandled(item)) return true;
  const inner = children.flatMap(targetsIn);
  const all = wordsIn(item);
  if (inner.length === 0) return !(press.listens && all.length > MAX_WORDS) && hasArea(item);
  const own = squeeze(children.map(ownWords).join(" "));
  const [only] = inner;
  if (only && inner.length === 1) {
    if (own === "" || only.name.includes(own)) return false;
    if (FIELDS.has(only.role) && press.strength === 1) {
      only.value ||= own;
      return false;
    }
  }
  if (press.listens || press.strength === 1) return own !== "" && all.length <= MAX_WORDS && inner.length <= MAX_INNER;
  return own !== "" || inner.length > 1;
}

function hasArea({ element, role }: Item): boolean {
  if (role !== "generic" || !element) return true;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

function targetsIn(item: Item): Item[] {
  return item.target ? [item] : item.children.flatMap(targetsIn);
}

/** Words that no target says. */
function ownWords(item: Item): string {
  if (item.target) return "";
  return item.element ? [item.name, ...item.children.map(ownWords)].join(" ") : item.value;
}

/** All that it says. */
export function wordsIn(item: Item): string {
  return squeeze(spokenBy(item));
}

function spokenBy(item: Item): string {
  if (!item.element) return item.value;
  return item.name || item.children.map(spokenBy).join(" ");
}
