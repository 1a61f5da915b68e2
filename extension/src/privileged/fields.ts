// Fields that no key types into: set as Firefox's own pickers and lists do it. Events that its own code sends are trusted.

type Input = HTMLInputElement & {
  setUserInput(value: string): void;
  mozSetFileArray(files: File[]): void;
};

export function setValue(field: Element, value: string): void {
  (field as Input).setUserInput(value);
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
