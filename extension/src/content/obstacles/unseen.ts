// Unseen text: what a model would read and a person does not see, though it is drawn: outside of the page, in a box of one
// pixel, as clear as glass, or in the colour of what it is on.
//
// Texts of a word or two are not looked at: they say little, and pages have many of them for those who listen.

import { allRoots, flatParent } from "../dom/roots";

/** Three words, or as much in a script that has no spaces. */
const LONG = /\S\s+\S+\s+\S|[^\0-\u2e7f]{8}/;
/** A box without room for a letter, and a letter that nobody can read. */
const [LEAST_SIDE, LEAST_FONT] = [2, 4];
/** Words that begin so far to the left of their box are put there to be out of sight. */
const LEAST_INDENT = 500;
const LEAST_OPACITY = 0.1;
const LEAST_CONTRAST = 1.1;
const EMPTY_CLIP =
  /^(?:inset\((?:[5-9]\d|100)%|circle\(0|ellipse\(0|polygon\(0(?:px|%)? 0(?:px|%)?(?:, 0(?:px|%)? 0(?:px|%)?)*\))/;
/** How far around a text something may be that it is drawn on. */
const LEVELS = 4;
const MEDIA = "canvas, embed, iframe, img, object, picture, svg, video";

type Style = (element: Element) => CSSStyleDeclaration;
type Colour = [red: number, green: number, blue: number, alpha: number];

export function isLong(text: string): boolean {
  return LONG.test(text);
}

/** The signs of most texts, the frequent ones first: XPath looks for each letter of a text in them. */
const USUAL = ` \netaoinshrdlcumwfgypbvk,.0123456789-\t\rxqjzETAOINSHRDLCUMWFGYPBVKXQJZ:()/!?;+%&#@=*_$[]<>|{}~^\\\``;
/** All that is long, and little else, as Firefox finds it: to ask for each text of a page takes longer. */
const MAY_BE_LONG =
  `descendant::text()[string-length(.) > 4 and (contains(substring-after(normalize-space(.), " "), " ") or ` +
  `string-length(translate(., '${USUAL}', "")) > 1)]`;

/** The texts below a node that are long, in the order of the page. */
export function longTextsIn(within: Node): Text[] {
  const found = document.evaluate(MAY_BE_LONG, within, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  const all = Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at) as Text);
  return all.filter(({ data }) => isLong(data));
}

/** What an element is in, itself included: whether that hides all of it, and the colour behind it; null where nobody can tell. */
interface Around {
  hidden: boolean;
  ground: Colour | null;
}

/** For one call: whether a person sees none of the text that an element holds itself. */
export function unseenNow(style: Style = getComputedStyle): (element: Element) => boolean {
  const known = new Map<Element, Around>();
  const verdicts = new Map<Element, boolean>();
  const parentOf = allRoots().length > 1 ? flatParent : (element: Element) => element.parentElement;
  let page: Page | null = null;

  const aroundIn = (element: Element | null): Around => {
    if (!element) return { hidden: false, ground: [255, 255, 255, 1] };
    let around = known.get(element);
    if (around) return around;
    const above = aroundIn(parentOf(element));
    const isPage = element === document.body || element === document.documentElement;
    if (isBare(element)) around = isPage ? { ...above, hidden: false } : above;
    else {
      const look = style(element);
      around = { hidden: !isPage && (above.hidden || hides(element, look)), ground: groundIn(look, above.ground) };
    }
    known.set(element, around);
    return around;
  };

  /** The colour behind what is in an element, whether or not it is bare. */
  const exactGroundOf = (element: Element | null): Colour | null =>
    element ? groundIn(style(element), () => exactGroundOf(parentOf(element))) : [255, 255, 255, 1];

  const isAsItsGround = (element: Element, look: CSSStyleDeclaration): boolean => {
    const colour = colourOf(look.webkitTextFillColor);
    if (!colour) return false;
    const isLike = (ground: Colour | null): boolean =>
      ground !== null && contrast(over(colour, ground) ?? colour, ground) < LEAST_CONTRAST;
    if (colour[3] >= LEAST_OPACITY && !(isLike(aroundIn(element).ground) && isLike(exactGroundOf(element))))
      return false;
    return look.textShadow === "none" && look.backgroundClip !== "text" && !isOnSomething(element, style);
  };

  const isUnseen = (element: Element): boolean => {
    const look = style(element);
    if (!element.checkVisibility({ opacityProperty: true })) {
      const around = look.display === "contents" ? parentOf(element) : null;
      return around ? isUnseen(around) : true;
    }
    if (isOutside(element, (page ??= pageNow())) || aroundIn(element).hidden) return true;
    const isAside = parseFloat(look.textIndent) <= -LEAST_INDENT;
    return isAside || parseFloat(look.fontSize) < LEAST_FONT || isAsItsGround(element, look);
  };

  return (element) => {
    let verdict = verdicts.get(element);
    if (verdict === undefined) verdicts.set(element, (verdict = isUnseen(element)));
    return verdict;
  };
}

/** The colour behind what is in an element that looks so; null where nobody can tell. */
function groundIn(
  { backgroundColor, backgroundImage }: CSSStyleDeclaration,
  around: Colour | null | (() => Colour | null),
): Colour | null {
  const own = colourOf(backgroundColor);
  if (backgroundImage !== "none" || !own) return null;
  if (own[3] === 1) return own;
  const behind = typeof around === "function" ? around() : around;
  return own[3] === 0 ? behind : over(own, behind);
}

/** Where the page is scrolled to, and how far it reaches. */
interface Page {
  x: number;
  y: number;
  width: number;
  isRightToLeft: boolean;
}

function pageNow(): Page {
  const { scrollX: x, scrollY: y, innerWidth } = window;
  const top = document.documentElement;
  const width = Math.max(top.scrollWidth, innerWidth);
  return { x, y, width, isRightToLeft: getComputedStyle(top).direction === "rtl" };
}

/** True for an element that is taken to look as its tag does. */
function isBare(element: Element): boolean {
  return !element.hasAttributes() && !element.localName.includes("-");
}

/** True for what hides all that is in it, and is drawn itself. */
function hides(element: Element, { opacity, clip, clipPath, filter, overflow }: CSSStyleDeclaration): boolean {
  if (Number(opacity) < LEAST_OPACITY || EMPTY_CLIP.test(clipPath)) return true;
  if (clip !== "auto" && clip !== "" && isEmptyClip(clip)) return true;
  if (filter !== "none" && /opacity\((?:0(?:\.0\d*)?|\d%)\)/.test(filter)) return true;
  return overflow !== "visible" && isFlat(element.getBoundingClientRect());
}

/** `rect(0px, 0px, 1px, 1px)`: top, right, bottom, left. */
function isEmptyClip(clip: string): boolean {
  const [top = 0, right = 0, bottom = 0, left = 0] = clip.match(/-?[\d.]+/g)?.map(Number) ?? [];
  return right - left <= LEAST_SIDE || bottom - top <= LEAST_SIDE;
}

function isFlat({ width, height }: DOMRect): boolean {
  return width <= LEAST_SIDE || height <= LEAST_SIDE;
}

/** True for a text without a place on the page that somebody could scroll to. */
function isOutside(element: Element, page: Page): boolean {
  const box = element.getBoundingClientRect();
  if (isFlat(box) && isFlat(textBox(element))) return true;
  const right = box.right + page.x;
  const bottom = box.bottom + page.y;
  if (right > 0 && bottom > 0 && box.left + page.x < page.width) return false;
  if (page.isRightToLeft && bottom > 0) return false;
  let [x, y] = [right, bottom];
  for (let at: Element | null = element; at && at !== document.documentElement; at = flatParent(at))
    [x, y] = [x + at.scrollLeft, y + at.scrollTop];
  return x <= 0 || y <= 0 || right > 0;
}

function textBox(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

/** True where a picture, or something with a colour, may lie between a text and what holds it. */
function isOnSomething(element: Element, style: Style): boolean {
  const box = element.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const lies = (other: Element): boolean => {
    const { left, right, top, bottom } = other.getBoundingClientRect();
    return !other.contains(element) && x >= left && x <= right && y >= top && y <= bottom;
  };
  const isDrawn = ({ content, backgroundImage, backgroundColor }: CSSStyleDeclaration): boolean =>
    content !== "none" && (backgroundImage !== "none" || (colourOf(backgroundColor)?.[3] ?? 1) > 0);
  for (let at: Element | null = element, level = 0; at && level < LEVELS; at = flatParent(at), level += 1) {
    if ([...at.querySelectorAll(MEDIA)].some(lies)) return true;
    if ([...at.children].some((child) => lies(child) && isDrawn(style(child)))) return true;
    if (["::before", "::after"].some((pseudo) => isDrawn(getComputedStyle(at, pseudo)))) return true;
  }
  return false;
}

const colours = new Map<string, Colour | null>();
const MAX_COLOURS = 1_000;

function colourOf(css: string): Colour | null {
  let colour = colours.get(css);
  if (colour === undefined) {
    if (colours.size > MAX_COLOURS) colours.clear();
    colours.set(css, (colour = parsed(css)));
  }
  return colour;
}

function parsed(css: string): Colour | null {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(css);
  return parts && [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4] ?? 1)];
}

function over(colour: Colour, ground: Colour | null): Colour | null {
  if (!ground) return null;
  const mixed = (at: 0 | 1 | 2): number => colour[at] * colour[3] + ground[at] * (1 - colour[3]);
  return [mixed(0), mixed(1), mixed(2), 1];
}

/** The contrast of WCAG: 1 for the same colour, 21 for black on white. */
function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
