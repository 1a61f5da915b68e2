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

function tell(window: GeckoWindow, element: Element): void {
  element.dispatchEvent(new window.Event("input", { bubbles: true, composed: true }));
  element.dispatchEvent(new window.Event("change", { bubbles: true }));
}
