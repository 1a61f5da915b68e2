// What the person sees of clz, and says to it.

import type { HostPort } from "../host/port";
import type { Navigation } from "../navigation/navigation";
import type { Policy } from "../policy/policy";
import type { Jars } from "../state/jars";
import type { TabServices } from "../tabs/wiring";
import { AskedRights } from "./asked-rights";
import { Badge } from "./badge";
import { Overlays } from "./overlay";
import { Questions } from "./questions";
import { UiState } from "./ui-state";
import { showTab, UserActions } from "./user-actions";

export type UiServices = ReturnType<typeof wireUi>;

export function wireUi(
  { pool, tabs }: TabServices,
  policy: Policy,
  navigation: Navigation,
  jars: Jars,
  port: HostPort,
) {
  const badge = new Badge();
  const overlays = new Overlays(pool, badge);
  const questions: Questions = new Questions(showTab, () => uiState.asked());
  const uiState = new UiState(pool, policy, overlays, port, questions, badge);
  const watch = (tabId: number): void => navigation.watch(tabId);
  const userActions = new UserActions(pool, tabs, policy, overlays, port, questions, watch);
  return { overlays, questions, uiState, userActions, askedRights: new AskedRights(questions, jars) };
}
