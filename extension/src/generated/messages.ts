// Made from clz_core by `make generate`; change the declarations there.

import type { ErrorCode } from "./registry";

/** What a command fails with. */
export interface Fault {
  /** One of the error codes. */
  code: ErrorCode;
  /** What happened, and why. */
  message: string;
  /** What to do next. */
  hint: string;
  /** More, by name. */
  details: Record<string, unknown>;
  /** Which of message and hint hold no word of a page. */
  ownWords?: string[];
  /** A hint that quotes a page, in parts: the second, the fourth and so on are the page's. */
  advice?: string[];
}

/** Who asks for a command. */
export interface Agent {
  /** The whole id. */
  id: string;
  /** What people call it. */
  name?: string;
}

/** Domains that a page's address must be of. */
export interface DomainList {
  /** Where that is written, for people. */
  rule: string;
  /** The domains. */
  domains: string[];
  /** True if the address of its host must be a public one too. */
  publicOnly?: boolean;
  /** When the list holds, if it is that of a flow. */
  flow?: Flow;
}

/** What an agent must have read for a list to hold, and what else it may load from then on. */
export interface Flow {
  /** The domains; reading from one of them is what counts. */
  sources: string[];
  /** Domains that images, requests of scripts and the like may go to as well. */
  resources: string[];
  /** What the agent has read; the list holds only if it has. */
  read?: Read;
  /** True if the person is asked for other sites. */
  asks?: boolean;
}

