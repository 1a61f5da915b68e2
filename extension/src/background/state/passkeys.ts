// Passkeys of agents: the virtual authenticator that each has, if any, and what it holds. They go with the agent.

import type { Commands } from "../../generated/registry";
import { CommandError, needsManaged, ownWords } from "../../shared/errors";
import type { Authenticator, Passkey, PasskeyOutcome, PasskeyRequest, PasskeyTurn } from "../../shared/values/passkeys";
import { privileged } from "../privileged/api";
import { agentScope, AgentMap } from "../scopes";
import type { TabPool } from "../tabs/tab-pool";
import { asSaved, type KeptPasskey } from "./passkey-files";

/** What the device of a person with passkeys can do, and does. */
const USUAL: Authenticator = {
  protocol: "ctap2_1",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
};

interface Own {
  authenticator: Authenticator;
  /** The one used last is the last one. */
  passkeys: KeptPasskey[];
}

/** What a page was answered, or that it was not; told as a dialog is. */
type Note = (tabId: number, message: string, accepted: boolean) => void;

export class Passkeys {
  readonly #agents = new AgentMap<Own>();
  /** Pages that let their user choose wait until there is one to choose. */
  readonly #waiting: Array<() => void> = [];

  constructor(
    private readonly pool: TabPool,
    private readonly note: Note,
  ) {
    agentScope.onEnd(() => void this.#changed());
    privileged.onPasskeyRequest((tabId, request) => this.#asked(tabId, request));
    privileged.onPasskeyOutcome((tabId, outcome) => this.#answered(tabId, outcome));
  }

  authenticatorOf(agent: string): Authenticator | null {
    return this.#agents.get(agent)?.authenticator ?? null;
  }

  of(agent: string): readonly KeptPasskey[] {
    return this.#agents.get(agent)?.passkeys ?? [];
  }

  /** In the place of the one that the agent has, whose passkeys stay. Resolves when pages find it. Throws NEEDS_MANAGED. */
  async turnOn(agent: string, authenticator: Authenticator): Promise<void> {
    checkManaged();
    this.#agents.set(agent, { authenticator, passkeys: this.#agents.get(agent)?.passkeys ?? [] });
    await this.#changed();
  }

  /** False if there was none. */
  async turnOff(agent: string): Promise<boolean> {
    const had = this.#agents.delete(agent);
    await this.#changed();
    return had;
  }

  /** Throws NO_AUTHENTICATOR. */
  setUserVerified(agent: string, isUserVerified: boolean): void {
    const own = this.#own(agent);
    own.authenticator = { ...own.authenticator, isUserVerified };
  }

  /** Those by the same ids are replaced. An agent without an authenticator gets the usual one. Throws NEEDS_MANAGED. */
  async add(agent: string, passkeys: KeptPasskey[]): Promise<void> {
    if (passkeys.length === 0) return;
    checkManaged();
    const own = this.#agents.get(agent) ?? { authenticator: USUAL, passkeys: [] };
    this.#agents.set(agent, { ...own, passkeys: merged(own.passkeys, passkeys) });
    await this.#changed();
  }

  /** Those that may go to a file, and how many may not. */
  async toSave(agent: string): Promise<Pick<Commands["saveCredentials"]["result"], "credentials" | "withheld">> {
    const own = this.of(agent).filter(({ secret }) => secret === null);
    return { credentials: await Promise.all(own.map(asSaved)), withheld: this.of(agent).length - own.length };
  }

  /** Forgets those from a secret, whosever they are; with none named, from any. */
  end(secret?: string): void {
    for (const own of this.#agents.values())
      own.passkeys = own.passkeys.filter(
        (one) => one.secret === null || (one.secret !== secret && secret !== undefined),
      );
  }

  /** For null all. The ids of those that are gone. */
  remove(agent: string, id: string | null): string[] {
    const own = this.#own(agent);
    const goes = own.passkeys.filter(({ credentialId }) => id === null || credentialId === id);
    own.passkeys = own.passkeys.filter((one) => !goes.includes(one));
    return goes.map(({ credentialId }) => credentialId);
  }

  #own(agent: string): Own {
    const own = this.#agents.get(agent);
    if (own) return own;
    const hint = ownWords`Turn one on: clz passkey on`;
    throw new CommandError("NO_AUTHENTICATOR", ownWords`You have no virtual authenticator`, {}, hint);
  }

  async #changed(): Promise<void> {
    for (const look of this.#waiting.splice(0)) look();
    if (privileged.available) await privileged.guardPasskeys(this.#agents.size > 0);
  }

  async #asked(tabId: number, request: PasskeyRequest): Promise<PasskeyTurn | null> {
    for (;;) {
      const agent = this.pool.ownerOf(tabId);
      const own = agent === null ? undefined : this.#agents.get(agent);
      if (!own) return null;
      const passkeys = found(own, request);
      if (!request.conditional || passkeys.length > 0) return { authenticator: own.authenticator, passkeys };
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #answered(tabId: number, { request, passkeys, used }: PasskeyOutcome): void {
    const agent = this.pool.ownerOf(tabId);
    const own = agent === null ? undefined : this.#agents.get(agent);
    if (!own) return;
    const known = new Map(own.passkeys.map((one) => [one.credentialId, one]));
    const later = passkeys.flatMap((one) => {
      const before = known.get(one.credentialId);
      // What its agent has replaced or removed meanwhile stays so.
      if (before) return before.privateKey === one.privateKey ? { ...before, signCount: one.signCount } : [];
      const isNew = request.kind === "create" && one.credentialId === used;
      return isNew ? { ...one, userName: request.userName, secret: null } : [];
    });
    own.passkeys = merged(own.passkeys, later, used);
    const user = own.passkeys.find(({ credentialId }) => credentialId === used)?.userName;
    const done = request.kind === "create" ? "made for" : "logged in as";
    const said = used === null ? `none for ${request.rpId}` : `${done} ${JSON.stringify(user)} at ${request.rpId}`;
    this.note(tabId, said, used !== null);
    void this.#changed();
  }
}

function checkManaged(): void {
  if (!privileged.available) throw needsManaged(ownWords`In this Firefox there are no virtual authenticators`);
}

/** Which of them an authenticator is given for one request: of those that it may choose itself, the one used last. */
function found({ passkeys }: Own, { kind, rpId, discoverable }: PasskeyRequest): Passkey[] {
  const ofSite = passkeys.filter((one) => one.rpId === rpId);
  if (kind === "create" || !discoverable) return ofSite;
  return ofSite.filter(({ isResidentCredential }) => isResidentCredential).slice(-1);
}

function merged(earlier: KeptPasskey[], later: KeptPasskey[], last: string | null = null): KeptPasskey[] {
  const byId = new Map([...earlier, ...later].map((one) => [one.credentialId, one]));
  const all = [...byId.values()];
  const isLast = ({ credentialId }: KeptPasskey): boolean => credentialId === last;
  return [...all.filter((one) => !isLast(one)), ...all.filter(isLast)];
}
