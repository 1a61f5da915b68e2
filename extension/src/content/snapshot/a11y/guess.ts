// Guesses: what to call an element that nobody named. Not its name: people who listen do not hear it, and role= does
// not find it by it.

import { shorten, normalizeWhitespace } from "../../../shared/text/text";
import { labelBeside } from "../../dom/adjacent-labels";
import { labelOfReplaced } from "../../dom/replaced";
import { isUndrawn } from "./accessible-name";
import { drawnText } from "./drawn-text";
import { spoken as withoutIcons } from "./names";
import { stylesNow, type Styles } from "./styles/styles";

const GUESS_CHARS = 60;
/** How far around an element its surroundings may begin, and how much they may say. */
const MAX_LEVELS = 3;
const PLACE_CHARS = 40;
/** Elements in an icon at most. */
const MAX_PARTS = 12;
const TOLD = [
  "title",
  "aria-roledescription",
  "aria-description",
  "aria-placeholder",
  "aria-valuetext",
  "alt",
  "placeholder",
];
const HINTED = [
  "data-title",
  "data-original-title",
  "data-bs-original-title",
  "data-tooltip",
  "data-tip",
  "data-label",
  "data-name",
];
const TESTED = [
  "data-testid",
  "data-test-id",
  "data-test",
  "data-cy",
  "data-qa",
  "data-icon",
  "data-action",
  "data-command",
  "action",
  "name",
];
/** Words of class names that say how something looks or is laid out, not what it is for. */
const PLAIN = new Set(
  (
    "a abs absolute active alert align alt anchor animated aria auto avatar badge base bg black block body bold " +
    "border bottom box brands btn button card cell center checkbox child circle clickable col color column combobox " +
    "component container content control cursor d danger dark default disabled display div duotone element enabled " +
    "end even fab fal far fas field fill filled fixed flat flex focus fs full fw g grid group h hand " +
    "headlessui height hidden hide horizontal hover icon icons id img info inline inner input interactive invisible " +
    "item items js justify l label large layer layout left lg light line link list m main mantine margin material " +
    "mb md media medium middle ml mr ms mt muted mx my n nav no node normal notranslate number odd on outer outline outlined " +
    "overflow p pad padding panel part pb pe pl pointer position pr preview primary ps pt pv px py radio radix " +
    "react ready ref regular rel relative right ripple root round rounded row s secondary section select selectable " +
    "self shadow shape sharp show size sm small solid space span start state static sticky style success surface " +
    "svg switch sx symbols tab table tag td text textbox thin tile toggle top tr transition tree trigger type ui " +
    "unstyled v var variant vertical view visible w warning white widget width wrap wrapper x xl xs xxl y z"
  ).split(" "),
);
/** Sides mean something with what points to them. */
const SIDES = new Set(["left", "right", "top", "bottom"]);
const POINTING = new Set(["arrow", "chevron", "caret", "angle", "handle", "resize", "resizer", "scroll"]);
/** What the classes of libraries begin with. */
const LIBRARIES =
  /^(?:mui|ant|v|p|pi|el|chakra|css|sc|jss|ng|mat|mdc|bp\d?|rs|rt|sl|wa|ui|jp|lm|tw|svelte|emotion|fa|fas|far|fab|bi|mdi|glyphicon|ti|ri|la|las|icon|icons|material|lucide|feather|codicon|octicon|anticon|svg)$/i;
/** Classes that say how a component library draws it. */
const OF_LIBRARY = /^(?:(?:ant|v|p|chakra|css|rt|el|bp\d|mat|mdc)-)/;
const ICON_FONT =
  /(?:^|\s)(?:fa|bi|mdi|pi|ti|ri|la|glyphicon|icon|lucide|feather|codicon|octicon|anticon|v-icon|ui-icon)-+([a-z][\w-]*)/;

/** Classes that say which state it is in now. */
const STATE = /^(?:[a-z]{2}-)?(?:has|is|no|not)-/;
/** The parts of lists and trees that libraries listen for from around them all. */
const PART = /(?:^|[-_\s])(expander|expando|toggler|switcher|twist(?:ie|y)|checkbox)(?:$|[-_\s])/i;
const ITEM =
  'td, th, li, [role="cell"], [role="gridcell"], [role="columnheader"], [role="rowheader"], [role="listitem"]';
