// Secret texts: what a command enters in the place of `{{NAME}}`, given to the document that enters it and to no other.
//
// The document asks, when it is about to enter the text, and Firefox says which origin it is of. A value is never sent
// to a frame by its number: another document might be there by then.

import { CommandError, faultOf } from "../../shared/errors";
import type { GivenText } from "../../shared/messages";
import type { CommandContext } from "../command-context";
import type { SecretText } from "../../generated/messages";
import type { OriginTrust } from "./origin-trust";
import { isForSite, notForSite } from "./secret-sites";

export class SecretTexts {
  readonly #held = new Map<string, { context: CommandContext; text: SecretText }>();

  constructor(private readonly trust: OriginTrust) {}

  /** Gives documents of the command's tab its text, for as long as the command runs. */
  hold(context: CommandContext): () => void {
    const { secretText: text } = context;
    if (text) this.#held.set(context.id, { context, text });
    return () => this.#held.delete(context.id);
  }

  /** The text of a command, for the document that asks. */
  async give(id: string, sender: browser.runtime.MessageSender): Promise<GivenText> {
    try {
      const held = this.#held.get(id);
      if (!held || sender.tab?.id === undefined || !held.context.isIn(sender.tab.id))
        throw new CommandError("CANCELLED", "The command that enters the secret is over");
      const origin = checkSite(held.text, sender);
      const { cookieStoreId } = sender.tab;
      for (const { name } of held.text.secrets)
        await this.trust.check(name, held.context.agent, { origin, cookieStoreId });
      return { ok: true, text: held.text.text, shown: held.text.shown };
    } catch (thrown) {
      return { ok: false, fault: faultOf(thrown) };
    }
  }
}

/** The origin of the document that asks. Throws SECRET_NOT_FOR_SITE. */
function checkSite({ secrets }: SecretText, sender: browser.runtime.MessageSender): string {
  // Documents in a sandbox, and those of data: addresses, are of no site, whatever their address is.
  const origin = (sender as { origin?: string }).origin ?? "null";
  for (const secret of secrets) if (!isForSite(origin, secret.domains)) throw notForSite(secret, origin);
  return origin;
}
