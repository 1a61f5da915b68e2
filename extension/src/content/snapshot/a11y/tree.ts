// The accessibility tree of one document: what is shown, as items with role, name, states and value.
//
// Elements that mean nothing by themselves are left out, and what is in them moves up. Each question to the DOM passes
// the wrapper between extension and page, which is what takes the time here: everything is asked once, and only where
// the answer can matter.

import { cut, shorten, normalizeWhitespace } from "../../../shared/text/text";
import { isLong, unseenNow } from "../../obstacles/unseen";
import { wordsDrawn } from "./accessible-name";
import { NAME_CHARS, type Context, type Item, type Room } from "./item";
import { hasNamingAttribute, isNamedByAuthor, nameFrom, spoken, standardName } from "./names";
import { plainName, wordsOf } from "./plain-names";
import type { Evidence, Press } from "./press";
import { isReplaced, MIN_SIDE } from "../../dom/replaced";
import { isInModal, type Modals } from "./modals";
import { marksOf, pressOf } from "./pressable";
import { definitionOf, INLINE, ownRole, roleOf, isEditingHost } from "./roles";
import { NOT_VISIBLE, statesOf, valueOf, type States } from "./states";
import { isFolded } from "./folded";
import type { Styles } from "./styles/styles";
import { isControl, settle, wordsIn } from "./targets";

const SKIPPED = new Set("base head link meta noscript script style template title".split(" "));
/** Their content is shown below them: it is not repeated as their name. */
const CONTAINERS = new Set("cell columnheader gridcell row rowgroup rowheader".split(" "));
/** They say the name of what holds them, and nothing else. */
const NAMING_TAGS = new Set(["caption", "legend"]);
/** What is taken as a whole, with all that is in it. */
const WHOLE = new Set("audio embed frame iframe object textarea video".split(" "));
const TEXT_CHARS = 5_000;
const UNSEEN_CHARS = 100;
/** What a line has beside role and name, at least. */
const LINE_CHARS = 12;

/** What is hidden from people who listen is looked through where it is as small as a pair of arrows. */
const MAX_VEILED = 60;
const LANDMARKS = "main, nav, header, footer, h1, form";
/** Text that shows nothing: spaces, and what editors keep a line open with. */
const UNSEEN = /^[\s\u200b\u2060\ufeff]*$/;

const VISIBLE = { visibilityProperty: true };

/** Builds the tree of `top`, with `top` itself as its first item where it means something. */
export function treeOf(
  top: Element,
  active: Element | null,
  evidence: Evidence | null,
  modals: Modals | null,
  style: Styles,
  room: Room,
): Item[] {
  const items: Item[] = [];
  const cursor = evidence && top.parentElement ? style(top.parentElement).cursor : "auto";
  const context = {
    style,
    room,
    isUnseen: unseenNow(style),
    active,
    evidence,
    cursor,
    mute: false,
    shown: true,
    breaks: false,
  };
  const held = modals && !isInModal(modals, top) ? modals : null;
  const nothing = { control: false, label: false, delegated: false, veiled: false, undrawn: isData(top) };
  visit(top, items, { ...context, ...nothing, modals: held });
  return evidence ? settle(items) : items;
}

function visit(element: Element, out: Item[], context: Context): void {
  const { room } = context;
  if (room.chars < 0) {
    room.cutAt ??= element;
    return;
  }
  const tag = element.localName;
  if (SKIPPED.has(tag) && !(context.undrawn && isData(element))) return;
  const attributes = element.getAttributeNames();
  if (attributes.includes("aria-hidden") && element.getAttribute("aria-hidden") === "true" && !context.veiled) {
    return veiled(element, out, context);
  }
  if (attributes.includes("inert")) return;
  let shown = true;
  if (context.modals?.open.has(element)) context = { ...context, modals: null };
  if (context.undrawn) {
    const { display, visibility } = context.style(element);
    if (display === "none") return;
    shown = visibility === "visible" || visibility === ""; // data that is not laid out has no style
  } else if (!element.checkVisibility(VISIBLE)) {
    const { display, visibility } = context.style(element);
    if (tag === "map") return descend(element, tag, out, context);
    if (tag !== "area" && (display === "none" || (display !== "contents" && visibility === "visible"))) return;
    shown = tag === "area" || visibility === "visible";
  }
  if (tag === "wbr") return;
  if (tag === "br") return text(context.breaks ? "\n" : " ", out);
  const own =
    NAMING_TAGS.has(tag) || isDrawing(element, tag)
      ? ""
      : roleOf(element, tag, attributes.includes("role"), context.style);
  const role = own || ownRole(tag) || (tag === "label" ? hiddenControl(element as HTMLLabelElement) : "");
  // An element without attributes looks as its tag does, unless a rule for its tag says otherwise.
  const bare = attributes.length === 0 && !(context.evidence?.isDeclared(element) ?? false);
  // What is in a control is pressed with it, whatever its cursor.
  const cursor = bare || !context.evidence || isPart(role) ? context.cursor : context.style(element).cursor;
  const press = shown && context.evidence ? pressOf(element, tag, attributes, role, cursor, context) : null;
  const here = within(context, {
    shown,
    cursor,
    breaks: context.breaks || tag === "pre",
    mute: context.mute || (!bare && !context.undrawn && context.style(element).contentVisibility === "hidden"),
    delegated: context.delegated || (context.evidence?.listens(element) === true && !element.querySelector(LANDMARKS)),
  });
  if (shown && role !== "" && !INLINE.has(role))
    return meaningful(element, tag, attributes, role, press, out, here, context);
  if (shown && (press || isEditingHost(element, attributes)))
    return clickable(element, tag, attributes, press, out, here);
  setApart(element, out, context);
  const named = isNamingText(element, tag);
  descend(element, tag, out, named ? { ...here, mute: true, control: true, label: tag === "label" } : here);
  setApart(element, out, context);
}

