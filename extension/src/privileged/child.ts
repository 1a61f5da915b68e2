// The helper's actor in a page's process: steps become events there, and Firefox does with them what it does with a
// person's. It answers nothing but the helper.

import type { Step } from "../shared/steps";
import { Input } from "./input";

interface Message {
  name: string;
  data: unknown;
}

export class ClzHelperChild extends JSWindowActorChild {
  #input: Input | null = null;

  async receiveMessage({ name, data }: Message): Promise<unknown> {
    const window = this.contentWindow;
    if (!window) throw new Error("the page is gone");
    if (name !== "input") throw new Error(`the helper knows no ${name}`);
    this.#input ??= new Input(window);
    const { steps, files } = data as { steps: Step[]; files: File[] };
    return this.#input.run(steps, files);
  }
}
