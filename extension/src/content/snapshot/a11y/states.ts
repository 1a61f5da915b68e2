// States and values, from HTML where it has them, else from ARIA.

import { internal } from "../../dom/internals";
import { isSecretField, masked } from "../../../shared/secrets/secret-fields";
import { table } from "../../../shared/table";
import { normalizeWhitespace, shorten } from "../../../shared/text/text";

/** In the order in which they are written. `true` is a state that is on, a text one that has a value. */
export type States = Record<string, string | true>;

/** Of a name, or a part of it, that people do not see. */
export const NOT_VISIBLE = "not visible";

const VALUED = new Set([
  "slider",
  "spinbutton",
  "progressbar",
  "scrollbar",
  "meter",
  "textbox",
  "searchbox",
  "combobox",
]);

const FORM_TAGS = new Set("button fieldset input optgroup option select textarea".split(" "));
const ARIA_STATES = "checked selected pressed disabled required invalid readonly current".split(" ");
/** Where a component's internals have them. */
const PROPERTIES = table<string>({
  checked: "ariaChecked",
  selected: "ariaSelected",
  pressed: "ariaPressed",
  disabled: "ariaDisabled",
  required: "ariaRequired",
  invalid: "ariaInvalid",
  readonly: "ariaReadOnly",
  current: "ariaCurrent",
  expanded: "ariaExpanded",
});
/** The values that ARIA knows beside true and false. */
const TOKENS = new Set("mixed grammar spelling page step location date time menu listbox tree grid dialog".split(" "));
/** States whose unknown values mean that they are on. */
const ON = new Set(["current", "invalid"]);
const NONE: States = {};
const MESSAGE_CHARS = 100;

/** `attributes` are the names of those it has: most elements have none that matters. */
export function statesOf(element: Element, role: string, tag: string, attributes: string[]): States {
  const form = FORM_TAGS.has(tag);
  const isComponent = internal(element, "role", tag) !== "";
  const aria = isComponent || attributes.some((name) => name.startsWith("aria-"));
  const said = (name: string): string | null =>
    element.getAttribute(`aria-${name}`) ?? (isComponent ? internal(element, PROPERTIES[name] ?? "", tag) : null);
  if (!form && !aria && role !== "heading" && tag !== "summary") return NONE;
  const states: States = {};
  const set = (name: string, value: string | boolean | null | undefined): void => {
    if (value === true || value === "true") states[name] = true;
    else if (typeof value !== "string" || value === "" || value === "false" || value === "undefined") return;
    else if (TOKENS.has(value) || (name === "level" && /^\d{1,3}$/.test(value))) states[name] = value;
    else if (ON.has(name)) states[name] = true;
  };
  if (role === "heading") set("level", element.getAttribute("aria-level") ?? tag.slice(1));
  else if (aria) set("level", element.getAttribute("aria-level"));
  if (aria) for (const name of ARIA_STATES) set(name, said(name));
  if (aria)
    set("haspopup", element.getAttribute("aria-haspopup") === "true" ? "menu" : element.getAttribute("aria-haspopup"));
  const details = tag === "summary" ? element.parentElement : null;
  const expanded = details?.localName === "details" ? String(details.hasAttribute("open")) : said("expanded");
  if (expanded === "true" || expanded === "false") states.expanded = expanded === "true" ? true : "false";
  if (!form) return states;
  const field = element as HTMLInputElement;
  if (tag === "input" && /^(?:checkbox|radio)$/.test(field.type)) {
    // A native box has a state of its own, whatever ARIA says of it (HTML-AAM).
    delete states.checked;
    set("checked", field.indeterminate ? "mixed" : field.checked);
  }
  if (tag === "option") set("selected", (element as HTMLOptionElement).selected);
  if (element.matches(":disabled")) states.disabled = true;
  if (attributes.includes("required")) set("required", field.required);
  if (attributes.includes("readonly")) set("readonly", field.readOnly);
  if (isRefused(field)) {
    const message = shorten(normalizeWhitespace(field.validationMessage), MESSAGE_CHARS);
    // A page may write it, and no state of another kind in it.
    states.invalid = message.replace(/["[\]]/g, (sign) => ({ "[": "(", "]": ")" })[sign] ?? "'") || true;
  }
  return states;
}

/** True for a field for which Firefox does not send its form, once the person has left it, or has tried to send that. */
function isRefused(field: HTMLInputElement): boolean {
  return field.matches(":user-invalid") && field.form?.noValidate !== true && field.willValidate;
}

/** What the element holds; empty if it holds nothing of its own. Passwords are masked. */
export function valueOf(element: Element, role: string, tag: string): string {
  switch (tag) {
    case "input": {
      const { type, value, files } = element as HTMLInputElement;
      if (isSecretField(element)) return masked(value);
      if (type === "file") return [...(files ?? [])].map(({ name }) => name).join(", ");
      return VALUED.has(role) ? value : "";
    }
    case "textarea":
      return isSecretField(element)
        ? masked((element as HTMLTextAreaElement).value)
        : (element as HTMLTextAreaElement).value;
    case "select":
      return [...(element as HTMLSelectElement).selectedOptions].map(({ label }) => label).join(", ");
    case "progress":
    case "meter":
      return String((element as HTMLMeterElement).value);
    default:
      if (!VALUED.has(role)) return "";
      return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? "";
  }
}
