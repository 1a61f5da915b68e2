// Made from clz_core by `make generate`; change the declarations there.

export const PROTOCOL_VERSION = 1;

export const LIMITS = {
  reconnectTries: 10,
  reconnectFirstMs: 1000,
  reconnectMaxMs: 30000,
  maxFromExtensionBytes: 67108864,
  maxTabs: 12,
  autoWaitMs: 5000,
  lookalikes: 5,
  shortIdChars: 12,
  defaultTimeoutMs: 150000,
  mercyTabs: 4,
  reservationMs: 30000,
  maxSlotQueue: 24,
} as const;

export type ErrorCode =
  | "USAGE"
  | "UNKNOWN_COMMAND"
  | "INVALID_PARAMS"
  | "INVALID_TARGET"
  | "REQUEST_TOO_LARGE"
  | "PROTOCOL"
  | "FILE_ERROR"
  | "NOT_CONNECTED"
  | "HOST_GONE"
  | "BROWSER_GONE"
  | "FIREFOX_NOT_FOUND"
  | "FIREFOX_UNSUPPORTED"
  | "BROWSER_START_FAILED"
  | "RUNTIME_PATH_TOO_LONG"
  | "TIMEOUT"
  | "CANCELLED"
  | "AUTH_FAILED"
  | "RUNTIME_UNSAFE"
  | "SESSION_HELD"
  | "OWNERSHIP"
  | "LOOP_ACTIVE"
  | "URL_NOT_ALLOWED"
  | "BUSY"
  | "MUTEX_BUSY"
  | "POOL_FULL"
  | "NO_TABS"
  | "TAB_CLOSED"
  | "TAB_UNAVAILABLE"
  | "PAGE_LOAD_FAILED"
  | "NO_HISTORY"
  | "RESTRICTED_PAGE"
  | "NON_HTML_TAB"
  | "CONTENT_SCRIPT_UNAVAILABLE"
  | "ELEMENT_NOT_FOUND"
  | "AMBIGUOUS_TARGET"
  | "NOT_VISIBLE"
  | "NOT_STEADY"
  | "DISABLED"
  | "COVERED"
  | "NOT_EDITABLE"
  | "UNKNOWN_KEY"
  | "NAVIGATED"
  | "CAPTURE_FAILED"
  | "RESULT_TOO_LARGE"
  | "CLAUDE_SETUP_FAILED"
  | "INTERNAL"
  | "QUEUE_FULL"
  | "NO_REQUESTS"
  | "MODE_MISMATCH"
  | "DOMAIN_BLOCKED"
  | "RIGHT_DENIED";

