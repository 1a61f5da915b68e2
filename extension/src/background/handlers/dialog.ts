// dialog status, accept, dismiss, policy.

import type { Dialogs } from "../input/dialogs";
import type { Handlers } from "../dispatcher";

export function dialogHandlers(
  dialogs: Dialogs,
): Pick<Handlers, "dialogStatus" | "acceptDialog" | "dismissDialog" | "setDialogPolicy"> {
  return {
    dialogStatus: (_params, { tabId, agent }) => {
      const open = dialogs.openIn(tabId);
      const last = dialogs.lastIn(tabId);
      return {
        open: open && { type: open.type, message: open.message, defaultValue: open.defaultValue },
        last: last && { type: last.type, message: last.message, accepted: last.accepted, text: last.text },
        policy: dialogs.policyOf(agent),
        tabId,
      };
    },
    acceptDialog: ({ text }, { tabId }) => {
      const { type, message } = dialogs.answer(tabId, { accept: true, ...(text !== undefined && { text }) });
      return { type, message, tabId };
    },
    dismissDialog: (_params, { tabId }) => {
      const { type, message } = dialogs.answer(tabId, { accept: false });
      return { type, message, tabId };
    },
    setDialogPolicy: ({ policy }, { agent }) => {
      dialogs.setPolicy(agent, policy);
      return { policy };
    },
  };
}
