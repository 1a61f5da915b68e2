// The pace of pages: brings the brake into their processes, and answers it.

export const CAUGHT_UP = "clz:caught-up";

export class Pace {
  /** `script` is the address of the brake. */
  constructor(private readonly script: string) {}

  /** Processes that begin later get it as well. */
  start(): () => void {
    Services.ppmm.addMessageListener(CAUGHT_UP, answer);
    Services.ppmm.loadProcessScript(this.script, true);
    return () => {
      Services.ppmm.removeDelayedProcessScript(this.script);
      // Processes that live still ask, and are answered by nobody at once.
      Services.ppmm.removeMessageListener(CAUGHT_UP, answer);
    };
  }
}

function answer(): boolean {
  return true;
}
