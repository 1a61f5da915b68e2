// The privileged helper, as the rest of the background script sees it. It exists in the managed build alone; without it
// the same actions are taken by content scripts, with events that pages can tell apart.

import type { Clip, PageClipboard } from "../../shared/input/clipboard";
import type { SaidMessage } from "../../shared/messages";
import type { Look } from "../../shared/panel";
import type { SocketBatch, SocketSettings } from "../../shared/sockets";
import type {
  AnswerPiece,
  AnswersToCopy,
  BlockedPopups,
  CertificateError,
  Device,
  DialogAnswer,
  FileChooser,
  MockedResponse,
  NotSaved,
  Overrides,
  RefusedCertificate,
  ShownDialog,
  StoredOrigin,
  TabNetwork,
  InitScript,
} from "../../shared/privileged";

/** Null shows the dialog to the person. */
type DialogListener = (dialog: ShownDialog) => Promise<DialogAnswer | null>;

/** The paths that are chosen, none closes it; null shows it to the person. */
type ChooserListener = (tabId: number, chooser: FileChooser) => Promise<string[] | null>;

/** False refuses: the tab is no agent's, or the page has copied nothing. */
type ClipboardListener = (tabId: number, message: PageClipboard) => Promise<Clip | boolean>;

/** False ends it: nobody may listen to that tab. */
type SaidListener = (tabId: number, message: SaidMessage) => Promise<boolean>;

/** False ends it: nobody may listen to that tab. */
type SocketsListener = (tabId: number, batch: SocketBatch) => Promise<boolean>;

interface StorageRead {
  origins: StoredOrigin[];
  notSaved: NotSaved[];
}

