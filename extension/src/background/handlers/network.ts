// Requests: what they carry, how they are answered, and the network that a page sees.

import type { CommandContext } from "../command-context";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { archive } from "../network/archive";
import { readBody } from "../network/bodies/read-body";

export function networkHandlers({ networkLog, bodyRecorder, socketRecorder, sentRequests, requestPolicy }: Services) {
  /** Does it once Firefox has reported all requests that the tab has made. */
  const afterwards =
    <P, R>(act: (params: P, context: CommandContext) => Promise<R>) =>
    async (params: P, context: CommandContext): Promise<R> => {
      await context.race(bodyRecorder.flush());
      return act(params, context);
    };
  return {
    getNetworkRequests: afterwards((params, context) => networkLog.read(params, context)),
    recordBodies: async (params, context) => {
      const { tabId } = context;
      if (params.state === "on") networkLog.keepMore(tabId);
      const recorded = await bodyRecorder.set(tabId, params);
      return { ...recorded, messages: await context.race(socketRecorder.set(tabId, params)) };
    },
    sendRequest: (params, context) =>
      sentRequests.send(params, (url) => requestPolicy.checkAddress(context.agent, url), context),
    getSocketMessages: (params, context) => socketRecorder.read(params, context),
    getHar: afterwards((params, context) => archive(params, networkLog, bodyRecorder, context)),
    getRequestBody: (params, context) =>
      readBody(params, networkLog.find(context.tabId, params.id), bodyRecorder, context),
  } satisfies Partial<Handlers>;
}
