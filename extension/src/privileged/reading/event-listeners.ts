// Listeners: which elements of a page take the mouse, as Firefox itself knows it, and as the libraries noted it that
// listen for others. React keeps its handlers beside each element, jQuery a selector beside the element that listens.
//
// Answered for a whole document or shadow root at once, in the order of its elements: a question an element would take
// as long as the rest of a snapshot. Nothing of the page runs for it: what libraries keep is read as plain data, and a
// proxy or a getter is left alone.

import { LISTENED, type ListenerReport, type Listeners } from "../../shared/input/trusted-input";
import { table } from "../../shared/table";

const BITS = new Map<string, number>(LISTENED.map((type, place) => [type, 1 << place]));
/** React's names for them. */
const PROPS = LISTENED.map((type): [string, number] => [reactName(type), BITS.get(type) ?? 0]);
/** More types than anybody listens for by hand: the root of a library, which listens for all that is in it. */
const ALL_TYPES = 24;
/** Elements in which React's key is looked for. */
const MAX_TRIED = 50;
const MAX_SELECTOR_CHARS = 200;

interface ListenerInfo {
  readonly type: string;
  readonly inSystemEventGroup: boolean;
}

interface ListenerService {
  getListenerInfoFor(target: EventTarget): ListenerInfo[];
}

declare const Cu: { waiveXrays(object: object): object; isProxy(object: object): boolean };

export const listenersIn: Listeners = (root) => {
  const { els } = Services as unknown as { els: ListenerService };
  const elements = root.querySelectorAll("*");
  const bits = new Map<number, number>();
  const delegated: ListenerReport["delegated"] = [];
  let react = false;
  const ask = (target: Element | ParentNode, place: number): void => {
    const infos = els.getListenerInfoFor(target);
    if (infos.length === 0) return;
    let heard = 0;
    let own = 0;
    for (const { type, inSystemEventGroup } of infos) {
      if (inSystemEventGroup) continue;
      own += 1;
      heard |= BITS.get(type) ?? 0;
    }
    if (own >= ALL_TYPES) react = true;
    if (heard === 0) return;
    if (place >= 0 && own < ALL_TYPES) bits.set(place, heard);
    for (const [type, selector] of jQueryOf(target)) delegated.push([place, BITS.get(type) ?? 0, selector]);
  };
  ask(root, -1);
  for (let place = 0; place < elements.length; place += 1) ask(elements[place] as Element, place);
  const key = react ? reactKeyIn(elements) : "";
  if (key !== "") {
    for (let place = 0; place < elements.length; place += 1) {
      const heard = reactBits(dataOf(Cu.waiveXrays(elements[place] as Element), key));
      if (heard !== 0) bits.set(place, (bits.get(place) ?? 0) | heard);
    }
  }
  return JSON.stringify({ bits: [...bits], delegated } satisfies ListenerReport);
};

function reactName(type: string): string {
  const words = table<string>({ dblclick: "DoubleClick" });
  const name =
    words[type] ??
    type.replace(/^(mouse|pointer|touch|drag)?(.*)$/, (_, a: string = "", b: string = "") => capital(a) + capital(b));
  return `on${name}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A property of an object of the page's; nothing where code would have to run for it. */
export function dataOf(object: unknown, key: string): unknown {
  if (!object || (typeof object !== "object" && typeof object !== "function") || Cu.isProxy(object)) return undefined;
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

export function keysOf(object: unknown): string[] {
  return object === null || typeof object !== "object" || Cu.isProxy(object) ? [] : Object.getOwnPropertyNames(object);
}

/** The name under which this page's React keeps what each element was given; it ends in chance. */
function reactKeyIn(elements: NodeListOf<Element>): string {
  const step = Math.max(1, Math.floor(elements.length / MAX_TRIED));
  for (let place = elements.length - 1; place >= 0; place -= step) {
    const found = keysOf(Cu.waiveXrays(elements[place] as Element)).find((key) => key.startsWith("__reactProps$"));
    if (found !== undefined) return found;
  }
  return "";
}

function reactBits(props: unknown): number {
  if (props === undefined) return 0;
  let heard = 0;
  for (const [name, bit] of PROPS) if (typeof dataOf(props, name) === "function") heard |= bit;
  return heard;
}

/** For which elements jQuery listens here, as event type and selector. */
function* jQueryOf(target: object): Generator<[type: string, selector: string]> {
  const waived = Cu.waiveXrays(target);
  for (const key of keysOf(waived)) {
    if (!key.startsWith("jQuery")) continue;
    const events = dataOf(dataOf(waived, key), "events");
    for (const type of LISTENED) {
      const handlers = dataOf(events, type);
      for (let n = 0; n < Number(dataOf(handlers, "delegateCount") ?? 0); n += 1) {
        const selector = dataOf(dataOf(handlers, String(n)), "selector");
        if (typeof selector === "string" && selector.length <= MAX_SELECTOR_CHARS) yield [type, selector];
      }
    }
  }
}
