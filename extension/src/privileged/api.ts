// The helper, in Firefox's main process: an Experiment API that exists in the managed build alone, and there for clz's
// background script alone. What it does in a page, its actor does in the page's own process.

import { fetchIn, fetchLike, isFetch, type OriginAttributes } from "./network/fetch-like";
import { forgetHttpLogins } from "./network/http-logins";
import { LIMITS } from "../generated/registry";
import type { Drawn } from "../shared/panel";
import type { StoredOrigin } from "../shared/privileged";
import type { PrivilegedAnswer, PrivilegedEvents, PrivilegedFunctions } from "../shared/privileged-api";
import { Alerts } from "./prompts/alerts";
import type { TrustedInputRequest } from "./child";
import type { ScriptRequest } from "./documents/extension-scripts";
import { Choosers } from "./prompts/file-choosers";
import { ACTOR } from "./input/focus";
import { missingMeans } from "./input/means";
import { AgentTabs } from "./documents/agent-tabs";
import { paintedState } from "./documents/painted";
import { PageOverrides } from "./emulation/overrides";
import { Pace } from "./tabs/request-pace";
import { Networks } from "./network/conditions";
import { Answers } from "./network/answers";
import { AcceptedCertificates } from "./network/certificates/accepted-certificates";
import { failRequest, isAnswered, provideResponse, requestHeaders } from "./network/held-requests";
import { PinnedNames } from "./network/pinned-names";
import { Sockets } from "./network/sockets";
import type { ClzHelperParent, ClzPasskeysParent, ClzSocketsParent } from "./parent";
import { makeDebugger } from "./reading/debugger";
import { printToPDF } from "./reading/pdf";
import { PDF_VIEWER } from "./reading/pdf-text";
import { startProfile, stopProfile } from "./reading/profiler";
import { PasskeyTurns } from "./passkeys/turns";
import { Permissions } from "./prompts/permissions";
import { BlockedPopups } from "./prompts/popups";
import { Printing } from "./prompts/printing";
import { Prompts } from "./prompts/prompts";
import { Protocols } from "./prompts/protocols";
import { endServiceWorkers } from "./storage/service-workers";
import { readStorage, storedOrigins, writeStorage, type JarTabs } from "./storage/storage";
import { system } from "./system";
import { Emulation } from "./tabs/emulation";
import { Hangs, processorTimes } from "./tabs/hangs";
import { BackgroundTabActivator } from "./tabs/background-tabs";
import { OpenedTabs } from "./tabs/opened-tabs";
import { registerActor } from "./window-actors";
import { isOfMissingPart, missingParts } from "./inner-parts";

const RESOURCE = "clz-helper";
/** Garbage is not waited with for longer, however busy Firefox is. */
const BUSY_MS = 2_000;

/** The functions as they are here, where some have nothing to wait for. */
type Implemented = {
  [K in keyof PrivilegedFunctions]: (
    ...given: Parameters<PrivilegedFunctions[K]>
  ) => Awaited<ReturnType<PrivilegedFunctions[K]>> | ReturnType<PrivilegedFunctions[K]>;
};

type Events = {
  [K in keyof PrivilegedEvents]: (
    fire: (...given: Parameters<PrivilegedEvents[K]>) => Promise<Awaited<ReturnType<PrivilegedEvents[K]>>>,
  ) => () => void;
};
type Begin = (fire: (...given: unknown[]) => Promise<unknown>) => () => void;

interface TabTracker {
  getTab(tabId: number): GeckoTab;
  getTab(tabId: number, missing: null): GeckoTab | null;
  getBrowserData(browser: GeckoBrowser): { tabId: number };
}

interface DownloadsModule {
  Downloads: { readonly ALL: string; getList(which: string): Promise<{ getAll(): Promise<GeckoDownload[]> }> };
}

interface GeckoDownload {
  readonly source: { readonly url: string; readonly browsingContextId?: number };
  readonly target: { readonly path: string };
}

interface ParentModule {
  ExtensionParent: { apiManager: { global: { tabTracker: TabTracker } }; browserStartupPromise: Promise<void> };
}

