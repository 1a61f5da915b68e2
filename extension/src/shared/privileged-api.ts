// The privileged interface, declared once: what the helper does for the background script, and what it reports. Firefox
// sees one function and the events; the build writes the schema of them from here.

import type { Clip, PageClipboard } from "./input/clipboard";
import type { SaidMessage } from "./messages";
import type { Drawn } from "./panel";
import type { PasskeyOutcome, PasskeyRequest, PasskeyTurn } from "./values/passkeys";
import type {
  AnswerPiece,
  AnswersToCopy,
  AskedRequest,
  BlockedPopups,
  CallReply,
  CertificateError,
  Device,
  DialogAnswer,
  EndedHang,
  FetchedResponse,
  FileChooser,
  FunctionCall,
  Hang,
  ProcessorTime,
  InitScript,
  MockedResponse,
  Overrides,
  RefusedCertificate,
  ShownDialog,
  TabNetwork,
} from "./privileged";
import type { SocketBatch, SocketSettings } from "./sockets";

/** What the helper does. Each function resolves when it is done, and rejects with a PrivilegedError. */
export interface PrivilegedFunctions {
  /** Resolves when Firefox has come up with its windows; the background script begins earlier in the managed build. */
  windowsRestored(): Promise<void>;
  /** What of Firefox's inside is not where the helper looks for it, each after what it is for. */
  movedParts(): Promise<string[]>;
  /**
   * Gives a frame's content script trusted input, with the files of the command `id`. False if
   * the frame or its content script is gone.
   */
  provideTrustedInput(tabId: number, frameId: number, id: string, paths: string[]): Promise<boolean>;
  /** The words of the PDF that a tab shows in Firefox's viewer; null if it shows none. */
  pdfText(tabId: number): Promise<string | null>;
  /** The page as PDF, in base64; without `links` it holds no addresses and no names of places. */
  printToPDF(tabId: number, links: boolean): Promise<string>;
  /** Starts Firefox's profiler, which looks every `interval` milliseconds. False if somebody profiles already. */
  startProfile(tabId: number, interval: number): Promise<boolean>;
  /** Ends it: what was seen of a tab, as JSON. Null if it had ended, or if no tab is given. */
  stopProfile(tabId: number | null): Promise<{ json: string; samples: number } | null>;
  /** Opens a file: address, which Firefox lets no extension do. */
  openFile(tabId: number, url: string): Promise<void>;
  /** Opens a data: address, as nobody's page: Firefox lets no extension do that either. */
  openData(tabId: number, url: string): Promise<void>;
  /** Opens about:blank, which would be the extension's own page if that went there by itself. */
  openBlank(tabId: number): Promise<void>;
  /** Runs a script of clz in a frame that belongs to no site, where Firefox lets none in. False if it did not run. */
  runScript(tabId: number, frameId: number, file: string): Promise<boolean>;
  /** Lets a tab in the background run and draw like one in front, and shows it what the tab is shown that opened it. */
  keepActive(tabId: number, opener?: number): Promise<void>;
  /** Lays a tab out as on a device, with its size in pixels of the window; null gives it back what its window has. */
  setViewport(tabId: number, device: Device | null): Promise<void>;
  /** How often the pages of tabs were painted, as texts that differ after each time; null for one that does not say. */
  paintedStates(tabIds: number[]): Promise<Array<string | null>>;
  /** Draws the overlay over a tab's page, or takes it off; nothing if the page is gone. */
  overlay(tabId: number, drawn: Drawn): Promise<void>;
  /** Hides the marks of notes in frames, and what notes are written with, or shows them again. */
  coverNotes(tabId: number, frameIds: number[], on: boolean): Promise<void>;
  /** Reports what a frame says to its console, from `since` on, in milliseconds of the epoch. */
  listen(tabId: number, frameId: number, since: number): Promise<void>;
  /** Reports what goes through the sockets of a tab; resolves when all of its frames do so. */
  listenToSockets(tabId: number, settings: SocketSettings): Promise<void>;
  ignoreSockets(tabId: number): Promise<void>;
  /** Closes a tab without asking its page, which may be stuck. False if that cannot be done. */
  close(tabId: number): Promise<boolean>;
  /** Whether a tab has a page so many steps forward, or back if negative; null if nobody can tell. */
  hasHistory(tabId: number, steps: number): Promise<boolean | null>;
  /** The script that keeps all of these frames from answering, if Firefox knows one. */
  hangOf(tabId: number, frameIds: number[]): Promise<Hang | null>;
  /** What Firefox's own process and those of these frames have had of the processors; null where the system does not say. */
  processorTimes(tabId: number, frameIds: number[]): Promise<ProcessorTime[] | null>;
  /**
   * Ends the scripts of a tab that hang. If nobody's does, and `kill` is true, it ends the processes of these frames, with
   * every page in them.
   */
  endHang(tabId: number, frameIds: number[], kill: boolean): Promise<EndedHang>;
  /** The tab that a file is saved from, of the download to a path from an address; null if it is gone, or there is none. */
  downloadingTab(path: string, url: string): Promise<number | null>;
  /** What files are called, and their sizes. */
  describeFiles(paths: string[]): Promise<Array<{ name: string; size: number }>>;
  /** Answers a request that a blocking listener holds, without any network. False if it is over. */
  provideResponse(requestId: string, response: MockedResponse): Promise<boolean>;
  /** Fails such a request with one of Firefox's errors, such as NS_ERROR_CONNECTION_REFUSED. False if it is over. */
  failRequest(requestId: string, error: string): Promise<boolean>;
  /** What such a request is to be sent with, if it is known by then. */
  requestHeaders(requestId: string): Promise<Array<{ name: string; value: string }>>;
  /** Asks a server what such a request asks it, or something else; redirects are answers. Null if it is over. */
  fetchLike(requestId: string, asked: AskedRequest): Promise<FetchedResponse | null>;
  /** Asks a server by itself, with the cookies of a tab's jar; redirects are answers. */
  fetchIn(tabId: number, asked: AskedRequest): Promise<FetchedResponse>;
  /** True for a held request that `fetchLike` makes, which is no page's and waits for no program. */
  isFetch(requestId: string): Promise<boolean>;
  setNetwork(tabId: number, network: TabNetwork): Promise<void>;
  /** Sets what the pages of a tab see of the world; null is Firefox's own value. */
  setOverrides(tabId: number, overrides: Overrides | null): Promise<void>;
  /**
   * Sets what the pages of a tab get before their first script, from the next one on: scripts, those `inherited` in its
   * popups too, and a clipboard of the agent's own; and `functions` that they call, in pages that are open as well. File:
   * pages are only those in `folders`; null for all. Null for a tab that is not an agent's any more.
   */
  setAgentTab(
    tabId: number,
    scripts: InitScript[] | null,
    given: { inherited: number[]; ownClipboard: boolean; functions: string[]; folders: readonly string[] | null },
  ): Promise<void>;
  /** What keeps a script from being read, and where; null for one that can be run. */
  syntaxErrorIn(code: string): Promise<string | null>;
  /** Copies answers to requests of a tab as the page gets them, those that begin from now on; null ends it. */
  copyAnswers(tabId: number, which: AnswersToCopy | null): Promise<void>;
  /** Reports all of them that has come until now; resolves when that is done. */
  flushAnswers(): Promise<void>;
  /** Empties what Firefox holds in memory of style sheets, pictures and scripts: pages get these without a request. */
  clearResourceCache(): Promise<void>;
  /** Has the main process let go of what nothing refers to any more, as soon as it has a moment. */
  collectGarbage(): Promise<void>;
  /** The origins that keep anything in a container; 0 is Firefox's own jar. */
  storedOrigins(userContextId: number): Promise<string[]>;
  /**
   * What these origins keep there, and in the session storage of these tabs, the first before others: `StorageRead` as
   * JSON, since what Firefox makes of objects on the way has no property named __proto__.
   */
  readStorage(
    userContextId: number,
    tabIds: number[],
    origins: string[],
    mostOfDatabases: number | null,
  ): Promise<string>;
  /**
   * Has these origins keep exactly this there, and in these tabs; if one cannot, all are as they were. `states` are
   * `StoredOrigin[]` as JSON.
   */
  writeStorage(userContextId: number, tabIds: number[], states: string): Promise<void>;
  /** Ends the service workers of a container, which outlive it where they never rest. */
  endServiceWorkers(userContextId: number): Promise<void>;
  /** True if there are hosts whose certificates are not checked; it stays as it is while Firefox runs. */
  acceptsCertificates(): Promise<boolean>;
  /** What is wrong with the certificate that a tab's page came with, if it was let pass. */
  certificateError(tabId: number): Promise<CertificateError | null>;
  /** Why the certificate of an address was not let pass, which failed with this error; null if that was not it. */
  refusedCertificate(url: string, status: number): Promise<RefusedCertificate | null>;
  /** Forgets the log-ins by HTTP authentication that servers took. */
  forgetHttpLogins(): Promise<void>;
  /** Has all pages' requests for passkeys wait for their turn, or none any more. */
  guardPasskeys(guards: boolean): Promise<void>;
  /** Has a name lead to these addresses, and with none wherever it leads. */
  pinName(name: string, addresses: string[]): Promise<void>;
}