interface Privileged {
  readonly available: boolean;
  /** Resolves when Firefox has come up with its windows; the background script begins earlier in the managed build. */
  windowsRestored(): Promise<void>;
  /**
   * Gives a frame's content script trusted input, with the files of the command `id`. False if
   * the frame or its content script is gone.
   */
  provideTrustedInput(tabId: number, frameId: number, id: string, paths: string[]): Promise<boolean>;
  /** The page as PDF, in base64. */
  printToPDF(tabId: number): Promise<string>;
  /** Opens a file: address, which Firefox lets no extension do. */
  openFile(tabId: number, url: string): Promise<void>;
  /** Opens about:blank, which would be the extension's own page if that went there by itself. */
  openBlank(tabId: number): Promise<void>;
  /** Runs a script of clz in a frame that belongs to no site, where Firefox lets none in. False if it did not run. */
  runScript(tabId: number, frameId: number, file: string): Promise<boolean>;
  /** Lets a tab in the background run and draw like one in front; nothing without the helper. */
  keepActive(tabId: number): void;
  /** Lays a tab out as on a device, with its size in pixels of the window; null gives it back what its window has. */
  setViewport(tabId: number, device: Device | null): Promise<void>;
  /** Draws the overlay over a tab's page, or takes it off; resolves when that is done. */
  overlay(tabId: number, look: Look): Promise<void>;
  /** Has what a frame says to its console told to the listener, from `since` on, in milliseconds of the epoch. */
  listen(tabId: number, frameId: number, since: number): void;
  onSaid(listener: SaidListener): void;
  /** Tells `listener` what a page copies after an action, and asks what it may read: false refuses both. */
  onClipboard(listener: ClipboardListener): void;
  /** Has what goes through the sockets of a tab told to the listener; resolves when all of its frames do so. */
  listenToSockets(tabId: number, settings: SocketSettings): Promise<void>;
  ignoreSockets(tabId: number): Promise<void>;
  onSockets(listener: SocketsListener): void;
  /** Closes a tab without asking its page, which may be stuck. False if that cannot be done. */
  close(tabId: number): Promise<boolean>;
  /** Asks `listener` about each dialog of a page, before it is shown. */
  onDialog(listener: DialogListener): void;
  /** Asks `listener` about each file chooser, before it is shown. */
  onFileChooser(listener: ChooserListener): void;
  /** What files are called, and their sizes. */
  describeFiles(paths: string[]): Promise<Array<{ name: string; size: number }>>;
  /** Tells `listener` of popups that Firefox itself refused in tabs that are kept active. */
  onPopupsBlocked(listener: (blocked: BlockedPopups) => void): void;
  /** Answers a request that a blocking listener holds, without any network. False if it is over. */
  provideResponse(requestId: string, response: MockedResponse): Promise<boolean>;
  /** Fails such a request with one of Firefox's errors, such as NS_ERROR_CONNECTION_REFUSED. False if it is over. */
  failRequest(requestId: string, error: string): Promise<boolean>;
  setNetwork(tabId: number, network: TabNetwork): Promise<void>;
  /** Says what the pages of a tab are told of the world; null is what Firefox has. */
  setOverrides(tabId: number, overrides: Overrides | null): Promise<void>;
  /**
   * Says what the pages of a tab get before their first script, from the next one on: scripts, those `inherited` in its
   * popups too, and a clipboard of the agent's own. Null for a tab that is no agent's any more.
   */
  setAgentTab(tabId: number, scripts: InitScript[] | null, inherited: number[], ownClipboard: boolean): Promise<void>;
  /** What keeps a script from being read, and where; null for one that can be run. */
  syntaxErrorIn(code: string): Promise<string | null>;
  /** Copies answers to requests of a tab as the page gets them, those that begin from now on; null ends it. */
  copyAnswers(tabId: number, which: AnswersToCopy | null): void;
  /** Tells `listener` of what has come of them. */
  onAnswers(listener: (pieces: AnswerPiece[]) => void): void;
  /** Has all told that has come until now; resolves when that is done. */
  flushAnswers(): Promise<void>;
  /**
   * Empties what Firefox holds in memory of style sheets, pictures and scripts, which pages are given without a request.
   * Without the helper that is done 20 times in ten minutes, and then not.
   */
  clearResourceCache(): Promise<void>;
  /** The origins that keep anything in a container; 0 is Firefox's own jar. */
  storedOrigins(userContextId: number): Promise<string[]>;
  /** What these origins keep there, and in the session storage of these tabs, the first before others. */
  readStorage(
    userContextId: number,
    tabIds: number[],
    origins: string[],
    mostOfDatabases: number | null,
  ): Promise<StorageRead>;
  /** Has these origins keep exactly this there, and in these tabs; if one cannot, all are as they were. */
  writeStorage(userContextId: number, tabIds: number[], states: StoredOrigin[]): Promise<void>;
  /** Whether there are hosts whose certificates are not checked; it stays as it is while Firefox runs. */
  acceptsCertificates(): Promise<boolean>;
  /** What is wrong with the certificate that a tab's page came with, if it was let pass. */
  certificateError(tabId: number): Promise<CertificateError | null>;
  /** Why the certificate of an address was not let pass, which failed with this error; null if that was not it. */
  refusedCertificate(url: string, status: number): Promise<RefusedCertificate | null>;
  /** Forgets the log-ins by HTTP authentication that servers took; without the helper Firefox keeps them. */
  forgetHttpLogins(): Promise<void>;
}

interface PrivilegedApi {
  windowsRestored: Privileged["windowsRestored"];
  provideTrustedInput: Privileged["provideTrustedInput"];
  printToPDF: Privileged["printToPDF"];
  openFile: Privileged["openFile"];
  openBlank: Privileged["openBlank"];
  runScript: Privileged["runScript"];
  keepActive(tabId: number): Promise<void>;
  setViewport: Privileged["setViewport"];
  listen(tabId: number, frameId: number, since: number): Promise<void>;
  onSaid: { addListener(listener: SaidListener): void };
  onClipboard: { addListener(listener: ClipboardListener): void };
  listenToSockets: Privileged["listenToSockets"];
  ignoreSockets: Privileged["ignoreSockets"];
  onSockets: { addListener(listener: SocketsListener): void };
  overlay(tabId: number, look: Look): Promise<void>;
  close(tabId: number): Promise<void>;
  onDialog: { addListener(listener: DialogListener): void };
  onFileChooser: { addListener(listener: ChooserListener): void };
  describeFiles: Privileged["describeFiles"];
  onPopupsBlocked: { addListener(listener: (blocked: BlockedPopups) => void): void };
  provideResponse: Privileged["provideResponse"];
  failRequest: Privileged["failRequest"];
  setNetwork: Privileged["setNetwork"];
  setOverrides: Privileged["setOverrides"];
  setAgentTab: Privileged["setAgentTab"];
  syntaxErrorIn: Privileged["syntaxErrorIn"];
  copyAnswers(tabId: number, which: AnswersToCopy | null): Promise<void>;
  onAnswers: { addListener(listener: (pieces: AnswerPiece[]) => void): void };
  flushAnswers: Privileged["flushAnswers"];
  clearResourceCache: Privileged["clearResourceCache"];
  storedOrigins: Privileged["storedOrigins"];
  readStorage(...given: Parameters<Privileged["readStorage"]>): Promise<string>;
  writeStorage(userContextId: number, tabIds: number[], states: string): Promise<void>;
  acceptsCertificates: Privileged["acceptsCertificates"];
  certificateError: Privileged["certificateError"];
  refusedCertificate: Privileged["refusedCertificate"];
  forgetHttpLogins: Privileged["forgetHttpLogins"];
}

