// The policy: where an agent's tabs may go. Each rule is a list of domains, and an address must pass all of them: the
// person's, from config.toml (the host sends them) and from the settings page, and what an agent has set for itself. A
// further list can only take away. One of them may be a list of everything with a public address: names are looked up
// for it by the request policy. The list of a flow holds only once its agent has read from one of the flow's sources.

import type { DomainList, PolicyMessage, Verdict } from "../../generated/messages";
import { CommandError, ownWords } from "../../shared/errors";
import { isCovered, isInner, matchesAny, matchesHostOf, parsePattern, portOf, type Pattern } from "./domain-patterns";
import { mayBePublic } from "./public-addresses";
import { shortId } from "../tabs/tab-pool";
import { LINGER_MS } from "./worker-attribution";
import { agentScope } from "../scopes";

interface Parsed extends DomainList {
  patterns: Pattern[];
  /** Of a flow: what it is about, and what may be loaded from elsewhere. */
  sources: Pattern[];
  resources: Pattern[];
}

/** What a request is for. */
export type Kind = browser.webRequest.ResourceType;

/** What a page needs to work: a flow lets it come from anywhere. */
const CODE = new Set<Kind>(["script", "stylesheet", "font"]);
/** What is shown as a page or in one. */
const DOCUMENTS = new Set<Kind>(["main_frame", "sub_frame", "object"]);

const OWN_KEY = "allowedDomains";
const OWN_RULE = "the settings of Claudezilla in Firefox";

export class Policy {
  readonly #lists = new Map<string, Parsed[]>();
  readonly #rights = new Map<string, Record<string, Verdict>>();
  readonly #own = new Map<string, Parsed>();
  /** The lists of agents that have left. */
  readonly #left = new Map<string, Parsed[]>();
  #settings: Parsed | null = null;

  constructor(private readonly onChange: () => void) {
    agentScope.onEnd((agent) => this.#end(agent));
  }

  /** Reads what the person has set in the settings page, and follows it from then on. */
  async load(): Promise<void> {
    browser.storage.local.onChanged.addListener((changes) => {
      const change = changes[OWN_KEY];
      if (change) this.#setSettings(change.newValue);
    });
    const stored = await browser.storage.local.get(OWN_KEY);
    this.#setSettings(stored[OWN_KEY]);
  }

  /** The list of the settings page; null if there is none. */
  get settings(): DomainList | null {
    return this.#settings && { rule: this.#settings.rule, domains: this.#settings.domains };
  }

  /** Keeps the list of the settings page, which holds for every agent. Throws INVALID_PARAMS. */
  async choose(domains: string[] | null): Promise<void> {
    if (domains === null) return browser.storage.local.remove(OWN_KEY);
    checkDomains(domains);
    await browser.storage.local.set({ [OWN_KEY]: domains });
  }

  /** The agents of whom the host has said what holds for them. */
  agents(): string[] {
    return [...this.#rights.keys()];
  }

  /** True if some rule holds for some agent. */
  get active(): boolean {
    return this.#settings !== null || [this.#own, this.#lists, this.#left].some(({ size }) => size > 0);
  }

  /** True if some agent does not have the right. */
  denies(right: string): boolean {
    return [...this.#rights.values()].some((rights) => rights[right]?.allowed === false);
  }

  set({ agent, lists, rights }: PolicyMessage): void {
    this.#rights.set(agent, rights);
    this.#left.delete(agent);
    if (lists.length > 0) this.#lists.set(agent, lists.map(parse));
    else this.#lists.delete(agent);
    this.onChange();
  }

  /** The lists that hold for an agent. */
  rules(agent: string): DomainList[] {
    return this.#of(agent).map(({ rule, domains }) => ({ rule, domains }));
  }

  /** The lists that hold for an agent or may soon, as the host tells them. */
  told(agent: string): DomainList[] {
    return this.#all(agent).map(({ rule, domains, publicOnly, flow }) => ({
      ...{ rule, domains },
      ...(publicOnly && { publicOnly }),
      ...(flow && { flow }),
    }));
  }

  /** True if some rule holds for an agent, or may soon. */
  holds(agent: string): boolean {
    return this.#all(agent).length > 0;
  }

  /** True if some flow may soon hold for an agent. */
  isAwaitingFlow(agent: string): boolean {
    return this.#pending(agent).length > 0;
  }