/** That something was read from a site. */
export interface Read {
  /** Its host. */
  site: string;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** Whether an agent has a right. */
export interface Verdict {
  /** True if it has. */
  allowed: boolean;
  /** Where that is written, for people. */
  rule: string;
  /** True if it is written nowhere: the person is asked at first use. */
  asked?: boolean;
  /** True if it is off only because it is written nowhere. */
  ungranted?: boolean;
  /** What the agent has read, if a flow takes the right away for that. */
  read?: Read;
  /** True if the person is asked each time. */
  confirmed?: boolean;
}

/** All that holds for one agent. */
export interface AgentRules {
  /** An address must be in every one. */
  lists: DomainList[];
  /** Every right, by name. */
  rights: Record<string, Verdict>;
}

/** A right that a command needs and that config.toml does not mention. */
export interface RightQuestion {
  /** The right. */
  right: string;
  /** What it lets an agent do. */
  what: string;
  /** What the person is asked. */
  question: string;
  /** The path of config.toml. */
  file: string;
}

/** What the person must confirm before an agent does it. */
export interface ToConfirm {
  /** The kinds of actions. */
  kinds: Array<'submit' | 'pay' | 'delete' | 'upload' | 'download'>;
  /** What is confirmed, by the ids that it was refused with. */
  given: string[];
}

/** A secret, and where it may be entered. */
export interface BoundSecret {
  /** Its name. */
  name: string;
  /** The domains it is for. */
  domains: string[];
}

/** What a command enters in place of its text. */
export interface SecretText {
  /** The text with the values in it. */
  text: string;
  /** The text as people may read it: with the names of the secrets. */
  shown: string;
  /** The secrets in it. */
  secrets: BoundSecret[];
}

/** A text that pictures must not show. */
export interface ConcealedText {
  /** The text. */
  text: string;
  /** Pages of these domains only. */
  domains: string[];
}

/** What goes along with texts that are cut. */
export interface Unseen {
  /** What both marks end with. */
  mark: string;
  /** How long a secret may be, in the longest way to write it. */
  chars: number;
}

/** How an element is best named in another visit of the page. */
export interface DurableLocator {
  /** The locator. */
  durable: string;
  /** Its kind. */
  kind: 'role' | 'label' | 'testid' | 'text' | 'css';
  /** The element's role. */
  role?: string;
  /** Its accessible name. */
  name?: string;
  /** Which of several visible matches it is, if it matches several. */
  nth?: number;
  /** The locator of the element that holds its frame. */
  frame?: string;
  /** True if what is typed there is a secret. */
  secret: boolean;
  /** The words before and after it, and the part of the page around it. */
  near?: { before?: string; after?: string; within?: string };
  /** Where the pointer pressed, in the page's viewport. */
  point?: { x: number; y: number };
  /** Where it was in the page's viewport, and how far the page was scrolled then, for what is in no frame. */
  box?: { x: number; y: number; width: number; height: number; scrollX?: number; scrollY?: number };
}

/** What the person has written at an element, with what its page says of it. */
export interface NewNote {
  /** What they wrote. */
  text: string;
  /** The tab. */
  tabId: number;
  /** Address of the page, or of the frame. */
  url: string;
  /** The element's locator. */
  locator: string;
  /** Its CSS path, for when it has got another name. */
  selector: string;
  /** Which of several matches it is. */
  nth?: number;
  /** The locator of the element that holds its frame. */
  frame?: string;
  /** The element's role. */
  role?: string;
  /** Its accessible name. */
  name?: string;
  /** Where it was in view. */
  box: { x: number; y: number; width: number; height: number };
  /** Its main computed styles. */
  styles: Record<string, string>;
  /** The component that made it. */
  component?: string;
  /** Where in its source, as file:line. */
  source?: string;
}

/** A note is kept. */
export interface Numbered {
  /** Its number. */
  number: number;
}

/** What the popup and the settings page show of the host. */
export interface Overview {
  /** Its version. */
  host: string;
  /** Of the protocol. */
  protocol: number;
  /** Its process id. */
  pid: number;
  /** How long it has been running. */
  uptimeMs: number;
  /** The path of its log. */
  log: string;
  /** Agents that are here. */
  agents: Array<{ id: string; name: string }>;
  /** The focus loops. */
  loops: Array<{ active: boolean; key: string; preview: string; iteration: number; maxIterations: number; leftMs: number; ended: "iterations" | "time" | null }>;
  /** What holds for all agents. */
  policy: PolicyOverview;
}

/** The policy as the settings page shows it. */
export interface PolicyOverview {
  /** The path of config.toml. */
  file: string;
  /** Why it cannot be read; null if it can. */
  problem: string | null;
  /** What holds for all agents. */
  everyone: AgentRules;
  /** What each right is called. */
  titles: Record<string, string>;
}

/** Whether a loop was stopped. */
export interface Stopped {
  /** True if it ran. */
  stopped: boolean;
}

/** How busy the machine is. */
export interface Load {
  /** Tasks that want a processor, for each; 0 where the system does not say. */
  perProcessor: number;
}

/** That it is noted for good. */
export interface Noted {
  /** True. */
  noted: boolean;
}

/** Texts without the values of secrets. */
export interface Masked {
  /** In their order. */
  texts: string[];
}

/** From the extension. */
export interface HelloMessage {
  type: "hello";
  /** Its version. */
  extensionVersion: string;
  /** The newest protocol that it speaks. */
  protocol: number;
  /** The oldest. */
  oldestProtocol?: number;
  /** The Firefox that it is in. */
  firefox: { name: string; version: string; buildID: string };
  /** True if it is the build with the helper. */
  managed: boolean;
  /** Those that have something here: a new host asks if they are still there. */
  agents: string[];
}

/** From the host. */
export interface WelcomeMessage {
  type: "welcome";
  /** The session's name. */
  session: string;
  /** The host's version. */
  hostVersion: string;
  /** True if clz started this Firefox. */
  managed?: boolean;
  /** False for a Firefox without a window, where visuals are not seen. */
  visuals?: boolean;
}

/** From the host. */
export interface RefusedMessage {
  type: "refused";
  /** Why. */
  error: Fault;
}

/** From the host. */
export interface CommandMessage {
  type: "command";
  /** The id of the command. */
  id: string;
  /** Its name. */
  command: string;
  /** Its parameters, with defaults filled in. */
  params: object;
  /** Who asks for it. */
  agent: Agent;
  /** How long it may take. */
  deadlineMs: number;
  /** True if the answer is to say how its element is best named. */
  locator?: boolean;
  /** How to look at its tab once it is done, as in traceMoment. */
  moment?: object;
  /** Those that the command needs. */
  rights?: string[];
  /** What the person is asked first. */
  questions?: RightQuestion[];
  /** What it may not do of itself. */
  confirm?: ToConfirm;
  /** What is entered in place of its text. */
  secretText?: SecretText;
  /** What pictures must not show. */
  hidden?: ConcealedText[];
  /** What goes along with texts that are cut. */
  unseen?: Unseen;
}

/** From the extension. */
export interface ResultMessage {
  type: "result";
  /** The id of the command. */
  id: string;
  /** True if it was done. */
  ok: boolean;
  /** What it gives, if it was done. */
  result?: unknown;
  /** Why it was not done. */
  error?: Fault;
  /** How long it took. */
  ms: number;
  /** Of the element that it acted on. */
  locator?: DurableLocator;
  /** Of its tab, what traceMoment tells, if that was asked. */
  moment?: object;
}

/** From the host. */
export interface CancelMessage {
  type: "cancel";
  /** The id of the command. */
  id: string;
  /** Why. */
  reason: 'cancelled' | 'timeout';
}

/** From the host. */
export interface PolicyMessage {
  type: "policy";
  /** The agent's id. */
  agent: string;
  /** An address must be in every one. */
  lists: DomainList[];
  /** Every right, by name. */
  rights: Record<string, Verdict>;
}

/** From the host. */
export interface FileMessage {
  type: "file";
  /** The id of the command. */
  id: string;
  /** Which of the command's files it is, from 0. */
  file: number;
  /** The file's name. */
  name: string;
  /** Its type. */
  mime: string;
  /** Of the whole file, in bytes. */
  size: number;
  /** Which piece it is, from 0. */
  index: number;
  /** How many pieces there are. */
  total: number;
  /** The piece, in base64. */
  data: string;
}

/** From the extension. */
export interface TakenMessage {
  type: "taken";
}

/** From the host. */
export interface PartMessage {
  type: "part";
  /** The id of the command. */
  id: string;
  /** Which piece it is, from 0. */
  index: number;
  /** How many pieces there are. */
  total: number;
  /** The piece. */
  data: string;
}

/** From the host. */
export interface SecretGoneMessage {
  type: "secretGone";
  /** Its name. */
  name: string;
}

/** From the extension. */
export interface AskMessage {
  type: "ask";
  /** The id of the request. */
  id: string;
  /** What is asked for. */
  name: string;
  /** With what. */
  params: object;
}

/** From the host. */
export interface ToldMessage {
  type: "told";
  /** The id of the request. */
  id: string;
  /** True if it was done. */
  ok: boolean;
  /** What it gives, if it was done. */
  result?: unknown;
  /** Why it was not done. */
  error?: Fault;
}

export type FromHost =
  | WelcomeMessage
  | RefusedMessage
  | CommandMessage
  | CancelMessage
  | PolicyMessage
  | FileMessage
  | PartMessage
  | SecretGoneMessage
  | ToldMessage;

export type FromExtension =
  | HelloMessage
  | ResultMessage
  | TakenMessage
  | AskMessage;

/** What the extension's own pages can ask of the host. */
export interface HostRequests {
  overview: { params: { }; result: Overview };
  load: { params: { }; result: Load };
  stopLoop: { params: { key: string; }; result: Stopped };
  read: { params: { agent: string; site: string; }; result: Noted };
  clearFlows: { params: { agent: string; }; result: Noted };
  note: { params: { agent: string; note: NewNote; }; result: Numbered };
  mask: { params: { texts: string[]; }; result: Masked };
}
