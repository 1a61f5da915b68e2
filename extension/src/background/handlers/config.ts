// Settings and policy of an agent, and the kind of window its tabs open in.

import type { Commands } from "../../generated/registry";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";

type Config = Commands["listConfig"]["result"];
type Mode = Commands["getWindowMode"]["result"];

export function configHandlers({ policy, requestPolicy, askedRights, contexts, consent, agentTabs }: Services) {
  const config = (agent: string): Config => ({
    allowedDomains: policy.rules(agent),
    rights: askedRights.told(agent, policy.rights(agent)),
    blocked: requestPolicy.blocked(agent),
    handleConsent: consent.isAuto(agent),
  });
  const mode = async (agent: string): Promise<Mode> => ({
    mode: contexts.isPrivate(agent) ? "private" : "normal",
    privateAllowed: await browser.extension.isAllowedIncognitoAccess(),
  });
  return {
    getConfig: ({ key }, { agent }) => {
      const all = config(agent);
      if (key === undefined) return all;
      return { [key]: all[key] };
    },
    listConfig: (_params, { agent }) => config(agent),
    setConfig: ({ allowedDomains, handleConsent }, { agent }) => {
      if (allowedDomains !== undefined) policy.narrow(agent, allowedDomains);
      if (handleConsent !== undefined) consent.setAuto(agent, handleConsent);
      return config(agent);
    },
    boundFiles: async ({ folders }, { agent }) => {
      agentTabs.boundFiles(agent, folders);
      await agentTabs.settled();
      return {};
    },
    canNavigate: async ({ url }, { agent }) => {
      const refusal = await requestPolicy.refusal(agent, url);
      const { rule = null, flow } = refusal ?? {};
      return { allowed: refusal === null, url, rule, read: flow?.read?.site ?? null, asks: flow?.asks ?? false };
    },
    getWindowMode: (_params, { agent }) => mode(agent),
    setPrivateMode: async ({ enabled }, { agent }) => {
      await contexts.setPrivate(agent, enabled);
      return mode(agent);
    },
  } satisfies Partial<Handlers>;
}