export const HINTS: Record<ErrorCode, string> = {
  USAGE: "See: clz --help",
  UNKNOWN_COMMAND: "See the commands: clz --help",
  INVALID_PARAMS: "See the command's options: clz COMMAND --help",
  INVALID_TARGET: "Quote the selector and check its syntax.",
  REQUEST_TOO_LARGE: "Send less at once: a request holds at most 10 MB.",
  PROTOCOL: "Both ends must be the same version. See: clz version",
  FILE_ERROR: "Check the path and its permissions.",
  NOT_CONNECTED: "Start Firefox with: clz browser start",
  HOST_GONE: "Start Firefox again with: clz browser start",
  BROWSER_GONE: "Start Firefox again with: clz browser start",
  FIREFOX_NOT_FOUND: "Install Firefox, or set CLZ_FIREFOX to its path.",
  FIREFOX_UNSUPPORTED: "Set CLZ_FIREFOX to a Firefox ESR or Developer Edition.",
  BROWSER_START_FAILED: "See Firefox's own words in the log file named above.",
  RUNTIME_PATH_TOO_LONG: "Set CLZ_RUNTIME_DIR to a shorter path, such as /tmp/clz-$USER.",
  TIMEOUT: "Give it longer: --timeout MILLISECONDS (5000 to 300000).",
  CANCELLED: "Run it again.",
  AUTH_FAILED: "Run the command as the user whose Firefox it is. See: clz status",
  RUNTIME_UNSAFE: "Give the folder to yourself alone: chmod 700 FOLDER",
  SESSION_HELD: "Use another session: --session NAME",
  OWNERSHIP: "Use a tab of your own. See: clz tabs",
  LOOP_ACTIVE: "End that loop first: clz loop stop",
  URL_NOT_ALLOWED: "Use an http:, https:, about: or file: address.",
  BUSY: "Try again when other commands have finished.",
  MUTEX_BUSY: "Try again in a moment.",
  POOL_FULL: "Ask for space: clz pool request. See who holds tabs: clz agents",
  NO_TABS: "Open a page first: clz open URL",
  TAB_CLOSED: "See your tabs: clz tabs",
  TAB_UNAVAILABLE: "See your tabs: clz tabs",
  PAGE_LOAD_FAILED: "Check the address and that its server answers.",
  NO_HISTORY: "Go to a page: clz navigate URL",
  RESTRICTED_PAGE: "Firefox lets no extension into this page. Open another: clz navigate URL",
  NON_HTML_TAB: "This tab shows no HTML. Open another page: clz navigate URL",
  CONTENT_SCRIPT_UNAVAILABLE: "Load the page again: clz reload",
  ELEMENT_NOT_FOUND: "See what is on the page: clz content",
  AMBIGUOUS_TARGET: "Give a narrower selector that matches one of them.",
  NOT_VISIBLE: "Wait for it: clz wait TARGET",
  NOT_STEADY: "Wait until it stops moving, and try again.",
  DISABLED: "Something on the page must enable it first.",
  COVERED: "Close or scroll away what covers it.",
  NOT_EDITABLE: "Name an input, a textarea or an editable element.",
  UNKNOWN_KEY: "Use a key name such as Enter, Tab, Escape, ArrowDown or a single character.",
  NAVIGATED: "The page changed while the command ran. Look again, then go on.",
  CAPTURE_FAILED: "Try again; if it stays, reload the page: clz reload",
  RESULT_TOO_LARGE: "Ask for less: a result holds at most 64 MB.",
  CLAUDE_SETUP_FAILED: "Run the commands named above by hand.",
  INTERNAL: "This is a fault in clz. The log says more: clz status names the file.",
  QUEUE_FULL: "Try again later: clz pool status shows who waits.",
  NO_REQUESTS: "Nothing to do. See: clz pool status",
  MODE_MISMATCH: "Allow it in about:addons: Claudezilla, Run in Private Windows.",
  DOMAIN_BLOCKED: "Ask the person to allow it. See what is allowed: clz config get allowedDomains",
  RIGHT_DENIED: "Ask the person to allow it in config.toml. See: clz config list",
};

/** Open a page in a new tab of your own, starting Firefox when none is running. */
export interface CreateWindowParams {
  /** Address of the page (http, https, about or file). */
  url: string;
  /** How far the page must have loaded before the command is done. */
  waitUntil: "load" | "domcontentloaded" | "none";
  /** Give it cookies, storage and a cache of your own, removed with you. */
  isolated: boolean;
  /** Open it in a private window, where the person allows that. */
  private?: boolean;
  /** Show it at once. Default: it opens in the background. */
  foreground: boolean;
}

export interface CreateWindowResult {
  /** The window that holds the tabs of all agents. */
  windowId: number;
  /** The tab. */
  tabId: number;
  /** Your agent id, cut short. */
  ownerId: string;
  /** Tabs in the pool now. */
  tabCount: number;
  /** Tabs the pool can hold. */
  maxTabs: number;
  /** True where the window was opened for this tab. */
  isNewWindow: boolean;
  /** True for a private window. */
  isPrivate: boolean;
  /** True where cookies and storage are your own. */
  isIsolated: boolean;
  /** Your oldest tab, closed to make room; null where none was. */
  closedOldestTab: number | null;
  /** Agents that wait for a tab; give one up where you have many. */
  waiting: number;
  /** Address of the page. */
  url: string;
  /** Title of the page. */
  title: string;
}

/** Go to another page in your tab. */
export interface NavigateParams {
  /** Address of the page (http, https, about or file). */
  url: string;
  /** How far the page must have loaded before the command is done. */
  waitUntil: "load" | "domcontentloaded" | "none";
  /** The tab to act in, as listed by `clz tabs`. Default: your current tab. */
  tabId?: number;
}

export interface NavigateResult {
  /** The tab. */
  tabId: number;
  /** Address of the page. */
  url: string;
  /** Title of the page. */
  title: string;
}

