// Implicit roles: what HTML says an element is (HTML-AAM), where no role attribute says it.

import { authorName } from "./accessible-name";
import type { Styles } from "./styles/styles";
import { table } from "../../../shared/table";

/** Tags that are always the same. */
const PLAIN = table<string>({
  address: "group", article: "article", b: "generic", bdi: "generic", bdo: "generic", blockquote: "blockquote",
  body: "generic", button: "button", caption: "caption", code: "code", data: "generic", datalist: "listbox",
  dd: "definition", del: "deletion", details: "group", dfn: "term", dialog: "dialog", div: "generic", dt: "term",
  em: "emphasis", fieldset: "group", figure: "figure", h1: "heading", h2: "heading", h3: "heading", h4: "heading",
  h5: "heading", h6: "heading", hgroup: "group", hr: "separator", i: "generic", ins: "insertion", main: "main",
  mark: "mark", math: "math", menu: "list", meter: "meter", nav: "navigation", ol: "list", optgroup: "group",
  option: "option", output: "status", p: "paragraph", pre: "generic", progress: "progressbar", q: "generic",
  s: "deletion", samp: "generic", search: "search", small: "generic", span: "generic", strong: "strong",
  sub: "subscript", sup: "superscript", table: "table", textarea: "textbox", time: "time", u: "generic", ul: "list",
}); // prettier-ignore

const INPUTS = table<string>({
  button: "button", checkbox: "checkbox", hidden: "", image: "button", number: "spinbutton", radio: "radio",
  range: "slider", reset: "button", search: "searchbox", submit: "button",
  // HTML gives them no role; people use them as buttons.
  color: "button", file: "button",
}); // prettier-ignore
/** Inputs that become a combobox by a list of suggestions. */
const SUGGESTING = new Set(["email", "search", "tel", "text", "url"]);

const SECTIONS =
  ":is(article, aside, nav, section):not([role]), [role=article], [role=complementary], [role=navigation], [role=region]";
/** What holds a header or footer that is not the page's. */
const PARTS = `${SECTIONS}, main:not([role]), [role=main]`;
const NO_ROLE = /^(?:none|presentation)$/;

/** Tags whose role hangs on their attributes or on what they are in, and what each of them can be. */
const DEPENDENT = table<{ canBe: string; roleOf: (element: Element, styles: Styles) => string }>({
  a: { canBe: "link", roleOf: linkRole },
  area: { canBe: "link", roleOf: linkRole },
  aside: {
    canBe: "complementary",
    roleOf: (aside, styles) => (!isInside(aside, SECTIONS) || isNamed(aside, styles) ? "complementary" : "generic"),
  },
  footer: { canBe: "contentinfo", roleOf: (footer) => (isInside(footer, PARTS) ? "generic" : "contentinfo") },
  form: { canBe: "form", roleOf: (form, styles) => (isNamed(form, styles) ? "form" : "generic") },
  header: { canBe: "banner", roleOf: (header) => (isInside(header, PARTS) ? "generic" : "banner") },
  img: { canBe: "img none", roleOf: pictureRole },
  input: {
    canBe: "button checkbox combobox radio searchbox slider spinbutton textbox",
    roleOf: (input) => inputRole(input as HTMLInputElement),
  },
  li: { canBe: "listitem", roleOf: itemRole },
  section: { canBe: "region", roleOf: (section, styles) => (isNamed(section, styles) ? "region" : "generic") },
  select: {
    canBe: "combobox listbox",
    roleOf: (select) => {
      const { multiple, size } = select as HTMLSelectElement;
      return multiple || size > 1 ? "listbox" : "combobox";
    },
  },
  summary: { canBe: "button", roleOf: summaryRole },
  tbody: { canBe: "rowgroup", roleOf: (part, styles) => partOfTable(part, "rowgroup", styles) },
  td: { canBe: "cell gridcell", roleOf: cellRole },
  tfoot: { canBe: "rowgroup", roleOf: (part, styles) => partOfTable(part, "rowgroup", styles) },
  th: { canBe: "columnheader rowheader", roleOf: headRole },
  thead: { canBe: "rowgroup", roleOf: (part, styles) => partOfTable(part, "rowgroup", styles) },
  tr: { canBe: "row", roleOf: (row, styles) => partOfTable(row, "row", styles) },
});

