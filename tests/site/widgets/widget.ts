/** Puts a widget up on the stage; `say` shows what it holds, now and after each change. */
export type Widget = (stage: HTMLElement, say: (held: unknown) => void) => void | Promise<void>;
