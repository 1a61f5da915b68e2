// Labels: those of a field, and those without one, which people read beside a field as its name though the page does not
// tie them to it.

import { allRoots } from "./roots";

const FIELDS =
  'input:not([type="hidden"], [type="submit"], [type="button"], [type="reset"], [type="image"]), select, textarea, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="spinbutton"], [role="slider"], [role="switch"], [role="checkbox"], [role="radio"]';
const BOXES = 'input[type="checkbox"], input[type="radio"], [role="checkbox"], [role="radio"], [role="switch"]';
/** How far around a label its field may be. */
const MAX_LEVELS = 3;
/** Longer texts are not labels. */
const MAX_CHARS = 80;

/** Fields whose labels Firefox is asked for one by one, of all that a call asks about. */
const FEW = 4;

export interface Labels {
  of: (field: Element) => readonly Element[];
  /** Of all fields that have some. */
  all: () => ReadonlyMap<Element, readonly Element[]>;
  /** True if there are labels of what has a text of its own. */
  nameTexts: () => boolean;
}

/**
 * For one call. For the labels of each field Firefox looks through the whole document, and keeps them up to date for as
 * long as the field is there.
 */
export function labelsNow(): Labels {
  let known: Map<Element, Element[]> | null = null;
  let asked = 0;
  let nameTexts: boolean | undefined;
  const all = (): Map<Element, Element[]> => (known ??= labelled());
  return {
    of: (field) => {
      const { labels, localName } = field as Partial<HTMLInputElement> & Element;
      const isComponent = localName.includes("-"); // which alone can ask what labels it
      if (!known && !isComponent && (asked += 1) <= FEW) return [...(labels ?? [])];
      return all().get(field) ?? [];
    },
    all,
    nameTexts: () => (nameTexts ??= [...all().keys()].some(({ localName }) => /^(?:button|output)$/.test(localName))),
  };
}

function labelled(): Map<Element, Element[]> {
  const all = new Map<Element, Element[]>();
  for (const root of allRoots())
    for (const label of root.querySelectorAll("label")) {
      const { control } = label;
      const others = control && all.get(control);
      if (others) others.push(label);
      else if (control) all.set(control, [label]);
    }
  return all;
}

/** The field beside a label that names none: the next one, where it is the only one near. */
export function fieldBeside(label: HTMLLabelElement): Element | null {
  if (label.control || label.htmlFor) return null;
  // Boxes come before their words.
  const before = label.previousElementSibling;
  const box = before?.matches(BOXES) ? before : before?.querySelector(BOXES);
  if (box) return box;
  let around = label.parentElement;
  for (let level = 0; around && level < MAX_LEVELS; level += 1, around = around.parentElement) {
    const fields = [...around.querySelectorAll(FIELDS)].filter((field) => !label.contains(field));
    const [field] = fields;
    if (fields.length > 1) return next(label, fields);
    if (field) return field;
  }
  return null;
}

/** The one between this label and the next. */
function next(label: Element, fields: Element[]): Element | null {
  const after = fields.find((field) => follows(label, field));
  if (!after) return null;
  const labels = [...(label.parentElement?.parentElement ?? label.parentElement ?? label).querySelectorAll("label")];
  const nextLabel = labels.find((other) => other !== label && follows(label, other));
  return nextLabel && follows(nextLabel, after) ? null : after;
}

function follows(first: Element, second: Element): boolean {
  return (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** The label beside a field that none names. */
export function labelBeside(field: Element): Element | null {
  let around = field.parentElement;
  for (let level = 0; around && level < MAX_LEVELS; level += 1, around = around.parentElement) {
    for (const label of around.querySelectorAll("label")) {
      if ((label.textContent ?? "").length <= MAX_CHARS && fieldBeside(label) === field) return label;
    }
  }
  return labelOfComponent(field);
}

/** The label of the component that the field is the only one of: forms know nothing of its parts. */
function labelOfComponent(field: Element): Element | null {
  const root = field.getRootNode();
  if (!(root instanceof ShadowRoot) || [...root.querySelectorAll(FIELDS)].some((other) => other !== field)) return null;
  const { host } = root;
  const labels = [...(host.getRootNode() as Document | ShadowRoot).querySelectorAll("label")];
  return labels.find(({ control }) => control === host) ?? labelOfComponent(host);
}
