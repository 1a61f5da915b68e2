// What others follow: they are called after each change of it.

export class Changes {
  readonly #listeners: Array<() => void> = [];

  /** Calls `listener` after each change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  protected changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
