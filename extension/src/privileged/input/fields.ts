// Fields that no key types into: set as Firefox's own pickers and lists do it. Events that its own code sends are
// trusted.

type Input = HTMLInputElement & {
  setUserInput(value: string): void;
  /** The parts that dates and times are drawn with. */
  readonly dateTimeBoxElement: Element | null;
  mozSetFileArray(files: File[]): void;
};

export function setValue(window: GeckoWindow, field: Element, value: string): void {
  const input = field as Input;
  input.setUserInput(value);
  // It is how those parts themselves tell the field, so they must get the event, or they put back at the next blur what
  // they hold.
  input.dateTimeBoxElement?.dispatchEvent(new window.Event("MozDateTimeValueChanged"));
  // Its picker sends this when it is closed.
  if (input.type === "color") input.dispatchEvent(new window.Event("change", { bubbles: true }));
}

export function choose(window: GeckoWindow, select: Element, indices: number[]): void {
  const { options } = select as HTMLSelectElement;
  for (let i = 0; i < options.length; i += 1) {
    const option = options[i];
    if (option) option.selected = indices.includes(i);
  }
  tell(window, select);
}

export function giveFiles(window: GeckoWindow, input: Element, files: File[]): void {
  (input as Input).mozSetFileArray(files);
  tell(window, input);
}

declare const Cu: { waiveXrays<T>(object: T): T };

/** Files for a drop. They are put in as the page itself would, or the page could not take them out. */
export function transferOf(window: GeckoWindow, files: File[]): DataTransfer {
  const transfer = new window.DataTransfer();
  for (const file of files) {
    const { name, type, lastModified } = file;
    Cu.waiveXrays(transfer).items.add(Cu.waiveXrays(new window.File([file], name, { type, lastModified })));
  }
  return transfer;
}

function tell(window: GeckoWindow, element: Element): void {
  element.dispatchEvent(new window.Event("input", { bubbles: true, composed: true }));
  element.dispatchEvent(new window.Event("change", { bubbles: true }));
}
