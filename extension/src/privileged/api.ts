// The helper, in Firefox's main process: an Experiment API that exists in the managed build alone, and there for clz's
// background script alone. What it does in a page, its actor does in the page's own process.

import { forgetHttpLogins } from "./network/http-logins";
import type { PageClipboard } from "../shared/input/clipboard";
import type { SaidMessage } from "../shared/messages";
import type { Look } from "../shared/panel";
import type {
  AnswersToCopy,
  Device,
  InitScript,
  MockedResponse,
  Overrides,
  StoredOrigin,
  TabNetwork,
} from "../shared/privileged";
import type { SocketBatch, SocketSettings } from "../shared/sockets";
import { Alerts } from "./prompts/alerts";
import type { TrustedInputRequest } from "./child";
import type { ScriptRequest } from "./documents/extension-scripts";
import { Choosers } from "./prompts/file-choosers";
import { ACTOR } from "./input/focus";
import { AgentTabs } from "./documents/agent-tabs";
import { PageOverrides } from "./emulation/overrides";
import { Pace } from "./tabs/request-pace";
import { Networks } from "./network/conditions";
import { Answers } from "./network/answers";
import { AcceptedCertificates } from "./network/certificates/accepted-certificates";
import { failRequest, isAnswered, provideResponse } from "./network/held-requests";
import { Sockets } from "./network/sockets";
import type { ClzHelperParent, ClzSocketsParent } from "./parent";
import { printToPDF } from "./reading/pdf";
import { Permissions } from "./prompts/permissions";
import { BlockedPopups } from "./prompts/popups";
import { Printing } from "./prompts/printing";
import { Prompts } from "./prompts/prompts";
import { Protocols } from "./prompts/protocols";
import { readStorage, storedOrigins, writeStorage, type JarTabs } from "./storage/storage";
import { system } from "./system";
import { Emulation } from "./tabs/emulation";
import { BackgroundTabActivator } from "./tabs/background-tabs";

const RESOURCE = "clz-helper";

interface TabTracker {
  getTab(tabId: number): GeckoTab;
  getTab(tabId: number, missing: null): GeckoTab | null;
  getBrowserData(browser: GeckoBrowser): { tabId: number };
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

/** Null if the frame is gone, or belongs to another tab. */
function frameOf(tabId: number, frameId: number): GeckoWindowGlobal | null {
  const { browsingContext } = browserOf(tabId);
  const frame = frameId === 0 ? browsingContext : system.BrowsingContext.get(frameId);
  return frame && !frame.isDiscarded && frame.top === browsingContext.top ? frame.currentWindowGlobal : null;
}

/** Listens to the console of a frame, where it still is there. */
async function listen(tabId: number, frameId: number, since: number): Promise<void> {
  await frameOf(tabId, frameId)?.getActor(ACTOR).sendQuery("listen", since);
}

async function overlay(tabId: number, look: Look): Promise<void> {
  await frameOf(tabId, 0)?.getActor(ACTOR).sendQuery("overlay", look);
}

/** The classes that Firefox makes its actors of: their module is one for all of the main process. */
function parentActors(): { ClzHelperParent: typeof ClzHelperParent; ClzSocketsParent: typeof ClzSocketsParent } {
  return ChromeUtils.importESModule(`resource://${RESOURCE}/parent.sys.mjs`);
}

async function provideTrustedInput(
  extension: string,
  tabId: number,
  frameId: number,
  id: string,
  paths: string[],
): Promise<boolean> {
  const files = await Promise.all(paths.map((path) => system.File.createFromFileName(path)));
  return askFrame(tabId, frameId, "trustedInput", { extension, id, files } satisfies TrustedInputRequest);
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

/** A blank page of nobody's: one that an extension goes to by itself would be the extension's own. */
function openBlank(tabId: number): void {
  const browser = browserOf(tabId);
  const { originAttributes } = browser.contentPrincipal;
  const triggeringPrincipal = Services.scriptSecurityManager.createNullPrincipal(originAttributes);
  browser.loadURI(Services.io.newURI("about:blank"), { triggeringPrincipal });
}

/**
 * Its page is not asked whether it may be left: it may be stuck, and Firefox would wait for it, and hold all others up.
 */
function close(tabId: number): void {
  const tab = tabTracker().getTab(tabId);
  tab.ownerDocument.defaultView.gBrowser.removeTab(tab, { skipPermitUnload: true });
}

/** Errors of the helper's own cross to the extension with their text. */
function told<A extends unknown[], R>(work: (...args: A) => R | Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await work(...args);
    } catch (thrown) {
      // Errors of other realms are no `Error` here.
      const { name, message } = thrown as Error;
      throw new ExtensionUtils.ExtensionError(`${name}: ${message}`);
    }
  };
}

function jarTabs(userContextId: number, tabIds: number[]): JarTabs {
  const tabs = tabIds.map((tabId) => tabTracker().getTab(tabId, null)).filter((tab) => tab !== null);
  return { userContextId, tabs };
}