/** What HTML says the element is; empty for what means nothing to those who go by roles. */
export function implicitRole(element: Element, tag: string, styles: Styles): string {
  const dependent = Object.hasOwn(DEPENDENT, tag) ? DEPENDENT[tag] : undefined;
  if (dependent) return dependent.roleOf(element, styles);
  return Object.hasOwn(PLAIN, tag) ? (PLAIN[tag] ?? "") : "";
}

/** The tags that may have the role without saying so. */
export function tagsOfRole(role: string): string[] {
  return [
    ...Object.keys(PLAIN).filter((tag) => PLAIN[tag] === role),
    ...Object.keys(DEPENDENT).filter((tag) => DEPENDENT[tag]?.canBe.split(" ").includes(role)),
  ];
}

/** True if `aria-label`, `aria-labelledby` or `title` really name it. */
export function isNamed(element: Element, styles: Styles): boolean {
  const given = ["aria-label", "aria-labelledby", "title"].some((name) => element.getAttribute(name)?.trim());
  return given && authorName(element, styles) !== "";
}

/** True for what the focus can be put on. */
export function isFocusable(element: Element): boolean {
  if (element.hasAttribute("tabindex")) return true;
  if (/^(?:button|iframe|input|select|summary|textarea)$/.test(element.localName)) return !element.matches(":disabled");
  return /^(?:a|area)$/.test(element.localName) && element.hasAttribute("href");
}

/** Looks past shadow roots. */
function isInside(element: Element, selector: string): boolean {
  for (let around = parentOf(element); around; around = hostOf(around)) {
    if (around.closest(selector)) return true;
  }
  return false;
}

function parentOf(element: Element): Element | null {
  return element.parentElement ?? hostOf(element);
}

function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

function linkRole(element: Element): string {
  return element.hasAttribute("href") || element.hasAttributeNS("http://www.w3.org/1999/xlink", "href")
    ? "link"
    : "generic";
}

/** A picture without a text is decoration, unless something else speaks for it. */
function pictureRole(img: Element, styles: Styles): string {
  return img.getAttribute("alt") !== "" || isNamed(img, styles) || isFocusable(img) ? "img" : "none";
}

function inputRole(input: HTMLInputElement): string {
  if (SUGGESTING.has(input.type) && input.list) return "combobox";
  return INPUTS[input.type] ?? "textbox";
}

function roleAttribute(element: Element | null): string {
  return (element?.getAttribute("role") ?? "").trim().toLowerCase();
}

function itemRole(item: Element, styles: Styles): string {
  const list = parentOf(item);
  const role = roleAttribute(list);
  if (NO_ROLE.test(role) && !isNamed(list as Element, styles)) return "generic";
  return role === "list" || /^(?:ul|ol|menu)$/.test(list?.localName ?? "") ? "listitem" : "generic";
}

function summaryRole(summary: Element): string {
  const details = summary.parentElement;
  const first = details?.localName === "details" ? details.querySelector(":scope > summary") : null;
  return first === summary ? "button" : "generic";
}

/** The table that it is in, if that says a role: where no table does, none is looked for. */
function roledTable(part: Element, styles: Styles): Element | null {
  const table = styles.haveRoledTable() ? part.closest("table") : null;
  return table?.hasAttribute("role") ? table : null;
}

/** A table that says it is none has no parts either. */
function partOfTable(part: Element, role: string, styles: Styles): string {
  const table = roledTable(part, styles);
  return table && NO_ROLE.test(roleAttribute(table)) && !isNamed(table, styles) ? "generic" : role;
}

function cellRole(cell: Element, styles: Styles): string {
  const table = roledTable(cell, styles);
  return partOfTable(cell, /^(?:tree)?grid$/.test(roleAttribute(table)) ? "gridcell" : "cell", styles);
}

function headRole(head: Element, styles: Styles): string {
  const scope = head.getAttribute("scope")?.toLowerCase() ?? "";
  if (/^row(?:group)?$/.test(scope)) return partOfTable(head, "rowheader", styles);
  const isColumns = /^col(?:group)?$/.test(scope) || head.closest("thead") !== null || !hasData(head);
  return partOfTable(head, isColumns ? "columnheader" : "rowheader", styles);
}

/** True if there are data beside it in its row: more than an empty corner. */
function hasData(head: Element): boolean {
  return [...(head.parentElement?.children ?? [])].some(
    (cell, place) => cell.localName === "td" && (place > 0 || cell.textContent.trim() !== ""),
  );
}
