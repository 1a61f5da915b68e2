// Hidden texts: what a page shows of secrets is not drawn while a picture of it is taken.

import { Deadline } from "../../shared/deadline";
import { CommandError, ours } from "../../shared/errors";
import { within, type CommandContext } from "../command-context";
import { isForSite } from "./secret-sites";

const FILES = ["/bootstrap.js", "/hidden-text.js"];
const EVERYWHERE = { allFrames: true, matchAboutBlank: true, runAt: "document_start" } as const;

/** A page that is busy for longer is not pictured. */
const PATIENCE_MS = 3_000;

export class HiddenTexts {
  readonly #contexts = new Map<string, CommandContext>();

  /** The values that the document which asks may have. */
  textsFor(id: string, sender: browser.runtime.MessageSender): { texts: string[] } {
    const context = this.#contexts.get(id);
    if (!context || sender.tab?.id === undefined || !context.isIn(sender.tab.id)) return { texts: [] };
    const origin = (sender as { origin?: string }).origin ?? "null";
    return { texts: context.hidden.filter(({ domains }) => isForSite(origin, domains)).map(({ text }) => text) };
  }

  /** Does `work` while nothing that a secret is shown by is drawn in the command's tab. Throws CAPTURE_FAILED. */
  async while<T>(context: CommandContext, work: () => Promise<T>): Promise<T> {
    if (context.hidden.length === 0) return work();
    this.#contexts.set(context.id, context);
    try {
      await this.#hide(context);
      return await work();
    } finally {
      this.#contexts.delete(context.id);
      const show = { ...EVERYWHERE, code: "globalThis.__clz?.hiddenText?.show(); true;" };
      browser.tabs.executeScript(context.tabId, show).catch(() => undefined);
    }
  }

  async #hide(context: CommandContext): Promise<void> {
    let done = false;
    const code = `globalThis.__clz?.hiddenText?.hide(${JSON.stringify(context.id)})`;
    const run = async (): Promise<void> => {
      for (const file of FILES) await browser.tabs.executeScript(context.tabId, { ...EVERYWHERE, file });
      await browser.tabs.executeScript(context.tabId, { ...EVERYWHERE, code });
    };
    const hidden = run()
      // A page that takes no script is of no site that a secret is for.
      .catch(() => undefined)
      .then(() => {
        done = true;
      });
    await within(Deadline.after(PATIENCE_MS), hidden, context);
    if (done) return;
    throw new CommandError(
      "CAPTURE_FAILED",
      ours`The page is too busy to hide the secrets that it shows, and so is not pictured`,
      { tabId: context.tabId },
    );
  }
}
