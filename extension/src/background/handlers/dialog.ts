// dialog status, accept, dismiss, policy.

import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { checkConfirmed } from "../policy/confirmed";
import { ownWords } from "../../shared/errors";
import { kindsIn, type Pressed } from "../../shared/text/to-confirm";

/** What a page may do if the answer is yes. */
const ANY: Pressed[] = ["submit", "delete", "pay"];

export function dialogHandlers({ dialogs, interrupted }: Services) {
  return {
    dialogStatus: (_params, context) => {
      const { tabId, agent } = context;
      const open = dialogs.openIn(tabId);
      const answered = dialogs
        .answeredIn(tabId)
        .map(({ type, message, accepted, text, at }) => ({ type, message, accepted, text, at }));
      return {
        open: open && { type: open.type, message: open.message, defaultValue: open.defaultValue, at: open.at },
        last: answered.at(-1) ?? null,
        answered,
        policy: dialogs.policyOf(agent),
        ...interrupted.now(context),
        tabId,
      };
    },
    acceptDialog: async ({ text }, context) => {
      const { tabId } = context;
      const asked = dialogs.openIn(tabId)?.message ?? "";
      checkConfirmed(context, kindsIn(asked, true), `say yes to ${JSON.stringify(asked)}`);
      const { type, message } = dialogs.answer(tabId, { accept: true, ...(text !== undefined && { text }) });
      return { type, message, ...(await interrupted.after(context)), tabId };
    },
    dismissDialog: async (_params, context) => {
      const { tabId } = context;
      const { type, message } = dialogs.answer(tabId, { accept: false });
      return { type, message, ...(await interrupted.after(context)), tabId };
    },
    setDialogPolicy: ({ policy }, context) => {
      if (policy === "accept") checkConfirmed(context, ANY, ownWords`say yes to whatever pages ask`.text);
      dialogs.setPolicy(context.agent, policy);
      return { policy };
    },
  } satisfies Partial<Handlers>;
}
