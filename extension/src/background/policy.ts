// The policy: where an agent's tabs may go. Each rule is a list of domains, and an address must pass all of them: the
// person's, from config.toml (the host sends them) and from the popup, and what an agent has set for itself. A further
// list can only take away.

import { CommandError } from "../shared/errors";
import { isCovered, isInner, matchesAny, parsePattern, type Pattern } from "./domains";
import { shortId } from "./pool";

export interface Rule {
  /** Where the rule stands, for people. */
  rule: string;
  domains: string[];
}

export interface Right {
  allowed: boolean;
  rule: string;
}

/** What the host says of an agent. */
export interface PolicyMessage {
  type: "policy";
  agent: string;
  lists: Rule[];
  rights: Record<string, Right>;
}

interface Parsed extends Rule {
  patterns: Pattern[];
}

const POPUP_KEY = "allowedDomains";
const POPUP_RULE = "the popup of Claudezilla";

export class Policy {
  readonly #lists = new Map<string, Parsed[]>();
  readonly #rights = new Map<string, Record<string, Right>>();
  readonly #own = new Map<string, Parsed>();
  #popup: Parsed | null = null;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Reads what the person has set in the popup, and follows it from then on. */
  async load(): Promise<void> {
    browser.storage.local.onChanged.addListener((changes) => {
      const change = changes[POPUP_KEY];
      if (change) this.#setPopup(change.newValue);
    });
    const stored = await browser.storage.local.get(POPUP_KEY);
    this.#setPopup(stored[POPUP_KEY]);
  }

  /** True where some rule holds for some agent. */
  get active(): boolean {
    return this.#popup !== null || this.#own.size > 0 || this.#lists.size > 0;
  }

  set({ agent, lists, rights }: PolicyMessage): void {
    this.#rights.set(agent, rights);
    if (lists.length > 0) this.#lists.set(agent, lists.map(parse));
    else this.#lists.delete(agent);
    this.#onChange();
  }

  /** The lists that hold for an agent. */
  rules(agent: string): Rule[] {
    return this.#of(agent).map(({ rule, domains }) => ({ rule, domains }));
  }

  rights(agent: string): Record<string, Right> {
    return this.#rights.get(agent) ?? {};
  }

  /** Forgets what an agent has set for itself and what the host said of it. */
  forget(agent: string): void {
    this.#own.delete(agent);
    this.#rights.delete(agent);
    if (this.#lists.delete(agent)) this.#onChange();
  }

  /** Narrows where an agent may go, for as long as it is there. Throws INVALID_PARAMS, DOMAIN_BLOCKED for a wider list. */
  narrow(agent: string, domains: string[]): void {
    const wanted = parse({ rule: `clz config set of ${shortId(agent)}`, domains });
    const bad = domains.find((domain) => parsePattern(domain) === null);
    if (bad !== undefined) {
      const hint = "Write a host name, *.name, or an address, each with or without :port.";
      throw new CommandError("INVALID_PARAMS", `This is no domain: ${bad}`, { domain: bad }, hint);
    }
    for (const { rule, domains: allowed, patterns } of this.#of(agent)) {
      const at = wanted.patterns.findIndex((pattern) => !isCovered(pattern, patterns));
      const wider = domains[at];
      if (at < 0 || wider === undefined) continue;
      const details = { domain: wider, rule, allowedDomains: allowed };
      throw new CommandError("DOMAIN_BLOCKED", `A policy is only ever narrowed, and ${rule} does not allow ${wider}`, details);
    }
    this.#own.set(agent, wanted);
    this.#onChange();
  }

  /** The rule that keeps an agent from an address; null where none does. */
  refusal(agent: string, url: string): Rule | null {
    const rules = this.#of(agent);
    if (rules.length === 0 || isInner(url)) return null;
    return rules.find(({ patterns }) => !matchesAny(url, patterns)) ?? null;
  }

  #of(agent: string): Parsed[] {
    const own = this.#own.get(agent);
    return [...(this.#lists.get(agent) ?? []), ...(this.#popup ? [this.#popup] : []), ...(own ? [own] : [])];
  }

  #setPopup(domains: unknown): void {
    // What cannot be read lets nothing through.
    const list = Array.isArray(domains) ? domains.map(String) : [];
    this.#popup = domains === undefined || domains === null ? null : parse({ rule: POPUP_RULE, domains: list });
    this.#onChange();
  }
}

/** The error for an address that a rule refuses. */
export function domainBlocked(url: string, { rule, domains }: Rule): CommandError {
  const host = URL.parse(url)?.host || url;
  return new CommandError("DOMAIN_BLOCKED", `${host} is not allowed by ${rule}`, { url, rule, allowedDomains: domains });
}

/** A domain that cannot be read matches nothing. */
function parse({ rule, domains }: Rule): Parsed {
  return { rule, domains, patterns: domains.map(parsePattern).filter((pattern) => pattern !== null) };
}
