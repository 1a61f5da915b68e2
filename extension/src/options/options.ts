// The settings page: what the person chooses in Firefox, the policy as it is, and what the parts are.

import { listenToRetry, showConnection } from "../panel/connection";
import { List, find, make, setText } from "../panel/dom";
import { act, follow } from "../panel/link";
import { PolicyView } from "../panel/policy";
import { listenToVisuals, showVisuals } from "../panel/visuals";
import type { PanelState } from "../shared/panel";

interface Fact {
  name: string;
  value: string;
}

const policy = new PolicyView(find("policy-list"), find("policy-heading"));
const facts = new List<Fact>(find("facts"), ({ name }) => name, factRow, find("title"));
const domains = find<HTMLTextAreaElement>("domains");
/** The list as it was last shown here: what the person is writing is not written over. */
let shown: string | null = null;

function show(state: PanelState): void {
  showConnection(state);
  showVisuals(state);
  showDomains(state);
  showPolicy(state);
  facts.show(factsOf(state));
  document.querySelector("main")?.removeAttribute("hidden");
}

function showDomains(state: PanelState): void {
  const text = (state.domains ?? []).join("\n");
  if (shown === null || domains.value === shown) domains.value = text;
  shown = text;
}

function showPolicy(state: PanelState): void {
  const told = state.host?.policy;
  find("no-policy").hidden = told !== undefined;
  find("policy-where").hidden = !told;
  setText(find("policy-file"), told?.file ?? "");
  const problem = find("policy-problem");
  problem.hidden = !told?.problem;
  setText(problem, `The file cannot be read, so nothing is allowed: ${told?.problem ?? ""}`);
  policy.show(state);
}

function factsOf({ versions, host, link }: PanelState): Fact[] {
  return [
    { name: "Extension", value: versions.extension },
    { name: "Firefox", value: versions.firefox },
    { name: "Protocol", value: String(versions.protocol) },
    ...(link.session === null ? [] : [{ name: "Session", value: link.session }]),
    ...(host
      ? [
          { name: "Host", value: `${host.host} (process ${host.pid})` },
          { name: "Log of the host", value: host.log },
        ]
      : []),
  ];
}

function factRow({ name }: Fact): { element: HTMLElement; update(fact: Fact): void } {
  const value = make("dd");
  // A div around each pair, as HTML allows; for the layout it is not there.
  const element = make("div", { class: "fact" }, make("dt", { text: name }), value);
  return { element, update: (fact) => setText(value, fact.value) };
}

listenToRetry();
listenToVisuals();
find("sites").addEventListener("submit", (event) => {
  event.preventDefault();
  const lines = domains.value.split("\n").map((line) => line.trim());
  const wanted = lines.filter((line) => line !== "");
  void act("domains", { domains: wanted.length > 0 ? wanted : null }, "Saved").then((done) => {
    if (done) domains.value = shown = wanted.join("\n");
    setText(find("saved"), done ? "Saved" : "Not saved");
  });
});
domains.addEventListener("input", () => setText(find("saved"), ""));
follow(show);
