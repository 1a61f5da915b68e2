// The popup: what agents do in this Firefox at a glance, and what the person can do about it.

import { listenToRetry, showConnection } from "../panel/connection";
import { find, setText } from "../panel/dom";
import { follow } from "../panel/link";
import { PolicyView } from "../panel/policy";
import { listenToVisuals, showVisuals } from "../panel/visuals";
import type { PanelState } from "../shared/panel";
import { AgentsView } from "./agents";
import { HereView } from "./current-tab-view";
import { LoopsView } from "./loops";
import { QuestionsView } from "./questions";

const agents = new AgentsView();
const loops = new LoopsView();
const questions = new QuestionsView();
const here = new HereView();
const policy = new PolicyView(find("policy-list"), find("policy-heading"));

function show(state: PanelState): void {
  showConnection(state);
  questions.show(state);
  here.show(state);
  agents.show(state);
  loops.show(state);
  showVisuals(state);
  showPolicy(state);
  setText(find("versions"), versions(state));
  document.querySelector("main")?.removeAttribute("hidden");
}

function showPolicy(state: PanelState): void {
  find("policy").hidden = state.host === null;
  if (!state.host) return;
  const { problem, everyone, file } = state.host.policy;
  const refused = Object.values(everyone.rights).filter(
    ({ allowed, asked, ungranted }) => !allowed && !asked && !ungranted,
  ).length;
  const limited = everyone.lists.length > 0 || state.domains !== null;
  const short = [limited ? "some sites" : "every site", ...(refused > 0 ? [`${refused} refused`] : [])];
  if (state.exceptions.length > 0) short.push(`other rules for ${state.exceptions.length}`);
  setText(find("policy-short"), problem === null ? short.join(" · ") : "cannot be read: nothing is allowed");
  setText(find("policy-file"), file);
  policy.show(state);
}

function versions({ versions: { extension, firefox, protocol }, host, link }: PanelState): string {
  const names = [
    `Extension ${extension}`,
    ...(host ? [`host ${host.host}`] : []),
    `Firefox ${firefox}`,
    `protocol ${protocol}`,
    ...(link.session !== null && link.session !== "default" ? [`session ${link.session}`] : []),
  ];
  return names.join(" · ");
}

listenToRetry();
listenToVisuals();
find("settings").addEventListener("click", () => {
  void browser.runtime.openOptionsPage().then(() => window.close());
});
follow(show);