/** What the helper reports, and asks; each has one listener. */
export interface PrivilegedEvents {
  /** A dialog of a page, before it is shown; null shows it to the person. */
  onDialog(dialog: ShownDialog): Promise<DialogAnswer | null>;
  /** A file chooser, before it is shown: the paths to choose, none closes it; null shows it to the person. */
  onFileChooser(tabId: number, chooser: FileChooser): Promise<string[] | null>;
  /** What a frame said to its console; false ends it: nobody may listen to that tab. */
  onSaid(tabId: number, message: SaidMessage): Promise<boolean>;
  /** What a page copies after an action, or wants to read; false refuses: the tab is not an agent's, or nothing is there. */
  onClipboard(tabId: number, message: PageClipboard): Promise<Clip | boolean>;
  /** A page calls a function that it was given. */
  onCalled(tabId: number, call: FunctionCall): Promise<CallReply>;
  /** What has come of answers that are copied. */
  onAnswers(pieces: AnswerPiece[]): void;
  /** What went through the sockets of a document; false ends it. */
  onSockets(tabId: number, batch: SocketBatch): Promise<boolean>;
  /** A page asks for a passkey: what answers it; null leaves that to Firefox. */
  onPasskeyRequest(tabId: number, request: PasskeyRequest): Promise<PasskeyTurn | null>;
  /** What came of it. */
  onPasskeyOutcome(tabId: number, outcome: PasskeyOutcome): void;
  /** Popups that Firefox itself refused in tabs that are kept active. */
  onPopupsBlocked(blocked: BlockedPopups): void;
}