/** The context with these in the place of its own: itself, as for most elements, if nothing is different. */
function within(context: Context, other: Partial<Context>): Context {
  for (const key in other) {
    if (context[key as keyof Context] !== other[key as keyof Context]) return { ...context, ...other };
  }
  return context;
}

/** True for a drawing that is a document of its own: what is in it is the page. */
function isDrawing(element: Element, tag: string): boolean {
  return tag === "svg" && element === document.documentElement;
}

/** True for data that Firefox shows as such: it draws a tree of its own making, and nothing of what is there. */
function isData(element: Element): boolean {
  return !(element instanceof HTMLElement || element instanceof SVGElement || element instanceof MathMLElement);
}

/** Takes what is shown of an item from what is left. */
function take(room: Room, { role, name, states, target }: Item): void {
  const takes = !room.targetsAlone || (target && !states.inert);
  if (takes) room.chars -= LINE_CHARS + role.length + Math.min(name.length, NAME_CHARS);
}

/** The characters of texts, of those in items too, that are taken already. */
function charsOf(items: Item[]): number {
  return items.reduce(
    (sum, { element, value, children }) => sum + charsOf(children) + (element ? 0 : shownChars(value)),
    0,
  );
}

/** How long a text is where it is shown: a page that has a million blanks in one shows none of them. */
function shownChars(data: string): number {
  return (data.length > NAME_CHARS ? normalizeWhitespace(data) : data.trim()).length;
}

/** Ends the text before an element, or in it, as it is drawn: to ask for its style is dear, and text alone is set apart. */
function setApart(element: Element, out: Item[], { style, undrawn }: Context): void {
  const last = out.at(-1);
  if (!last || last.element || last.role !== "text") return;
  if (undrawn && isData(element)) return close(out);
  const { display, marginLeft, marginRight, paddingLeft, paddingRight } = style(element);
  if (display === "inline" || display === "contents" || display.startsWith("ruby")) return;
  if (!display.startsWith("inline")) return close(out);
  // Boxes in a line, such as the parts of a price, are one word where nothing is between them.
  if ([marginLeft, marginRight, paddingLeft, paddingRight].some((side) => parseFloat(side) > 0)) text(" ", out);
  else last.pieced = true;
}

/** The role of a field that is not drawn, and whose label is pressed in its place. */
function hiddenControl(label: HTMLLabelElement): string {
  const { control } = label;
  if (!control || control.checkVisibility({ visibilityProperty: true })) return "";
  const { localName } = control;
  return localName === "input" || localName === "select" ? roleOf(control, localName) : "";
}

/** What is hidden from people who listen may take the mouse all the same: the arrows of a field, a cross. */
function veiled(element: Element, out: Item[], context: Context): void {
  if (!context.evidence || element.getElementsByTagName("*").length > MAX_VEILED) return;
  if (element.matches("body > *") || !element.checkVisibility({ visibilityProperty: true })) return;
  const found: Item[] = [];
  visit(element, found, { ...context, mute: true, veiled: true });
  out.push(...settle(found).flatMap(veiledTargets));
}

function veiledTargets(item: Item): Item[] {
  const inner = item.children.flatMap(veiledTargets);
  const { element, tag, role } = item;
  const meant =
    element !== null &&
    item.target &&
    !/^(?:input|select|textarea|option)$/.test(tag) &&
    (role !== "link" || item.press);
  return meant && isReachable(element) ? [{ ...item, children: inner }] : inner;
}

/**
 * True if a press in its middle would probably reach it: what is above or below the view is scrolled to.
 */