  /** The host whose reading makes a flow hold that does not yet; null if there is none. */
  source(agent: string, url: string): string | null {
    const { hostname, protocol, port } = URL.parse(url) ?? {};
    const begins = this.#pending(agent).some(({ sources }) => matchesAny(url, sources));
    return begins ? `${hostname ?? ""}:${port || portOf(protocol)}` : null;
  }

  /** The same for a cookie, by its domain: one that begins with a dot is of the hosts below as well. */
  sourceOfCookie(agent: string, domain: string): string | null {
    const host = domain.replace(/^\./, "");
    const isOf = (source: Pattern): boolean =>
      matchesHostOf(host, [source]) || (domain.startsWith(".") && `.${source.host ?? ""}`.endsWith(domain));
    const source = this.#pending(agent)
      .flatMap(({ sources }) => sources)
      .find(isOf);
    if (!source) return null;
    return matchesHostOf(host, [source]) ? host : `${source.belowOnly ? "*." : ""}${source.host ?? ""}`;
  }

  rights(agent: string): Record<string, Verdict> {
    return this.#rights.get(agent) ?? {};
  }

  /** The rule that has taken one of these rights from an agent; null if none has. */
  withdrawal(agent: string, rights: readonly string[]): string | null {
    const held = this.rights(agent);
    const taken = rights
      .map((name) => held[name])
      .find((right) => right && !right.allowed && !right.asked && !right.confirmed);
    return taken?.rule ?? null;
  }

  /**
   * Forgets what an agent has set for itself and what the host said of it. Its lists hold for a while longer: its tabs
   * are gone, but not yet what they have set going.
   */
  #end(agent: string): void {
    this.#rights.delete(agent);
    const own = this.#own.get(agent);
    const lists = [...(this.#lists.get(agent) ?? []), ...(own ? [own] : [])];
    this.#own.delete(agent);
    this.#lists.delete(agent);
    if (lists.length > 0) this.#left.set(agent, lists);
    this.onChange();
    if (lists.length === 0) return;
    setTimeout(() => {
      if (this.#left.get(agent) === lists) this.#left.delete(agent);
      this.onChange();
    }, LINGER_MS);
  }

  /** True for an agent that is here, or whose lists hold still. */
  knows(agent: string): boolean {
    return this.#rights.has(agent) || this.#left.has(agent);
  }

  /**
   * Narrows where an agent may go, for as long as it is there. Throws INVALID_PARAMS, DOMAIN_BLOCKED for a wider list.
   */
  narrow(agent: string, domains: string[]): void {
    const wanted = parse({ rule: `clz config set of ${shortId(agent)}`, domains });
    checkDomains(domains);
    for (const { rule, domains: allowed, patterns } of this.#of(agent)) {
      const at = wanted.patterns.findIndex((pattern) => !isCovered(pattern, patterns));
      const wider = domains[at];
      if (at < 0 || wider === undefined) continue;
      const details = { domain: wider, rule, allowedDomains: allowed };
      const message = `A policy can only be narrowed, and ${rule} does not allow ${wider}`;
      throw new CommandError("DOMAIN_BLOCKED", message, details);
    }
    this.#own.set(agent, wanted);
    this.onChange();
  }

  /**
   * The rule that keeps an agent from an address, or from what a page loads from there; null if none does. `from` is the
   * address of that page: once a flow holds, one that the agent may not use loads nothing any more. A rule that has the
   * person asked is named only where every rule in the way does.
   */
  refusal(agent: string, url: string, kind: Kind = "main_frame", from?: string): DomainList | null {
    const rules = this.#of(agent);
    if (rules.length === 0 || isInner(url)) return null;
    const host = URL.parse(url)?.hostname ?? "";
    const lets = ({ patterns, publicOnly, flow, resources }: Parsed): boolean => {
      const isNowhere = from === undefined || (isInner(from) && !from.startsWith("data:"));
      const isElsewhere = !isNowhere && !matchesAny(from, patterns);
      if (flow && isElsewhere && !DOCUMENTS.has(kind)) return false;
      if (flow && (CODE.has(kind) || (!DOCUMENTS.has(kind) && matchesAny(url, resources)))) return true;
      return matchesAny(url, patterns) && (!publicOnly || mayBePublic(host));
    };
    const refusing = rules.filter((list) => !lets(list));
    return refusing.find(({ flow }) => !flow?.asks) ?? refusing[0] ?? null;
  }

  /** The flow that holds for an agent; null if none does. */
  flow(agent: string): DomainList | null {
    return this.#of(agent).find(({ flow }) => flow) ?? null;
  }

  /** The rule that lets an agent reach public addresses alone; null if none does. */
  publicOnly(agent: string): DomainList | null {
    return this.#of(agent).find((list) => list.publicOnly) ?? null;
  }

  /** True if there is such a rule for any agent. */
  get isPublicOnly(): boolean {
    return [...this.#lists.values(), ...this.#left.values()].flat().some((list) => list.publicOnly);
  }

  /** True if no rule keeps an agent from a host, on some port: cookies are of all of them. */
  allowsHost(agent: string, host: string): boolean {
    return this.#of(agent).every(
      (list) => matchesHostOf(host, list.patterns) && (!list.publicOnly || mayBePublic(host)),
    );
  }

  /** Those that hold now. */
  #of(agent: string): Parsed[] {
    return this.#all(agent).filter(({ flow }) => !flow || flow.read);
  }

  /** Flows that do not hold yet. */
  #pending(agent: string): Parsed[] {
    return this.#all(agent).filter(({ flow }) => flow && !flow.read);
  }

