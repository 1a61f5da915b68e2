// States and values, from HTML where it has them, else from ARIA.

/** In the order in which they are written. `true` is a state that is on, a text one that has a value. */
export type States = Record<string, string | true>;

const VALUED = new Set(["slider", "spinbutton", "progressbar", "scrollbar", "meter", "textbox", "searchbox", "combobox"]);

export function statesOf(element: Element, role: string, active: Element | null): States {
  const states: States = {};
  const aria = (name: string): string | null => element.getAttribute(`aria-${name}`);
  const set = (name: string, value: string | boolean | null | undefined): void => {
    if (value === true || value === "true") states[name] = true;
    else if (typeof value === "string" && value !== "" && value !== "false" && value !== "undefined") states[name] = value;
  };
  if (role === "heading") set("level", aria("level") ?? element.localName.slice(1));
  else if (element.hasAttribute("aria-level")) set("level", aria("level"));
  set("checked", checked(element) ?? aria("checked"));
  set("selected", element instanceof HTMLOptionElement ? element.selected : aria("selected"));
  set("pressed", aria("pressed"));
  const details = element.localName === "summary" ? element.parentElement : null;
  const expanded = details instanceof HTMLDetailsElement ? String(details.open) : aria("expanded");
  if (expanded === "true" || expanded === "false") states.expanded = expanded === "true" ? true : "false";
  set("disabled", ("disabled" in element && element.matches(":disabled")) || aria("disabled"));
  set("required", (element as HTMLInputElement).required || aria("required"));
  set("invalid", aria("invalid"));
  set("readonly", (element as HTMLInputElement).readOnly || aria("readonly"));
  set("current", aria("current"));
  set("active", element === active);
  return states;
}

function checked(element: Element): string | boolean | null {
  if (!(element instanceof HTMLInputElement) || !/^(?:checkbox|radio)$/.test(element.type)) return null;
  return element.indeterminate ? "mixed" : element.checked;
}

/** What the element holds; null where it holds nothing of its own. Passwords are masked. */
export function valueOf(element: Element, role: string): string | null {
  if (element instanceof HTMLInputElement) {
    if (element.type === "password") return "•".repeat([...element.value].length);
    if (element.type === "file") return [...(element.files ?? [])].map((file) => file.name).join(", ");
    return VALUED.has(role) ? element.value : null;
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map((option) => option.label).join(", ");
  if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement) return String(element.value);
  if (!VALUED.has(role)) return null;
  return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow");
}
