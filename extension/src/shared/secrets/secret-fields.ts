// Secret fields: the one notion of what in a page is secret. Every command that reads asks here.
//
//   a password              also one that is shown now, and whatever is drawn as dots (`-webkit-text-security`)
//   by its autocomplete     passwords that are shown, one-time codes, card numbers
//   a hidden token          by its name
//   where a secret was entered by clz
// What such a field holds is read as dots. `secret-values.ts` finds the same text elsewhere.

import { isSecret, redactedUrl } from "./redact";

const AUTOCOMPLETE =
  /(?:^|\s)(?:current-password|new-password|one-time-code|cc-(?:number|csc|exp(?:-month|-year)?))(?:\s|$)/i;

/** Also said of fields that Firefox is to leave alone: it fills in no password that it knows there. */
const NEW_PASSWORD = /^\s*new-password\s*$/i;

type Valued = HTMLInputElement | HTMLTextAreaElement;

/** What is written on every page as well: hidden in its field alone. */
const COMMON = /(?:^|\s)cc-exp(?:-month|-year)?(?:\s|$)/i;
/** Fields that are never drawn as dots: they show no text. */
const WITHOUT_TEXT = /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Their content is not markup to a page with scripts, but may be to somebody who reads it. */
const RAW_MARKUP = ["noscript", "noembed", "noframes", "xmp", "iframe"];

/** Fields that were seen as passwords. */
const passwords = new WeakSet<Element>();

export function isSecretField(element: Element): element is Valued {
  // By name: elements of other frames are not instances of this frame's interfaces.
  if (!/^(?:input|textarea)$/.test(element.localName) || !("defaultValue" in element)) return false;
  const { type, name, id } = element as Valued;
  if (type === "password") passwords.add(element);
  if (passwords.has(element) || wasPassword(element) || wasGivenSecret(element)) return true;
  const autocomplete = element.getAttribute("autocomplete") ?? "";
  if (AUTOCOMPLETE.test(autocomplete)) return !(NEW_PASSWORD.test(autocomplete) && proposesWords(element));
  if (type === "hidden") return isSecret(name) || isSecret(id);
  return !WITHOUT_TEXT.test(type) && isDrawnAsDots(element);
}

/** True for a field with a list of what to choose from, shown beside it: nobody chooses a password so. */
function proposesWords(element: Element): boolean {
  return element.getAttribute("role") === "combobox" && element.getAttribute("aria-autocomplete") === "list";
}

/** What the content scripts of a frame know of its fields. The helper and the background have no such global. */
interface KnownFields {
  secretFields?: WeakSet<Element>;
  wasPassword?: (element: Element) => boolean;
}

function globals(): KnownFields {
  return (globalThis as { __clz?: KnownFields }).__clz ?? {};
}

function wasGivenSecret(element: Element): boolean {
  return globals().secretFields?.has(element) === true;
}

/** A password may be shown, as text. Firefox knows, and tells those that belong to it. */
function wasPassword(element: Element): boolean {
  const { hasBeenTypePassword } = element as { hasBeenTypePassword?: boolean };
  return hasBeenTypePassword ?? globals().wasPassword?.(element) ?? false;
}

/** Styles of elements in a window. They are live: to ask for them again takes longer than what they say. */
const styles = new WeakMap<Element, { view: Window; style: CSSStyleDeclaration }>();

function isDrawnAsDots(element: Element): boolean {
  const view = element.ownerDocument.defaultView;
  if (!view) return false;
  let kept = styles.get(element);
  if (kept?.view !== view) styles.set(element, (kept = { view, style: view.getComputedStyle(element) }));
  const drawn = kept.style.getPropertyValue("-webkit-text-security");
  return drawn !== "" && drawn !== "none";
}

export function masked(value: string): string {
  return "•".repeat([...value].length);
}

export interface HeldSecret {
  text: string;
  /** True for what a page hid in a form for itself. */
  isToken?: boolean;
  /** True for what occurs in other texts by chance, such as a year. */
  isCommon?: boolean;
  /** True for what clz entered in the place of `{{NAME}}`: the host knows it, and masks it by that name. */
  isKept?: boolean;
}