function extensionParent(): ParentModule["ExtensionParent"] {
  return ChromeUtils.importESModule<ParentModule>("resource://gre/modules/ExtensionParent.sys.mjs").ExtensionParent;
}

/** Belongs to Firefox's own extension APIs, whose scope is not this one. */
function tabTracker(): TabTracker {
  return extensionParent().apiManager.global.tabTracker;
}

function substitution(): GeckoSubstitution {
  return Services.io.getProtocolHandler("resource").QueryInterface(Ci["nsISubstitutingProtocolHandler"]);
}

function browserOf(tabId: number): GeckoBrowser {
  return tabTracker().getTab(tabId).linkedBrowser;
}

/** The same; null for a tab that is gone. */
function shownBy(tabId: number): GeckoBrowser | null {
  return tabTracker().getTab(tabId, null)?.linkedBrowser ?? null;
}

function tabOf(browser: GeckoBrowser): number {
  return tabTracker().getBrowserData(browser).tabId;
}

/** Null if the frame is gone, or belongs to another tab. */
function frameOf(tabId: number, frameId: number): GeckoWindowGlobal | null {
  const { browsingContext } = browserOf(tabId);
  const frame = frameId === 0 ? browsingContext : system.BrowsingContext.get(frameId);
  return frame && !frame.isDiscarded && frame.top === browsingContext.top ? frame.currentWindowGlobal : null;
}

/** Those of a tab's frames that are there. */
function framesOf(tabId: number, frameIds: number[]): GeckoWindowGlobal[] {
  return frameIds.map((frameId) => frameOf(tabId, frameId)).filter((frame) => frame !== null);
}

/** Listens to the console of a frame, where it still is there. */
async function listen(tabId: number, frameId: number, since: number): Promise<void> {
  await frameOf(tabId, frameId)?.getActor(ACTOR).sendQuery("listen", since);
}

async function overlay(tabId: number, drawn: Drawn): Promise<void> {
  await frameOf(tabId, 0)?.getActor(ACTOR).sendQuery("overlay", drawn);
}

async function coverNotes(tabId: number, frameIds: number[], on: boolean): Promise<void> {
  await Promise.allSettled(framesOf(tabId, frameIds).map((frame) => frame.getActor(ACTOR).sendQuery("cover", on)));
}

async function textOfPdf(tabId: number): Promise<string | null> {
  const frame = frameOf(tabId, 0);
  if (!frame?.documentPrincipal.origin.startsWith(PDF_VIEWER)) return null;
  return (await frame.getActor(ACTOR).sendQuery("pdfText", null)) as string | null;
}

/** The classes that Firefox makes its actors of: their module is one for all of the main process. */
function parentActors(): {
  ClzHelperParent: typeof ClzHelperParent;
  ClzPasskeysParent: typeof ClzPasskeysParent;
  ClzSocketsParent: typeof ClzSocketsParent;
} {
  return ChromeUtils.importESModule(`resource://${RESOURCE}/parent.sys.mjs`);
}

/** Gives an actor what it hands on to; the function that is given back takes it away. */
function set<Actor extends object, K extends keyof Actor>(actor: Actor, name: K, value: Actor[K] & object): () => void {
  actor[name] = value;
  return () => void Object.assign(actor, { [name]: null });
}

/** False if the frame is gone, or says so. */
async function askFrame(tabId: number, frameId: number, name: string, request: object): Promise<boolean> {
  const frame = frameOf(tabId, frameId);
  if (!frame) return false;
  try {
    return (await frame.getActor(ACTOR).sendQuery(name, request)) as boolean;
  } catch (thrown) {
    // The page went away before its process could answer.
    if ((thrown as Error).name === "AbortError") return false;
    throw thrown;
  }
}

function openFile(tabId: number, url: string): void {
  const uri = Services.io.newURI(url);
  if (uri.scheme !== "file") throw new Error(`${url} is not a file: address`);
  browserOf(tabId).loadURI(uri, { triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() });
}

function missingInput(): string[] {
  const window = Services.wm.getMostRecentWindow("navigator:browser");
  return window ? missingMeans(window as GeckoWindow).map((name) => `input: ${name}`) : [];
}

