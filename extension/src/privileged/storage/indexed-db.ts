// IndexedDB of sites, also of those that no tab shows. `databases/` does it, in a sandbox that has the origin.

import type { NotSaved, StoredDatabase } from "../../shared/privileged";
import type { PrivilegedAnswer } from "../../shared/privileged-api";
import { clearTimeout, setTimeout } from "../timer";
import { principalOf } from "./jar-principal";

/** Where the bundle of `databases/` is, below the helper's own address. */
const BUNDLE = "databases.js";

/** Longer than Firefox takes to write down what a page has just made. */
const LISTED_MS = 3_000;
const AGAIN_MS = 10;
const PROPERTIES = ["indexedDB", "Blob", "File"];

/** What the sandbox is asked for. */
interface Sandbox {
  json?: string;
  shown?: boolean;
}

declare const Cu: {
  Sandbox: new (principal: GeckoPrincipal, options: object) => Sandbox;
  evalInSandbox(code: string, sandbox: Sandbox, version: string, url: string, line: number): Promise<unknown>;
  exportFunction(
    from: ((act: () => void, ms: number) => number) | ((timer: number) => void),
    to: Sandbox,
    options: { defineAs: string },
  ): void;
  nukeSandbox(sandbox: Sandbox): void;
};

declare const IOUtils: { getChildren(path: string, options: { ignoreAbsent: boolean }): Promise<string[]> };
declare const PathUtils: { readonly profileDir: string; join(...parts: string[]): string };

/** The databases of one origin in a container; 0 is Firefox's own jar. To be ended with `end`. */
export class Databases {
  readonly #sandbox: Sandbox;
  readonly #url: string;
  readonly #folder: string;

  constructor(resources: string, userContextId: number, origin: string) {
    this.#folder = folderOf(principalOf(userContextId, origin));
    this.#url = `${resources}/${BUNDLE}`;
    this.#sandbox = new Cu.Sandbox(principalOf(userContextId, origin), {
      sandboxName: "clz databases",
      wantGlobalProperties: PROPERTIES,
    });
    Cu.exportFunction(setTimeout, this.#sandbox, { defineAs: "setTimer" });
    Cu.exportFunction(clearTimeout, this.#sandbox, { defineAs: "clearTimer" });
    Services.scriptloader.loadSubScript(this.#url, this.#sandbox);
  }

  /** No more than `most` bytes. Throws DatabaseBusy, DatabaseTooLarge. */
  async read(most: number): Promise<{ databases: StoredDatabase[]; notSaved: Array<Omit<NotSaved, "origin">> }> {
    await this.#listed();
    const json = (await this.#run(`readDatabases(${most})`)) as string;
    return JSON.parse(json) as Awaited<ReturnType<Databases["read"]>>;
  }

  /**
   * Makes the origin keep exactly these. While a page of it is `shown`, none is made again. If one cannot be kept, all are
   * as they were. Throws DatabaseHeld, DatabaseBusy, DatabaseRefused, QuotaExceededError.
   */
  async replace(databases: readonly StoredDatabase[], shown: boolean): Promise<void> {
    await this.#listed();
    this.#sandbox.json = JSON.stringify(databases);
    this.#sandbox.shown = shown;
    await this.#run("replaceDatabases(json, shown)");
  }

  /** Undoes the last `replace`. */
  async putBack(): Promise<void> {
    await this.#run("putBack()");
  }

  end(): void {
    Cu.nukeSandbox(this.#sandbox);
  }

  /**
   * On a busy machine Firefox lists a database that a page has just made to the page, and later to its main process. Its
   * file is there by then, with the log of one that is still open.
   */
  async #listed(): Promise<void> {
    for (const until = Date.now() + LISTED_MS; Date.now() < until;) {
      const files = await IOUtils.getChildren(this.#folder, { ignoreAbsent: true });
      const databases = files.filter((file) => file.endsWith(".sqlite")).length;
      const isOpen = files.some((file) => file.endsWith(".sqlite-wal"));
      if (!isOpen || ((await this.#run("countDatabases()")) as number) >= databases) return;
      await new Promise<void>((resolve) => void setTimeout(resolve, AGAIN_MS));
    }
  }

  async #run(call: string): Promise<unknown> {
    const json = await Cu.evalInSandbox(`clzDatabases.${call}`, this.#sandbox, "latest", this.#url, 1);
    const answer = JSON.parse(json as string) as PrivilegedAnswer;
    if ("fault" in answer) throw Object.assign(new Error(answer.fault.detail), { name: answer.fault.kind });
    return answer.value;
  }
}

/** Where Firefox keeps the databases of an origin: its name, without what file systems refuse. */
function folderOf({ origin }: GeckoPrincipal): string {
  return PathUtils.join(PathUtils.profileDir, "storage", "default", origin.replace(/[/:*?"<>|\\]/g, "+"), "idb");
}
