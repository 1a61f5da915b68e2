// Where elements of the same name are: of two buttons "Delete" each says in which row, list item or section it is.

import { normalizeWhitespace, shorten } from "../../../shared/text/text";
import type { Item } from "./item";
import { wordsIn } from "./targets";

/** Groups of what belongs together, which are named by what they say. */
const PLACES = new Set("article dialog form group listitem navigation region row tabpanel treeitem".split(" "));
/** Places that come in numbers: each is named by words that only it has. */
const ITEMS = new Set("listitem row treeitem".split(" "));
/** Controls that are called by where they are if nothing else names them. */
const BOXES = new Set("checkbox radio switch".split(" "));
const LANDMARKS = new Set("banner complementary contentinfo main search".split(" "));
const PLACE_CHARS = 60;
/** Characters around a place: of a note, ` [in …]`, of a line, `- …:`, and of what a line below that is indented by. */
const [NOTE, HEAD, INDENT] = [6, 4, 2];

/** What is shown, with all that it is in, from the outermost on. */
export interface Placed {
  item: Item;
  path: Item[];
}

/** What something is in, which words tell it from others, and how that is written. */
interface Place {
  holder: Item;
  words: string;
  told: string;
}

/**
 * What is shown, each of namesakes with where it is: below a line of that place where this is shorter than to say it of
 * each.
 */
export function withPlaces(shown: Placed[]): Item[] {
  return grouped(shown, whereabouts(shown), new Map());
}

/** `headed` says of the places that were considered whether each has a line. */
function grouped(shown: Placed[], places: ReadonlyMap<Item, Place>, headed: Map<Item, boolean>): Item[] {
  const told: Item[] = [];
  for (let at = 0; at < shown.length;) {
    const { item } = shown[at] as Placed;
    const inside = insideOf(item, shown, at + 1, places);
    if (inside) {
      headed.set(inside.holder, true);
      const name = inside.holder.name || inside.words || item.name;
      told.push({ ...item, name, children: grouped(shown.slice(at + 1, inside.end), places, headed) });
      at = inside.end;
      continue;
    }
    const group = groupAt(shown, at, places, headed);
    if (group) {
      const inner = shown.slice(at, at + group.length);
      told.push({ ...group.holder, head: group.told, children: grouped(inner, places, headed) });
      at += group.length;
      continue;
    }
    const place = places.get(item);
    told.push(place && !headed.get(place.holder) ? { ...item, place: place.told } : item);
    at += 1;
  }
  return told;
}

/** What follows an item and is in it, where some of that names it as its place: it is written below the item's line. */
function insideOf(
  { element }: Item,
  shown: Placed[],
  from: number,
  places: ReadonlyMap<Item, Place>,
): { holder: Item; words: string; end: number } | null {
  const holder = element && shown[from]?.path.find((place) => place.element === element);
  if (!holder) return null;
  let [end, told] = [from, ""];
  for (; shown[end]?.path.includes(holder); end += 1) {
    const place = places.get((shown[end] as Placed).item);
    if (place?.holder === holder) told ||= place.words;
  }
  return told ? { holder, words: isItem(holder) ? told : "", end } : null;
}

/** The outermost place that begins here and is better said once; what is in it comes one after the other. */
function groupAt(
  shown: Placed[],
  at: number,
  places: ReadonlyMap<Item, Place>,
  headed: Map<Item, boolean>,
): (Omit<Place, "words"> & { length: number }) | null {
  for (const holder of shown[at]?.path ?? []) {
    if (headed.has(holder) || !(PLACES.has(holder.role) || LANDMARKS.has(holder.role))) continue;
    let [length, notes, told] = [0, 0, ""];
    for (; shown[at + length]?.path.includes(holder); length += 1) {
      const place = places.get((shown[at + length] as Placed).item);
      if (place?.holder === holder) [notes, told] = [notes + 1, place.told];
    }
    headed.set(holder, notes * (told.length + NOTE) > told.length + HEAD + INDENT * length);
    if (headed.get(holder)) return { holder, told, length };
  }
  return null;
}