/** A blank page of nobody's: one that an extension goes to by itself would be the extension's own. */
function openBlank(tabId: number): void {
  loadAsNobody(browserOf(tabId), "about:blank", 0);
}

function openData(tabId: number, url: string): void {
  if (!url.startsWith("data:")) throw new Error(`${url} is not a data: address`);
  const { LOAD_FLAGS_FORCE_ALLOW_DATA_URI: asked } = Ci["nsIWebNavigation"] as Record<string, number>;
  loadAsNobody(browserOf(tabId), url, asked ?? 0);
}

function loadAsNobody(browser: GeckoBrowser, url: string, loadFlags: number): void {
  const { originAttributes } = browser.contentPrincipal;
  const triggeringPrincipal = Services.scriptSecurityManager.createNullPrincipal(originAttributes);
  browser.loadURI(Services.io.newURI(url), { triggeringPrincipal, loadFlags });
}

/**
 * Its page is not asked whether it may be left: it may be stuck, and Firefox would wait for it, and hold all others up.
 */
function close(tabId: number): boolean {
  const tab = tabTracker().getTab(tabId, null);
  tab?.ownerDocument.defaultView.gBrowser.removeTab(tab, { skipPermitUnload: true });
  return tab !== null;
}

/** Does one of them, and gives what came of it as data: an error that Firefox hands on has its text alone. */
async function answered(functions: Implemented, name: string, given: unknown[]): Promise<PrivilegedAnswer> {
  const work = functions[name as keyof PrivilegedFunctions] as (...given: unknown[]) => unknown;
  try {
    return { value: await work(...given) };
  } catch (thrown) {
    // Errors of other realms are no `Error` here.
    const { name: kind, message: detail } = thrown as Error;
    return { fault: { kind, detail, moved: isOfMissingPart(detail, system) } };
  }
}

/** Does nothing where the tab is gone, or goes meanwhile. */
function unlessGone<A extends unknown[]>(work: (...given: A) => void | Promise<void>): (...given: A) => Promise<void> {
  return async (...given) => {
    try {
      await work(...given);
    } catch {
      // What is gone shows nothing, and says nothing.
    }
  };
}

function jarTabs(userContextId: number, tabIds: number[]): JarTabs {
  const tabs = tabIds.map((tabId) => tabTracker().getTab(tabId, null)).filter((tab) => tab !== null);
  return { userContextId, tabs };
}

const STORAGE = {
  storedOrigins,
  endServiceWorkers,
  readStorage: async (userContextId, tabIds, origins, most) =>
    JSON.stringify(await readStorage(`resource://${RESOURCE}`, jarTabs(userContextId, tabIds), origins, most)),
  writeStorage: (userContextId, tabIds, states) =>
    writeStorage(`resource://${RESOURCE}`, jarTabs(userContextId, tabIds), JSON.parse(states) as StoredOrigin[]),
} satisfies Partial<Implemented>;

