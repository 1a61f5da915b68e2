// The commands that a page's content script answers alone. One that needs more has a handler in a module beside this
// one, which takes the place of the one here.

import { Deadline } from "../../shared/deadline";
import { CONTENT_COMMANDS, LIMITS, type ContentName } from "../../generated/registry";
import type { Handler, Handlers } from "../dispatcher";
import type { Services } from "../services";

export function contentHandlers({ contentScripts }: Services): Pick<Handlers, ContentName> {
  const passOn = (name: ContentName): Handler<ContentName> => {
    return (params, context) =>
      contentScripts.result(name, params, Deadline.after(LIMITS.readMs), context) as ReturnType<Handler<ContentName>>;
  };
  const made = CONTENT_COMMANDS.map((name) => [name, passOn(name)]);
  return Object.fromEntries(made) as Pick<Handlers, ContentName>;
}
