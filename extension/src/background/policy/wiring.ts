// What agents may do, and what keeps them from doing more.

import type { Navigation } from "../navigation/navigation";
import type { TabServices } from "../tabs/wiring";
import { DownloadRight } from "./download-right";
import { Policy } from "./policy";
import { RequestPolicy } from "./request-policy";

export type PolicyServices = ReturnType<typeof wirePolicy>;

/** `changed` is called when an agent may do something else than before; `noteRead` has the host write down what is read, and `hasConfirmed`
 * says whether the person has confirmed something that is under way. */
export function wirePolicy(
  { pool, windows, containers }: TabServices,
  navigation: Navigation,
  changed: () => void,
  noteRead: (agent: string, site: string) => Promise<unknown>,
  hasConfirmed: (agent: string, right: string) => boolean,
) {
  const policy: Policy = new Policy(() => {
    requestPolicy.refresh();
    downloadRight.refresh();
    changed();
  });
  const requestPolicy: RequestPolicy = new RequestPolicy(policy, pool, windows, containers, navigation, noteRead);
  const downloadRight: DownloadRight = new DownloadRight(policy, requestPolicy, (agent) =>
    hasConfirmed(agent, "download"),
  );
  return { policy, requestPolicy, downloadRight };
}
