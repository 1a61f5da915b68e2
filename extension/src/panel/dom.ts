// Showing a state that changes while somebody reads it: what stays the same is not touched, so that the focus, the
// selection and a screen reader's place stay too. Texts are set as texts, never as HTML: titles come from pages.

export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`this page has no #${id}`);
  return element as T;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  looks: { class?: string; text?: string; attributes?: Record<string, string> } = {},
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (looks.class !== undefined) element.className = looks.class;
  if (looks.text !== undefined) element.textContent = looks.text;
  for (const [name, value] of Object.entries(looks.attributes ?? {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** One entry of a list on the page. */
export interface Row<T> {
  element: HTMLElement;
  update(item: T): void;
}

/** A list whose entries stay what they are for as long as their key is there. */
export class List<T> {
  #rows = new Map<string, Row<T>>();

  constructor(
    private readonly parent: HTMLElement,
    private readonly keyOf: (item: T) => string,
    private readonly make: (item: T) => Row<T> /** Where the focus goes when the last entry goes with it. */,
    private readonly last: HTMLElement,
  ) {}

  show(items: readonly T[]): void {
    const rows = new Map<string, Row<T>>();
    for (const item of items) {
      const key = this.keyOf(item);
      const row = this.#rows.get(key) ?? this.make(item);
      row.update(item);
      rows.set(key, row);
    }
    const elements = [...rows.values()].map(({ element }) => element);
    for (const [key, { element }] of this.#rows) if (!rows.has(key)) this.#drop(element);
    elements.forEach((element, at) => {
      if (this.parent.children[at] !== element) this.parent.insertBefore(element, this.parent.children[at] ?? null);
    });
    this.#rows = rows;
  }

  /** Keeps the focus where it was: on the same kind of button of the entry that comes next. */
  #drop(element: HTMLElement): void {
    const focused = document.activeElement;
    const next = (element.nextElementSibling ?? element.previousElementSibling)?.querySelectorAll("button");
    const own = element.contains(focused) ? [...element.querySelectorAll("button")] : null;
    element.remove();
    if (!own) return;
    const at = own.findIndex((button) => button === focused);
    const heir = next && ([...next].slice(at)[0] ?? next[0]);
    (heir ?? this.last).focus();
  }
}
