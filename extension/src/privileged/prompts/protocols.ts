// Protocols: an address like `mailto:` is for another program, which Firefox asks about before it starts it. In agents'
// tabs no program is started, whatever the page or the agent says; that it was wanted is reported.

import type { Prompts } from "./prompts";
import { replace } from "../replaced";

type Handle = (
  handler: unknown,
  uri: GeckoURI,
  principal: unknown,
  context: GeckoBrowsingContext | null,
  ...more: unknown[]
) => Promise<void>;

export class Protocols {
  constructor(private readonly prompts: Prompts) {}

  start(): () => void {
    const { prototype } = ChromeUtils.importESModule<{
      nsContentDispatchChooser: { prototype: { handleURI: Handle } };
    }>("resource://gre/modules/ContentDispatchChooser.sys.mjs").nsContentDispatchChooser;
    const prompts = this.prompts;
    return replace(prototype, "handleURI", (original) => {
      return async function handleURI(this: object, handler, uri, principal, context, ...more) {
        const question = { type: "external" as const, message: uri.spec, defaultValue: "" };
        if (context && (await prompts.decide(context, question))) return;
        return original.call(this, handler, uri, principal, context, ...more);
      };
    });
  }
}
