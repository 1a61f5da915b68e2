// Requests: what they carry, how they are answered, and the network that a page sees.

import type { CommandContext } from "../command-context";
import type { Handlers } from "../dispatcher";
import { archive } from "../network/archive";
import { readBody } from "../network/bodies/read-body";
import type { BodyRecorder } from "../network/bodies/body-recorder";
import type { NetworkLog } from "../network/network-log";
import type { SocketRecorder } from "../network/sockets/socket-recorder";

export function networkHandlers(
  networkLog: NetworkLog,
  recorder: BodyRecorder,
  sockets: SocketRecorder,
): Pick<Handlers, "getNetworkRequests" | "recordBodies" | "getRequestBody" | "getSocketMessages" | "getHar"> {
  /** Does it once Firefox has reported all requests that the tab has made. */
  const afterwards =
    <P, R>(act: (params: P, context: CommandContext) => Promise<R>) =>
    async (params: P, context: CommandContext): Promise<R> => {
      await context.race(recorder.flush());
      return act(params, context);
    };
  return {
    getNetworkRequests: afterwards((params, context) => networkLog.read(params, context)),
    recordBodies: async (params, context) => {
      const { tabId } = context;
      if (params.state === "on") networkLog.keepMore(tabId);
      const recorded = await recorder.set(tabId, params);
      return { ...recorded, messages: await context.race(sockets.set(tabId, params)) };
    },
    getSocketMessages: (params, context) => sockets.read(params, context),
    getHar: afterwards((params, context) => archive(params, networkLog, recorder, context)),
    getRequestBody: (params, context) => readBody(params, networkLog.find(context.tabId, params.id), recorder, context),
  };
}
