// The helper's actor in Firefox's main process: does what a page's own process cannot.

import { focusTab } from "./focus";

export class ClzHelperParent extends JSWindowActorParent {
  async receiveMessage({ name }: { name: string }): Promise<void> {
    if (name !== "focus") throw new Error(`the helper knows no ${name}`);
    await focusTab(this.browsingContext.top);
  }
}