const api = (browser as unknown as { clz?: PrivilegedApi }).clz;

function missing(): never {
  throw new Error("this build has no helper");
}

export const privileged: Privileged = {
  available: api !== undefined,
  windowsRestored: async () => api?.windowsRestored(),
  provideTrustedInput: (tabId, frameId, id, paths) => (api ?? missing()).provideTrustedInput(tabId, frameId, id, paths),
  printToPDF: (tabId) => (api ?? missing()).printToPDF(tabId),
  openFile: (tabId, url) => (api ?? missing()).openFile(tabId, url),
  openBlank: (tabId) => (api ?? missing()).openBlank(tabId),
  runScript: async (tabId, frameId, file) => (await api?.runScript(tabId, frameId, file)) ?? false,
  keepActive: (tabId) => void api?.keepActive(tabId).catch(() => undefined),
  setViewport: (tabId, device) => (api ?? missing()).setViewport(tabId, device),
  // What is gone shows nothing, and says nothing.
  overlay: async (tabId, look) => api?.overlay(tabId, look).catch(() => undefined),
  listen: (tabId, frameId, since) => void api?.listen(tabId, frameId, since).catch(() => undefined),
  onSaid: (listener) => api?.onSaid.addListener(listener),
  onClipboard: (listener) => api?.onClipboard.addListener(listener),
  listenToSockets: (tabId, settings) => (api ?? missing()).listenToSockets(tabId, settings),
  ignoreSockets: async (tabId) => api?.ignoreSockets(tabId),
  onSockets: (listener) => api?.onSockets.addListener(listener),
  close: async (tabId) => {
    try {
      await api?.close(tabId);
      return api !== undefined;
    } catch {
      return false;
    }
  },
  onPopupsBlocked: (listener) => api?.onPopupsBlocked.addListener(listener),
  onFileChooser: (listener) => api?.onFileChooser.addListener(listener),
  describeFiles: (paths) => (api ?? missing()).describeFiles(paths),
  onDialog: (listener) => api?.onDialog.addListener(listener),
  provideResponse: (requestId, response) => (api ?? missing()).provideResponse(requestId, response),
  failRequest: (requestId, error) => (api ?? missing()).failRequest(requestId, error),
  setOverrides: (tabId, overrides) => (api ?? missing()).setOverrides(tabId, overrides),
  setNetwork: (tabId, network) => (api ?? missing()).setNetwork(tabId, network),
  setAgentTab: (tabId, scripts, inherited, ownClipboard) =>
    (api ?? missing()).setAgentTab(tabId, scripts, inherited, ownClipboard),
  syntaxErrorIn: (code) => (api ?? missing()).syntaxErrorIn(code),
  copyAnswers: (tabId, which) => void api?.copyAnswers(tabId, which),
  onAnswers: (listener) => api?.onAnswers.addListener(listener),
  flushAnswers: () => (api ?? missing()).flushAnswers(),
  storedOrigins: (container) => (api ?? missing()).storedOrigins(container),
  readStorage: async (...given) => JSON.parse(await (api ?? missing()).readStorage(...given)) as StorageRead,
  writeStorage: (container, tabIds, states) =>
    (api ?? missing()).writeStorage(container, tabIds, JSON.stringify(states)),
  clearResourceCache: () => (api ? api.clearResourceCache() : browser.webRequest.handlerBehaviorChanged()),
  acceptsCertificates: async () => (await api?.acceptsCertificates()) ?? false,
  certificateError: (tabId) => (api ?? missing()).certificateError(tabId),
  refusedCertificate: async (url, status) => (await api?.refusedCertificate(url, status)) ?? null,
  forgetHttpLogins: () => (api ? api.forgetHttpLogins() : Promise.resolve()),
};
