// Listeners that the engine has for as long as its document is there. `document.open()` takes every listener off a
// window; each call from the background puts those back that are missing, which costs nothing where none is.

const all: Array<() => void> = [];

/** Listens to the window, before whatever the page itself has there. */
export function listenLastingly<K extends keyof WindowEventMap>(
  type: K,
  listener: (event: WindowEventMap[K]) => void,
): void {
  const add = (): void => window.addEventListener(type, listener, { capture: true, passive: true });
  all.push(add);
  add();
}

export function restoreListeners(): void {
  for (const add of all) add();
}