function isReachable(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width < MIN_SIDE || height < MIN_SIDE) return false;
  const x = left + width / 2;
  const y = top + height / 2;
  if (x < 0 || x >= window.innerWidth) return false;
  if (y < 0 || y >= window.innerHeight) return true;
  const hit = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
  return (
    hit !== null &&
    (element.contains(hit) || hit.contains(element) || isOnLabel(hit, element)) &&
    hit !== document.body &&
    hit !== document.documentElement
  );
}

/** True for a part of the field's own label: a press there is one on the field. */
function isOnLabel(hit: Element, element: Element): boolean {
  return [...((element as Partial<HTMLInputElement>).labels ?? [])].some((label) => label.contains(hit));
}

function meaningful(
  element: Element,
  tag: string,
  attributes: string[],
  role: string,
  press: Press | null,
  out: Item[],
  here: Context,
  context: Context,
): void {
  const veils = tag === "label" ? ((element as HTMLLabelElement).control ?? element) : element;
  const control = isControl(role);
  const said = statesOf(veils, role, veils.localName, veils === element ? attributes : veils.getAttributeNames());
  const states =
    control && said.readonly
      ? pressedInstead(said, press?.listens === true || here.style(veils).cursor === "pointer")
      : said;
  const editable = !control && (isEditingHost(element, attributes) || isEditableCell(element, role));
  const takes =
    (control || press !== null || editable || isPlayer(element, tag)) &&
    !(attributes.includes("tabindex") && isReplaced(element, tag, here.style));
  if (isFolded(element, role, takes, here)) return;
  const held = takes && isHeldBack(element, here);
  const active = element === context.active;
  const isPlain = !active && !press && !editable && !held;
  const item: Item = {
    element,
    tag,
    role,
    name: "",
    // Most have none but those that HTML and ARIA say.
    states: isPlain
      ? states
      : {
          ...states,
          ...(active && { active: true }),
          ...marksOf(press, control),
          ...(editable && { editable: true }),
          ...(held && { inert: true }),
        },
    value: valueOf(veils, role, veils.localName),
    children: [],
    press,
    target: takes && !context.undrawn,
  };
  out.push(item);
  const drawing = tag === "canvas";
  const whole = WHOLE.has(tag) || tag === "input" || (drawing && element.firstElementChild === null);
  if (!whole)
    descend(
      element,
      tag,
      item.children,
      within(here, {
        ...(drawing && { undrawn: true, evidence: null }),
        shown: true,
        mute: false,
        control: context.control || isPart(role),
      }),
    );
  const byContent = nameFrom(role) === "content";
  const contained = CONTAINERS.has(role) && !hasNamingAttribute(element, attributes);
  if (veils !== element) item.name = normalizeWhitespace(wordsOf(item));
  else if (!contained)
    item.name =
      plainName(item, attributes, byContent, context) ?? standardName(element, role, context.style, tag, attributes);
  if (item.name && (byContent || veils !== element))
    markUnseen(item, attributes.includes("aria-label") && !attributes.includes("aria-labelledby"));
  if (item.name.length > TEXT_CHARS) item.name = shorten(item.name, TEXT_CHARS);
  take(context.room, item);
  const all = item.children;
  if (veils !== element || (byContent && definitionOf(role)?.childrenPresentational))
    item.children = all.flatMap(pressedInside);
  else if (item.name && all.length > 0) item.children = all.filter((child) => child.element || !isInName(child, item));
  // What is left out of it now leaves room for others.
  if (!context.room.targetsAlone && item.children.length < all.length)
    context.room.chars += charsOf(all) - charsOf(item.children);
}

/** True for a text that the name of its element contains already. */
function isInName(child: Item, { name }: Item): boolean {
  return withoutBlanks(name).includes(withoutBlanks(child.value));
}

/** What cannot be typed into says so, unless a press on it opens what fills it in. */
function pressedInstead({ readonly, ...states }: States, takesMouse: boolean): States {
  if (states.haspopup || states.expanded) return states;
  return { ...states, ...(takesMouse ? { clickable: true } : { readonly: readonly ?? true }) };
}

/** Says of a name what of it nobody sees, and of one that its author gave what is shown in its place. */
function markUnseen(item: Item, byAuthor: boolean): void {
  const unseen = normalizeWhitespace(item.children.flatMap((child) => (child.unseen ? [child.value] : [])).join(" "));
  const shown = byAuthor ? wordsIn({ ...item, name: "" }) : "";
  const isWhole = unseen === item.name || !item.name.includes(unseen);
  const part = isWhole || JSON.stringify(cut(unseen, UNSEEN_CHARS));
  if (unseen) item.states = { ...item.states, [NOT_VISIBLE]: part };
  else if (isUnlike(item.name, shown))
    item.states = { ...item.states, [NOT_VISIBLE]: `shows ${JSON.stringify(cut(shown, UNSEEN_CHARS))}` };
}