/** Go back one page. */
export interface BackParams {
  /** How far the page must have loaded before the command is done. */
  waitUntil: "load" | "domcontentloaded" | "none";
  /** The tab to act in, as listed by `clz tabs`. Default: your current tab. */
  tabId?: number;
}

export interface BackResult {
  /** The tab. */
  tabId: number;
  /** Address of the page. */
  url: string;
  /** Title of the page. */
  title: string;
}

/** Go forward one page. */
export interface ForwardParams {
  /** How far the page must have loaded before the command is done. */
  waitUntil: "load" | "domcontentloaded" | "none";
  /** The tab to act in, as listed by `clz tabs`. Default: your current tab. */
  tabId?: number;
}

export interface ForwardResult {
  /** The tab. */
  tabId: number;
  /** Address of the page. */
  url: string;
  /** Title of the page. */
  title: string;
}

/** Load the page again. */
export interface ReloadParams {
  /** Fetch everything anew, past the cache. */
  bypassCache: boolean;
  /** How far the page must have loaded before the command is done. */
  waitUntil: "load" | "domcontentloaded" | "none";
  /** The tab to act in, as listed by `clz tabs`. Default: your current tab. */
  tabId?: number;
}

export interface ReloadResult {
  /** The tab. */
  tabId: number;
  /** Address of the page. */
  url: string;
  /** Title of the page. */
  title: string;
}

/** List the tabs of the pool: yours, and whose the others are. */
export interface GetTabsParams {
}

export interface GetTabsResult {
  /** One entry a tab; address and title of your own tabs only. */
  tabs: Array<{ tabId: number; windowId: number; url: string; title: string; status: string; owner: string; mine: boolean; current: boolean; shared: boolean }>;
  /** Tabs in the pool now. */
  tabCount: number;
  /** Tabs the pool can hold. */
  maxTabs: number;
  /** Agents that wait for a tab; give one up where you have many. */
  waiting: number;
}

/** Close a tab of your own. */
export interface CloseTabParams {
  /** The tab to close. Default: your current tab. */
  tabId?: number;
}

export interface CloseTabResult {
  /** The tab that was closed. */
  closed: number;
  /** Your current tab now. */
  current: number | null;
  /** Tabs in the pool now. */
  tabCount: number;
}

/** Make one of your tabs the current one, where your commands go. */
export interface SelectTabParams {
  /** The tab, as listed by `clz tabs`. */
  tabId: number;
  /** Show it in its window too. */
  foreground: boolean;
}

export interface SelectTabResult {
  /** The tab. */
  tabId: number;
  /** Address of the page. */
  url: string;
  /** Title of the page. */
  title: string;
}

/** Print the visible text of the page, or of one element. */
export interface GetContentParams {
  /** Element to read. Default: the whole page. */
  target?: string;
  /** Give the HTML too. */
  includeHtml: boolean;
  /** Most characters of text to give. */
  maxLength: number;
  /** The tab to act in, as listed by `clz tabs`. Default: your current tab. */
  tabId?: number;
}

export interface GetContentResult {
  /** The tab. */
  tabId: number;
  /** Address of the page. */
  url: string;
  /** Title of the page. */
  title: string;
  /** Visible text, without script and style text. */
  text: string;
  /** Characters of the whole text. */
  textLength: number;
  /** True where the text was cut at maxLength. */
  truncated: boolean;
  /** HTML of the element, where it was asked for. */
  html?: string;
}

/** Save a picture of the page as your tab shows it, without switching tabs. */
export interface ScreenshotParams {
  /** Preset of quality and scale: quick-glance 30 %, ×0.25; read-text 60 %, ×0.5; inspect-ui 80 %, ×0.75; full-detail 95 %, ×1. */
  purpose: "quick-glance" | "read-text" | "inspect-ui" | "full-detail";
  /** JPEG quality in percent, instead of the preset's. */
  quality?: number;
  /** Pixels per CSS pixel, instead of the preset's. */
  scale?: number;
  /** File format. Default: by the ending of PATH, else jpeg. */
  format?: "jpeg" | "png";
  /** The tab to act in, as listed by `clz tabs`. Default: your current tab. */
  tabId?: number;
}