const CELL = 'td, [role="cell"], [role="gridcell"]';

const FIELDS = new Set(["input", "select", "textarea"]);
/** What pages draw in the place of a field. */
const LISTS = '[role="combobox"], [role="listbox"]';

const headsKnown = new WeakMap<Styles, Map<Element, Element[]>>();

/** What to call it; empty if nothing says. */
export function guessOf(element: Element, tag = element.localName, style: Styles = stylesNow()): string {
  return shorten(
    ((FIELDS.has(tag) || element.hasAttribute("contenteditable")) &&
      normalizeWhitespace(labelBeside(element)?.textContent)) ||
      (element.matches(LISTS) && normalizeWhitespace(labelOfReplaced(element)?.textContent)) ||
      drawnWords(element, style) ||
      attributeOf(element, TOLD) ||
      attributeOf(element, HINTED) ||
      unheardWords(element) ||
      columnOf(element, tag, style) ||
      partOf(element) ||
      pictureIn(element) ||
      attributeOf(element, TESTED, true) ||
      attributeOf(isSmall(element) ? element.querySelector("svg, i, [data-icon]") : null, TESTED, true).replace(
        / icon$/,
        "",
      ) ||
      handleOf(element) ||
      (isShape(element) && !element.id
        ? normalizeWhitespace(`${wordsOf(element)} ${shapeOf(element, tag, style)}`)
        : wordsOf(element)) ||
      iconIn(element) ||
      wordsOf(element, true) ||
      (tag.includes("-") ? spoken(tag) : "") ||
      (FIELDS.has(tag) ? "" : shapeOf(element, tag, style) || placeOf(element)),
    GUESS_CHARS,
  );
}

function attributeOf(element: Element | null, names: string[], isCode = false): string {
  if (element)
    for (const name of names) {
      const said = normalizeWhitespace(element.getAttribute(name));
      // `click->editor#save` wires an element up: it is not a name.
      if (said && !(isCode && (isChance(said) || said.includes("#")))) return isCode ? spoken(said) : said;
    }
  return "";
}

/** What those who see it read in a part that is hidden from those who listen. */
function unheardWords(element: Element): string {
  return element.closest('[aria-hidden="true"]') && isSmall(element)
    ? withoutIcons(normalizeWhitespace(element.textContent))
    : "";
}

/** What heads the column of a cell that says nothing, or of the field in it. */
function columnOf(element: Element, tag: string, style: Styles): string {
  const cell = FIELDS.has(tag) ? element.closest(CELL) : element.matches(CELL) ? element : null;
  const row = cell?.closest('tr, [role="row"]');
  const table = row?.closest('table, [role="table"], [role="grid"], [role="treegrid"]');
  if (!cell || !row || !table) return "";
  const heads = headsOf(table, style);
  const place = cell.getAttribute("aria-colindex");
  const head = place
    ? heads.find((one) => one.getAttribute("aria-colindex") === place)
    : heads[[...row.children].filter((one) => one.matches(`${CELL}, th`)).indexOf(cell)];
  return normalizeWhitespace(head?.textContent);
}

/** What heads its columns, looked for once in a call. */
function headsOf(table: Element, style: Styles): Element[] {
  const known = headsKnown.get(style) ?? new Map<Element, Element[]>();
  headsKnown.set(style, known);
  const heads = known.get(table) ?? [...table.querySelectorAll('thead th, [role="columnheader"]')];
  known.set(table, heads);
  return heads;
}

/** True for the small parts that open, close or tick what they are in, by what libraries call them. */
export function isPartOfRow(element: Element, classes = element.getAttribute("class") ?? ""): boolean {
  return (
    PART.test(classes) &&
    element.childElementCount === 0 &&
    withoutIcons(normalizeWhitespace(element.textContent)) === "" &&
    isDrawn(element)
  );
}