/** Every secret that a field under one of `roots` holds, or had written into its markup. */
export function secretsIn(roots: Iterable<ParentNode>): HeldSecret[] {
  const found: HeldSecret[] = [];
  const note = (text: string | null, what: Partial<HeldSecret> = {}): void => {
    if (text) found.push({ text, ...what });
  };
  for (const root of roots) {
    for (const field of named(root, "input", "textarea") as Valued[]) {
      const { value, defaultValue } = field;
      // One that is empty is looked at too if it is a password: it may be shown as text later on.
      if ((!value && !defaultValue && field.type !== "password") || !isSecretField(field)) continue;
      const isCommon = COMMON.test(field.getAttribute("autocomplete") ?? "");
      const what = { isToken: field.type === "hidden", isKept: wasGivenSecret(field), isCommon };
      for (const text of [value, defaultValue]) note(text, what);
    }
    for (const editable of root.querySelectorAll("[contenteditable]"))
      if (isDrawnAsDots(editable)) note(editable.textContent);
    for (const template of named(root, "template"))
      found.push(...secretsIn([(template as HTMLTemplateElement).content]));
    for (const element of named(root, ...RAW_MARKUP)) {
      for (const markup of [element.getAttribute("srcdoc"), element.textContent])
        if (markup && MARKUP.test(markup)) found.push(...secretsIn([parsed(markup, element)]));
    }
  }
  return found;
}

/** The lists of a document are live: as long as it does not change, they cost nothing. */
export function named(root: ParentNode, ...tags: string[]): Element[] {
  if (!("getElementsByTagName" in root)) return [...root.querySelectorAll(tags.join(", "))];
  const found: Element[] = [];
  for (const tag of tags) {
    const list = (root as Document).getElementsByTagName(tag);
    for (let at = 0, { length } = list; at < length; at += 1) found.push(list[at] as Element);
  }
  return found;
}

/** True for an element whose content is not markup to a page with scripts, but may be to somebody who reads it. */
export function isRawMarkup({ localName }: Element): boolean {
  return RAW_MARKUP.includes(localName);
}

const MARKUP = /<(?:input|textarea)\b/i;

/** In a document without a window: nothing in it loads, and no script runs. */
function parsed(markup: string, { ownerDocument }: Element): Document {
  const made = ownerDocument.implementation.createHTMLDocument("");
  made.documentElement.innerHTML = markup;
  return made;
}

/** Markup that is in an attribute or a text, with what its fields hold masked. */
export function maskedMarkup(markup: string, holder: Element): string {
  if (!MARKUP.test(markup)) return markup;
  const made = parsed(markup, holder);
  if (!maskFields(made)) return markup;
  return /<(?:html|head|body)\b/i.test(markup) ? made.documentElement.outerHTML : made.body.innerHTML;
}

/** Masks what secret fields hold in a copy, by what is known of the `original`; false if there is nothing to mask. */
export function maskFields(copy: ParentNode, original: ParentNode = copy): boolean {
  let any = false;
  const originals = withAll(original);
  for (const [at, element] of withAll(copy).entries()) {
    const of = originals[at] ?? element;
    if (isSecretField(of)) {
      any = true;
      if (element.localName === "textarea") element.textContent = masked(element.textContent ?? "");
    }
    for (const { name, value } of of.attributes) {
      const shown = shownAttribute(of, name, value);
      if (shown === value) continue;
      any = true;
      element.setAttribute(name, shown);
    }
    if (of.localName === "template") {
      const [inCopy, inOriginal] = [element as HTMLTemplateElement, of as HTMLTemplateElement];
      any = maskFields(inCopy.content, inOriginal.content) || any;
    }
    if (!isRawMarkup(of)) continue;
    const text = of.textContent ?? "";
    const shown = maskedMarkup(text, of);
    any ||= shown !== text;
    // A document without scripts takes it for markup.
    if (of.localName === "noscript") element.innerHTML = shown;
    else element.textContent = shown;
  }
  return any;
}

function withAll(root: ParentNode): Element[] {
  const inside = [...root.querySelectorAll("*")];
  return root.nodeType === 1 ? [root as Element, ...inside] : inside;
}

/** What an attribute says, without what a secret field has there. */
export function maskedAttribute(owner: Element | null, name: string, value: string): string {
  if (!owner) return value;
  const plain = name.toLowerCase();
  if (plain === "value" && isSecretField(owner)) return masked(value);
  return plain === "srcdoc" ? maskedMarkup(value, owner) : value;
}

const ADDRESSES = /^(?:href|src|action|formaction|poster|cite|ping|background|data|xlink:href)$/i;

/** The same, with what is secret in addresses masked too. */
export function shownAttribute(owner: Element, name: string, value: string): string {
  const isAddress = ADDRESSES.test(name) || /^(?:https?|wss?|ftp):/i.test(value);
  return isAddress ? redactedUrl(value) : maskedAttribute(owner, name, value);
}

const EMPTY = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** An element without what is in it, as markup. A copy of it could load, or come to life. */
export function startTag(element: Element): string {
  const { localName, attributes } = element;
  const written = Array.from(
    attributes,
    ({ name, value }) => ` ${name}="${escaped(maskedAttribute(element, name, value))}"`,
  );
  return `<${localName}${written.join("")}>${EMPTY.test(localName) ? "" : `</${localName}>`}`;
}

/** As Firefox writes it into markup. */
export function escaped(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("\u00a0", "&nbsp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
