// Requests: what they carry, how they are answered, and the network that a page sees.

import type { Handlers } from "../dispatcher";
import type { NetworkLog } from "../network/network-log";

export function networkHandlers(networkLog: NetworkLog): Pick<Handlers, "getNetworkRequests"> {
  return {
    getNetworkRequests: (params, context) => networkLog.read(params, context),
  };
}
