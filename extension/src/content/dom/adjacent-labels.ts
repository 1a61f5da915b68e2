// Labels without a field: what people read beside a field as its name, but the page does not tie to it.

const FIELDS =
  'input:not([type="hidden"], [type="submit"], [type="button"], [type="reset"], [type="image"]), select, textarea, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="spinbutton"], [role="slider"], [role="switch"], [role="checkbox"], [role="radio"]';
const BOXES = 'input[type="checkbox"], input[type="radio"], [role="checkbox"], [role="radio"], [role="switch"]';
/** How far around a label its field may be. */
const MAX_LEVELS = 3;
/** Longer texts are not labels. */
const MAX_CHARS = 80;

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