/** The events, by the names of what their listeners are given. */
export const EVENTS = {
  onDialog: ["dialog"],
  onFileChooser: ["tabId", "chooser"],
  onSaid: ["tabId", "message"],
  onClipboard: ["tabId", "message"],
  onCalled: ["tabId", "call"],
  onAnswers: ["pieces"],
  onSockets: ["tabId", "batch"],
  onPasskeyRequest: ["tabId", "request"],
  onPasskeyOutcome: ["tabId", "outcome"],
  onPopupsBlocked: ["blocked"],
} as const satisfies Record<keyof PrivilegedEvents, string[]>;

/** Why a function failed: the kind of the error, its text, and whether a part of Firefox is not what it was. */
export interface PrivilegedFault {
  kind: string;
  detail: string;
  moved: boolean;
}

export type PrivilegedAnswer = { value: unknown } | { fault: PrivilegedFault };

/** What the helper is in Firefox's eyes. */
export type PrivilegedNamespace = {
  call(name: string, given: unknown[]): Promise<PrivilegedAnswer>;
} & { [K in keyof PrivilegedEvents]: { addListener(listener: PrivilegedEvents[K]): void } };

/** The schema that Firefox reads. Types are checked by the compiler, here and there: both sides are clz's own. */
export function schema(): object[] {
  const parameters = (names: readonly string[]): object[] => names.map((name) => ({ name, type: "any" }));
  const events = Object.entries(EVENTS).map(([name, given]) => ({
    name,
    type: "function",
    parameters: parameters(given),
    returns: { type: "any" },
  }));
  const call = { name: "call", type: "function", async: true, parameters: parameters(["name", "given"]) };
  const description = "What no extension can do by itself, for the background script of clz alone.";
  return [{ namespace: "clz", description, functions: [call], events }];
}