export interface ScreenshotResult {
  /** The tab. */
  tabId: number;
  /** Address of the page. */
  url: string;
  /** Title of the page. */
  title: string;
  /** The picture, in base64. */
  image: string;
  /** Its format. */
  format: 'jpeg' | 'png';
  /** Its width in pixels. */
  width: number;
  /** Its height in pixels. */
  height: number;
  /** JPEG quality used, in percent. */
  quality: number;
  /** Pixels per CSS pixel used. */
  scale: number;
}

/** Click an element, once it is there, visible, steady, enabled and not covered. */
export interface ClickParams {
  /** Element to click. */
  target: string;
  /** How long to wait until the element is there and ready, in milliseconds; 0 looks once. */
  waitMs: number;
  /** The tab to act in, as listed by `clz tabs`. Default: your current tab. */
  tabId?: number;
}

export interface ClickResult {
  /** True: the click was sent. */
  clicked: boolean;
  /** Its tag, in lower case. */
  tagName: string;
  /** Its text or label, cut at 100 characters. */
  text: string;
  /** Its id attribute. */
  id: string;
  /** Its class attribute. */
  className: string;
  /** The tab. */
  tabId: number;
  /** Address of the page. */
  url: string;
  /** True where the page cannot tell the click from a person's. */
  trusted: boolean;
}

/** Type text into an input, a textarea or an editable element. */
export interface TypeParams {
  /** Element to type into. */
  target: string;
  /** Text to type. */
  text: string;
  /** Empty the field first. */
  clear: boolean;
  /** How long to wait until the element is there and ready, in milliseconds; 0 looks once. */
  waitMs: number;
  /** The tab to act in, as listed by `clz tabs`. Default: your current tab. */
  tabId?: number;
}

export interface TypeResult {
  /** True: the text was sent. */
  typed: boolean;
  /** What the field holds now; masked for passwords. */
  currentValue: string;
  /** Its tag, in lower case. */
  tagName: string;
  /** Its text or label, cut at 100 characters. */
  text: string;
  /** Its id attribute. */
  id: string;
  /** Its class attribute. */
  className: string;
  /** The tab. */
  tabId: number;
  /** Address of the page. */
  url: string;
  /** True where the page cannot tell the keys from a person's. */
  trusted: boolean;
}

/** Press a key, on an element or wherever the focus is. */
export interface PressKeyParams {
  /** Key name, such as Enter, Tab, ArrowDown or a. */
  key: string;
  /** Element to focus first. Default: the focused one. */
  target?: string;
  /** Hold Control down. */
  ctrl: boolean;
  /** Hold Shift down. */
  shift: boolean;
  /** Hold Alt down. */
  alt: boolean;
  /** Hold Meta down. */
  meta: boolean;
  /** How long to wait until the element is there and ready, in milliseconds; 0 looks once. */
  waitMs: number;
  /** The tab to act in, as listed by `clz tabs`. Default: your current tab. */
  tabId?: number;
}

export interface PressKeyResult {
  /** The key. */
  key: string;
  /** A selector of the element that got it. */
  target: string;
  /** Modifiers held down. */
  modifiers: string[];
  /** The tab. */
  tabId: number;
  /** Address of the page. */
  url: string;
  /** True where the page cannot tell the key from a person's. */
  trusted: boolean;
}

/** Wait until an element is visible, a text is on the page, or its address matches. */
export interface WaitForParams {
  /** Element to wait for. */
  target?: string;
  /** Text that must be on the page. */
  text?: string;
  /** Glob that the address must match: * within a path part, ** across. */
  url?: string;
  /** How long to wait, in milliseconds. */
  waitMs: number;
  /** The tab to act in, as listed by `clz tabs`. Default: your current tab. */
  tabId?: number;
}

export interface WaitForResult {
  /** True: all that was asked for holds. */
  found: boolean;
  /** Milliseconds it took. */
  elapsed: number;
  /** True where the element is visible. */
  visible?: boolean;
  /** Where the element is, in CSS pixels of the viewport. */
  position?: { x: number; y: number; width: number; height: number };
  /** The tab. */
  tabId: number;
  /** Address of the page. */
  url: string;
}

/** Ask for a tab when the pool is full; the next free place is kept for you for 30 seconds. */
export interface RequestTabSpaceParams {
}

