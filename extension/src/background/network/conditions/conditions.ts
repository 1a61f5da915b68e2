// Network conditions: what an agent has set for the network of its tabs, in all of them or in single ones.
//
// They are the agent's, and go with it, or with the tab that they were set for. What is set for all tabs is the last
// word: it takes the place of the same set for single ones before.

import { Changes } from "../../changes";
import { LIMITS, type Commands } from "../../../generated/registry";
import { CommandError, ownWords } from "../../../shared/errors";
import type { TabNetwork, TabThrottle } from "../../../shared/privileged";
import { redactHeader, type Header } from "../../../shared/secrets/redact";
import { OFF, type Throttle } from "./throttles";
import { agentScope, tabScope } from "../../scopes";

/** A tab; null for all tabs of the agent, also those that it opens later. */
export type Scope = number | null;

/** What is left out of a single tab's is as in all others. */
interface Conditions {
  headers: Header[];
  offline?: boolean | undefined;
  throttle?: Throttle | undefined;
}

type Listed = Commands["getNetworkConditions"]["result"]["conditions"][number];

export class NetworkConditions extends Changes {
  readonly #agents = new Map<string, Map<Scope, Conditions>>();

  constructor() {
    super();
    tabScope.onEnd((tabId) => this.#endTab(tabId));
    agentScope.onEnd((agent) => {
      if (this.#agents.delete(agent)) this.changed();
    });
  }

  /** The headers that requests of an agent are sent with, in a tab or in all of them. */
  headers(agent: string, scope: Scope): Header[] {
    return merged(this.#at(agent, null).headers, this.#at(agent, scope).headers);
  }

  /** The same, as they are shown. */
  maskedHeaders(agent: string, scope: Scope): Header[] {
    return masked(this.headers(agent, scope));
  }

  /** How the network of a tab is to be. */
  network(agent: string, scope: Scope): TabNetwork {
    const [all, own] = [this.#at(agent, null), this.#at(agent, scope)];
    return { offline: own.offline ?? all.offline ?? false, throttle: ratesOf(own.throttle ?? all.throttle ?? OFF) };
  }

  get haveHeaders(): boolean {
    return this.#some(({ headers }) => headers.length > 0);
  }

  /** True if the network of some tab is not as it is. */
  get haveNetworks(): boolean {
    return this.#some(({ offline, throttle }) => offline !== undefined || throttle !== undefined);
  }

  get haveOffline(): boolean {
    return this.#some(({ offline }) => offline === true);
  }

  /** Throws INVALID_PARAMS if there are too many. */
  setHeaders(agent: string, scope: Scope, headers: Header[]): void {
    const all = merged(this.#at(agent, scope).headers, headers);
    if (all.length > LIMITS.maxExtraHeaders) {
      const most = ownWords`Your tabs send ${LIMITS.maxExtraHeaders} headers at most`;
      throw new CommandError("INVALID_PARAMS", most, {}, ownWords`Remove some: clz network headers clear NAME`);
    }
    if (scope === null) this.#removeHeaders(agent, headers.map(lowered));
    this.#put(agent, scope, { headers: all });
    this.changed();
  }

  /** Without `names` all of them. Returns the names of those that are gone. */
  clearHeaders(agent: string, scope: Scope, names: readonly string[] | undefined): string[] {
    const lowered = names?.map((name) => name.trim().toLowerCase());
    const removed = this.#removeHeaders(agent, lowered, scope);
    this.changed();
    return removed;
  }

  setOffline(agent: string, scope: Scope, offline: boolean): void {
    this.#setOne(agent, scope, "offline", offline, false);
  }

  setThrottle(agent: string, scope: Scope, throttle: Throttle): void {
    this.#setOne(agent, scope, "throttle", throttle, OFF);
  }

  /** Gives a tab what was set for the one that opened it. */
  inherit(tabId: number, opener: number): void {
    for (const scopes of this.#agents.values()) {
      const own = scopes.get(opener);
      if (!own) continue;
      scopes.set(tabId, own);
      this.changed();
    }
  }

  /** What was set, first for all tabs. */
  list(agent: string, scope: Scope): Listed[] {
    const own = [...(this.#agents.get(agent) ?? [])].filter(([tabId]) => scope === null || tabId === scope);
    return own
      .sort(([a], [b]) => (a ?? -1) - (b ?? -1))
      .map(([tabId, { headers, offline = null, throttle = null }]) => ({
        tabId,
        headers: masked(headers),
        offline,
        throttle,
      }));
  }

  /** Takes back what was set for a tab; for null all that the agent has set. */
  reset(agent: string, scope: Scope): void {
    if (scope === null) this.#agents.delete(agent);
    else this.#agents.get(agent)?.delete(scope);
    this.changed();
  }

  #endTab(tabId: number): void {
    let had = false;
    for (const scopes of this.#agents.values()) had = scopes.delete(tabId) || had;
    if (had) this.changed();
  }

  /** What is as `usual` is only kept for a tab that differs by it from all others. */
  #setOne<K extends "offline" | "throttle">(
    agent: string,
    scope: Scope,
    key: K,
    value: Conditions[K],
    usual: Conditions[K],
  ): void {
    const scopes = [...(this.#agents.get(agent)?.keys() ?? [])];
    if (scope === null) for (const tabId of scopes) this.#put(agent, tabId, { [key]: undefined });
    const others = scope === null ? undefined : this.#at(agent, null)[key];
    this.#put(agent, scope, { [key]: value === (others ?? usual) ? undefined : value });
    this.changed();
  }

  /** For null in all scopes. */
  #removeHeaders(agent: string, names: readonly string[] | undefined, scope: Scope = null): string[] {
    const removed = new Map<string, string>();
    for (const [at, conditions] of this.#agents.get(agent) ?? []) {
      if (scope !== null && at !== scope) continue;
      const goes = (header: Header): boolean => names?.includes(lowered(header)) ?? true;
      for (const header of conditions.headers.filter(goes)) removed.set(lowered(header), header.name);
      this.#put(agent, at, { headers: conditions.headers.filter((header) => !goes(header)) });
    }
    return [...removed.values()];
  }

  #at(agent: string, scope: Scope): Conditions {
    return this.#agents.get(agent)?.get(scope) ?? { headers: [] };
  }

  #some(holds: (conditions: Conditions) => boolean): boolean {
    return [...this.#agents.values()].some((scopes) => [...scopes.values()].some(holds));
  }

  /** What says nothing is not kept. */
  #put(agent: string, scope: Scope, change: Partial<Conditions>): void {
    const scopes = this.#agents.get(agent) ?? new Map<Scope, Conditions>();
    const now = { ...this.#at(agent, scope), ...change };
    if (now.headers.length > 0 || now.offline !== undefined || now.throttle !== undefined)
      this.#agents.set(agent, scopes.set(scope, now));
    else scopes.delete(scope);
  }

  protected override changed(): void {
    for (const [agent, scopes] of this.#agents) if (scopes.size === 0) this.#agents.delete(agent);
    super.changed();
  }
}

/** Both, the later ones in the place of earlier ones of their name. */
function merged(earlier: readonly Header[], later: readonly Header[]): Header[] {
  const byName = new Map(earlier.map((header) => [lowered(header), header]));
  for (const header of later) byName.set(lowered(header), header);
  return [...byName.values()];
}

function lowered({ name }: Header): string {
  return name.toLowerCase();
}

function masked(headers: readonly Header[]): Header[] {
  return headers.map(redactHeader);
}

const BYTES_PER_KBIT = 125;

function ratesOf({ down, up, latency }: Throttle): TabThrottle | null {
  if (down === null && up === null && latency === 0) return null;
  return { down: down && down * BYTES_PER_KBIT, up: up && up * BYTES_PER_KBIT, latency };
}
