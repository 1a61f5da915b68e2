// The policy: what holds for every agent, and for those for which something else does. An agent that is kept from sites
// by what it has read may be let forget that.

import type { AgentRules } from "../generated/messages";
import type { AgentName, PanelState } from "../shared/panel";
import { act } from "./link";
import { List, make, setAttribute, setText, type Row } from "./dom";

interface Held extends AgentRules {
  key: string;
  heading: string;
  color: string;
}

interface Entry {
  name: string;
  title: string;
  state: "allowed" | "refused" | "not granted" | "asked for";
  rule: string;
}

/** Where the file's path is said already it need not be said with each rule. */
type Short = (rule: string) => string;

export class PolicyView {
  readonly #list: List<Held>;
  #titles: Record<string, string> = {};
  #short: Short = (rule) => rule;

  constructor(parent: HTMLElement, last: HTMLElement) {
    this.#list = new List(
      parent,
      ({ key }) => key,
      () => this.#row(last),
      last,
    );
  }

  show({ host, exceptions, domains }: PanelState): void {
    if (!host) return this.#list.show([]);
    const { everyone, file, titles } = host.policy;
    this.#titles = titles;
    this.#short = (rule) => rule.replaceAll(` of ${file}`, "");
    const own = domains === null ? [] : [{ rule: "these settings", domains }];
    const all: Held = {
      key: "*",
      heading: "Every agent",
      color: "",
      lists: [...everyone.lists, ...own],
      rights: everyone.rights,
    };
    this.#list.show([all, ...exceptions.map((agent) => ({ ...agent, key: agent.id, heading: nameOf(agent) }))]);
  }

  #row(last: HTMLElement): Row<Held> {
    const swatch = make("span", { class: "swatch", attributes: { "aria-hidden": "true" } });
    const name = make("bdi");
    const sites = make("ul", { class: "rules" });
    const rights = make("ul", { class: "rules" });
    const siteList = new List<Entry>(sites, ({ rule }) => rule, ruleRow, last);
    const rightList = new List<Entry>(rights, (right) => right.name, ruleRow, last);
    const forget = make("button", { class: "small", attributes: { type: "button" } });
    setText(forget, "Let it forget");
    const element = make("li", { class: "card" }, make("h3", {}, swatch, name), sites, forget, rights);
    let agent = "";
    forget.addEventListener("click", () => void act("clearFlows", { agent }, `${name.textContent} may go on anywhere`));
    return {
      element,
      update: (held) => {
        agent = held.key;
        const read = held.lists.flatMap(({ flow }) => flow?.read?.site ?? []);
        forget.hidden = read.length === 0;
        setAttribute(
          forget,
          "title",
          `It has read ${read.join(", ")}. Let it forget that, and send to other sites again`,
        );
        swatch.hidden = held.color === "";
        setAttribute(swatch, "data-color", held.color);
        setText(name, held.heading);
        siteList.show(this.#sites(held));
        rightList.show(
          Object.entries(held.rights).map(([right, { allowed, rule, asked, ungranted }]) => ({
            name: right,
            title: this.#titles[right] ?? right,
            state: asked ? "asked for" : allowed ? "allowed" : ungranted ? "not granted" : "refused",
            rule: rule === "the default" || ungranted ? "" : this.#short(rule),
          })),
        );
      },
    };
  }

  #sites({ lists }: Held): Entry[] {
    if (lists.length === 0) return [{ name: "any", title: "every site", state: "allowed", rule: "" }];
    return lists.map(({ rule, domains, flow }) => {
      const only = domains.length > 0;
      const where = only ? `only ${domains.join(", ")}` : "no site";
      return {
        name: rule,
        title: flow ? `who has read ${flow.read?.site ?? flow.sources.join(", ")}: ${where}` : where,
        state: only ? "allowed" : "refused",
        rule: this.#short(rule),
      };
    });
  }
}

/** With its id: the name is the agent's own word. */
export function nameOf({ name, short }: AgentName): string {
  return name === short ? short : `${name} (${short})`;
}

function ruleRow(): Row<Entry> {
  const verdict = make("span", { class: "verdict" });
  const title = make("span", { class: "what" });
  const rule = make("span", { class: "where" });
  return {
    element: make("li", {}, verdict, title, rule),
    update: (entry) => {
      setText(verdict, entry.state);
      setAttribute(verdict, "data-state", entry.state === "refused" || entry.state === "not granted" ? "off" : "on");
      setText(title, entry.title);
      setText(rule, entry.rule);
      rule.hidden = entry.rule === "";
    },
  };
}