  #all(agent: string): Parsed[] {
    const own = this.#own.get(agent);
    const lists = this.#lists.get(agent) ?? this.#left.get(agent) ?? [];
    return [...lists, ...(this.#settings ? [this.#settings] : []), ...(own ? [own] : [])];
  }

  #setSettings(domains: unknown): void {
    // What cannot be read lets nothing through.
    const list = Array.isArray(domains) ? domains.map(String) : [];
    this.#settings = domains === undefined || domains === null ? null : parse({ rule: OWN_RULE, domains: list });
    this.onChange();
  }
}

function checkDomains(domains: string[]): void {
  const bad = domains.find((domain) => parsePattern(domain) === null);
  if (bad === undefined) return;
  const hint = ownWords`Write a host name, *.name, or an address, each with or without :port.`;
  throw new CommandError("INVALID_PARAMS", `This is not a domain: ${bad}`, { domain: bad }, hint);
}

/** The error for an address that a rule refuses; `address` is where its name leads. */
export function domainBlocked(url: string, list: DomainList, address?: string): CommandError {
  const { rule, domains, publicOnly } = list;
  const host = URL.parse(url)?.host || url;
  if (list.flow?.read) return flowRefused(`${host} is out of reach`, list, { url });
  if (publicOnly) {
    const where = address === undefined ? `${host} is` : `${host} is at ${address},`;
    const hint = ownWords`The person decides what may be reached: network, in [policy] of config.toml`;
    const details = { url, rule, ...(address !== undefined && { address }) };
    return new CommandError("DOMAIN_BLOCKED", `${where} no public address, and ${rule} allows no other`, details, hint);
  }
  const message = `${host} is not allowed by ${rule}`;
  return new CommandError("DOMAIN_BLOCKED", message, { url, rule, allowedDomains: domains });
}

/** The error for what an agent may not do any more, because of what it has read. */
export function flowRefused(what: string, { rule, domains, flow }: DomainList, details: object = {}): CommandError {
  const { site = "", at = 0 } = flow?.read ?? {};
  const when = new Date(at).toTimeString().slice(0, 5);
  const message = `${what}: you have read ${site} (${when}), and ${rule} lets you go on only with ${domains.join(", ") || "nothing"}`;
  const hint = flow?.asks
    ? ownWords`Go on there, or ask the person for another site: clz navigate URL`
    : ownWords`Go on there: clz navigate URL. The person lets you forget it in the popup of Claudezilla, or in clz show`;
  return new CommandError(
    "FLOW_REFUSED",
    message,
    { ...details, rule, read: flow?.read, allowedDomains: domains },
    hint,
  );
}

/** A domain that cannot be read matches nothing. */
function parse({ rule, domains, publicOnly = false, flow }: DomainList): Parsed {
  const [patterns = [], sources = [], resources = []] = [domains, flow?.sources, flow?.resources].map((texts = []) =>
    texts.map(parsePattern).filter((pattern) => pattern !== null),
  );
  return { rule, domains, publicOnly, patterns, sources, resources, ...(flow && { flow }) };
}
