// Where elements of the same name are: of two buttons "Delete" each says in which row, list item or section it is.

import { normalizeWhitespace, shorten } from "../../../shared/text/text";
import type { Item } from "./item";
import { wordsIn } from "./targets";

/** Groups of what belongs together, which are named by what they say. */
const PLACES = new Set("article dialog form group listitem navigation region row tabpanel treeitem".split(" "));
const LANDMARKS = new Set("banner complementary contentinfo main search".split(" "));
const PLACE_CHARS = 60;
/** Characters around a place: of a note, ` [in …]`, of a line, `- …:`, and of what a line below that is indented by. */
const [NOTE, HEAD, INDENT] = [6, 4, 2];

/** What is shown, with all that it is in, from the outermost on. */
export interface Placed {
  item: Item;
  path: Item[];
}

/** What something is in, and how that is written. */
interface Place {
  holder: Item;
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
    const group = groupAt(shown, at, places, headed);
    if (group) {
      const inside = shown.slice(at, at + group.length);
      told.push({ ...group.holder, head: group.told, children: grouped(inside, places, headed) });
      at += group.length;
      continue;
    }
    const place = places.get(item);
    told.push(place && !headed.get(place.holder) ? { ...item, place: place.told } : item);
    at += 1;
  }
  return told;
}

/** The outermost place that begins here and is better said once; what is in it comes one after the other. */
function groupAt(
  shown: Placed[],
  at: number,
  places: ReadonlyMap<Item, Place>,
  headed: Map<Item, boolean>,
): (Place & { length: number }) | null {
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
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  const places = new Map<Item, Place>();
  for (const namesakes of alike.values()) {
    if (namesakes.length === 1 || namesakes[0]?.item.name === "") continue;
    const held = new Map<Item, number>();
    for (const { path } of namesakes) for (const place of path) held.set(place, (held.get(place) ?? 0) + 1);
    for (const { item, path } of namesakes) {
      const told = placeOf(
        path.filter((place) => held.get(place) === 1),
        item.name,
      );
      if (told) places.set(item, told);
    }
  }
  return places;
}

/** The innermost place that says more of itself than the `name` of what is there; null if none does. */
function placeOf(path: Item[], name: string): Place | null {
  for (const [at, place] of [...path.entries()].reverse()) {
    if (!PLACES.has(place.role) && !LANDMARKS.has(place.role)) continue;
    const words = place.name || (place.role === "row" ? rowWords(place, path[at + 1]) : sectionWords(place));
    if (words && words !== name) {
      return { holder: place, told: `${place.role} ${JSON.stringify(shorten(words, PLACE_CHARS))}` };
    }
    if (LANDMARKS.has(place.role)) return { holder: place, told: place.role };
  }
  return null;
}

/** The first cells of a row, up to one with letters in it. */
function rowWords(row: Item, without: Item | undefined): string {
  const words: string[] = [];
  for (const cell of row.children) {
    const said = cell === without ? "" : wordsIn(cell);
    if (said) words.push(said);
    if (/\p{L}/u.test(said)) break;
  }
  return words.join(" ");
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