export interface RequestTabSpaceResult {
  /** Agents that wait for a tab, first come first. */
  requests: Array<{ agent: string; waitingMs: number }>;
  /** Places kept for those whose turn it is. */
  reservations: Array<{ agent: string; expiresInMs: number }>;
  /** Other agents with more than 4 tabs: they are asked to give one up. */
  holders: Array<{ owner: string; tabs: number }>;
  /** Your place in the queue, or for how long a place is kept for you. */
  yours: { position: number | null; reservedMs: number | null };
  /** Tabs in the pool now. */
  tabCount: number;
  /** Tabs the pool can hold. */
  maxTabs: number;
}

/** Give your oldest tab up for the agent that has waited longest. */
export interface GrantTabSpaceParams {
}

export interface GrantTabSpaceResult {
  /** True. */
  granted: boolean;
  /** Your tab that was closed. */
  closedTabId: number;
  /** The agent that gets the place, its id cut short. */
  grantedTo: string;
  /** Tabs in the pool now. */
  tabCount: number;
}

/** Show who waits for a tab, for whom places are kept, and who holds many. */
export interface GetSlotRequestsParams {
}

export interface GetSlotRequestsResult {
  /** Agents that wait for a tab, first come first. */
  requests: Array<{ agent: string; waitingMs: number }>;
  /** Places kept for those whose turn it is. */
  reservations: Array<{ agent: string; expiresInMs: number }>;
  /** Other agents with more than 4 tabs: they are asked to give one up. */
  holders: Array<{ owner: string; tabs: number }>;
  /** Your place in the queue, or for how long a place is kept for you. */
  yours: { position: number | null; reservedMs: number | null };
  /** Tabs in the pool now. */
  tabCount: number;
  /** Tabs the pool can hold. */
  maxTabs: number;
}

/** Close all your tabs and forget you; the host asks this for an agent that is gone. */
export interface CleanupOrphanedTabsParams {
}

export interface CleanupOrphanedTabsResult {
  /** The tabs that were closed. */
  closed: number[];
}

/** Show your settings and the policy that holds for you. */
export interface GetConfigParams {
  /** The one setting to show. Default: all. */
  key?: "allowedDomains" | "rights";
}

export interface GetConfigResult {
  /** Lists of domains that an address must pass, each with where it stands; none: every address is allowed. */
  allowedDomains?: Array<{ rule: string; domains: string[] }>;
  /** What you may do, each with where it is set. */
  rights?: Record<string, { allowed: boolean; rule: string }>;
  /** The requests of your tabs that were refused last. */
  blocked?: Array<{ tabId: number; url: string; type: string; rule: string }>;
}

/** List every setting with where its value stands. */
export interface ListConfigParams {
}

export interface ListConfigResult {
  /** Lists of domains that an address must pass, each with where it stands; none: every address is allowed. */
  allowedDomains: Array<{ rule: string; domains: string[] }>;
  /** What you may do, each with where it is set. */
  rights: Record<string, { allowed: boolean; rule: string }>;
  /** The requests of your tabs that were refused last. */
  blocked: Array<{ tabId: number; url: string; type: string; rule: string }>;
}

/** Narrow where your own tabs may go, for as long as you are there. */
export interface SetConfigParams {
  /** Domains that your tabs may reach from now on; each must be allowed already. */
  allowedDomains?: string[];
}

export interface SetConfigResult {
  /** Lists of domains that an address must pass, each with where it stands; none: every address is allowed. */
  allowedDomains: Array<{ rule: string; domains: string[] }>;
  /** What you may do, each with where it is set. */
  rights: Record<string, { allowed: boolean; rule: string }>;
  /** The requests of your tabs that were refused last. */
  blocked: Array<{ tabId: number; url: string; type: string; rule: string }>;
}

/** Say whether the policy lets you open an address, and which rule does not. */
export interface CanNavigateParams {
  /** Address of the page (http, https, about or file). */
  url: string;
}

export interface CanNavigateResult {
  /** True where the policy lets you open it. */
  allowed: boolean;
  /** The address. */
  url: string;
  /** The rule that keeps you from it. */
  rule: string | null;
}

/** Show whether your tabs open in the shared window or in a private one. */
export interface GetWindowModeParams {
}

export interface GetWindowModeResult {
  /** Where `clz open` opens your tabs. */
  mode: "normal" | "private";
  /** True where the person allows Claudezilla in private windows. */
  privateAllowed: boolean;
}

/** Have your tabs open in a private window from now on, where the person allows that. */
export interface SetPrivateModeParams {
  /** Private, or with --no-enabled in the shared window again. */
  enabled: boolean;
}