/** True if there is something to see of an empty element. */
function isDrawn(element: Element): boolean {
  const { backgroundImage, maskImage, borderLeftWidth, borderTopWidth } = getComputedStyle(element);
  if (
    backgroundImage !== "none" ||
    maskImage !== "none" ||
    parseFloat(borderLeftWidth) + parseFloat(borderTopWidth) > 0
  )
    return true;
  return (
    element.textContent !== "" ||
    ["::before", "::after"].some((pseudo) => !/^(?:none|normal|"")$/.test(getComputedStyle(element, pseudo).content))
  );
}

function partOf(element: Element): string {
  const part = isPartOfRow(element) && PART.exec(element.getAttribute("class") ?? "")?.[1];
  return part ? normalizeWhitespace(`${part.toLowerCase()} ${placeOf(element)}`) : "";
}

/** What is taken by a handle as well: there are as many of them as there are items. */
function handleOf(element: Element): string {
  const words = wordsOf(element);
  const item = /\b(?:drag|grip|handle|resize|resizer)\b/.test(words)
    ? normalizeWhitespace(element.closest(ITEM)?.textContent)
    : "";
  return item && item.length <= PLACE_CHARS ? `${words} in ${item}` : "";
}

/** What style sheets write on it. Icon fonts write signs that are not letters. */
function drawnWords(element: Element, style: Styles): string {
  const written = (["::before", "::after"] as const).map((pseudo) => {
    const drawn = style.drawn(element, pseudo);
    return drawn && !isUndrawn(drawn, style(element)) ? drawnText(drawn.content, element) : "";
  });
  const words = normalizeWhitespace(written.join(" "));
  return /\p{L}/u.test(words) ? words : "";
}

/** What has more in it is not an icon, and what is in it says nothing of the whole. */
function isSmall(element: Element): boolean {
  return element.getElementsByTagName("*").length <= MAX_PARTS;
}

/** The text or the file name of the picture in it. */
function pictureIn(element: Element): string {
  if (!isSmall(element)) return "";
  const picture =
    element.localName === "img"
      ? element
      : element.querySelector("img, image, use, svg[aria-label], svg[title], i[aria-label], i[title]");
  const said =
    picture &&
    (normalizeWhitespace(picture.getAttribute("alt")) ||
      normalizeWhitespace(picture.getAttribute("title")) ||
      normalizeWhitespace(picture.getAttribute("aria-label")));
  if (said) return said;
  const from =
    picture?.getAttribute("src") ?? picture?.getAttribute("href") ?? picture?.getAttribute("xlink:href") ?? "";
  return from.startsWith("data:") || from.startsWith("blob:") ? "" : fileName(from);
}