/** Where each of those is whose role and name another one has too: `row "12 Person 12"`. */
export function whereabouts(shown: Placed[]): Map<Item, Place> {
  const alike = new Map<string, Placed[]>();
  for (const one of shown) {
    const key = `${one.item.role} ${one.item.name}`;
    const others = alike.get(key);
    if (others) others.push(one);
    else alike.set(key, [one]);
  }
  const places = new Map<Item, Place>();
  const known = new Map<Item | undefined, Set<string>>();
  const saidOften = (within: Item | undefined): Set<string> => {
    const said = known.get(within) ?? saidOftenIn(within);
    known.set(within, said);
    return said;
  };
  for (const namesakes of alike.values()) {
    const [first] = namesakes;
    const unnamed = first?.item.name === "";
    if (unnamed ? !BOXES.has(first.item.role) : namesakes.length === 1) continue;
    const held = new Map<Item, number>();
    for (const { path } of namesakes) for (const place of path) held.set(place, (held.get(place) ?? 0) + 1);
    for (const { item, path } of namesakes) {
      const told = placeOf(
        [...path, item],
        (place) => held.get(place) === 1 && (isItem(place) || (!unnamed && isPlace(place))),
        saidOften,
      );
      if (told) places.set(item, told);
    }
  }
  return places;
}

export function isItem({ role }: Item): boolean {
  return ITEMS.has(role);
}

function isPlace({ role }: Item): boolean {
  return PLACES.has(role) || LANDMARKS.has(role);
}

/** What several rows or list items of one place say: it tells none of them from the others. */
function saidOftenIn(place: Item | undefined): Set<string> {
  const [seen, often] = [new Set<string>(), new Set<string>()];
  for (const item of place?.children ?? [])
    if (isItem(item))
      for (const words of new Set([item.name, ...item.children.map(wordsIn)]))
        (seen.has(words) ? often : seen).add(words);
  return often;
}

/** The innermost place that says more of itself than the name of what is there, the last of `within`; null if none does. */
function placeOf(
  within: Item[],
  isMeant: (place: Item) => boolean,
  saidOften: (within: Item | undefined) => Set<string>,
): Place | null {
  const name = within.at(-1)?.name;
  for (let at = within.length - 2; at >= 0; at -= 1) {
    const place = within[at] as Item;
    if (!isMeant(place)) continue;
    const often = saidOften(isItem(place) ? within[at - 1] : undefined);
    const cells = isItem(place) ? place.children.filter((cell) => cell !== within[at + 1]).map(wordsIn) : [];
    const words =
      (!often.has(place.name) && place.name) ||
      (place.role === "row" ? "" : sectionWords(place)) ||
      rowWords(cells.filter((said) => !often.has(said))) ||
      rowWords(cells);
    if (words && words !== name) {
      return { holder: place, words, told: `${place.role} ${JSON.stringify(shorten(words, PLACE_CHARS))}` };
    }
    if (LANDMARKS.has(place.role)) return { holder: place, words: place.role, told: place.role };
  }
  return null;
}

/** The first cells of a row, up to one with letters in it. */
export function rowWords(cells: string[]): string {
  const last = cells.findIndex((said) => /\p{L}/u.test(said));
  return normalizeWhitespace(cells.slice(0, last < 0 ? undefined : last + 1).join(" "));
}

/** Its heading, or else the words in it that nothing takes a press for. */
function sectionWords(place: Item): string {
  return headingIn(place) || normalizeWhitespace(plainWords(place));
}

function headingIn(item: Item): string {
  if (item.role === "heading") return wordsIn(item);
  for (const child of item.children) {
    const found = headingIn(child);
    if (found) return found;
  }
  return "";
}

function plainWords(item: Item): string {
  if (item.target) return "";
  return item.element ? [item.name, ...item.children.map(plainWords)].join(" ") : item.value;
}
