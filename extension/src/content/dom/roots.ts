// Shadow roots: the document's and theirs, open and closed. Content scripts may look into closed ones.

import { areaAt } from "./image-map-areas";
import { CommandError, ownWords } from "../../shared/errors";
import { mutationTracker } from "./mutation-tracker";

export type Root = Document | ShadowRoot;

/** Attaching a shadow root is not a mutation: what was found is not kept for long. */
const KEEP_MS = 250;
/** Of more hosts each root would take longer than to look at all elements. */
const FEW_HOSTS = 100;

let kept: { roots: Root[]; at: number; structure: number } | null = null;

/** The document and every shadow root in it, in the order of the page. */
export function allRoots(): Root[] {
  const now = performance.now();
  if (kept && kept.structure === mutationTracker.structure() && now - kept.at < KEEP_MS) return kept.roots;
  const roots = rootsOf(document);
  kept = { roots, at: now, structure: mutationTracker.structure() };
  return roots;
}

/** The same as they are at this moment. */
export function rootsNow(): Root[] {
  kept = null;
  return allRoots();
}

/** The same of another document. */
export function rootsOf(of: Document): Root[] {
  const roots: Root[] = [of];
  // Firefox knows the hosts, and tells the helper: to look at each element takes long.
  const hosts = hostsIn(of);
  if (hosts?.size === 0) return roots;
  const known = hosts && hosts.size <= FEW_HOSTS ? hosts : null;
  // The list grows while it is walked: each root may hold further ones.
  for (const root of roots) {
    if (known) {
      for (const host of inOrder([...known.keys()].filter((one) => known.get(one) === root))) addRootOf(host, roots);
      continue;
    }
    const elements = root.querySelectorAll("*");
    for (let i = 0; i < elements.length; i += 1) addRootOf(elements[i] as Element, roots);
  }
  return roots;
}

/** The hosts, with the root that each is in. Null if nobody knows, or Firefox keeps one from this script. */
function hostsIn(of: Document): Map<Element, Node> | null {
  const { eachShadowHost } = globalThis.__clz;
  if (!eachShadowHost) return null;
  const hosts: Element[] = [];
  eachShadowHost(of, (host) => hosts.push(host));
  try {
    return new Map(hosts.map((host) => [host, host.getRootNode()]));
  } catch {
    return null;
  }
}

function addRootOf(host: Element, roots: Root[]): void {
  const inner = host.openOrClosedShadowRoot;
  if (inner) roots.push(inner);
}

/** Elements in the order of the page, each before what is in it. */
export function inOrder(elements: Element[]): Element[] {
  return elements.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}

/** True if the page has frames beside this one. */
export function hasOtherFrames(): boolean {
  return (
    window !== window.top || allRoots().some((root) => root.querySelector("iframe, frame, object, embed") !== null)
  );
}

/** The element above, through slots and shadow roots, as the page is drawn. */
export function flatParent(node: Node): Element | null {
  const slot = node instanceof Element || node instanceof Text ? (node.assignedSlot ?? closedSlotOf(node)) : null;
  if (slot) return slot;
  const parent = node.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

/** The slot in a closed shadow root, which `assignedSlot` keeps to itself. */
function closedSlotOf(node: Element | Text): HTMLSlotElement | null {
  const root = node.parentElement?.openOrClosedShadowRoot;
  if (root?.mode !== "closed") return null;
  return [...root.querySelectorAll("slot")].find((slot) => slot.assignedNodes().includes(node)) ?? null;
}

/** True if `inner` is `outer` or is drawn inside it. */
export function flatContains(outer: Element, inner: Element): boolean {
  for (let at: Element | null = inner; at; at = flatParent(at)) if (at === outer) return true;
  return false;
}

/** The text as it is drawn: that of shadow trees, with what is in their slots. */
export function flatText(element: Element): string {
  const given = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
  const nodes = given.length > 0 ? given : (element.openOrClosedShadowRoot ?? element).childNodes;
  let text = "";
  for (const node of nodes) {
    if (node instanceof Text) text += node.data;
    else if (node instanceof Element && !/^(?:script|style|template)$/.test(node.localName)) text += flatText(node);
  }
  return text;
}

/** The elements that an attribute such as `aria-labelledby` names by their ids. */
export function referred(element: Element, attribute: string): Element[] {
  const ids = element.getAttribute(attribute)?.trim();
  if (!ids) return [];
  const root = element.getRootNode() as Document | ShadowRoot;
  return ids.split(/\s+/).flatMap((id) => root.getElementById?.(id) ?? []);
}

/** The innermost element at a point of the viewport. */
export function deepElementFromPoint(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (;;) {
    const inner = hit?.openOrClosedShadowRoot?.elementFromPoint(x, y) ?? null;
    if (!inner || inner === hit) return hit && areaAt(hit, x, y);
    hit = inner;
  }
}

/** The element that holds all others. Throws ELEMENT_NOT_FOUND: a page may take it out of its document. */
export function rootElement(): Element {
  const root = document.documentElement as Element | null;
  if (root) return root;
  throw new CommandError("ELEMENT_NOT_FOUND", ownWords`The page is empty: its document has no element`, {
    url: location.href,
  });
}

/** The innermost element that has the focus; the body if none has. */
export function deepActiveElement(): Element {
  let active: Element = document.activeElement ?? rootElement();
  for (;;) {
    const inner = active.openOrClosedShadowRoot?.activeElement ?? null;
    if (!inner) return active;
    active = inner;
  }
}