function fileName(address: string): string {
  const name = /([^/#?]+)(?:\?[^#]*)?$/.exec(address)?.[1] ?? /#([\w-]+)$/.exec(address)?.[1] ?? "";
  const bare = name.replace(/\.(?:svg|png|jpe?g|gif|webp|avif|ico)$/i, "");
  return isChance(bare) ? "" : spoken(bare.replace(/^(?:icon|ic|img|i)[-_]/i, "").replace(/[-_]\d+(?:x\d+)?$/, ""));
}

/** The words of its id and classes that say what it is for; those that a library gives only if nothing else does. */
function wordsOf(element: Element, ofLibrary = false): string {
  const named = [element.id, ...element.classList];
  let most: string[] = [];
  for (const name of named) {
    if (
      !name ||
      isChance(name) ||
      STATE.test(name) ||
      ICON_FONT.test(name) ||
      /^Mui[A-Z]/.test(name) ||
      OF_LIBRARY.test(name) !== ofLibrary
    )
      continue;
    const words = name
      .replace(/([a-z\d])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(
        (word, place, all) =>
          word.length > 1 &&
          !isPrefix(word, place, all) &&
          (!PLAIN.has(word) || (SIDES.has(word) && all.some((other) => POINTING.has(other)))) &&
          !LIBRARIES.test(word) &&
          !isChance(word),
      );
    if (words.length > most.length) most = [...new Set(words)];
    // An id is given to one alone: what it says is nearest.
    if (name === element.id && most.length > 0) break;
  }
  return most.slice(0, 4).join(" ");
}

/** True for the two letters that the classes of one library begin with. */
function isPrefix(word: string, place: number, all: string[]): boolean {
  return place === 0 && all.length > 1 && word.length === 2 && !/^(?:go|in|my|no|on|up)$/.test(word);
}

/** The name of the picture in an icon font, or of a drawing. */
function iconIn(element: Element): string {
  for (const part of isSmall(element) ? [element, ...element.querySelectorAll("*")] : [element]) {
    const classes = part.getAttribute("class") ?? "";
    const icon = ICON_FONT.exec(classes)?.[1];
    if (icon && !icon.split(/[-_]+/).every((word) => PLAIN.has(word)))
      return spoken(icon.replace(/-(?:fill|solid|regular|outline|o|alt)$/, ""));
    const told = attributeOf(part, ["data-lucide", "icon", "name"], true);
    if (told) return told;
    if (part !== element) {
      const words = wordsOf(part);
      if (words) return words;
    }
  }
  return "";
}

/** Its surroundings, if nothing else is known. */
function placeOf(element: Element): string {
  let around = element.parentElement;
  for (let level = 0; around && level < MAX_LEVELS; level += 1, around = around.parentElement) {
    // What is on a control beside it speaks of that.
    if (around.querySelector("a[href], button, select")) return "";
    const words = normalizeWhitespace(around.textContent);
    if (/\p{L}/u.test(words)) return words.length <= PLACE_CHARS ? `in ${words}` : "";
  }
  return "";
}

/** True for a shape in a drawing: its classes seldom tell it from the one beside it. */
function isShape(element: Element): boolean {
  return element instanceof SVGElement && element.localName !== "svg";
}

/** A drawn shape and its colour, or the colour that is all there is to see. */
function shapeOf(element: Element, tag: string, style: Styles): string {
  const look = style(element);
  const drawn = isShape(element);
  const colour = drawn ? look.fill : look.backgroundColor;
  const named = colourOf(colour);
  if (drawn) return [tag, named].filter(Boolean).join(" ");
  return element.firstElementChild || tag === "canvas" ? "" : named;
}

/** `rgb(255, 0, 0)` as `red #ff0000`; empty for what is not seen. */
export function colourOf(css: string): string {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(css);
  if (!parts || Number(parts[4] ?? 1) === 0) return "";
  const [red = 0, green = 0, blue = 0] = parts.slice(1, 4).map(Number);
  const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  return `${hueOf(red, green, blue)} ${hex}`;
}

function hueOf(red: number, green: number, blue: number): string {
  const high = Math.max(red, green, blue);
  const low = Math.min(red, green, blue);
  const span = high - low;
  if (high < 40) return "black";
  if (span < 24) return low > 235 ? "white" : "grey";
  const turn =
    high === red
      ? ((green - blue) / span + 6) % 6
      : high === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4;
  const degrees = turn * 60;
  if (degrees < 15 || degrees >= 345) return low > 170 ? "pink" : "red";
  if (degrees < 42) return high < 165 ? "brown" : "orange";
  if (degrees < 70) return "yellow";
  if (degrees < 165) return "green";
  if (degrees < 195) return "cyan";
  if (degrees < 260) return "blue";
  return degrees < 300 ? "purple" : "pink";
}

/** Names made by machines say nothing: long runs of letters and digits, hashes. */
function isChance(name: string): boolean {
  return (
    /\d{3,}|^[a-f\d-]{16,}$|^:|^[«_]r_?[\da-z]+[»_]$|^r\d[\da-z]*$/i.test(name) ||
    (/\d/.test(name) && /^[a-z\d]{5,8}$/i.test(name) && !/^[a-z]+\d{1,2}$/i.test(name))
  );
}

/** `TrashIcon`, `trash_can` and `trash-can` as words. */
function spoken(code: string): string {
  return normalizeWhitespace(code.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[-_.:/]+/g, " ")).toLowerCase();
}