/** Values cross as JSON: what Firefox makes of objects on the way has no property named __proto__. */
const STORAGE_API = {
  storedOrigins: told(storedOrigins),
  readStorage: told(async (userContextId: number, tabIds: number[], origins: string[], most: number | null) => {
    const jar = jarTabs(userContextId, tabIds);
    return JSON.stringify(await readStorage(`resource://${RESOURCE}`, jar, origins, most));
  }),
  writeStorage: told((userContextId: number, tabIds: number[], states: string) =>
    writeStorage(`resource://${RESOURCE}`, jarTabs(userContextId, tabIds), JSON.parse(states) as StoredOrigin[]),
  ),
};

class Helper extends ExtensionAPI {
  readonly #prompts = new Prompts((browser) => tabTracker().getBrowserData(browser).tabId);
  readonly #choosers = new Choosers();
  readonly #permissions = new Permissions(this.#prompts);
  readonly #printing = new Printing(this.#prompts);
  readonly #protocols = new Protocols(this.#prompts);
  readonly #emulation = new Emulation();
  readonly #networks = new Networks();
  readonly #backgroundTabs = new BackgroundTabActivator();
  readonly #alerts = new Alerts();
  readonly #popups = new BlockedPopups();
  readonly #pace = new Pace();
  readonly #answers = new Answers((browser) => tabTracker().getBrowserData(browser).tabId);
  readonly #certificates = new AcceptedCertificates(
    (request) => !isAnswered(request) && !this.#networks.isOffline(request.browserElement),
  );
  readonly #sockets = new Sockets(`resource://${RESOURCE}`);
  readonly #agentTabs = new AgentTabs(`resource://${RESOURCE}`);
  readonly #overrides = new PageOverrides(`resource://${RESOURCE}`);
  #started = false;

  /** Begins with the background script: nobody else has a use for it. */
  #start(): void {
    if (this.#started) return;
    this.#started = true;
    // Not open to web content: a page must not find out that clz is here.
    substitution().setSubstitution(RESOURCE, Services.io.newURI("privileged/", null, this.extension.rootURI));
    ChromeUtils.registerWindowActor(ACTOR, {
      parent: { esModuleURI: `resource://${RESOURCE}/parent.sys.mjs` },
      child: { esModuleURI: `resource://${RESOURCE}/child.sys.mjs` },
      allFrames: true,
      messageManagerGroups: ["browsers"],
    });
    // Nobody fills in cards and addresses here, and each page that it looked at would stay in memory.
    ChromeUtils.unregisterWindowActor("FormAutofill");
    for (const part of this.#standIns()) part.start();
    this.#alerts.start();
    this.#certificates.start();
    this.#pace.start(`resource://${RESOURCE}/brake.js`);
  }

  /** Those who stand in for what would wait for a person. */
  #standIns(): Array<{ start(): void; stop(): void }> {
    return [this.#prompts, this.#permissions, this.#printing, this.#protocols, this.#choosers];
  }

  /**
   * Has the background script begin while the first window is being made, as it does when the extension has just been
   * installed. Firefox itself would begin it once that is there, after those of its own extensions.
   */
  onStartup(): void {
    const { extension } = this;
    extension.once("ready", () => extension.emit("start-background-script"));
  }

  onShutdown(): void {
    if (!this.#started) return;
    for (const part of this.#standIns()) part.stop();
    this.#alerts.stop();
    this.#backgroundTabs.stop();
    this.#popups.stop();
    this.#pace.stop();
    this.#answers.stop();
    this.#certificates.stop();
    this.#emulation.stop();
    this.#networks.stop();
    this.#sockets.stop();
    this.#agentTabs.stop();
    this.#overrides.stop();
    ChromeUtils.unregisterWindowActor(ACTOR);
    substitution().setSubstitution(RESOURCE, null);
  }

  #socketApi(context: GeckoContext): object {
    const onSockets = new ExtensionCommon.EventManager({
      context,
      name: "clz.onSockets",
      register: (fire) => {
        const parent = parentActors().ClzSocketsParent;
        parent.seen = async (browser: GeckoBrowser, batch: SocketBatch) => {
          const { tabId } = tabTracker().getBrowserData(browser);
          return (await fire.async(tabId, this.#sockets.withRequests(batch))) === true;
        };
        return () => {
          parent.seen = null;
        };
      },
    });
    return {
      listenToSockets: told((tabId: number, settings: SocketSettings) =>
        this.#sockets.listen(tabId, browserOf(tabId), settings),
      ),
      ignoreSockets: told((tabId: number) =>
        this.#sockets.ignore(tabId, tabTracker().getTab(tabId, null)?.linkedBrowser ?? null),
      ),
      onSockets: onSockets.api(),
    };
  }

  #pageEvents(context: GeckoContext): object {
    const onSaid = new ExtensionCommon.EventManager({
      context,
      name: "clz.onSaid",
      register: (fire) => {
        const parent = parentActors().ClzHelperParent;
        parent.heard = async (browser: GeckoBrowser, message: SaidMessage) => {
          return (await fire.async(tabTracker().getBrowserData(browser).tabId, message)) === true;
        };
        return () => {
          parent.heard = null;
        };
      },
    });
    const onClipboard = new ExtensionCommon.EventManager({
      context,
      name: "clz.onClipboard",
      register: (fire) => {
        const parent = parentActors().ClzHelperParent;
        parent.clipboards = async (browser: GeckoBrowser, message: PageClipboard) =>
          fire.async(tabTracker().getBrowserData(browser).tabId, message);
        return () => {
          parent.clipboards = null;
        };
      },
    });
    return { onSaid: onSaid.api(), onClipboard: onClipboard.api() };
  }

  #emulationApi(): object {
    return {
      setViewport: told((tabId: number, device: Device | null) => {
        this.#emulation.set(browserOf(tabId), device);
        this.#overrides.setDeviceAgent(browserOf(tabId), device?.userAgent ?? null);
      }),
      syntaxErrorIn: told(syntaxErrorIn),
      setOverrides: told((tabId: number, overrides: Overrides | null) =>
        this.#overrides.set(browserOf(tabId), overrides),
      ),
      setNetwork: told((tabId: number, network: TabNetwork) => this.#networks.set(browserOf(tabId), network)),
      setAgentTab: told((tabId: number, scripts: InitScript[] | null, inherited: number[], ownClipboard: boolean) =>
        this.#agentTabs.set(tabId, tabTracker().getTab(tabId, null)?.linkedBrowser ?? null, scripts, {
          inherited,
          ownClipboard,
        }),
      ),
    };
  }

  #certificateApi(): object {
    return {
      acceptsCertificates: told(() => this.#certificates.isOn),
      certificateError: told((tabId: number) => this.#certificates.errorOf(browserOf(tabId))),
      refusedCertificate: told((url: string, status: number) => this.#certificates.refusalOf(url, status)),
    };
  }

  getAPI(context: GeckoContext): object {
    if (context.viewType !== "background") return {};
    this.#start();
    const onDialog = new ExtensionCommon.EventManager({
      context,
      name: "clz.onDialog",
      register: (fire) => this.#prompts.ask((dialog) => fire.async(dialog)),
    });
    const onFileChooser = new ExtensionCommon.EventManager({
      context,
      name: "clz.onFileChooser",
      register: (fire) =>
        this.#choosers.ask(async (browser, chooser) => {
          return (await fire.async(tabTracker().getBrowserData(browser).tabId, chooser)) as string[] | null;
        }),
    });
    const onPopupsBlocked = new ExtensionCommon.EventManager({
      context,
      name: "clz.onPopupsBlocked",
      register: (fire) =>
        this.#popups.on((browser, count) => {
          const { tabId } = tabTracker().getBrowserData(browser);
          void fire.async({ tabId, count }).catch(() => undefined);
        }),
    });
    const onAnswers = new ExtensionCommon.EventManager({
      context,
      name: "clz.onAnswers",
      register: (fire) => this.#answers.on((pieces) => fire.async(pieces)),
    });
    return {
      clz: {
        windowsRestored: told(() => extensionParent().browserStartupPromise),
        listen: told(listen),
        overlay: told(overlay),
        ...this.#pageEvents(context),
        ...this.#socketApi(context),
        ...this.#emulationApi(),
        ...this.#certificateApi(),
        provideTrustedInput: told((tabId: number, frameId: number, id: string, paths: string[]) =>
          provideTrustedInput(this.extension.id, tabId, frameId, id, paths),
        ),
        printToPDF: told((tabId: number) => printToPDF(browserOf(tabId).browsingContext)),
        openFile: told(openFile),
        openBlank: told(openBlank),
        runScript: told((tabId: number, frameId: number, file: string) =>
          askFrame(tabId, frameId, "script", { extension: this.extension.id, file } satisfies ScriptRequest),
        ),
        describeFiles: told(describeFiles),
        onFileChooser: onFileChooser.api(),
        keepActive: told((tabId: number) => {
          const browser = browserOf(tabId);
          this.#backgroundTabs.keepActive(browser);
          this.#popups.watch(browser);
        }),
        close: told(close),
        provideResponse: told((id: string, response: MockedResponse) =>
          provideResponse(context, id, response, this.#answers),
        ),
        ...STORAGE_API,
        clearResourceCache: told(() => ChromeUtils.clearResourceCache({ target: "content" })),
        forgetHttpLogins: told(() => forgetHttpLogins()),
        failRequest: told((id: string, error: string) => failRequest(context, id, error)),
        copyAnswers: told((tabId: number, which: AnswersToCopy | null) => this.#answers.copy(tabId, which)),
        flushAnswers: told(() => this.#answers.flush()),
        onAnswers: onAnswers.api(),
        onDialog: onDialog.api(),
        onPopupsBlocked: onPopupsBlocked.api(),
      },
    };
  }
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

async function describeFiles(paths: string[]): Promise<Array<{ name: string; size: number }>> {
  const files = await Promise.all(paths.map((path) => system.File.createFromFileName(path)));
  return files.map(({ name, size }) => ({ name, size }));
}