/** True for words of which none is in the other. */
function isUnlike(name: string, shown: string): boolean {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const said = words(name).join(" ");
  const own = words(shown).filter((word) => word.length > 1);
  return own.length > 1 && !own.some((word) => said.includes(word));
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, "");
}

/** What is left of the inside of a control: what is pressed by itself, such as the cross on a chip. */
function pressedInside(item: Item): Item[] {
  const inner = item.children.flatMap(pressedInside);
  return item.press || (item.target && item.tag === "button") ? [{ ...item, children: inner }] : inner;
}

/** True for what an open dialog keeps from being pressed. */
function isHeldBack(element: Element, { modals }: Context): boolean {
  if (!modals) return false;
  return modals.native || !isReachable(element) || (modals.coversView && !isInView(element));
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** Controls that take a press anywhere in them. */
function isPart(role: string): boolean {
  return isControl(role) && role !== "listbox" && role !== "treeitem" && role !== "iframe";
}

/** ARIA's word for a cell that can be changed. */
function isEditableCell(element: Element, role: string): boolean {
  return role === "gridcell" && element.getAttribute("aria-readonly") === "false";
}

/** Films and sounds with buttons of Firefox's own. */
function isPlayer(element: Element, tag: string): boolean {
  return (tag === "video" || tag === "audio") && element.hasAttribute("controls");
}

/** An element without a role that takes the mouse all the same: agents need to see it. */
function clickable(
  element: Element,
  tag: string,
  attributes: string[],
  press: Press | null,
  out: Item[],
  here: Context,
): void {
  const editable = isEditingHost(element, attributes);
  const role = editable ? "textbox" : "generic";
  if (isFolded(element, role, true, here)) return;
  const states = statesOf(element, role, tag, attributes);
  const item: Item = {
    element,
    tag,
    role,
    name: isNamedByAuthor(element, tag, attributes) ? standardName(element, "group", here.style, tag, attributes) : "",
    states: {
      ...states,
      ...(element === here.active && { active: true }),
      ...marksOf(press, editable),
      ...(isHeldBack(element, here) && { inert: true }),
    },
    value: "",
    children: [],
    press,
    target: true,
  };
  descend(element, tag, item.children, here);
  take(here.room, item);
  out.push(item);
}

/** True for text that names something else, which says it. */
function isNamingText(element: Element, tag: string): boolean {
  return NAMING_TAGS.has(tag) || (tag === "label" && (element as HTMLLabelElement).control !== null);
}

function descend(element: Element, tag: string, out: Item[], context: Context): void {
  const slotted = tag === "slot" ? (element as HTMLSlotElement).assignedNodes() : [];
  if (slotted.length > 0) {
    for (const node of slotted) step(node, out, context);
    return;
  }
  const draws = context.shown && !context.mute && !context.undrawn && context.style.mayDrawIn(element);
  if (draws) written(element, "::before", out, context);
  const from = (context.style.holdsShadowRoot(element) && element.openOrClosedShadowRoot) || element;
  for (let node = from.firstChild; node; node = node.nextSibling) step(node, out, context);
  if (draws) written(element, "::after", out, context);
}

/** The words that a style sheet writes there; its signs alone, such as arrows, say nothing. */
function written(element: Element, pseudo: "::before" | "::after", out: Item[], { style }: Context): void {
  const words = wordsDrawn(element, pseudo, style);
  if (/[\p{L}\p{N}]/u.test(words)) text(spoken(words), out);
}

function step(node: Node, out: Item[], context: Context): void {
  const { nodeType } = node;
  if (nodeType === 1) visit(node as Element, out, context);
  else if (nodeType === 3 && context.shown && !context.mute) {
    const { data } = node as Text;
    if (!context.room.targetsAlone) context.room.chars -= shownChars(data);
    const holder = !context.undrawn && isLong(data) ? node.parentElement : null;
    text(data, out, context.breaks, holder !== null && context.isUnseen(holder));
  }
}

/** Adds to the text that is open, or begins one. With `breaks`, line breaks are kept. What is unseen is apart. */
function text(data: string, out: Item[], breaks = false, unseen = false): void {
  const last = out.at(-1);
  if (unseen !== (last?.unseen ?? false) && !UNSEEN.test(data)) close(out);
  else if (last && !last.element && last.role === "text") {
    last.value += data;
    return;
  }
  if (UNSEEN.test(data)) return;
  out.push({
    element: null,
    tag: "",
    role: "text",
    name: "",
    states: {},
    value: data,
    children: [],
    press: null,
    target: false,
    ...(breaks && { breaks }),
    ...(unseen && { unseen }),
  });
}

/** Ends the text that is open: what follows is in a block of its own. */
function close(out: Item[]): void {
  const last = out.at(-1);
  if (last && !last.element) last.role = "closed text";
}