class Helper extends ExtensionAPI {
  readonly #prompts = new Prompts(tabOf);
  readonly #choosers = new Choosers();
  readonly #passkeys = new PasskeyTurns(`resource://${RESOURCE}`);
  readonly #emulation = new Emulation();
  readonly #networks = new Networks();
  readonly #backgroundTabs = new BackgroundTabActivator();
  readonly #popups = new BlockedPopups();
  readonly #hangs = new Hangs(tabOf);
  readonly #answers = new Answers(tabOf);
  readonly #certificates = new AcceptedCertificates(
    (request) => !isAnswered(request) && !this.#networks.isOffline(request.browserElement),
  );
  readonly #sockets = new Sockets(`resource://${RESOURCE}`);
  readonly #pinnedNames = new PinnedNames();
  readonly #agentTabs = new AgentTabs(`resource://${RESOURCE}`);
  readonly #overrides = new PageOverrides(`resource://${RESOURCE}`);
  readonly #opened = new OpenedTabs([this.#emulation, this.#networks, this.#overrides]);
  readonly #broken: string[] = [];
  /** What takes back what was begun, the last first. */
  readonly #undo: Array<() => void> = [];
  #started = false;

  /** Begins with the background script: nobody else has a use for it. */
  #start(): void {
    if (this.#started) return;
    this.#started = true;
    // Not open to web content: a page must not find out that clz is here.
    substitution().setSubstitution(RESOURCE, Services.io.newURI("privileged/", null, this.extension.rootURI));
    registerActor(ACTOR, {
      parent: { esModuleURI: `resource://${RESOURCE}/parent.sys.mjs` },
      child: { esModuleURI: `resource://${RESOURCE}/child.sys.mjs` },
    });
    // Nobody fills in cards and addresses here, and each page that it looked at would stay in memory.
    ChromeUtils.unregisterWindowActor("FormAutofill");
    const parts = {
      // Replacements for what would wait for a person.
      dialogs: this.#prompts,
      permissions: new Permissions(this.#prompts, (page) => this.#passkeys.answers(page)),
      printing: new Printing(this.#prompts),
      "opened tabs": this.#opened,
      protocols: new Protocols(this.#prompts),
      choosers: this.#choosers,
      alerts: new Alerts(),
      certificates: this.#certificates,
      hangs: this.#hangs,
      pace: new Pace(`resource://${RESOURCE}/brake.js`),
    };
    for (const [what, part] of Object.entries(parts)) this.#begin(what, part);
  }

  /** One part that Firefox has no place for any more keeps none of the others from working. */
  #begin(what: string, part: { start(): () => void }): void {
    try {
      this.#undo.unshift(part.start());
    } catch (thrown) {
      this.#broken.push(`${what}: ${(thrown as Error).message}`);
    }
  }

  /**
   * Starts the background script while the first window is being made, as happens when the extension has just been
   * installed. Firefox itself would begin it once that is there, after those of its own extensions.
   */
  onStartup(): void {
    const { extension } = this;
    extension.once("ready", () => extension.emit("start-background-script"));
  }

  onShutdown(): void {
    if (!this.#started) return;
    for (const undo of this.#undo) undo();
    const tabs = [this.#backgroundTabs, this.#popups, this.#emulation, this.#agentTabs, this.#overrides];
    const network = [this.#answers, this.#networks, this.#sockets, this.#pinnedNames, this.#passkeys];
    for (const part of [...tabs, ...network]) part.stop();
    ChromeUtils.unregisterWindowActor(ACTOR);
    substitution().setSubstitution(RESOURCE, null);
  }

  #functions(context: GeckoContext): Implemented {
    return { ...this.#pageFunctions(), ...this.#tabFunctions(), ...this.#networkFunctions(context), ...STORAGE };
  }

  /** What is about one page. */
  #pageFunctions() {
    const { id: extension } = this.extension;
    return {
      provideTrustedInput: async (tabId, frameId, id, paths) => {
        const files = await kept((await Promise.all(paths.map(filesAt))).flat());
        return askFrame(tabId, frameId, "trustedInput", { extension, id, files } satisfies TrustedInputRequest);
      },
      runScript: (tabId, frameId, file) =>
        askFrame(tabId, frameId, "script", { extension, file } satisfies ScriptRequest),
      pdfText: (tabId) => textOfPdf(tabId),
      printToPDF: (tabId, links) => printToPDF(browserOf(tabId).browsingContext, links),
      startProfile: (tabId, interval) => startProfile(browserOf(tabId).browsingContext.browserId, interval),
      stopProfile: (tabId) => stopProfile(tabId === null ? null : browserOf(tabId).browsingContext.browserId),
      openFile,
      openBlank,
      openData,
      paintedStates: (tabIds) => Promise.all(tabIds.map((tabId) => paintedState(shownBy(tabId)))),
      overlay: unlessGone(overlay),
      coverNotes: unlessGone(coverNotes),
      listen: unlessGone(listen),
      syntaxErrorIn: (code) => {
        // Pages would open without the script, and nobody would hear of it.
        makeDebugger();
        return syntaxErrorIn(code);
      },
      downloadingTab,
      describeFiles,
      certificateError: (tabId) => this.#certificates.errorOf(browserOf(tabId)),
    } satisfies Partial<Implemented>;
  }

  /** What holds for a tab, whichever page it shows. */
  #tabFunctions() {
    return {
      windowsRestored: () => extensionParent().browserStartupPromise,
      movedParts: () => [...new Set([...this.#broken, ...missingParts(system), ...missingInput()])],
      keepActive: unlessGone((tabId: number, opener: number | null = null) => {
        const browser = browserOf(tabId);
        if (opener !== null) this.#opened.inherit(browser, browserOf(opener));
        this.#backgroundTabs.keepActive(browser);
        this.#popups.watch(browser);
      }),
      close: (tabId) => {
        const browser = shownBy(tabId);
        if (browser) void this.#hangs.end(browser, [], false);
        return close(tabId);
      },
      hasHistory: (tabId, steps) => {
        const { index = 0, count = 0 } = browserOf(tabId).browsingContext.sessionHistory ?? {};
        return index + steps >= 0 && index + steps < count;
      },
      hangOf: (tabId, frameIds) => this.#hangs.of(browserOf(tabId), framesOf(tabId, frameIds)),
      processorTimes: (tabId, frameIds) => processorTimes(framesOf(tabId, frameIds)),
      endHang: (tabId, frameIds, kill) => this.#hangs.end(browserOf(tabId), framesOf(tabId, frameIds), kill),
      setViewport: (tabId, device) => {
        this.#emulation.set(browserOf(tabId), device);
        this.#overrides.setDeviceAgent(browserOf(tabId), device?.userAgent ?? null);
      },
      setOverrides: (tabId, overrides) => this.#overrides.set(browserOf(tabId), overrides),
      setAgentTab: (tabId, scripts, given) => this.#agentTabs.set(tabId, shownBy(tabId), scripts, given),
      guardPasskeys: async (guards) => {
        if (!guards) return this.#passkeys.stop();
        parentActors().ClzPasskeysParent.turns = this.#passkeys;
        await this.#passkeys.start();
      },
    } satisfies Partial<Implemented>;
  }

  #networkFunctions(context: GeckoContext) {
    return {
      setNetwork: (tabId, network) => this.#networks.set(browserOf(tabId), network),
      provideResponse: (id, response) => provideResponse(context, id, response, this.#answers),
      failRequest: (id, error) => failRequest(context, id, error),
      requestHeaders: (id) => requestHeaders(context, id),
      fetchLike: (id, asked) => fetchLike(context, id, asked),
      fetchIn: (tabId, asked) => fetchIn(browserOf(tabId).contentPrincipal.originAttributes as OriginAttributes, asked),
      isFetch: (id) => isFetch(context, id),
      copyAnswers: (tabId, which) => this.#answers.copy(tabId, which),
      flushAnswers: () => this.#answers.flush(),
      listenToSockets: (tabId, settings) => this.#sockets.listen(tabId, browserOf(tabId), settings),
      ignoreSockets: (tabId) => this.#sockets.ignore(tabId, shownBy(tabId)),
      acceptsCertificates: () => this.#certificates.isOn,
      refusedCertificate: (url, status) => this.#certificates.refusalOf(url, status),
      collectGarbage: () => ChromeUtils.idleDispatch(() => Cu.forceGC(), { timeout: BUSY_MS }),
      clearResourceCache: () => ChromeUtils.clearResourceCache({ target: "content" }),
      forgetHttpLogins: () => forgetHttpLogins(),
      pinName: (name, addresses) => this.#pinnedNames.pin(name, addresses),
    } satisfies Partial<Implemented>;
  }

  /** What each event begins with, once it has its listener; what is given back ends it. */
  #events(): Events {
    const said = (): typeof ClzHelperParent => parentActors().ClzHelperParent;
    return {
      onDialog: (fire) => set(this.#prompts, "asked", (dialog) => fire(dialog)),
      onFileChooser: (fire) => set(this.#choosers, "asked", (browser, chooser) => fire(tabOf(browser), chooser)),
      onPopupsBlocked: (fire) =>
        set(this.#popups, "tell", (browser, count) => {
          void fire({ tabId: tabOf(browser), count }).catch(() => undefined);
        }),
      onAnswers: (fire) => this.#answers.on((pieces) => fire(pieces)),
      onSaid: (fire) =>
        set(said(), "heard", async (browser, message) => (await fire(tabOf(browser), message)) === true),
      onClipboard: (fire) => set(said(), "clipboards", async (browser, message) => fire(tabOf(browser), message)),
      onCalled: (fire) => set(said(), "called", async (browser, call) => fire(tabOf(browser), call)),
      onPasskeyRequest: (fire) => this.#passkeys.onRequest((browser, request) => fire(tabOf(browser), request)),
      onPasskeyOutcome: (fire) => this.#passkeys.onOutcome((browser, outcome) => fire(tabOf(browser), outcome)),
      onSockets: (fire) =>
        set(parentActors().ClzSocketsParent, "seen", async (browser, batch) => {
          return (await fire(tabOf(browser), this.#sockets.withRequests(batch))) === true;
        }),
    };
  }

  getAPI(context: GeckoContext): object {
    if (context.viewType !== "background") return {};
    this.#start();
    const functions = this.#functions(context);
    const events = Object.entries(this.#events()).map(([event, begin]) => {
      const register = (fire: GeckoFire): (() => void) => (begin as Begin)((...given) => fire.async(...given));
      return [event, new ExtensionCommon.EventManager({ context, name: `clz.${event}`, register }).api()];
    });
    const call = (name: string, given: unknown[]): Promise<PrivilegedAnswer> => answered(functions, name, given);
    return { clz: { call, ...(Object.fromEntries(events) as object) } };
  }
}

/** Those of a folder know where in it they are; what Firefox lists of one has no types. */
async function filesAt(path: string): Promise<File[]> {
  if (!/[\\/]$/.test(path)) return [await system.File.createFromFileName(path)];
  const listed = await new system.Directory(path.slice(0, -1)).getFiles(true);
  return Promise.all(
    listed.map(async ({ mozFullPath, webkitRelativePath }) => {
      const file = await system.File.createFromFileName(mozFullPath);
      file.setMozRelativePath(`/${webkitRelativePath}`);
      return file;
    }),
  );
}

/** What one upload gives stays with the page when its file is gone; of more than this the page reads the file. */
async function kept(files: File[]): Promise<File[]> {
  if (files.reduce((sum, { size }) => sum + size, 0) > LIMITS.maxKeptBytes) return files;
  return Promise.all(
    files.map(async (file) => {
      const { name, type, lastModified, webkitRelativePath } = file;
      const copy = new system.File([await file.arrayBuffer()], name, { type, lastModified });
      if (webkitRelativePath) copy.setMozRelativePath(`/${webkitRelativePath}`); // it takes the first one off
      return copy;
    }),
  );
}

async function syntaxErrorIn(code: string): Promise<string | null> {
  try {
    await ChromeUtils.compileScript(`data:text/javascript;charset=utf-8,${encodeURIComponent(code)}`);
    return null;
  } catch (thrown) {
    const { message, lineNumber } = thrown as { message: string; lineNumber: number };
    return `${message} (line ${lineNumber})`;
  }
}

// Firefox looks for the class by the API's name in the script's scope.
Object.assign(globalThis, { clz: Helper });

async function downloadingTab(path: string, url: string): Promise<number | null> {
  const { Downloads } = ChromeUtils.importESModule<DownloadsModule>("resource://gre/modules/Downloads.sys.mjs");
  const all = await (await Downloads.getList(Downloads.ALL)).getAll();
  const { source } = all.findLast((one) => one.target.path === path && one.source.url === url) ?? {};
  const browser = system.BrowsingContext.get(source?.browsingContextId ?? 0)?.top.embedderElement;
  return browser ? tabOf(browser as GeckoBrowser) : null;
}

async function describeFiles(paths: string[]): Promise<Array<{ name: string; size: number }>> {
  const files = await Promise.all(paths.map((path) => system.File.createFromFileName(path)));
  return files.map(({ name, size }) => ({ name, size }));
}
