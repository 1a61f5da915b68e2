// Storage state: the cookies and storage of sites in one jar, read and written whole, as in Playwright.

import { LIMITS } from "../../generated/registry";
import { CommandError, needsManaged, ownWords } from "../../shared/errors";
import type { NotSaved, StoredOrigin } from "../../shared/privileged";
import { privileged, PrivilegedError } from "../privileged/api";
import type { Policy } from "../policy/policy";
import type { RequestPolicy } from "../policy/request-policy";
import { replaceCookies } from "./cookie-batches";
import { cookiesIn, described, hasEnded, hostOf, spelled, type Cookie, type NewCookie } from "./cookies";
import type { Jar } from "./jars";
import { passkeysOf } from "./passkey-files";
import type { Passkeys } from "./passkeys";
import { containerNumber } from "../tabs/containers";

export interface State {
  cookies: NewCookie[];
  origins: StoredOrigin[];
  credentials?: object[];
}

interface Loaded {
  cookies: number;
  origins: string[];
  expired: string[];
  passkeys?: number;
}

/** What is read of a jar: all of it where it is the agent's own, else what is of these sites. */
interface Sites {
  origins: string[];
  /** Those that may be read of origins that no tab was at. */
  wanted: ((url: string) => boolean) | null;
  /** Tabs whose session storage is read, the first before others. */
  tabIds: number[];
  withDatabases: boolean;
}

interface Saved {
  cookies: Cookie[];
  origins: StoredOrigin[];
  /** Origins whose storage this Firefox shows no extension. */
  skipped: string[];
  notSaved: NotSaved[];
}

export class StorageStates {
  constructor(
    private readonly policy: Policy,
    private readonly requestPolicy: RequestPolicy,
    private readonly passkeys: Passkeys,
  ) {}

  /** Throws DATABASE_OPEN, and RESULT_TOO_LARGE for more than could be loaded again. */
  async read(agent: string, jar: Jar, { origins, wanted, tabIds, withDatabases }: Sites): Promise<Saved> {
    const isIn = (url: string): boolean => wanted?.(url) ?? true;
    const container = containerOf(jar);
    const stored = privileged.available && container !== null ? await privileged.storedOrigins(container) : [];
    const known = jar.kind === "isolated" || wanted !== null ? [...new Set([...origins, ...stored])] : origins;
    const allowed = known.filter((origin) => isIn(`${origin}/`) && this.policy.refusal(agent, `${origin}/`) === null);
    const cookies = (await this.#cookiesOf(agent, jar, allowed, wanted)).map(described);
    await this.requestPolicy.readsCookies(agent, cookies);
    await this.requestPolicy.reads(
      agent,
      allowed.map((origin) => `${origin}/`),
    );
    if (!privileged.available || container === null) return { cookies, origins: [], skipped: allowed, notSaved: [] };
    const most = withDatabases ? LIMITS.maxStateBytes : null;
    const found = await readStorage(container, tabIds, allowed, most);
    checkSize(cookies, found.origins);
    return { ...found, cookies, origins: found.origins.filter(keepsAnything), skipped: [] };
  }

  async #cookiesOf(agent: string, jar: Jar, origins: string[], wanted: Sites["wanted"]): ReturnType<typeof cookiesIn> {
    const hosts = new Set(origins.map((origin) => new URL(origin).hostname));
    return (await cookiesIn(jar.storeId)).filter(({ domain, secure, path }) => {
      const host = hostOf(domain);
      if (!this.policy.allowsHost(agent, host)) return false;
      if (wanted !== null)
        return wanted(`${secure ? "https" : "http"}://${host}${path}`) || wanted(`https://${host}${path}`);
      if (jar.kind === "isolated") return true;
      return [...hosts].some((one) => one === host || (domain.startsWith(".") && one.endsWith(`.${host}`)));
    });
  }

  /**
   * Makes the sites of a state keep exactly what it says, their session storage in this tab. All of it is done, or
   * nothing. Throws DOMAIN_BLOCKED, COOKIE_REFUSED, STORAGE_FULL, DATABASE_OPEN, NEEDS_MANAGED.
   */
  async write(
    agent: string,
    jar: Jar,
    { cookies, origins, credentials = [] }: State,
    tabId: number | null,
  ): Promise<Loaded> {
    const passkeys = await passkeysOf(credentials);
    for (const { origin } of origins) {
      if (!URL.canParse(origin)) throw new CommandError("STATE_INVALID", `${origin} is not an origin`);
      this.requestPolicy.check(agent, `${origin}/`);
    }
    for (const { domain = "" } of cookies) {
      const host = hostOf(spelled(domain) ?? domain);
      if (!this.policy.allowsHost(agent, host)) this.requestPolicy.check(agent, `https://${host}/`);
    }
    const container = containerOf(jar);
    if (origins.length > 0 && (!privileged.available || container === null)) {
      const what = ownWords`In this Firefox, and in private windows, the storage of sites cannot be set`;
      throw needsManaged(what, ownWords`Load only its cookies: clz cookies import FILE`);
    }
    const ended = cookies.filter(hasEnded);
    const wanted = cookies.filter((cookie) => !ended.includes(cookie));
    const domains = new Set(cookies.map(({ domain = "" }) => hostOf(spelled(domain) ?? domain)));
    const before = (await cookiesIn(jar.storeId)).filter(({ domain }) => domains.has(hostOf(domain)));
    const putBack = await replaceCookies(jar.storeId, before, wanted);
    try {
      if (origins.length > 0 && container !== null) await writeStorage(container, tabId, origins);
      await this.passkeys.add(agent, passkeys);
    } catch (thrown) {
      await putBack();
      throw thrown;
    }
    return {
      cookies: wanted.length,
      origins: origins.map(({ origin }) => origin),
      expired: ended.map(({ name }) => name),
      ...(passkeys.length > 0 && { passkeys: passkeys.length }),
    };
  }
}