export interface SetPrivateModeResult {
  /** Where `clz open` opens your tabs. */
  mode: "normal" | "private";
  /** True where the person allows Claudezilla in private windows. */
  privateAllowed: boolean;
}

/** Check the way to the extension and back. */
export interface PingParams {
}

export interface PingResult {
  /** True. */
  pong: boolean;
}

/** Have the Firefox that clz started close its windows, and so end with everything saved. */
export interface QuitBrowserParams {
}

export interface QuitBrowserResult {
  /** True: Firefox ends now. */
  quitting: boolean;
}

/** Load the extension anew, as after an update; tabs stay open, and are no longer yours. */
export interface ReloadExtensionParams {
}

export interface ReloadExtensionResult {
  /** True: the extension goes down now and connects again. */
  reloading: boolean;
}

export interface Commands {
  createWindow: { params: CreateWindowParams; result: CreateWindowResult };
  navigate: { params: NavigateParams; result: NavigateResult };
  back: { params: BackParams; result: BackResult };
  forward: { params: ForwardParams; result: ForwardResult };
  reload: { params: ReloadParams; result: ReloadResult };
  getTabs: { params: GetTabsParams; result: GetTabsResult };
  closeTab: { params: CloseTabParams; result: CloseTabResult };
  selectTab: { params: SelectTabParams; result: SelectTabResult };
  getContent: { params: GetContentParams; result: GetContentResult };
  screenshot: { params: ScreenshotParams; result: ScreenshotResult };
  click: { params: ClickParams; result: ClickResult };
  type: { params: TypeParams; result: TypeResult };
  pressKey: { params: PressKeyParams; result: PressKeyResult };
  waitFor: { params: WaitForParams; result: WaitForResult };
  requestTabSpace: { params: RequestTabSpaceParams; result: RequestTabSpaceResult };
  grantTabSpace: { params: GrantTabSpaceParams; result: GrantTabSpaceResult };
  getSlotRequests: { params: GetSlotRequestsParams; result: GetSlotRequestsResult };
  cleanupOrphanedTabs: { params: CleanupOrphanedTabsParams; result: CleanupOrphanedTabsResult };
  getConfig: { params: GetConfigParams; result: GetConfigResult };
  listConfig: { params: ListConfigParams; result: ListConfigResult };
  setConfig: { params: SetConfigParams; result: SetConfigResult };
  canNavigate: { params: CanNavigateParams; result: CanNavigateResult };
  getWindowMode: { params: GetWindowModeParams; result: GetWindowModeResult };
  setPrivateMode: { params: SetPrivateModeParams; result: SetPrivateModeResult };
  ping: { params: PingParams; result: PingResult };
  quitBrowser: { params: QuitBrowserParams; result: QuitBrowserResult };
  reloadExtension: { params: ReloadExtensionParams; result: ReloadExtensionResult };
}

export type CommandName = keyof Commands;

export const COMMANDS: Record<CommandName, { tab: boolean; changes: boolean }> = {
  createWindow: { tab: false, changes: true },
  navigate: { tab: true, changes: true },
  back: { tab: true, changes: true },
  forward: { tab: true, changes: true },
  reload: { tab: true, changes: true },
  getTabs: { tab: false, changes: false },
  closeTab: { tab: true, changes: true },
  selectTab: { tab: true, changes: true },
  getContent: { tab: true, changes: false },
  screenshot: { tab: true, changes: false },
  click: { tab: true, changes: true },
  type: { tab: true, changes: true },
  pressKey: { tab: true, changes: true },
  waitFor: { tab: true, changes: false },
  requestTabSpace: { tab: false, changes: true },
  grantTabSpace: { tab: false, changes: true },
  getSlotRequests: { tab: false, changes: false },
  cleanupOrphanedTabs: { tab: false, changes: true },
  getConfig: { tab: false, changes: false },
  listConfig: { tab: false, changes: false },
  setConfig: { tab: false, changes: true },
  canNavigate: { tab: false, changes: false },
  getWindowMode: { tab: false, changes: false },
  setPrivateMode: { tab: false, changes: true },
  ping: { tab: false, changes: false },
  quitBrowser: { tab: false, changes: true },
  reloadExtension: { tab: false, changes: true },
};
