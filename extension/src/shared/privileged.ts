// What the background script and the privileged helper say to each other.

/**
 * A dialog that a page shows, or another question that Firefox asks the person for it: for a `permission`, for the paper
 * to print on, whether an `external` program may open an address.
 */
export interface ShownDialog {
  tabId: number;
  type: "alert" | "confirm" | "prompt" | "beforeunload" | "auth" | "permission" | "print" | "external" | "passkey";
  message: string;
  defaultValue: string;
}

/** `accept` presses OK, with `text` in a prompt. */
export interface DialogAnswer {
  accept: boolean;
  text?: string;
  /** True to have Firefox show no more dialogs of this document. */
  noMore?: boolean;
}

/** A script that keeps a page from answering. */
export interface Hang {
  /** When it began, in milliseconds of the epoch. */
  since: number;
  /** Its address; null for one of another tab. */
  script: string | null;
  /** Whose it is: the tab's own, or that of another one in the same process. */
  tabId: number | null;
}

/** What a process had of the processors, in milliseconds. */
export interface ProcessorTime {
  ranMs: number;
  /** It was ready to run, and others ran. */
  waitedMs: number;
}

/** What was ended of what hung. */
export type EndedHang = "script" | "process" | null;

/** A file chooser that a page opens; with `save` one that Firefox opens to save the page. */
export interface FileChooser {
  multiple: boolean;
  folder: boolean;
  save: boolean;
}

/** Popups that Firefox did not let a page open, since the last time that this was reported. */
export interface BlockedPopups {
  tabId: number;
  count: number;
}

/** An answer that no server gives. */
export interface MockedResponse {
  status: number;
  statusText: string;
  headers: Array<{ name: string; value: string }>;
  /** In base64. */
  body: string;
}

/** A page calls a function of the program that drives it: its arguments as JSON. */
export interface FunctionCall {
  name: string;
  args: string;
  frame: string;
}

/** The result, as JSON, or what went wrong. */
export interface CallReply {
  value?: string;
  error?: string;
}

/** What a server is asked. Headers replace those that Firefox would send. */
export interface AskedRequest {
  url: string;
  method: string;
  headers: Array<{ name: string; value: string }>;
  /** In base64. */
  body: string | null;
  /** Of the answer's body. */
  maxBytes: number;
  /** How long it may take as a whole. */
  maxMs?: number;
  /** Without cookies and log-ins. */
  anonymous?: boolean;
}

export interface FetchedResponse extends MockedResponse {
  /** Why there is none: the name of one of Firefox's errors. */
  error?: string;
}

/** In bytes a second, null for as fast as it is, and milliseconds before the body of each answer. */
export interface TabThrottle {
  down: number | null;
  up: number | null;
  latency: number;
}

/** What is wrong with a certificate that was let pass: its issuer, the host that it is for, or its time. */
export type CertificateError = "untrusted" | "wrong-host" | "expired";

/** Why one was not: HSTS holds there, or nobody has named its host. */
export type RefusedCertificate = "hsts" | "not-named";

/** What the network of a tab is to be. */
export interface TabNetwork {
  offline: boolean;
  throttle: TabThrottle | null;
}

/** Which answers are copied for the extension, and how much of each. */
export interface AnswersToCopy {
  /** Only of addresses that match this glob. */
  match: string | null;
  maxBytes: number;
  /** Not only text. */
  allTypes: boolean;
}

/** What has come of an answer since it was last reported; of one that is longer than is wanted a byte more. */
export interface AnswerPiece {
  tabId: number;
  /** The request, as webRequest names it. */
  id: string;
  method: string;
  url: string;
  data: ArrayBuffer[];
  state: "partial" | "whole" | "cut" | "aborted" | "dropped" | "skipped" | "empty";
}

export interface Device {
  width: number;
  height: number;
  /** Device pixels per CSS pixel; null leaves the screen's. */
  ratio: number | null;
  touch: boolean;
  /** Null leaves Firefox's own. */
  userAgent: string | null;
}

/** In degrees, and metres of accuracy. */
export interface Place {
  latitude: number;
  longitude: number;
  accuracy: number;
}

/** What pages of a tab see of the world. Null leaves Firefox's own value. */
export interface Overrides {
  colorScheme: string | null;
  reducedMotion: string | null;
  forcedColors: string | null;
  media: string | null;
  locale: string | null;
  timezone: string | null;
  userAgent: string | null;
  orientation: string | null;
  /** `off` for pages without scripts. */
  javascript: string | null;
  place: Place | null;
  /** By Firefox's own names of permissions. */
  permissions: Record<string, "grant" | "deny" | "prompt">;
}

/** What runs in pages before their own scripts. */
export interface InitScript {
  id: number;
  name: string;
  code: string;
}

export interface StoredEntry {
  name: string;
  value: string;
  /** What they are exactly, where they hold half of a surrogate pair: UTF-16 as base64. */
  nameUtf16?: string;
  valueUtf16?: string;
}

/** What a site keeps, as in Playwright's storage state. What is left out is not looked at. */
export interface StoredOrigin {
  origin: string;
  localStorage?: StoredEntry[];
  sessionStorage?: StoredEntry[];
  indexedDB?: StoredDatabase[];
}

export interface StoredDatabase {
  name: string;
  version: number;
  stores: StoredStore[];
}

interface StoredKeyPath {
  keyPath?: string;
  keyPathArray?: string[];
}

export interface StoredStore extends StoredKeyPath {
  name: string;
  autoIncrement: boolean;
  indexes: Array<StoredKeyPath & { name: string; multiEntry: boolean; unique: boolean }>;
  records: StoredRecord[];
}

/** A key is beside its value only where it is not in it. What is not JSON is encoded. */
export interface StoredRecord {
  key?: unknown;
  keyEncoded?: unknown;
  value?: unknown;
  valueEncoded?: unknown;
}

/** A record that no file can hold, for what of it that is. */
export interface NotSaved {
  origin: string;
  database: string;
  store: string;
  kind: string;
}