/** True if it takes a tab to have all of it. */
export function hasSessions({ origins }: State): boolean {
  return origins.some(({ sessionStorage }) => sessionStorage !== undefined && sessionStorage.length > 0);
}

/** Gives a tab without a page yet the session storage of a state. */
export async function writeSessions(jar: Jar, tabId: number, { origins }: State): Promise<void> {
  const sessions = origins.map(({ origin, sessionStorage = [] }) => ({ origin, sessionStorage }));
  await writeStorage(containerOf(jar) ?? 0, tabId, sessions);
}

async function readStorage(
  ...given: Parameters<typeof privileged.readStorage>
): Promise<{ origins: StoredOrigin[]; notSaved: NotSaved[] }> {
  try {
    return JSON.parse(await privileged.readStorage(...given)) as Awaited<ReturnType<typeof readStorage>>;
  } catch (thrown) {
    const large = detailOf(thrown, "DatabaseTooLarge");
    if (large !== null)
      throw tooLarge(
        `The database ${large} holds more than the ${LIMITS.maxStateBytes} bytes that can be loaded again`,
      );
    throw busyDatabase(thrown) ?? thrown;
  }
}

async function writeStorage(container: number, tabId: number | null, origins: StoredOrigin[]): Promise<void> {
  try {
    await privileged.writeStorage(container, tabId === null ? [] : [tabId], JSON.stringify(origins));
  } catch (thrown) {
    const busy = busyDatabase(thrown);
    if (busy) throw busy;
    const held = detailOf(thrown, "DatabaseHeld");
    if (held !== null) {
      const what = `A page keeps the database ${held} open, and its structure in the state differs`;
      const hint = ownWords`Load the state before the site: clz open URL --isolated --state FILE, or leave the site first.`;
      throw new CommandError("DATABASE_OPEN", what, { database: held }, hint);
    }
    const refused = detailOf(thrown, "DatabaseRefused");
    if (refused !== null) throw new CommandError("STATE_INVALID", `Firefox cannot keep the database ${refused}`);
    if (detailOf(thrown, "QuotaExceededError") === null) throw thrown;
    throw new CommandError("STORAGE_FULL", ownWords`The state exceeds the storage quota of one of its sites`);
  }
}

/** Where a page has not let go of a database in time. */
function busyDatabase(thrown: unknown): CommandError | null {
  const database = detailOf(thrown, "DatabaseBusy");
  if (database === null) return null;
  const what = `A page keeps the database ${database} open, so it cannot be changed or deleted`;
  const hint = ownWords`Load that page again, or leave it: clz reload, clz navigate about:blank`;
  return new CommandError("DATABASE_OPEN", what, { database }, hint);
}

/** What an error of the helper says, if it is of this kind. */
function detailOf(thrown: unknown, kind: string): string | null {
  return thrown instanceof PrivilegedError && thrown.kind === kind ? thrown.detail : null;
}

function keepsAnything({ localStorage = [], sessionStorage = [], indexedDB = [] }: StoredOrigin): boolean {
  return localStorage.length + sessionStorage.length + indexedDB.length > 0;
}

function checkSize(cookies: readonly Cookie[], origins: readonly StoredOrigin[]): void {
  const bytes = sizeOf({ cookies, origins });
  if (bytes <= LIMITS.maxStateBytes) return;
  const sized = origins.flatMap(({ origin, indexedDB = [] }) =>
    indexedDB.map((database) => ({ origin, name: database.name, bytes: sizeOf(database) })),
  );
  const largest = sized.sort((one, other) => other.bytes - one.bytes)[0];
  const said = largest ? `; the largest database is ${largest.name} of ${largest.origin}, ${largest.bytes}` : "";
  throw tooLarge(`The state has ${bytes} bytes, and no more than ${LIMITS.maxStateBytes} can be loaded again${said}`);
}

function tooLarge(what: string): CommandError {
  const hint = ownWords`Save it without databases (--no-indexed-db), or only some sites (--url GLOB).`;
  return new CommandError("RESULT_TOO_LARGE", what, {}, hint);
}

/** As it is in a file. */
function sizeOf(value: object): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** The number of a jar's container; 0 for Firefox's own jar, null for that of private windows. */
function containerOf({ storeId, kind }: Jar): number | null {
  if (kind === "private") return null;
  return containerNumber(storeId);
}
