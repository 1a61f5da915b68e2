// Made from clz_core by `make generate`; change the declarations there.

export const PROTOCOL_VERSION = 1;
export const OLDEST_PROTOCOL = 1;

export const LIMITS = {
  reconnectTries: 10,
  reconnectFirstMs: 1000,
  reconnectMaxMs: 30000,
  maxFromExtensionBytes: 67108864,
  maxJsonDepth: 200,
  maxTabs: 12,
  autoWaitMs: 5000,
  hangGraceMs: 4000,
  documentEndMs: 5000,
  readMs: 12000,
  maxTextChars: 10000000,
  waitForMs: 30000,
  lookalikes: 5,
  shortIdChars: 12,
  defaultTimeoutMs: 150000,
  pictureSidePx: 2000,
  maxProfileChars: 50331648,
  consoleEntries: 500,
  consoleMessageChars: 4000,
  networkEntries: 200,
  recordedEntries: 2000,
  bodiesBytes: 52428800,
  bodyPreviewChars: 500,
  maxSourceMapBytes: 20971520,
  sourceMapsMs: 2000,
  maxKeptBytes: 67108864,
  socketMessages: 5000,
  socketHeadBytes: 32,
  unseenChars: 4096,
  bodiesSentBytes: 62914560,
  fairShareTabs: 4,
  reservationMs: 30000,
  maxSlotQueue: 24,
  minSidePx: 100,
  maxSidePx: 4096,
  popupsAtOnce: 3,
  popupEveryMs: 10000,
  popupsOpen: 6,
  closeMs: 1500,
  closeTries: 5,
  safeEvaluationMs: 2000,
  maxExpressionDepth: 100,
  noiseStock: 600,
  noisePerS: 100,
  maxRoutes: 1000,
  maxRoutesBytes: 268435456,
  maxExtraHeaders: 100,
  maxInitScripts: 20,
  maxStateOrigins: 200,
  maxClipboardChars: 1000000,
  maxCallChars: 1000000,
  heldSilenceMs: 10000,
  maxFetchedBytes: 33554432,
  bodyBytes: 1048576,
  maxStorageEntries: 1000,
  maxStateBytes: 9000000,
  maxNoteChars: 2000,
  errorMarginMs: 30,
  pageMarginMs: 40,
  stabilityGraceMs: 100,
  captureMarginMs: 1000,
  consentMarginMs: 500,
  waitToleranceMs: 250,
  expectMarginMs: 100,
} as const;

export const HINTS = {
  USAGE: "See: clz --help",
  UNKNOWN_COMMAND: "See the commands: clz --help",
  INVALID_PARAMS: "See the command's options: clz COMMAND --help",
  INVALID_TARGET: "Quote the selector and check its syntax.",
  REQUEST_TOO_LARGE: "Send less: a request holds at most 10 MB.",
  PROTOCOL: "Both ends must be the same version. See: clz version",
  FILE_ERROR: "Check the path and its permissions.",
  INVALID_EXPRESSION: "Quote the expression for the shell and check its syntax.",
  NOT_CONNECTED: "Start Firefox with: clz browser start",
  HOST_GONE: "Start Firefox again with: clz browser start",
  BROWSER_GONE: "Start Firefox again with: clz browser start",
  FIREFOX_NOT_FOUND: "Install Firefox, or set CLZ_FIREFOX to its path.",
  FIREFOX_UNSUPPORTED: "Set CLZ_FIREFOX to a Firefox ESR or Developer Edition.",
  BROWSER_START_FAILED: "See Firefox's messages in the log file named above.",
  RUNTIME_PATH_TOO_LONG: "Set CLZ_RUNTIME_DIR to a shorter path, such as /tmp/clz-$USER.",
  MACHINE_UNREACHABLE: "See what is in the way: clz remote doctor MACHINE",
  MACHINE_REFUSED: "Test the connection: ssh MACHINE",
  MACHINE_NOT_READY: "Install clz there: clz remote install MACHINE",
  FLEET_UNREACHABLE: "Check that its scheduler runs and accepts connections from here.",
  TIMEOUT: "Give it longer: --timeout MILLISECONDS (5000 to 300000).",
  CANCELLED: "Run it again.",
  AUTH_FAILED: "Run the command as the user whose Firefox it is. See: clz status",
  RUNTIME_UNSAFE: "Make the folder private: chmod 700 FOLDER",
  SESSION_HELD: "Use another session: --session NAME",
  OWNERSHIP: "Use a tab of your own. See: clz tabs",
  LOOP_ACTIVE: "End that loop first: clz loop stop",
  URL_NOT_ALLOWED: "Use an http:, https:, about:, file: or data: address.",
  UNSAFE_EXPRESSION: "Only read the page, or allow everything: clz eval EXPRESSION --unsafe",
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
  ELEMENT_NOT_FOUND: "See what can be acted on: clz snapshot -i",
  AMBIGUOUS_TARGET: "Give a narrower selector that matches one of them.",
  NOT_VISIBLE: "Open what hides it first. To wait until it shows: clz wait TARGET",
  NOT_STABLE: "Wait until it stops moving. If it never does: --force",
  DISABLED: "Something on the page must enable it first.",
  COVERED: "Close or scroll away what covers it.",
  NOT_EDITABLE: "Name an input, a textarea or an editable element.",
  UNKNOWN_KEY: "Use a key name such as Enter, Tab, Escape, ArrowDown or a single character.",
  NAVIGATED: "The page changed while the command ran. Look again, then continue.",
  CAPTURE_FAILED: "Try again; if it stays, reload the page: clz reload",
  RESULT_TOO_LARGE: "Ask for less: a result holds at most 64 MB.",
  CLAUDE_SETUP_FAILED: "Run the commands named above by hand.",
  INTERNAL: "This is a fault in clz. The log says more: clz status names the file.",
  EVALUATION_FAILED: "The page threw this. Check the expression.",
  HELPER_MISSING: "Install a Firefox that has the helper: clz browser install",
  STALE_REF: "Take a new snapshot, and use the refs in it: clz snapshot -i",
  NO_ARTICLE: "Read the whole page: clz content --format markdown",
  OPTION_NOT_FOUND: "Name one of its options, listed above.",
  DIALOG_OPEN: "Answer it: clz dialog accept, or clz dialog dismiss",
  NO_DIALOG: "No dialog is open. See: clz dialog status",
  NO_EFFECT: "See what the page shows: clz snapshot -i",
  DOWNLOAD_FAILED: "Try again; the server or the disk may have stopped it.",
  QUEUE_FULL: "Try again later: clz pool status shows who waits.",
  NO_AUTHENTICATOR: "Turn a virtual authenticator on: clz passkey on",
  NO_REQUESTS: "Nothing to do. See: clz pool status",
  MODE_MISMATCH: "Allow it in about:addons: Claudezilla, Run in Private Windows.",
  DOMAIN_BLOCKED: "Ask the person to allow it. See what is allowed: clz config get",
  FLOW_REFUSED: "See where you may go: clz config get. The person ends that in the popup of Claudezilla, or in clz show.",
  NOT_CONFIRMED: "Ask the person to confirm it: clz show. Then run the command again.",
  RIGHT_DENIED: "Ask the person to allow it in config.toml. See: clz config list",
  CONFIG_INVALID: "Fix the file named above. See: clz config list",
  CONFIRMATION_NEEDED: "Do it all: clz setup --yes. Only look: clz setup --dry-run",
  SETUP_FAILED: "Run it again: it skips what is done already.",
  RESULT_TOO_DEEP: "Ask for less: for the deeper part by itself, or for its text.",
  TAB_BUSY: "Try again when that is done, or use a tab of your own: clz open URL",
  SCRIPT_INVALID: "Fix the lines named above, then: clz run --check PATH",
  EXPECTATION_FAILED: "See what is on the page: clz snapshot",
  LOG_INCOMPLETE: "Clear it before what you want to look at: clz network --clear",
  NO_BODY: "Record bodies: clz network record on. Then make the page ask again: clz reload",
  SERVER_ENDED: "Run its command by itself to see more.",
  AMBIGUOUS_TAB: "Call again with the `tabId` that clz open gave you. If it gave you none: clz open URL",
  NO_WINDOW: "Start it with one, and open the page again: clz browser stop; clz browser start --headed",
  NEEDS_MANAGED: "Get a Firefox that can: clz browser install",
  SECRET_NOT_FOUND: "See them: clz secret list",
  SECRET_NOT_FOR_SITE: "Only the person can allow it for this site: clz secret set NAME --for DOMAIN",
  KEYRING_FAILED: "Unlock the keyring of your desktop, then try again. See: clz secret list",
  COOKIE_NOT_FOUND: "See them: clz cookies",
  COOKIE_REFUSED: "See the cookies that are there: clz cookies --all",
  STATE_INVALID: "Save it again: clz state save FILE",
  STORAGE_FULL: "Firefox keeps 5 MB for each site. Load less of it.",
  LOGIN_EXPIRED: "Log in again, then: clz state save FILE",
  STORAGE_KEY_NOT_FOUND: "See them: clz storage local",
  STORAGE_UNAVAILABLE: "This document has no origin, or may store nothing. Open a page of the site, or name its frame: --frame TARGET",
  DATABASE_OPEN: "Load the state before the site is opened: clz open URL --isolated --state FILE",
  CLIPBOARD_EMPTY: "Put something there: clz clipboard write TEXT",
  CLIPBOARD_UNAVAILABLE: "Use your own clipboard: leave out --system",
  FIREFOX_NOT_GENUINE: "Nothing was installed. Something on the way changes what Mozilla sends: try another network.",
  PAGE_HANGS: "End it: clz reload, or clz tab close. In all your tabs: clz doctor --fix",
};

export type ErrorCode = keyof typeof HINTS;

/** The key for each spelling, without its case and what parts its words. */
export const KEY_SPELLINGS: Record<string, string> = {
  enter: "Enter",
  tab: "Tab",
  escape: "Escape",
  backspace: "Backspace",
  delete: "Delete",
  insert: "Insert",
  arrowleft: "ArrowLeft",
  arrowup: "ArrowUp",
  arrowright: "ArrowRight",
  arrowdown: "ArrowDown",
  home: "Home",
  end: "End",
  pageup: "PageUp",
  pagedown: "PageDown",
  space: "Space",
  contextmenu: "ContextMenu",
  capslock: "CapsLock",
  numlock: "NumLock",
  scrolllock: "ScrollLock",
  printscreen: "PrintScreen",
  pause: "Pause",
  altgraph: "AltGraph",
  control: "Control",
  shift: "Shift",
  alt: "Alt",
  meta: "Meta",
  controlormeta: "ControlOrMeta",
  controlleft: "ControlLeft",
  controlright: "ControlRight",
  shiftleft: "ShiftLeft",
  shiftright: "ShiftRight",
  altleft: "AltLeft",
  altright: "AltRight",
  metaleft: "MetaLeft",
  metaright: "MetaRight",
  f1: "F1",
  f2: "F2",
  f3: "F3",
  f4: "F4",
  f5: "F5",
  f6: "F6",
  f7: "F7",
  f8: "F8",
  f9: "F9",
  f10: "F10",
  f11: "F11",
  f12: "F12",
  f13: "F13",
  f14: "F14",
  f15: "F15",
  f16: "F16",
  f17: "F17",
  f18: "F18",
  f19: "F19",
  f20: "F20",
  f21: "F21",
  f22: "F22",
  f23: "F23",
  f24: "F24",
  numpad0: "Numpad0",
  numpad1: "Numpad1",
  numpad2: "Numpad2",
  numpad3: "Numpad3",
  numpad4: "Numpad4",
  numpad5: "Numpad5",
  numpad6: "Numpad6",
  numpad7: "Numpad7",
  numpad8: "Numpad8",
  numpad9: "Numpad9",
  numpadenter: "NumpadEnter",
  numpadmultiply: "NumpadMultiply",
  numpadadd: "NumpadAdd",
  numpadsubtract: "NumpadSubtract",
  numpaddecimal: "NumpadDecimal",
  numpaddivide: "NumpadDivide",
  minus: "Minus",
  equal: "Equal",
  bracketleft: "BracketLeft",
  bracketright: "BracketRight",
  backslash: "Backslash",
  semicolon: "Semicolon",
  quote: "Quote",
  comma: "Comma",
  period: "Period",
  slash: "Slash",
  backquote: "Backquote",
  return: "Enter",
  ret: "Enter",
  cr: "Enter",
  esc: "Escape",
  bs: "Backspace",
  bksp: "Backspace",
  del: "Delete",
  ins: "Insert",
  spacebar: "Space",
  spc: "Space",
  left: "ArrowLeft",
  leftarrow: "ArrowLeft",
  up: "ArrowUp",
  uparrow: "ArrowUp",
  right: "ArrowRight",
  rightarrow: "ArrowRight",
  down: "ArrowDown",
  downarrow: "ArrowDown",
  pgup: "PageUp",
  prior: "PageUp",
  pgdn: "PageDown",
  pgdown: "PageDown",
  next: "PageDown",
  menu: "ContextMenu",
  apps: "ContextMenu",
  prtsc: "PrintScreen",
  prtscn: "PrintScreen",
  prntscrn: "PrintScreen",
  sysrq: "PrintScreen",
  break: "Pause",
  altgr: "AltGraph",
  isolevel3shift: "AltGraph",
  ctrl: "Control",
  ctl: "Control",
  option: "Alt",
  opt: "Alt",
  cmd: "Meta",
  command: "Meta",
  super: "Meta",
  win: "Meta",
  windows: "Meta",
  os: "Meta",
  mod: "ControlOrMeta",
  cmdorctrl: "ControlOrMeta",
  commandorcontrol: "ControlOrMeta",
  ctrlorcmd: "ControlOrMeta",
  hyphen: "Minus",
  equals: "Equal",
  apostrophe: "Quote",
  dot: "Period",
  grave: "Backquote",
  backtick: "Backquote",
  plus: "+",
  asterisk: "*",
  exclam: "!",
  exclamation: "!",
  question: "?",
  underscore: "_",
  colon: ":",
  quotedbl: "\"",
  doublequote: "\"",
  ampersand: "&",
  percent: "%",
  dollar: "$",
  numbersign: "#",
  hash: "#",
  at: "@",
  less: "<",
  greater: ">",
  parenleft: "(",
  parenright: ")",
  braceleft: "{",
  braceright: "}",
  bar: "|",
  asciitilde: "~",
  tilde: "~",
  asciicircum: "^",
  caret: "^",
  leftcontrol: "ControlLeft",
  controll: "ControlLeft",
  lcontrol: "ControlLeft",
  leftctrl: "ControlLeft",
  ctrlleft: "ControlLeft",
  ctrll: "ControlLeft",
  lctrl: "ControlLeft",
  rightcontrol: "ControlRight",
  controlr: "ControlRight",
  rcontrol: "ControlRight",
  rightctrl: "ControlRight",
  ctrlright: "ControlRight",
  ctrlr: "ControlRight",
  rctrl: "ControlRight",
  leftshift: "ShiftLeft",
  shiftl: "ShiftLeft",
  lshift: "ShiftLeft",
  rightshift: "ShiftRight",
  shiftr: "ShiftRight",
  rshift: "ShiftRight",
  leftalt: "AltLeft",
  altl: "AltLeft",
  lalt: "AltLeft",
  leftoption: "AltLeft",
  optionleft: "AltLeft",
  optionl: "AltLeft",
  loption: "AltLeft",
  rightalt: "AltRight",
  altr: "AltRight",
  ralt: "AltRight",
  rightoption: "AltRight",
  optionright: "AltRight",
  optionr: "AltRight",
  roption: "AltRight",
  leftmeta: "MetaLeft",
  metal: "MetaLeft",
  lmeta: "MetaLeft",
  leftsuper: "MetaLeft",
  superleft: "MetaLeft",
  superl: "MetaLeft",
  lsuper: "MetaLeft",
  leftwin: "MetaLeft",
  winleft: "MetaLeft",
  winl: "MetaLeft",
  lwin: "MetaLeft",
  leftwindows: "MetaLeft",
  windowsleft: "MetaLeft",
  windowsl: "MetaLeft",
  lwindows: "MetaLeft",
  leftcmd: "MetaLeft",
  cmdleft: "MetaLeft",
  cmdl: "MetaLeft",
  lcmd: "MetaLeft",
  leftcommand: "MetaLeft",
  commandleft: "MetaLeft",
  commandl: "MetaLeft",
  lcommand: "MetaLeft",
  rightmeta: "MetaRight",
  metar: "MetaRight",
  rmeta: "MetaRight",
  rightsuper: "MetaRight",
  superright: "MetaRight",
  superr: "MetaRight",
  rsuper: "MetaRight",
  rightwin: "MetaRight",
  winright: "MetaRight",
  winr: "MetaRight",
  rwin: "MetaRight",
  rightwindows: "MetaRight",
  windowsright: "MetaRight",
  windowsr: "MetaRight",
  rwindows: "MetaRight",
  rightcmd: "MetaRight",
  cmdright: "MetaRight",
  cmdr: "MetaRight",
  rcmd: "MetaRight",
  rightcommand: "MetaRight",
  commandright: "MetaRight",
  commandr: "MetaRight",
  rcommand: "MetaRight",
  kp0: "Numpad0",
  num0: "Numpad0",
  kp1: "Numpad1",
  num1: "Numpad1",
  kp2: "Numpad2",
  num2: "Numpad2",
  kp3: "Numpad3",
  num3: "Numpad3",
  kp4: "Numpad4",
  num4: "Numpad4",
  kp5: "Numpad5",
  num5: "Numpad5",
  kp6: "Numpad6",
  num6: "Numpad6",
  kp7: "Numpad7",
  num7: "Numpad7",
  kp8: "Numpad8",
  num8: "Numpad8",
  kp9: "Numpad9",
  num9: "Numpad9",
  kpenter: "NumpadEnter",
  kpmultiply: "NumpadMultiply",
  multiply: "NumpadMultiply",
  kpadd: "NumpadAdd",
  add: "NumpadAdd",
  kpsubtract: "NumpadSubtract",
  subtract: "NumpadSubtract",
  kpdecimal: "NumpadDecimal",
  decimal: "NumpadDecimal",
  kpdivide: "NumpadDivide",
  divide: "NumpadDivide",
};

/** What several commands take. */
export interface OftenGiven {
  /** list of the keys, get KEY, set KEY VALUE, delete KEY, or clear. */
  action: "list" | "get" | "set" | "delete" | "clear";
  /** All cookies in the jar, of any site. */
  all: boolean;
  /** Point to act on, as X,Y in CSS pixels from the element's upper left corner. Default: its middle. */
  at?: string;
  /** A body, in base64. */
  body?: string;
  /** Which button. */
  button: "left" | "middle" | "right";
  /** Forget the messages of this tab afterwards. */
  clear: boolean;
  /** How long to hold it down, in milliseconds. */
  delay: number;
  /** Which film. */
  film: string;
  /** Act immediately, even if the element is hidden, moving, disabled or covered. */
  force: boolean;
  /** Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element; for a frame in a frame, a chain: iframe >> iframe. */
  frame?: string;
  /** Header, as 'Name: value'. */
  headers?: string[];
  /** The name by which the program asks for what waits for it. */
  holder: string;
  /** The id of the request or call that waits, as reported. */
  id: string;
  /** The key. */
  key?: string;
  /** Most messages: the newest. */
  limit: number;
  /** Most characters to return. */
  maxLength: number;
  /** Follow this many redirects. */
  maxRedirects: number;
  /** Key to hold down meanwhile: ctrl, shift, alt or meta; can be given several times. */
  modifier?: ("ctrl" | "shift" | "alt" | "meta")[];
  /** Its name. */
  name: string;
  /** Use this one of several matches; 1 is the first. */
  nth?: number;
  /** Begin after this many characters. */
  offset: number;
  /** Show their values. */
  show: boolean;
  /** Only messages that came after this cursor of an earlier answer. */
  since?: number;
  /** on, or off. */
  state: "on" | "off";
  /** The system's clipboard instead of your own. */
  system: boolean;
  /** The tab to act in, as listed by `clz tabs`. Default: your current tab. */
  tabId?: number;
  /** Element to click. */
  target: string;
  /** Text to enter. */
  text: string;
  /** Only requests of this type. */
  type?: "document" | "frame" | "script" | "style" | "image" | "font" | "media" | "xhr" | "websocket" | "beacon" | "other";
  /** Only cookies that are sent to this address. Default: to the tab's page. */
  url?: string;
  /** Its value; - reads it from standard input. */
  value?: string;
  /** How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default: 5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change and no request for 1 s, no animation and no loading indicator. */
  waitMs?: number;
  /** Then wait, up to 30 s, until a request of this tab whose address matches this glob has ended: one that began with the command or after it. */
  waitRequest?: string;
  /** How far the page must have loaded before the command is done. */
  waitUntil: "load" | "domcontentloaded" | "none";
  /** The window, as listed by `clz window list`. Default: that of your current tab. */
  windowId?: number;
}

/** What several commands report. */
export interface OftenTold {
  /** What was done. */
  action: 'list' | 'get' | 'set' | 'delete' | 'clear';
  /** Lists of domains that an address must be in, each with where it is set; none: every address is allowed. */
  allowedDomains: Array<{ rule: string; domains: string[] }>;
  /** Its body, if that is not text. */
  base64?: string;
  /** The latest requests of your tabs that were refused. */
  blocked: Array<{ tabId: number; url: string; type: string; rule: string }>;
  /** Its size in bytes. */
  bytes: number;
  /** What is wrong with the page's certificate, if `--accept-certs` accepted it. */
  certificateError?: 'untrusted' | 'wrong-host' | 'expired';
  /** False if it was already so: nothing was sent. */
  changed: boolean;
  /** True if the field itself changed what was entered: by its maxlength, or its min, max and step. */
  changedByField?: boolean;
  /** True if the page changed what was entered. */
  changedByPage: boolean;
  /** Whether it is checked now. */
  checked: boolean;
  /** Its class attribute. */
  className: string;
  /** True: the click was sent. */
  clicked: boolean;
  /** How many there are. */
  count: number;
  /** Your passkeys, the one used last at the end. */
  credentials: Array<{ credentialId: string; rpId: string; userName: string; userHandle: string; isResidentCredential: boolean; signCount: number; secret: string | null }>;
  /** Your current tab now. */
  current: number | null;
  /** What the field holds now; masked for passwords. */
  currentValue: string;
  /** Pass it as since to get what comes next. */
  cursor: number;
  /** Dialog that the page showed as a result, and how it was answered; of several, the last. noMore: the page asked 50 times in a row, so Firefox shows no more dialogs of this document. tabId: the tab that it is in, if the page opened that one. */
  dialog?: { type: 'alert' | 'confirm' | 'prompt' | 'beforeunload' | 'auth' | 'permission' | 'print' | 'external' | 'passkey'; message: string; open: boolean; accepted?: boolean; noMore?: boolean; tabId?: number };
  /** All of them in order, if there were several. */
  dialogs?: Array<{ type: 'alert' | 'confirm' | 'prompt' | 'beforeunload' | 'auth' | 'permission' | 'print' | 'external' | 'passkey'; message: string; open: boolean; accepted?: boolean; noMore?: boolean; tabId?: number }>;
  /** File that is being saved as a result; of several, the last. */
  download?: string;
  /** Rule that forbids the file that the page tried to save. */
  downloadRefused?: string;
  /** All of them in order, if there are several. */
  downloads?: string[];
  /** How many older ones were dropped to make room. */
  dropped: number;
  /** Milliseconds it took. */
  elapsedMs: number;
  /** The keys concerned, 1000 at most. */
  entries: Array<{ key: string; length: number; value?: string }>;
  /** Outcome of an eval that a dialog interrupted: its result as eval gives it, or its error. Null while it runs. */
  evaluation?: { result: unknown; type: string; truncated: boolean; error: { code: string; message: string } | null } | null;
  /** File chooser that the page opened as a result. It was closed; to give files: clz upload. */
  fileChooser?: { multiple: boolean; folder: boolean };
  /** The files of settings, and what is wrong in them; only `clz` itself lists them. */
  files?: Array<{ kind: string; path: string; exists: boolean; problems: string[]; warnings: string[] }>;
  /** A selector of the element that has the focus now; empty if none has. */
  focus?: string;
  /** Frames whose text is left out: an article has none, and a frame may not answer. `--frame` reads one by itself. */
  framesLeftOut?: Array<{ frame: string; url: string }>;
  /** True if consent banners in your tabs are answered automatically. */
  handleConsent: boolean;
  /** Its headers; secrets in them are masked. */
  headers: Array<{ name: string; value: string }>;
  /** Other agents with more than 4 tabs, who are asked to give one up. */
  holders: Array<{ owner: string; tabs: number }>;
  /** Its id attribute. */
  id: string;
  /** Why Firefox would not send a form with this value, in Firefox's words. */
  invalid?: string;
  /** The cookie jar: Firefox's own, a container's, or a private window's. */
  jar: 'shared' | 'isolated' | 'private';
  /** Dialogs that came between the previous command in this tab and this one, and when (ISO 8601). */
  lateDialogs?: Array<{ type: 'alert' | 'confirm' | 'prompt' | 'beforeunload' | 'auth' | 'permission' | 'print' | 'external' | 'passkey'; message: string; accepted: boolean; at: string }>;
  /** Files that were saved between the previous command in this tab and this one, and when that began (ISO 8601). */
  lateDownloads?: Array<{ path: string; at: string }>;
  /** How many you have left. */
  left: number;
  /** How many characters the text has. */
  length: number;
  /** Tabs the pool can hold. */
  maxTabs: number;
  /** What it says. */
  message: string;
  /** Where `clz open` opens your tabs. */
  mode: 'normal' | 'private';
  /** Address that the page went to as a result. */
  navigated?: string;
  /** Address that the page tried to go to, but web pages may not lead there, or a rule forbids it. */
  navigationRefused?: string;
  /** The offset of the rest; null if nothing was cut. */
  nextOffset: number | null;
  /** True if the page asked for WebGL, which this Firefox does not draw: that part stays blank. */
  noWebgl?: boolean;
  /** Fields because of which Firefox did not send the form, and what it says about them. */
  notSent?: string[];
  /** Address that the page is going to, whose server has not answered yet. */
  onItsWayTo?: string;
  /** Tab that the page opened as a result, and that is closed again. */
  openedAndClosed?: number;
  /** Tab that the page opened as a result; it is yours. */
  openedTab?: number;
  /** The origin whose storage it is. */
  origin: string;
  /** How many more tabs the page tried to open; they were refused. */
  popupsRefused?: number;
  /** True if the person allows Claudezilla in private windows. */
  privateAllowed: boolean;
  /** The rule that forbids it. */
  refusedBy?: string;
  /** The names of those that are gone. */
  removed: string[];
  /** The request that was waited for; ms is how long it took. */
  request?: { id: string; url: string; method: string; type: string; status: number | null; state: 'done' | 'failed'; error: string | null; ms: number };
  /** Agents that wait for a tab, first come first. */
  requests: Array<{ agent: string; waitingMs: number }>;
  /** Slots kept for those whose turn it is. */
  reservations: Array<{ agent: string; expiresInMs: number }>;
  /** What you may do, each with where it is set. */
  rights: Record<string, { allowed: boolean; rule: string; asked?: boolean }>;
  /** Settings of the command line, each with where its value is set; only `clz` itself lists them. */
  settings?: Array<{ key: string; value: unknown; origin: string; where: string; env: string; takes: string; help: string; problem?: string }>;
  /** HTTP status of the page, if a server gave it one. */
  status?: number;
  /** The status in words. */
  statusText: string;
  /** True if it sent the form. */
  submitted?: boolean;
  /** True if the tab was closed meanwhile, as by a button of its page. */
  tabClosed?: boolean;
  /** Tabs in the pool now. */
  tabCount: number;
  /** The tab. */
  tabId: number;
  /** Its tag, in lower case. */
  tagName: string;
  /** Its text or label, cut at 100 characters. */
  text: string;
  /** Title of the page. */
  title: string;
  /** How many are kept. */
  total: number;
  /** True if something was left out for its size. */
  truncated: boolean;
  /** True if the page cannot tell the click from a person's. */
  trusted: boolean;
  /** What kind it is. */
  type: 'alert' | 'confirm' | 'prompt' | 'beforeunload' | 'auth' | 'permission' | 'print' | 'external' | 'passkey';
  /** True: the text was sent. */
  typed: boolean;
  /** True if the page was still arriving after 5 s: this is what was there by then. */
  unfinished?: boolean;
  /** Address of the page. */
  url: string;
  /** The value that was asked for. */
  value?: string;
  /** Agents that wait for a tab; give one up if you have many. */
  waiting: number;
  /** The window. */
  windowId: number;
  /** Your position in the queue, or for how long a slot is kept for you. */
  yours: { position: number | null; reservedMs: number | null };
}

export interface Commands {
  /** Open a page in a new tab of your own. Firefox is started if none is running. */
  createWindow: {
    params: Pick<OftenGiven, "waitUntil" | "waitRequest"> & {
      /** Address of the page: http, https, about, file, data. */
      url: string;
      /** Open it with cookies, storage and a cache of its own. */
      isolated: boolean;
      /** With --isolated: the proxy of your isolated tabs from now on: http, https, socks5 or socks4, as http://USER:{{NAME}}@HOST:PORT. */
      proxy?: string;
      /** A state that it is to begin with: a storageState of Playwright. */
      storageState?: Record<string, unknown>;
      /** Open it in a private window, if the person allows that. */
      private?: boolean;
      /** Open it in the foreground. Default: in the background. */
      foreground: boolean;
    };
    result: Pick<OftenTold, "tabId" | "tabCount" | "maxTabs" | "waiting" | "url" | "title" | "status" | "certificateError" | "dialog" | "dialogs" | "lateDialogs" | "request"> & {
      /** The window that holds the tabs of all agents. */
      windowId: number;
      /** Your agent id, cut short. */
      ownerId: string;
      /** True if the window was opened for this tab. */
      isNewWindow: boolean;
      /** True for a private window. */
      isPrivate: boolean;
      /** True if cookies and storage are your own. */
      isIsolated: boolean;
      /** Your oldest tab, closed to make room; null if none was. */
      closedOldestTab: number | null;
      /** Names of cookies of the state that have expired, and so were not set. */
      expired?: string[];
    };
  };
  /** Go to another page in your tab. */
  navigate: {
    params: Pick<OftenGiven, "waitUntil" | "waitRequest" | "tabId"> & {
      /** Address of the page: http, https, about, file, data. */
      url: string;
    };
    result: Pick<OftenTold, "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl" | "dialog" | "dialogs" | "lateDialogs" | "request">;
  };
  /** Go back one page. */
  back: {
    params: Pick<OftenGiven, "waitUntil" | "waitRequest" | "tabId">;
    result: Pick<OftenTold, "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl" | "dialog" | "dialogs" | "lateDialogs" | "request">;
  };
  /** Go forward one page. */
  forward: {
    params: Pick<OftenGiven, "waitUntil" | "waitRequest" | "tabId">;
    result: Pick<OftenTold, "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl" | "dialog" | "dialogs" | "lateDialogs" | "request">;
  };
  /** Load the page again. */
  reload: {
    params: Pick<OftenGiven, "waitUntil" | "waitRequest" | "tabId"> & {
      /** Fetch everything again instead of using the cache. */
      bypassCache: boolean;
    };
    result: Pick<OftenTold, "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl" | "dialog" | "dialogs" | "lateDialogs" | "request">;
  };
  /** List the tabs of the pool: yours, and who owns the others. */
  getTabs: {
    params: object;
    result: Pick<OftenTold, "tabCount" | "maxTabs" | "waiting"> & {
      /** One entry for each tab. Only your own tabs have address, title, refused popups, what is emulated and, if known, for how long the page has not answered. */
      tabs: Array<{ tabId: number; windowId: number; url: string; title: string; status: string; owner: string; mine: boolean; current: boolean; shared: boolean; popupsRefused?: number; emulated?: Record<string, string>; silentMs?: number }>;
    };
  };
  /** Close a tab of your own. */
  closeTab: {
    params: {
      /** The tab to close. Default: your current tab. */
      tabId?: number;
    };
    result: Pick<OftenTold, "current" | "tabCount"> & {
      /** The tab that was closed. */
      closed: number;
    };
  };
  /** Make one of your tabs the current one, where your commands go. */
  selectTab: {
    params: {
      /** The tab, as listed by `clz tabs`. */
      tabId: number;
      /** Show it in its window too. */
      foreground: boolean;
    };
    result: Pick<OftenTold, "tabId" | "url" | "title" | "status" | "certificateError">;
  };
  /** List the windows that agents have tabs in: size, state, and who owns the tabs. */
  getWindows: {
    params: object;
    result: {
      /** One entry a window; the person's own are not listed. */
      windows: Array<{ windowId: number; width: number; height: number; state: string; focused: boolean; private: boolean; shared: boolean; current: boolean; mine: number; others: Array<{ owner: string; tabs: number }>; person: number }>;
    };
  };
  /** Close your own tabs in a window, and the window too if no other tabs are in it. */
  closeWindow: {
    params: Pick<OftenGiven, "windowId">;
    result: Pick<OftenTold, "windowId" | "current" | "tabCount"> & {
      /** Your tabs that were closed. */
      closed: number[];
      /** True if the window is gone too. */
      windowClosed: boolean;
      /** Tabs of others that are left in it. */
      left: number;
    };
  };
  /** Resize the window that all agents share; to size only one page: clz viewport. */
  resizeWindow: {
    params: Pick<OftenGiven, "windowId"> & {
      /** Width in CSS pixels. */
      width: number;
      /** Height in CSS pixels. */
      height: number;
    };
    result: Pick<OftenTold, "windowId"> & {
      /** Its outer width now. */
      width: number;
      /** Its outer height now. */
      height: number;
      /** What was asked for. */
      requested: { width: number; height: number };
      /** True if it has that size; Firefox keeps them at least 450 to 500 pixels wide. */
      reached: boolean;
      /** Its state now. */
      state: string;
      /** Other agents that have tabs in it, and see it change. */
      agents: number;
    };
  };
  /** Lay the page out for another size: a device, or width and height. */
  setViewport: {
    params: Pick<OftenGiven, "tabId"> & {
      /** iphone-se, iphone-14, iphone-14-pro-max, pixel-7, galaxy-s23, ipad-mini, ipad-pro-11, ipad-pro-12, laptop, desktop; or a size such as 800x600. */
      preset?: string;
      /** Width in CSS pixels, with height instead of a preset. */
      width?: number;
      /** Height in CSS pixels. */
      height?: number;
      /** Give the tab the size of its window again, and end the emulation of the device. */
      reset: boolean;
      /** Fail if the whole window would have to be resized. */
      alone: boolean;
    };
    result: Pick<OftenTold, "tabId" | "url"> & {
      /** The preset. */
      preset: string | null;
      /** Width of the page's viewport now. */
      width: number;
      /** Its height now. */
      height: number;
      /** What was asked for; null if it was reset. */
      requested: { width: number; height: number } | null;
      /** True if it has that size. */
      reached: boolean;
      /** tab: only this tab; window: this Firefox has no helper, so the whole window was resized. */
      scope: "tab" | "window";
      /** Device pixels per CSS pixel, as the page sees them. */
      ratio: number;
      /** True if the page sees a touch screen. */
      touch: boolean;
      /** User agent that pages loaded from now on see; null: Firefox's own. */
      userAgent: string | null;
      /** What else you should know. */
      note?: string;
    };
  };
  /** Emulate a language, time zone, place or colour scheme; without options, list what is emulated in the tab. */
  emulate: {
    params: Pick<OftenGiven, "tabId"> & {
      /** What prefers-color-scheme says. */
      colorScheme?: "light" | "dark" | "default";
      /** What prefers-reduced-motion says. */
      reducedMotion?: "reduce" | "no-preference" | "default";
      /** What forced-colors says. */
      forcedColors?: "active" | "default";
      /** Lay pages out as for this medium. */
      media?: "print" | "screen" | "default";
      /** Language, such as de-DE, of scripts (dates, numbers) and of requests (Accept-Language). */
      locale?: string;
      /** Time zone, such as Europe/Berlin, or +05:30 for a fixed offset. */
      timezone?: string;
      /** Place, in degrees, optionally with the accuracy in metres; pages then may ask for it. */
      geolocation?: string;
      /** User agent of scripts and requests, from the next page on. */
      userAgent?: string;
      /** Grant, deny or prompt for one of geolocation, notifications, push, camera, microphone, midi, persistent-storage, screen-wake-lock; can be given several times. */
      permission?: string[];
      /** What screen.orientation says; for the size: clz viewport. */
      orientation?: "portrait" | "landscape" | "default";
      /** Off: scripts of pages do not run; clz still works in them. */
      javascript?: "off" | "default";
      /** Off: from the next page on, Content-Security-Policy headers have no effect; those in a <meta> do. */
      csp?: "off" | "default";
      /** End all emulation. To end one value, set it to default. */
      reset: boolean;
    };
    result: Pick<OftenTold, "tabId"> & {
      /** What is emulated in the tab, by option. */
      emulated: Record<string, string>;
    };
  };
  /** Run a script in each page that your tabs open from now on, and in its frames, before their own scripts. */
  addInitScript: {
    params: {
      /** The script itself, in JavaScript. It runs in the page's own world, whatever the page's policy says. */
      code?: string;
      /** What it is called in lists and errors. Default: the file's name. */
      name?: string;
      /** Only in this tab. Default: all of your tabs. */
      tabId?: number;
    };
    result: {
      /** The script: clz init remove ID */
      id: number;
      /** What it is called in lists and errors. */
      name: string;
      /** The tab; null for all of your tabs. */
      tabId: number | null;
    };
  };
  /** List your init scripts, in the order in which they run. */
  listInitScripts: {
    params: object;
    result: {
      /** Your scripts; off: the rule that disables one. */
      scripts: Array<{ id: number; name: string; chars: number; tabId: number | null; off: string | null }>;
    };
  };
  /** Remove one of your init scripts, or all of them; pages in which they ran stay as they are. */
  removeInitScripts: {
    params: {
      /** The script, as listed by `clz init list`. */
      id?: number;
      /** All of your scripts, or, with --tab, those for that tab only. */
      all: boolean;
      /** Only in this tab. Default: all of your tabs. */
      tabId?: number;
    };
    result: Pick<OftenTold, "left"> & {
      /** The scripts that are gone. */
      removed: number[];
    };
  };
  /** Show what is on the page, one element a line; every command takes its refs, such as @e12, as targets. */
  getAccessibilitySnapshot: {
    params: Pick<OftenGiven, "frame" | "nth" | "tabId"> & {
      /** Element to show. Default: the whole page, frames included. */
      target?: string;
      /** Only elements that can be acted on, as a flat list. */
      interactive: boolean;
      /** Leave out wrappers around a single element, and the options of lists. */
      compact: boolean;
      /** Levels to show. Default: all. */
      depth?: number;
      /** Include the addresses of links and pictures. */
      urls: boolean;
      /** Include the box of each element, as x,y,width,height in the viewport. */
      boxes: boolean;
      /** Include the colours of each element. */
      colors: boolean;
      /** Only the lines that contain this text, in any case, with their ancestors and the lines beside them. */
      find?: string;
      /** Most characters to return; the last line says what was cut. */
      maxChars: number;
      /** Only what changed since you last looked at this page. */
      diff: boolean;
      /** Include the elements as a tree, for --json. */
      tree: boolean;
    };
    result: Pick<OftenTold, "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl" | "unfinished"> & {
      /** One element a line, nested by indentation; with diff, + and - before each, … before a count of lines. */
      snapshot: string;
      /** Lines of the snapshot before it was cut, or of all changes. */
      lines: number;
      /** Characters of them. */
      chars: number;
      /** Lines given. */
      shown: number;
      /** True if it was cut at maxChars. */
      truncated: boolean;
      /** Elements further down that were not read, since the snapshot had enough characters. */
      elementsLeft?: number;
      /** True if these are the changes since the last snapshot. */
      diff: boolean;
      /** With diff: what it is compared with. With nothing, or another page, it is the whole snapshot. */
      since?: 'snapshot' | 'nothing' | 'otherPage';
      /** True if it has only the elements that can be acted on. */
      interactive?: boolean;
      /** The number of this snapshot of the tab. */
      look: number;
      /** With since snapshot: the number of the one it was compared with. */
      sinceLook?: number;
      /** How long ago that was. */
      sinceMs?: number;
      /** Elements: role, ref, name or guess, kind, options, value, url, box, states, children. */
      tree?: object[];
    };
  };
  /** Print the page or one element: its visible text, Markdown, the article in it, or HTML. */
  getContent: {
    params: Pick<OftenGiven, "offset" | "frame" | "nth" | "tabId"> & {
      /** Element to read. Default: the whole page. */
      target?: string;
      /** text as it is shown; markdown with headings, links and tables; article: only the main text, as Markdown; html as it is in the page now. */
      format: "text" | "markdown" | "article" | "html";
      /** Include the HTML. */
      includeHtml: boolean;
      /** Most characters of text to return. */
      maxLength: number;
    };
    result: Pick<OftenTold, "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl" | "unfinished" | "framesLeftOut" | "nextOffset"> & {
      /** What is visible, in the format asked for, without script and style text. */
      text: string;
      /** The format. */
      format: 'text' | 'markdown' | 'article' | 'html';
      /** Characters of the whole text. */
      textLength: number;
      /** True if the text was cut at maxLength. */
      truncated: boolean;
      /** HTML of the element, if it was asked for; cut at maxLength too. */
      html?: string;
      /** What the article says about itself. */
      article?: { title: string; byline: string; siteName: string; excerpt: string; publishedTime: string };
    };
  };
  /** Print one thing about an element or the page: what a script needs, without anything around it. */
  get: {
    params: Pick<OftenGiven, "offset" | "maxLength" | "frame" | "nth" | "tabId"> & {
      /** text, html, value, attr NAME, count of matches, box in CSS pixels, styles [NAMES], options of a list; of the page: its url, its title, or selection: the text that is selected. */
      what: "text" | "html" | "value" | "attr" | "count" | "box" | "styles" | "options" | "selection" | "url" | "title";
      /** Element to read; of several, the first that is visible. Not needed for what belongs to the page. */
      target?: string;
      /** The attribute's name, or the style properties, separated by commas. */
      name?: string;
      /** Read every match, and return a list. */
      all: boolean;
    };
    result: Pick<OftenTold, "nextOffset" | "framesLeftOut" | "tabId" | "unfinished" | "url"> & {
      /** What was asked for. */
      what: string;
      /** The answer; with all, one for each match; null if the element has none. Passwords are masked. */
      value: string | number | string[] | null | Record<string, string | number> | Array<{ value: string; label: string; selected: boolean; disabled: boolean }> | Array<string | number | string[] | null | Record<string, string | number> | Array<{ value: string; label: string; selected: boolean; disabled: boolean }>>;
      /** True if it was cut at maxLength. */
      truncated: boolean;
    };
  };
  /** Describe one element: role, name, attributes, states, position and styles. */
  getElementInfo: {
    params: Pick<OftenGiven, "frame" | "nth" | "tabId"> & {
      /** Element to describe; of several, the first that is visible. */
      target: string;
    };
    result: Pick<OftenTold, "tagName" | "tabId" | "unfinished" | "url"> & {
      /** Its ref. */
      ref: string;
      /** A selector that matches only this element. */
      selector: string;
      /** Its role. */
      role: string;
      /** Its accessible name. */
      name: string;
      /** What it seems to be called, if it has no name. */
      guess: string;
      /** Its text, cut at 1,000 characters. */
      text: string;
      /** What it holds; masked for passwords. */
      value: string | null;
      /** Its attributes. */
      attributes: Record<string, string>;
      /** True if it is drawn, at least after scrolling. */
      visible: boolean;
      /** True if a part of it is in view. */
      inViewport: boolean;
      /** False if it is disabled. */
      enabled: boolean;
      /** True if it takes text. */
      editable: boolean;
      /** True if it has the focus. */
      focused: boolean;
      /** For check boxes and radio buttons; null: neither on nor off. */
      checked: boolean | null;
      /** Where it is, in CSS pixels of the viewport. */
      position: { x: number; y: number; width: number; height: number };
      /** Its main computed styles. */
      styles: Record<string, string>;
    };
  };
  /** List what is visible on the page: headings, links, buttons, fields, pictures, landmarks, errors. */
  getPageState: {
    params: Pick<OftenGiven, "frame" | "tabId"> & {
      /** Most headings. */
      maxHeadings: number;
      /** Most links. */
      maxLinks: number;
      /** Most buttons. */
      maxButtons: number;
      /** Most inputs. */
      maxInputs: number;
      /** Most images. */
      maxImages: number;
    };
    result: Pick<OftenTold, "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl" | "unfinished"> & {
      /** Sizes and place of the viewport, in CSS pixels. */
      viewport: { width: number; height: number; scrollX: number; scrollY: number; pageWidth: number; pageHeight: number; devicePixelRatio: number };
      /** Headings that are visible. */
      headings: Array<{ ref: string; level: number; text: string }>;
      /** Links that are visible. */
      links: Array<{ ref: string; text: string; href: string }>;
      /** Buttons that are visible. */
      buttons: Array<{ ref: string; text: string; disabled: boolean }>;
      /** Fields (with passwords masked) that are visible. */
      inputs: Array<{ ref: string; type: string; name: string; label: string; value: string; placeholder: string; checked: boolean | null; required: boolean; disabled: boolean; invalid: boolean }>;
      /** Pictures that are visible. */
      images: Array<{ ref: string; alt: string; src: string; width: number; height: number }>;
      /** Parts of the page. */
      landmarks: Array<{ role: string; name: string }>;
      /** Error messages that the page shows. */
      errors: string[];
      /** How many there are of each, listed or not. */
      counts: { headings: number; links: number; buttons: number; inputs: number; images: number; frames: number };
    };
  };
  /** Save a picture of the page in your tab, also in the background: no tab is brought to the front. */
  screenshot: {
    params: Pick<OftenGiven, "frame" | "nth" | "tabId"> & {
      /** The whole page, not only what is in view. */
      full: boolean;
      /** The whole page as several pictures, from top to bottom. */
      slices: boolean;
      /** Only this element. */
      target?: string;
      /** Only this part of what is in view, in CSS pixels. */
      clip?: string;
      /** Preset of quality and scale: quick-glance 30 %, ×0.25; read-text 60 %, ×0.5; inspect-ui 80 %, ×0.75; full-detail 95 %, ×1. Default: full-detail into a .png file or on a terminal, else read-text. */
      purpose?: "quick-glance" | "read-text" | "inspect-ui" | "full-detail";
      /** Quality in percent, of JPEG and WebP. */
      quality?: number;
      /** Pixels per CSS pixel, instead of the preset's. */
      scale?: number;
      /** File format. Default: by the ending of PATH, else jpeg. */
      format?: "jpeg" | "png" | "webp";
      /** Cover these elements. */
      mask?: string[];
      /** Label the elements that can be acted on with their refs. */
      annotate: boolean;
      /** Let a side be longer than 2000 pixels. */
      anySize: boolean;
      /** How long to wait until the page is ready, in milliseconds. */
      maxWait: number;
      /** Wait for pictures and fonts in view too. */
      waitForImages: boolean;
      /** Take the picture immediately, ready or not. */
      skipReadiness: boolean;
    };
    result: Pick<OftenTold, "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl" | "unfinished"> & {
      /** The picture, in base64. */
      image: string;
      /** Its format. */
      format: 'jpeg' | 'png' | 'webp';
      /** Its width in pixels. */
      width: number;
      /** Its height in pixels. */
      height: number;
      /** Quality used of JPEG and WebP, in percent. */
      quality: number;
      /** Pixels per CSS pixel used. */
      scale: number;
      /** True if the scale was reduced because a side would have been too long. */
      reduced: boolean;
      /** What was waited for. */
      readiness: { waitMs: number; timedOut: boolean; timeline: Array<{ t: number; event: string }> };
      /** With slices: the pictures below the first one; y is where each begins on the page. */
      slices?: Array<{ image: string; y: number; width: number; height: number }>;
      /** Height of the page if only its top is shown, in pixels. */
      pageHeight?: number;
      /** How much of that height is shown. */
      shownHeight?: number;
      /** What the numbers stand for, in pixels of the picture. */
      labels?: Array<{ ref: string; role: string; name: string; x: number; y: number; width: number; height: number }>;
    };
  };
  /** Print the page to a PDF file. */
  pdf: {
    params: Pick<OftenGiven, "tabId">;
    result: Pick<OftenTold, "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl" | "bytes"> & {
      /** The PDF, in base64. */
      pdf: string;
    };
  };
  /** Click an element: first wait until it is visible, stable, enabled and not covered. */
  click: {
    params: Pick<OftenGiven, "target" | "button" | "delay" | "modifier" | "at" | "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** How many times: 2 is a double click. */
      count: number;
      /** Open the link in a new tab. */
      newTab: boolean;
    };
    result: Pick<OftenTold, "clicked" | "tagName" | "text" | "id" | "className" | "tabId" | "url" | "trusted" | "focus" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request">;
  };
  /** Double-click an element. */
  dblclick: {
    params: Pick<OftenGiven, "target" | "modifier" | "at" | "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId">;
    result: Pick<OftenTold, "clicked" | "tagName" | "text" | "id" | "className" | "tabId" | "url" | "trusted" | "focus" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request">;
  };
  /** Move the mouse over an element, and leave it there. */
  hover: {
    params: Pick<OftenGiven, "modifier" | "at" | "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Element to move to. */
      target: string;
    };
    result: Pick<OftenTold, "tagName" | "text" | "id" | "className" | "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** True: the mouse is there. */
      hovered: boolean;
      /** True if the page cannot tell the move from a person's. */
      trusted: boolean;
    };
  };
  /** Drag an element onto another one, or by a distance. */
  drag: {
    params: Pick<OftenGiven, "modifier" | "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Element to drag. */
      target: string;
      /** Element to drop it on, in any frame. */
      to?: string;
      /** Distance as DX,DY in CSS pixels. Instead of TO. */
      by?: string;
      /** Where to press it, as X,Y from its upper left corner. Default: its middle, or a slider's thumb. */
      fromPoint?: string;
      /** Where to release it, as X,Y from the upper left corner of TO. */
      toPoint?: string;
      /** Points to go through, as "X,Y X,Y" from its upper left corner. Without TO the drag ends at the last. */
      path?: string;
      /** How long the drag takes, in milliseconds. */
      duration: number;
      /** How many mouse moves it consists of. */
      steps: number;
    };
    result: Pick<OftenTold, "tagName" | "text" | "id" | "className" | "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** True: it was dragged and released. */
      dragged: boolean;
      /** Whether the mouse did it, or the browser's drag and drop. */
      kind: 'pointer' | 'html5';
      /** For html5: whether the target accepted the drop. */
      accepted?: boolean;
      /** False if the page was the same afterwards; left out if that cannot be seen, as on a canvas. */
      changed?: boolean;
      /** What the slider holds now, if one was dragged. */
      value?: string;
      /** Text that the drag selected, cut at 1000 characters. */
      selected?: string;
      /** True if the page cannot tell the events from a person's. */
      trusted: boolean;
    };
  };
  /** Move, press, release or click the mouse at a point; a button that is down stays down. */
  mouse: {
    params: Pick<OftenGiven, "button" | "modifier" | "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** What it does. */
      action: "move" | "down" | "up" | "click";
      /** X,Y in CSS pixels of the viewport. Default: where it is, or the middle of --in. */
      point?: string;
      /** Element to count from. Its upper left corner is 0,0. */
      target?: string;
      /** How many times it clicks: 2 is a double click. */
      count: number;
    };
    result: Pick<OftenTold, "tagName" | "text" | "id" | "className" | "tabId" | "url" | "focus" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** Where the mouse is now, in CSS pixels of its frame's viewport. */
      x?: number;
      /** The same, vertically. */
      y?: number;
      /** Buttons that are down now. */
      down?: string[];
      /** True if the page cannot tell the events from a person's. */
      trusted: boolean;
    };
  };
  /** Turn the mouse wheel over a point. */
  mouseWheel: {
    params: Pick<OftenGiven, "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** DY, or DX,DY, in CSS pixels; down and right are positive. */
      delta: string;
      /** Point X,Y of the viewport, or from the corner of --in. Default: where the mouse is, or the middle. */
      at?: string;
      /** Element to count from. Its upper left corner is 0,0. */
      target?: string;
    };
    result: Pick<OftenTold, "tagName" | "text" | "id" | "className" | "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** False if nothing scrolled: a page may use the wheel for something else. */
      scrolled: boolean;
      /** True if the page cannot tell the wheel from a person's. */
      trusted: boolean;
    };
  };
  /** Tap an element with a finger. */
  tap: {
    params: Pick<OftenGiven, "delay" | "at" | "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Element to tap. */
      target: string;
    };
    result: Pick<OftenTold, "tagName" | "text" | "id" | "className" | "tabId" | "url" | "focus" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** True if the page cannot tell the tap from a person's. */
      trusted: boolean;
    };
  };
  /** Swipe over an element with a finger. */
  swipe: {
    params: Pick<OftenGiven, "at" | "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Element to swipe over. */
      target: string;
      /** Where the finger goes: up scrolls down. */
      direction?: "up" | "down" | "left" | "right";
      /** How far, in CSS pixels. Default: half of the viewport. */
      distance?: number;
      /** End as X,Y from its corner. Takes the place of a direction. */
      toPoint?: string;
    };
    result: Pick<OftenTold, "tagName" | "text" | "id" | "className" | "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** True if it scrolled something; a page can prevent that. */
      scrolled: boolean;
      /** True if the page cannot tell the swipe from a person's. */
      trusted: boolean;
    };
  };
  /** Give an element the focus. */
  focus: {
    params: Pick<OftenGiven, "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Element to focus. */
      target: string;
    };
    result: Pick<OftenTold, "tagName" | "text" | "id" | "className" | "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** True: it has the focus. */
      focused: boolean;
      /** True if the page cannot tell the focus from a person's. */
      trusted: boolean;
    };
  };
  /** Type text key by key: into an input, a textarea or an editable element. */
  type: {
    params: Pick<OftenGiven, "text" | "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Element to type into. */
      target: string;
      /** Empty the field first. */
      clear: boolean;
      /** Type at the caret, replacing what is selected. */
      atCaret: boolean;
      /** Insert the text at the caret without keys, as an input method does. */
      insert: boolean;
      /** Pause between two keys, in milliseconds. */
      delayMs: number;
      /** Press Enter afterwards. */
      submit: boolean;
    };
    result: Pick<OftenTold, "typed" | "currentValue" | "changedByPage" | "changedByField" | "invalid" | "submitted" | "tagName" | "text" | "id" | "className" | "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** What has the focus now, if it left the field; empty if nothing has. */
      focus?: string;
      /** True if the page cannot tell the input from a person's. */
      trusted: boolean;
    };
  };
  /** Set the value of a field, replacing what it holds: text, a date, a colour, a number, the option of a list, or true or false for a checkbox. */
  fill: {
    params: Pick<OftenGiven, "text" | "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Element to fill. */
      target: string;
    };
    result: Pick<OftenTold, "typed" | "currentValue" | "changedByPage" | "changedByField" | "invalid" | "submitted" | "tagName" | "text" | "id" | "className" | "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** What has the focus now, if it left the field; empty if nothing has. */
      focus?: string;
      /** True if the page cannot tell the input from a person's. */
      trusted: boolean;
    };
  };
  /** Press keys, on an element or wherever the focus is. */
  pressKey: {
    params: Pick<OftenGiven, "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Key such as Enter, ArrowDown or a, a combination such as Control+a, or several with spaces between. */
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
      /** Only press it down: it is held until --up, and repeats if you press it again. */
      down: boolean;
      /** Only release. */
      up: boolean;
    };
    result: Pick<OftenTold, "tabId" | "url" | "focus" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** The keys, each with the modifiers held down for it. */
      key: string;
      /** A selector of the element that received it. */
      target: string;
      /** Modifiers held down. */
      modifiers: string[];
      /** True if the page cannot tell the key from a person's. */
      trusted: boolean;
    };
  };
  /** Choose options of a list by value, label or index: a select element, or a list that the page draws itself. */
  select: {
    params: Pick<OftenGiven, "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** The list: a select element, or what opens one that the page draws. */
      target: string;
      /** Options to choose; others are deselected. Several if the list allows several. */
      values: string[];
      /** What the values are: any looks for a value first, then a label, then an index from 0. */
      by: "any" | "value" | "label" | "index";
    };
    result: Pick<OftenTold, "tagName" | "text" | "id" | "className" | "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** Labels of what is chosen now. */
      selected: string[];
      /** Values of what is chosen now. */
      values: string[];
      /** False if it was already so: no event was sent. */
      changed: boolean;
      /** True if the page cannot tell the choice from a person's. */
      trusted: boolean;
    };
  };
  /** Check a checkbox, a radio button or a switch. */
  check: {
    params: Pick<OftenGiven, "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Checkbox, radio button or switch, or its label. */
      target: string;
    };
    result: Pick<OftenTold, "checked" | "changed" | "tagName" | "text" | "id" | "className" | "tabId" | "url" | "trusted" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request">;
  };
  /** Uncheck a checkbox or a switch. */
  uncheck: {
    params: Pick<OftenGiven, "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Checkbox, radio button or switch, or its label. */
      target: string;
    };
    result: Pick<OftenTold, "checked" | "changed" | "tagName" | "text" | "id" | "className" | "tabId" | "url" | "trusted" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request">;
  };
  /** Select text on the page or in a field. */
  selectText: {
    params: Pick<OftenGiven, "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Element that contains the text. */
      target: string;
      /** The text. Its first occurrence counts; a run of spaces counts as one. */
      text: string;
    };
    result: Pick<OftenTold, "tagName" | "text" | "id" | "className" | "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** What is selected now. */
      selected: string;
      /** True if the page cannot tell the selection from a person's. */
      trusted: boolean;
    };
  };
  /** Scroll to an element or a place, or by a distance; or until a text or a row of a long list shows up. */
  scroll: {
    params: Pick<OftenGiven, "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Element to scroll to; together with --by, --to or --until, the element to scroll. */
      target?: string;
      /** Distance as DX,DY in CSS pixels, or only DY; with --until and --until-text, that of each step. */
      by?: string;
      /** top, bottom, left, right, or a place as X,Y. */
      to?: string;
      /** Scroll until this text is in view; an error after --wait-ms. */
      untilText?: string;
      /** Scroll until an element matches, as in lists that hold only rows in view; an error after --wait-ms. */
      until?: string;
    };
    result: Pick<OftenTold, "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** Scroll position of the page, or of what was scrolled. */
      position: { x: number; y: number };
      /** Where the target is in the viewport. */
      elementPosition?: { x: number; y: number; width: number; height: number };
      /** Height of everything that can be scrolled. */
      pageHeight: number;
      /** Height of what is in view. */
      viewportHeight: number;
      /** True if nothing moved: it was there already, or at the end. */
      noEffect: boolean;
      /** For --until and --until-text: whether it is in view. */
      found?: boolean;
      /** True if the page cannot tell the scrolling from a person's. */
      trusted: boolean;
    };
  };
  /** Upload files: put them into a file input, drop them on an element, or choose them in the file chooser that a button opens. */
  upload: {
    params: Pick<OftenGiven, "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** File input, its label, a place that takes dropped files, or a button that opens a file chooser. */
      target: string;
      /** Files to upload. */
      files: string[];
    };
    result: Pick<OftenTold, "tagName" | "text" | "id" | "className" | "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request"> & {
      /** The files as the page got them. */
      uploaded: { name: string; size: number }[];
      /** True if they were dropped, false if an input took them. */
      dropped: boolean;
      /** True if the page cannot tell the events from a person's. */
      trusted: boolean;
    };
  };
  /** Download a file: click what starts it, wait until it is complete, and print its path. */
  download: {
    params: Pick<OftenGiven, "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Link or button that starts it. */
      target: string;
    };
    result: Pick<OftenTold, "tagName" | "text" | "id" | "className" | "tabId" | "url" | "trusted"> & {
      /** The file. */
      path: string;
      /** Its size. */
      bytes: number;
      /** Address it came from. */
      downloadUrl: string;
      /** Its type, according to the server. */
      mimeType: string;
    };
  };
  /** Report the downloads of a tab, from the first time that they are asked for. */
  takeDownloads: {
    params: Pick<OftenGiven, "tabId"> & {
      /** Those after this cursor of an earlier answer. */
      since?: number;
      /** At most this many. */
      limit: number;
      /** Wait this long for the next. */
      waitMs: number;
    };
    result: Pick<OftenTold, "tabId"> & {
      /** The downloads, oldest first. */
      downloads: Array<{ id: number; url: string; name: string }>;
      /** Pass it as since. */
      cursor: number;
    };
  };
  /** Report what became of a download of a tab. */
  getDownload: {
    params: Pick<OftenGiven, "tabId"> & {
      /** The download's id, as reported when it began. */
      id: number;
      /** Wait this long for its end. */
      waitMs: number;
    };
    result: Pick<OftenTold, "tabId"> & {
      /** How far it is. */
      state: 'underWay' | 'whole' | 'failed';
      /** The file, once it is whole. */
      path: string;
      /** Its size. */
      bytes: number;
      /** Why it failed. */
      error?: string;
    };
  };
  /** End a download of a tab. */
  endDownload: {
    params: Pick<OftenGiven, "tabId"> & {
      /** The download's id, as reported when it began. */
      id: number;
      /** Remove its file as well. */
      remove: boolean;
    };
    result: Pick<OftenTold, "tabId">;
  };
  /** Show the dialog that is open in your tab, and those that were answered. */
  dialogStatus: {
    params: Pick<OftenGiven, "tabId">;
    result: Pick<OftenTold, "evaluation" | "tabId"> & {
      /** The dialog that is open, and since when (ISO 8601). */
      open: { type: 'alert' | 'confirm' | 'prompt' | 'beforeunload' | 'auth' | 'permission' | 'print' | 'external' | 'passkey'; message: string; defaultValue: string; at: string } | null;
      /** The dialog that was answered last, and when (ISO 8601). */
      last: { type: 'alert' | 'confirm' | 'prompt' | 'beforeunload' | 'auth' | 'permission' | 'print' | 'external' | 'passkey'; message: string; accepted: boolean; text: string; at: string } | null;
      /** The last 50 that were answered in this tab, the oldest first. */
      answered: Array<{ type: 'alert' | 'confirm' | 'prompt' | 'beforeunload' | 'auth' | 'permission' | 'print' | 'external' | 'passkey'; message: string; accepted: boolean; text: string; at: string }>;
      /** What happens to your dialogs. */
      policy: 'accept' | 'dismiss' | 'ask';
    };
  };
  /** Press OK in the dialog that is open. */
  acceptDialog: {
    params: Pick<OftenGiven, "waitRequest" | "tabId"> & {
      /** Answer for a prompt. */
      text?: string;
    };
    result: Pick<OftenTold, "type" | "message" | "evaluation" | "tabId" | "request">;
  };
  /** Press Cancel in the dialog that is open. */
  dismissDialog: {
    params: Pick<OftenGiven, "tabId">;
    result: Pick<OftenTold, "type" | "message" | "evaluation" | "tabId">;
  };
  /** Set how dialogs in your tabs are answered. By default they are dismissed, and pages can be left. */
  setDialogPolicy: {
    params: {
      /** accept presses OK, dismiss presses Cancel, ask leaves them open for you. */
      policy: "accept" | "dismiss" | "ask";
    };
    result: {
      /** What happens to your dialogs from now on. */
      policy: 'accept' | 'dismiss' | 'ask';
    };
  };
  /** Wait for the page: until an element is visible or gone, a text is on it, its address matches, it has loaded, an expression is true, a request has ended, or a tab was opened; with several of these, until all hold. */
  waitFor: {
    params: Pick<OftenGiven, "frame" | "nth" | "tabId"> & {
      /** Element to wait for. */
      target?: string;
      /** Until the element, or the text, is no longer on the page. */
      gone: boolean;
      /** Until the element is hidden or gone. */
      hidden: boolean;
      /** Text that must be on the page. */
      text?: string;
      /** Glob that the address must match: * within a path part, ** across. */
      url?: string;
      /** How far the page must have loaded. quiet: nothing in it has changed for half a second, and the requests that your last command caused are done. rest: like quiet, but sooner if Firefox knows that the page has no timer and no animation. */
      load?: "domcontentloaded" | "load" | "quiet" | "rest";
      /** Expression that must be true in the page. It may use await; it can read the page, not change it. */
      fn?: string;
      /** Evaluate the expression in the page's own world, whatever it does. */
      unsafe: boolean;
      /** Glob of the address of a request of this tab that has ended, answered or not, and that began with your last command that acts (such as click or open) or after it; without one, since the tab was opened. */
      request?: string;
      /** request: only with this status: 200, 2xx, 200-299, failed (400 or more, or no answer), or several. */
      status?: string;
      /** request: only with this method, such as POST. */
      method?: string;
      /** request: with the body of the answer, if bodies of the tab are recorded. */
      body: boolean;
      /** Until a page of this tab has opened another tab, with your last command that acts or after it. */
      popup: boolean;
      /** How long to wait, in milliseconds. */
      waitMs: number;
    };
    result: Pick<OftenTold, "elapsedMs" | "request" | "openedTab" | "openedAndClosed" | "dialog" | "dialogs" | "lateDialogs" | "tabId" | "unfinished" | "url"> & {
      /** True: everything that was asked for holds. */
      found: boolean;
      /** True if the element is visible. */
      visible?: boolean;
      /** Where the element is, in CSS pixels of the viewport. */
      position?: { x: number; y: number; width: number; height: number };
      /** The body of the answer, if that was asked for; secrets in it are masked. */
      body?: { state: 'whole' | 'partial' | 'cut' | 'aborted' | 'dropped' | 'empty' | 'skipped' | 'unseen'; bytes: number; mimeType: string; masked: boolean; text?: string };
    };
  };
  /** Check that something holds on the page: look again until it does. Exit code 0: it holds; 1: it does not; another one: it could not be checked. */
  expect: {
    params: Pick<OftenGiven, "frame" | "nth" | "tabId"> & {
      /** What to expect. */
      condition: "text" | "visible" | "hidden" | "gone" | "enabled" | "disabled" | "checked" | "unchecked" | "focused" | "editable" | "in-viewport" | "empty" | "indeterminate" | "value" | "values" | "texts" | "attr" | "class" | "css" | "property" | "role" | "name" | "description" | "error-message" | "count" | "url" | "title" | "request" | "status" | "json" | "header" | "no-errors" | "no-failed-requests" | "snapshot" | "picture" | "a11y" | "vitals";
      /** Element that it is about. */
      target?: string;
      /** Text, value or glob that is expected. */
      value?: string;
      /** Texts or values that are expected, one for each. */
      values?: string[];
      /** Name of the attribute, property or style. */
      attribute?: string;
      /** How the text is compared. Default: contains for text, glob for url and title, else exact. */
      match?: "contains" | "exact" | "matches";
      /** Ignore the difference between capital and small letters. */
      ignoreCase: boolean;
      /** Compare the document's text, hidden parts too and in its own capitals, instead of the shown text. */
      textContent: boolean;
      /** Expect the opposite. */
      negated: boolean;
      /** How long to look again, in milliseconds; 0 looks once. The setting wait_ms is for actions and does not count here. */
      waitMs: number;
      /** request: only with this method. */
      method?: string;
      /** request: only with this status: 404, 2xx, 200-299, failed, or several. */
      status?: string;
      /** request: this many, such as 1, ">= 2" or "< 5". */
      count?: string;
      /** no-failed-requests: leave out addresses that match this glob; may be repeated. */
      excluding?: string[];
      /** a11y: only problems of this severity or worse. Default: minor, which is all. */
      level?: "minor" | "moderate" | "serious" | "critical";
      /** picture: how much may differ, as 0.5% or as a number of pixels. Default: 0. */
      maxDiff?: string;
      /** picture: of the whole page, not only of what is in view. */
      full: boolean;
      /** picture: leave out what this target names; may be repeated. */
      mask?: string[];
      /** snapshot, picture: write the file as it is now. */
      update: boolean;
      /** snapshot: the expected lines. */
      template?: string;
      /** picture: the expected picture, a PNG in base64. */
      baseline?: string;
    };
    result: Pick<OftenTold, "elapsedMs" | "tabId" | "unfinished" | "url"> & {
      /** True: it is as expected. */
      holds: boolean;
      /** What was found; secrets in it are masked. */
      found: string;
      /** The lines to write, with update. */
      template?: string;
      /** The picture to write, with update, in base64. */
      image?: string;
    };
  };
  /** Print the page's Web Vitals as Firefox measures them: TTFB, FCP, LCP and INP, each rated by web.dev. Firefox does not measure CLS. */
  getVitals: {
    params: Pick<OftenGiven, "tabId">;
    result: Pick<OftenTold, "tabId" | "unfinished" | "url" | "title"> & {
      /** What was measured since the page was loaded: value is null if it was not measured, and note says why; supported is false for what Firefox does not measure; element is the one that LCP or INP is about. */
      vitals: Array<{ name: 'TTFB' | 'FCP' | 'LCP' | 'INP' | 'CLS'; value: number | null; unit: 'ms' | ''; rating: 'good' | 'needs-improvement' | 'poor' | null; element: string | null; supported: boolean; note: string }>;
    };
  };
  /** Evaluate an expression in the page and print its value; it may use await. */
  evaluate: {
    params: Pick<OftenGiven, "frame" | "nth" | "tabId"> & {
      /** JavaScript; - reads it from standard input. Without --unsafe it can only look: it reads the page and works on what it creates itself; what would change, send or run anything is refused. */
      expression: string;
      /** Element that the expression calls `element`. */
      target?: string;
      /** With a target: all matches, which the expression calls `elements`. */
      all: boolean;
      /** Evaluate it in the page's own world, whatever it does. */
      unsafe: boolean;
      /** With --unsafe: run it as after a user gesture, so that the page may open tabs or play sound. */
      gesture: boolean;
      /** Most characters of JSON to return; what is left out is marked. */
      maxLength: number;
    };
    result: Pick<OftenTold, "truncated" | "openedTab" | "openedAndClosed" | "tabId" | "unfinished" | "url"> & {
      /** The value as JSON; what JSON cannot hold is an object with a "$type". */
      result: unknown;
      /** Its type, as JavaScript or Firefox calls it; object for the page's own classes. */
      type: 'undefined' | 'null' | 'boolean' | 'number' | 'bigint' | 'string' | 'symbol' | 'function' | 'object' | 'array' | 'Date' | 'RegExp' | 'Map' | 'Set' | 'Promise' | 'Error' | string;
      /** Where it ran: among the page's own code, or apart from it. */
      world: 'page' | 'isolated';
    };
  };
  /** Print the messages of the page's console: what it logged, uncaught errors and refusals (CSP, CORS), from its first script on. */
  getConsoleLogs: {
    params: Pick<OftenGiven, "limit" | "since" | "clear" | "tabId"> & {
      /** Only messages of this level. */
      level?: "debug" | "log" | "info" | "warn" | "error";
      /** Only messages of the page that is shown now, not of those before it. */
      page: boolean;
      /** Wait this long, in milliseconds, for messages if there are none. */
      waitMs: number;
    };
    result: Pick<OftenTold, "total" | "dropped" | "cursor" | "tabId"> & {
      /** The messages, oldest first; page counts the pages of the tab, source is the place in the original. */
      logs: Array<{ seq: number; level: 'debug' | 'log' | 'info' | 'warn' | 'error'; kind: 'console' | 'error' | 'rejection' | 'refusal'; timestamp: string; message: string; url: string; line: number | null; column: number | null; source?: string; frame: string; page: number }>;
      /** How many are kept, by level. */
      totals: Record<string, number>;
    };
  };
  /** Print the requests that the tab made: status, timing, size; secrets in addresses are masked. */
  getNetworkRequests: {
    params: Pick<OftenGiven, "type" | "tabId"> & {
      /** Only this status: 404, 4xx, 200-299, failed (400 or more, or no answer), pending; or several. */
      status?: string;
      /** Only requests with this method, such as POST. */
      method?: string;
      /** Only requests that took longer than this, in milliseconds, or have been pending for longer. */
      slowerThan?: number;
      /** Only addresses that match this glob. */
      url?: string;
      /** Include the headers; credentials in them are masked. */
      includeHeaders: boolean;
      /** Include how recorded bodies begin: see clz network record. */
      bodies: boolean;
      /** Most requests: the newest. */
      limit: number;
      /** Only requests that came after this cursor of an earlier answer. */
      since?: number;
      /** Forget the requests of this tab afterwards. */
      clear: boolean;
      /** Wait this long, in milliseconds, for requests if there are none. */
      waitMs: number;
    };
    result: Pick<OftenTold, "total" | "dropped" | "cursor" | "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl"> & {
      /** The requests, oldest first. */
      requests: Array<{ seq: number; id: string; url: string; method: string; type: string; status: number | null; statusText: string; state: 'pending' | 'done' | 'failed'; error: string | null; fromCache: boolean; ip: string | null; startedAt: string; durationMs: number | null; waitMs: number | null; responseBytes: number | null; requestBytes: number | null; mimeType: string; redirectTo: string | null; frame: string; requestHeaders?: Array<{ name: string; value: string }>; responseHeaders?: Array<{ name: string; value: string }>; requestBody?: { state: 'whole' | 'partial' | 'cut' | 'aborted' | 'dropped' | 'empty' | 'skipped' | 'unseen'; bytes: number; mimeType: string; text?: string }; responseBody?: { state: 'whole' | 'partial' | 'cut' | 'aborted' | 'dropped' | 'empty' | 'skipped' | 'unseen'; bytes: number; mimeType: string; text?: string } }>;
      /** For how long no requests were recorded, because there were far too many. */
      pausedMs: number;
    };
  };
  /** Answer, change, redirect or block the requests of your tabs that match a glob; the newest route wins. */
  addRoute: {
    params: Pick<OftenGiven, "type"> & {
      /** Glob of addresses: * within a path part, ** across. Policy comes first: what it denies is not answered. */
      url?: string;
      /** Cancel them, as a content blocker does. */
      block: boolean;
      /** Fail them like a server that cannot be reached. */
      fail: boolean;
      /** Send them to this address instead; the page sees a redirect. */
      redirect?: string;
      /** Answer with this status. Default of an answer: 200. */
      status?: number;
      /** Header of the answer, as 'Name: value'; can be given several times. */
      headers?: string[];
      /** Answer with this text. */
      body?: string;
      /** Answer with this JSON, as application/json. For clz's own JSON put --json before `route`. */
      json?: string;
      /** Answer with this file; its name decides the type. */
      file?: string;
      /** Send the request with this header, as 'Name: value'; can be given several times. */
      setHeaders?: string[];
      /** Send the request without this header; can be given several times. */
      removeHeaders?: string[];
      /** Wait this many milliseconds first. */
      delay: number;
      /** For this many requests; then the route ends. */
      times?: number;
      /** Only requests of this method. */
      method?: string;
      /** Answer from this recording, a HAR file, or a .zip that holds one with its bodies. */
      har?: string;
      /** What happens to requests that the recording lacks. record: they pass, and all bodies of your tabs are recorded, so that clz network har --bodies writes a recording that includes them. Default: pass. */
      miss?: "pass" | "fail" | "record";
      /** Hold them for the program of this name: see the Python API. */
      hold?: string;
      /** Only in this tab. Default: all of your tabs. */
      tabId?: number;
    };
    result: {
      /** The route: clz unroute ID */
      id: number;
      /** The glob. */
      url: string;
      /** What happens to the requests. */
      does: string;
      /** Who does it: the helper of clz's own Firefox, or webRequest. */
      by: 'helper' | 'webRequest';
      /** The tab; null for all of your tabs. */
      tabId: number | null;
    };
  };
  /** List your routes, the newest first, and how many requests each has matched. */
  listRoutes: {
    params: object;
    result: {
      /** Your routes; left: for how many more requests; off: the rule that disables it. */
      routes: Array<{ id: number; url: string; does: string; by: 'helper' | 'webRequest'; method: string | null; type: string | null; tabId: number | null; delayMs: number; left: number | null; matched: number; off: string | null }>;
    };
  };
  /** Remove one of your routes, or all of them. */
  removeRoutes: {
    params: {
      /** The route, as listed by `clz route list`. */
      id?: number;
      /** All of your routes, or, with --tab, those for that tab only. */
      all: boolean;
      /** Only in this tab. Default: all of your tabs. */
      tabId?: number;
    };
    result: Pick<OftenTold, "left"> & {
      /** The routes that are gone. */
      removed: number[];
    };
  };
  /** Report the requests and calls that wait for a program, each once. A program that stops asking counts as gone. */
  takeHeld: {
    params: Pick<OftenGiven, "holder"> & {
      /** Wait this long for the first. */
      waitMs: number;
      /** With what requests carry. */
      bodies: boolean;
    };
    result: {
      /** Requests, with what they carry as text, or else in base64. */
      requests: Array<{ id: string; route: number; url: string; method: string; type: string; page: boolean; top: boolean; tabId: number; headers: Array<{ name: string; value: string }>; text?: string; base64?: string }>;
      /** Calls of functions; args is JSON. */
      calls: Array<{ id: string; name: string; args: string; tabId: number; frame: string }>;
    };
  };
  /** Decide about a request that waits for a program. */
  answerHeld: {
    params: Pick<OftenGiven, "id" | "headers" | "body"> & {
      /** change sends it on, pass leaves it to older routes, answer and fail end it. */
      does: "pass" | "change" | "answer" | "fail";
      /** Status of the answer. */
      status?: number;
      /** Answer with what was fetched for it; other parameters change that. */
      fetched: boolean;
      /** Send it with this header. */
      setHeaders?: string[];
      /** Send it without this header. */
      removeHeaders?: string[];
      /** What it fails with. */
      error?: "aborted" | "accessdenied" | "addressunreachable" | "blockedbyclient" | "blockedbyresponse" | "connectionaborted" | "connectionclosed" | "connectionfailed" | "connectionrefused" | "connectionreset" | "internetdisconnected" | "namenotresolved" | "timedout" | "failed";
    };
    result: object;
  };
  /** Send a request that waits for a program to its server, as it is or changed, and report the answer. */
  fetchHeld: {
    params: Pick<OftenGiven, "id" | "headers" | "body" | "maxRedirects"> & {
      /** Another address. */
      url?: string;
      /** Another method. */
      method?: string;
    };
    result: Pick<OftenTold, "statusText" | "headers" | "base64"> & {
      /** Where it came from. */
      url: string;
      /** Its status. */
      status: number;
      /** Its body, if that is text; secrets in it are masked. */
      text?: string;
    };
  };
  /** Give pages a function that the program answers, in the documents that are open and in later ones. */
  exposeFunction: {
    params: Pick<OftenGiven, "holder"> & {
      /** What pages call it. */
      name: string;
      /** Only in this tab. Default: all of your tabs. */
      tabId?: number;
    };
    result: object;
  };
  /** Give a page the outcome of a function that it called. */
  answerCall: {
    params: Pick<OftenGiven, "id"> & {
      /** The value, as JSON. */
      value?: string;
      /** What went wrong instead. */
      error?: string;
    };
    result: object;
  };
  /** Record the bodies of the tab's requests and answers from now on: text, up to 1 MB each and 50 MB in all, then the oldest are dropped. Messages of WebSockets and EventSources are recorded too: clz network sockets. */
  recordBodies: {
    params: Pick<OftenGiven, "tabId"> & {
      /** on, or off. What is recorded stays until it is cleared. */
      state: "on" | "off";
      /** Only of addresses that match this glob. */
      match?: string;
      /** Keep this much of each body. */
      maxBytes: number;
      /** Record pictures, fonts and everything else too, not only text. */
      allTypes: boolean;
    };
    result: Pick<OftenTold, "tabId"> & {
      /** True if bodies are recorded now. */
      recording: boolean;
      /** Only of addresses that match this. */
      match: string | null;
      /** How much of each is kept. */
      maxBytes: number;
      /** True if it is not only text. */
      allTypes: boolean;
      /** How many are kept. */
      bodies: number;
      /** Their size in all. */
      bytes: number;
      /** How many messages of WebSockets and EventSources are kept. */
      messages: number;
    };
  };
  /** Print the body of an answer, or of the request itself; secrets in it are masked. */
  getRequestBody: {
    params: Pick<OftenGiven, "tabId"> & {
      /** The request, by its id in clz network. */
      id: string;
      /** Print the body of the request instead of that of the answer. */
      request: boolean;
      /** Give it in base64 as well, unless a secret in it is masked. */
      encoded: boolean;
    };
    result: Pick<OftenTold, "tabId"> & {
      /** The request. */
      id: string;
      /** Its method. */
      method: string;
      /** Its address. */
      url: string;
      /** Its status. */
      status: number | null;
      /** How much of the body is kept, and why not all of it. */
      state: 'whole' | 'partial' | 'cut' | 'aborted' | 'dropped' | 'empty' | 'skipped' | 'unseen';
      /** How many bytes have come. */
      bytes: number;
      /** Its type. */
      mimeType: string;
      /** True if a secret in it is masked. */
      masked: boolean;
      /** The body, if it is text. */
      text?: string;
      /** The fields of a form; of a file field, the file's name. */
      fields?: Array<{ name: string; value: string }>;
      /** The body as it came, if that was asked for. */
      base64?: string;
    };
  };
  /** Print the messages of the tab's WebSockets and EventSources: see clz network record. Secrets are masked. */
  getSocketMessages: {
    params: Pick<OftenGiven, "limit" | "since" | "clear" | "tabId"> & {
      /** Only sockets whose address matches this glob. */
      url?: string;
      /** Whole messages, binary ones in base64, instead of how they begin. */
      full: boolean;
      /** Wait this long, in milliseconds, for messages if there are none. */
      waitMs: number;
    };
    result: Pick<OftenTold, "total" | "dropped" | "cursor" | "tabId"> & {
      /** The messages, and what became of the sockets; oldest first. */
      messages: Array<{ seq: number; at: string; type: 'opened' | 'sent' | 'received' | 'closed'; kind: 'websocket' | 'eventsource'; socket: number; url: string | null; request: string | null; frame: string; format?: 'text' | 'binary'; bytes?: number; kept?: number; text?: string; hex?: string; base64?: string; masked?: boolean; event?: string; eventId?: string; protocol?: string; code?: number; reason?: string; clean?: boolean; pageLeft?: boolean }>;
      /** True if messages are recorded now. */
      recording: boolean;
      /** What is recorded of WebSockets: their messages only in clz's own Firefox. */
      webSockets: 'messages' | 'handshakes';
    };
  };
  /** Write the requests that the tab made to a file, as HAR 1.2. Secrets are masked. */
  getHar: {
    params: Pick<OftenGiven, "tabId"> & {
      /** With the bodies that are recorded: see clz network record. */
      bodies: boolean;
      /** With the values of cookies, if you have the right to them. */
      cookies: boolean;
    };
    result: Pick<OftenTold, "dropped" | "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl"> & {
      /** The requests that are over, oldest first. */
      requests: Array<{ seq: number; id: string; url: string; method: string; type: string; status: number | null; statusText: string; state: 'pending' | 'done' | 'failed'; error: string | null; fromCache: boolean; ip: string | null; startedAt: string; durationMs: number | null; waitMs: number | null; responseBytes: number | null; requestBytes: number | null; mimeType: string; redirectTo: string | null; frame: string; requestHeaders?: Array<{ name: string; value: string }>; responseHeaders?: Array<{ name: string; value: string }>; httpVersion: string; blockedMs: number; requestHeadersBytes: number; responseHeadersBytes: number; requestCookies: Array<{ name: string; value: string; path?: string; domain?: string; expires?: string; httpOnly?: boolean; secure?: boolean; sameSite?: string }>; responseCookies: Array<{ name: string; value: string; path?: string; domain?: string; expires?: string; httpOnly?: boolean; secure?: boolean; sameSite?: string }>; requestBody?: { state: 'whole' | 'partial' | 'cut' | 'aborted' | 'dropped' | 'empty' | 'skipped' | 'unseen'; bytes: number; mimeType: string; text?: string; fields?: Array<{ name: string; value: string }>; base64?: string; masked?: boolean }; responseBody?: { state: 'whole' | 'partial' | 'cut' | 'aborted' | 'dropped' | 'empty' | 'skipped' | 'unseen'; bytes: number; mimeType: string; text?: string; fields?: Array<{ name: string; value: string }>; base64?: string; masked?: boolean } }>;
      /** How many have not ended, and so are not in it. */
      pending: number;
      /** For how long no requests were noted, because there were far too many. */
      pausedMs: number;
      /** How many bodies there was no room for; the oldest. */
      leftOut: number;
      /** When the page's content was loaded, since it was asked for. */
      contentLoadMs: number | null;
      /** When all of the page was loaded. */
      loadMs: number | null;
    };
  };
  /** Send every request of your tabs with these headers, to any server; they replace those of the page. */
  setExtraHeaders: {
    params: {
      /** Header, as 'Name: value'; can be given several times. Only for some addresses: clz route GLOB --set-header. */
      headers: string[];
      /** Only in this tab. Default: all of your tabs. */
      tabId?: number;
    };
    result: {
      /** The headers that are sent there now; secrets in them are masked. */
      headers: Array<{ name: string; value: string }>;
      /** The tab; null for all of your tabs. */
      tabId: number | null;
    };
  };
  /** Send requests without these headers again, or without all that were set. */
  clearExtraHeaders: {
    params: {
      /** Name of a header; can be given several times. Default: all. */
      names?: string[];
      /** Only in this tab. Default: all of your tabs. */
      tabId?: number;
    };
    result: Pick<OftenTold, "removed"> & {
      /** The headers that are sent there now; secrets in them are masked. */
      headers: Array<{ name: string; value: string }>;
      /** The tab; null for all of your tabs. */
      tabId: number | null;
    };
  };
  /** Take your tabs offline, or online again: requests fail, and pages see that they are offline. */
  setOffline: {
    params: Pick<OftenGiven, "state"> & {
      /** Only in this tab. Default: all of your tabs. */
      tabId?: number;
    };
    result: {
      /** True if they are offline now. */
      offline: boolean;
      /** The tab; null for all of your tabs. */
      tabId: number | null;
    };
  };
  /** Slow down the network of your tabs. */
  throttleNetwork: {
    params: {
      /** gprs, regular-2g, good-2g, regular-3g, good-3g, regular-4g, dsl, wifi, as in Firefox; slow-3g, fast-3g, slow-4g, fast-4g, as in Chrome; or off. */
      preset?: string;
      /** Answers at this many kbit/s. */
      down?: number;
      /** Requests at this many kbit/s. */
      up?: number;
      /** This many milliseconds before the body of each answer. */
      latency?: number;
      /** Only in this tab. Default: all of your tabs. */
      tabId?: number;
    };
    result: {
      /** Kbit/s down and up (null: not limited), and latency in milliseconds. */
      throttle: { preset: string | null; down: number | null; up: number | null; latency: number };
      /** The tab; null for all of your tabs. */
      tabId: number | null;
    };
  };
  /** List what was set for the network of your tabs: headers, offline, throttling. */
  getNetworkConditions: {
    params: {
      /** End all of it first. */
      reset: boolean;
      /** Only in this tab. Default: all of your tabs. */
      tabId?: number;
    };
    result: {
      /** What applies to all of your tabs (tabId is null), then what applies to single tabs instead. */
      conditions: Array<{ tabId: number | null; headers: Array<{ name: string; value: string }>; offline: boolean | null; throttle: { preset: string | null; down: number | null; up: number | null; latency: number } | null }>;
    };
  };
  /** Send a request with your tab's cookies, and print the answer; secrets in it are masked. */
  sendRequest: {
    params: Pick<OftenGiven, "maxRedirects" | "tabId"> & {
      /** GET, POST, PUT, PATCH, DELETE, HEAD and the like. */
      method: string;
      /** Address to send it to. */
      url: string;
      /** Send this JSON. */
      json?: string;
      /** Send this text. */
      body?: string;
      /** Send this field, as a form does; can be given several times. */
      form?: string[];
      /** Send this header, as 'Name: value'; can be given several times. */
      headers?: string[];
      /** Print the value at this path of the JSON answer, unmasked, as NAME=value; in a test it is $NAME from then on. Can be given several times. */
      save?: string[];
    };
    result: Pick<OftenTold, "statusText" | "headers" | "base64" | "tabId"> & {
      /** Where the answer came from. */
      url: string;
      /** Its status. */
      status: number;
      /** Its body, if that is text; secrets in it are masked. */
      text?: string;
      /** The values of --save. */
      saved?: Array<{ name: string; value: string }>;
    };
  };
  /** Answer the page's cookie banner or consent dialog: refuse what can be refused. */
  handleConsent: {
    params: Pick<OftenGiven, "tabId"> & {
      /** Accept everything instead. */
      accept: boolean;
      /** How long to look for a banner, in milliseconds. */
      scanTimeout: number;
      /** From now on answer the banner of every page in your tabs; --no-auto ends it. */
      auto?: boolean;
    };
    result: Pick<OftenTold, "elapsedMs" | "tabId" | "url"> & {
      /** True if there was a banner. */
      found: boolean;
      /** True if something in it was clicked. */
      clicked: boolean;
      /** The text of what was clicked last, if it is known. */
      buttonText: string;
      /** The rule that matched the banner, or the pass that found its button; none. */
      method: string;
      /** What was answered. */
      action: 'refused' | 'accepted' | 'none';
      /** True if banners in your tabs are answered automatically. */
      auto: boolean;
    };
  };
  /** List the cookies sent to the tab's page, or to another address. */
  getCookies: {
    params: Pick<OftenGiven, "url" | "all" | "show" | "tabId"> & {
      /** Only cookies of this name. */
      name?: string;
    };
    result: Pick<OftenTold, "jar"> & {
      /** One entry a cookie; expires in seconds since 1970, null: it ends with Firefox. */
      cookies: Array<{ name: string; value: string; domain: string; path: string; expires: number | null; httpOnly: boolean; secure: boolean; sameSite: 'Strict' | 'Lax' | 'None' | null; partition?: string }>;
    };
  };
  /** Print the value of a cookie that is sent to the tab's page. */
  getCookie: {
    params: Pick<OftenGiven, "name" | "url" | "show" | "tabId">;
    result: Pick<OftenTold, "jar"> & {
      /** Its value, masked without --show. */
      value: string;
    };
  };
  /** Set a cookie, for the tab's page or another address. */
  setCookie: {
    params: Pick<OftenGiven, "name" | "tabId"> & {
      /** Its value; - reads it from standard input, which keeps it out of the list of processes. */
      value: string;
      /** The address that it is set for. Default: the tab's page. */
      url?: string;
      /** This host and all below it. Default: only the address's host. */
      domain?: string;
      /** Only for addresses below this path. */
      path: string;
      /** When it ends: 90s, 30m, 12h, 7d from now, a date such as 2030-01-31, or seconds since 1970; after 400 days at the latest. Default: when Firefox ends. */
      expires?: string;
      /** Hide it from scripts. */
      httpOnly: boolean;
      /** Send it only over https. Default: yes for an https: address. */
      secure?: boolean;
      /** When other sites' pages send it. */
      sameSite?: "strict" | "lax" | "none";
    };
    result: Pick<OftenTold, "jar"> & {
      /** The cookie, its value masked. */
      cookie: { name: string; value: string; domain: string; path: string; expires: number | null; httpOnly: boolean; secure: boolean; sameSite: 'Strict' | 'Lax' | 'None' | null; partition?: string };
    };
  };
  /** Delete the cookies of a name that are sent to the tab's page. */
  deleteCookie: {
    params: Pick<OftenGiven, "name" | "url" | "tabId">;
    result: Pick<OftenTold, "removed" | "jar">;
  };
  /** Delete all cookies that are sent to the tab's page, or all in the jar. */
  clearCookies: {
    params: Pick<OftenGiven, "url" | "all" | "tabId">;
    result: Pick<OftenTold, "removed" | "jar">;
  };
  /** Set cookies from a file: cookies.txt, JSON, a header Cookie:, or a curl command that was copied. */
  importCookies: {
    params: Pick<OftenGiven, "tabId"> & {
      /** The address that the cookies of a header are for. Default: that of curl, else the tab's page. */
      url?: string;
      /** One object a cookie: name, value and what else it has; without a domain it is set for the address. */
      cookies: Array<Record<string, unknown>>;
    };
    result: Pick<OftenTold, "jar"> & {
      /** How many were set. */
      count: number;
      /** Whose they are. */
      domains: string[];
      /** Names of those that have expired, and so were not set. */
      expired: string[];
    };
  };
  /** List what the page's origin stores: local and session storage, IndexedDB databases, caches. */
  getStorage: {
    params: Pick<OftenGiven, "frame" | "tabId">;
    result: Pick<OftenTold, "origin" | "tabId"> & {
      /** Keys of local storage, and characters of all. */
      local: { count: number; length: number };
      /** The same of session storage. */
      session: { count: number; length: number };
      /** IndexedDB databases. */
      databases: Array<{ name: string; version: number }>;
      /** Caches, and how many answers each holds. */
      caches: Array<{ name: string; count: number }>;
      /** Scopes of its service workers. */
      serviceWorkers: string[];
    };
  };
  /** List, get, set and delete what the page's origin keeps in local storage. */
  localStorage: {
    params: Pick<OftenGiven, "action" | "key" | "value" | "frame" | "offset" | "tabId"> & {
      /** List the values too. */
      show: boolean;
      /** Most characters of values to return. */
      maxLength: number;
    };
    result: Pick<OftenTold, "origin" | "action" | "entries" | "count" | "value" | "truncated" | "nextOffset" | "tabId">;
  };
  /** List, get, set and delete what the tab keeps for the page's origin in session storage. */
  sessionStorage: {
    params: Pick<OftenGiven, "action" | "key" | "value" | "frame" | "offset" | "tabId"> & {
      /** List the values too. */
      show: boolean;
      /** Most characters of values to return. */
      maxLength: number;
    };
    result: Pick<OftenTold, "origin" | "action" | "entries" | "count" | "value" | "truncated" | "nextOffset" | "tabId">;
  };
  /** Clear the local and session storage of the page's origin, or everything that it stores except cookies. */
  clearStorage: {
    params: Pick<OftenGiven, "frame" | "tabId"> & {
      /** Also its IndexedDB databases, caches and service workers. */
      all: boolean;
    };
    result: Pick<OftenTold, "origin" | "tabId"> & {
      /** Keys of local storage that are gone. */
      local: number;
      /** Keys of session storage that are gone. */
      session: number;
      /** Databases that are gone. */
      databases: string[];
      /** Databases that pages keep open; they are deleted once those close them. */
      open: string[];
      /** Caches that are gone. */
      caches: string[];
      /** Service workers that are gone. */
      serviceWorkers: string[];
    };
  };
  /** Save the log-ins of your tabs to a file: cookies and storage of all sites that they visited. */
  saveState: {
    params: Pick<OftenGiven, "tabId"> & {
      /** Only sites whose address matches this glob, even if your tabs did not visit them; can be given several times. */
      url?: string[];
      /** IndexedDB too, beside local and session storage. */
      indexedDb: boolean;
      /** Your passkeys too, private keys included. */
      passkeys: boolean;
    };
    result: Pick<OftenTold, "jar"> & {
      /** The cookies. */
      cookies: Array<{ name: string; value: string; domain: string; path: string; expires: number | null; httpOnly: boolean; secure: boolean; sameSite: 'Strict' | 'Lax' | 'None' | null; partition?: string }>;
      /** What each site stores, as in Playwright's storageState. */
      origins: Array<{ origin: string; localStorage?: Array<{ name: string; value: string; nameUtf16?: string; valueUtf16?: string }>; sessionStorage?: Array<{ name: string; value: string; nameUtf16?: string; valueUtf16?: string }>; indexedDB?: object[] }>;
      /** Sites whose storage this Firefox does not show to extensions. */
      skipped: string[];
      /** What no file can hold, by its kind; `gone`: a database that was deleted. */
      notSaved: Array<{ origin: string; database: string; store: string; kind: string }>;
      /** The passkeys, with --passkeys. */
      credentials?: Array<{ credentialId: string; rpId: string; userName: string; userHandle: string; isResidentCredential: boolean; signCount: number; privateKey: string; publicKey: string }>;
      /** How many are not among them, because they are from a secret. */
      withheld?: number;
    };
  };
  /** Load a state into the tab's jar. */
  applyState: {
    params: Pick<OftenGiven, "tabId"> & {
      /** A state, as `clz state save` writes it: Playwright's storageState. */
      state: Record<string, unknown>;
    };
    result: Pick<OftenTold, "jar"> & {
      /** How many cookies were set. */
      cookies: number;
      /** The sites whose storage was set. */
      origins: string[];
      /** Names of cookies that have expired, and so were not set. */
      expired: string[];
      /** How many passkeys were added, if the state contains some. */
      passkeys?: number;
    };
  };
  /** Answer the passkey requests of your pages with a virtual authenticator. */
  addVirtualAuthenticator: {
    params: {
      /** The protocol it speaks. */
      protocol: "ctap2_1" | "ctap2" | "u2f";
      /** How it is connected: internal is a part of the device. */
      transport: "internal" | "usb" | "nfc" | "ble" | "hybrid" | "smart-card";
      /** Keep passkeys that a site can find without a user name. */
      resident: boolean;
      /** Verify its user, as by a fingerprint. */
      verify: boolean;
      /** Consent to each request; without, each is refused. */
      consent: boolean;
    };
    result: Pick<OftenTold, "credentials"> & {
      /** The authenticator. */
      authenticator: { protocol: 'ctap1/u2f' | 'ctap2' | 'ctap2_1'; transport: 'ble' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb'; hasResidentKey: boolean; hasUserVerification: boolean; isUserConsenting: boolean; isUserVerified: boolean };
    };
  };
  /** Remove your virtual authenticator and all passkeys in it. */
  removeVirtualAuthenticator: {
    params: object;
    result: {
      /** True if you had one. */
      removed: boolean;
    };
  };
  /** List your passkeys, without their private keys. */
  getCredentials: {
    params: object;
    result: Pick<OftenTold, "credentials"> & {
      /** Your authenticator, if it is on. */
      authenticator: { protocol: 'ctap1/u2f' | 'ctap2' | 'ctap2_1'; transport: 'ble' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb'; hasResidentKey: boolean; hasUserVerification: boolean; isUserConsenting: boolean; isUserVerified: boolean } | null;
    };
  };
  /** Add the passkeys of a file or a secret; this turns the authenticator on. */
  addCredentials: {
    params: {
      /** A secret that contains such a file, by its name. */
      secret?: string;
      /** Passkeys in the form of WebDriver's Credential Parameters. */
      credentials?: Array<Record<string, unknown>>;
    };
    result: {
      /** Those that were added. */
      added: Array<{ credentialId: string; rpId: string; userName: string; userHandle: string; isResidentCredential: boolean; signCount: number; secret: string | null }>;
    };
  };
  /** Save your passkeys to a file, private keys included. */
  saveCredentials: {
    params: object;
    result: {
      /** The passkeys. */
      credentials: Array<{ credentialId: string; rpId: string; userName: string; userHandle: string; isResidentCredential: boolean; signCount: number; privateKey: string; publicKey: string }>;
      /** How many are not among them, because they are from a secret. */
      withheld: number;
    };
  };
  /** Remove a passkey, or all of them. */
  removeCredentials: {
    params: {
      /** Its id, as `clz passkey list` shows it. */
      credentialId?: string;
      /** Remove all of them. */
      all: boolean;
    };
    result: {
      /** The ids of those that are gone. */
      removed: string[];
    };
  };
  /** Set whether the authenticator verifies its user. */
  setUserVerified: {
    params: Pick<OftenGiven, "state">;
    result: {
      /** True if its user is verified. */
      isUserVerified: boolean;
    };
  };
  /** Log in by HTTP authentication wherever a server asks your tabs for it. */
  setAuth: {
    params: {
      /** The server: scheme, host, and port if it is not the usual one. */
      origin: string;
      /** Whose log-in it is. */
      user: string;
      /** The secret that is the password, by its name. */
      secret?: string;
      /** The password itself, of a test server: one that matters is kept as a secret. */
      password?: string;
      /** Only in this tab, and gone with it. Default: all of your tabs. */
      tabId?: number;
    };
    result: {
      /** The server. */
      origin: string;
      /** Whose log-in it is. */
      user: string;
      /** The name of the secret; null if the password itself was given. */
      secret: string | null;
    };
  };
  /** List your log-ins by HTTP authentication. */
  listAuth: {
    params: object;
    result: {
      /** One entry for each server; refused: it asked again after it got the log-in, which is not sent twice. */
      logins: Array<{ origin: string; user: string; secret: string | null; tabId: number | null; used: number; refused: boolean }>;
    };
  };
  /** Forget log-ins by HTTP authentication: those of one server, or all of them. */
  clearAuth: {
    params: {
      /** The server. Default: all. */
      origin?: string;
    };
    result: {
      /** The servers whose log-in is forgotten. */
      cleared: string[];
      /** True if Firefox itself may keep sending it until Firefox ends, as without the helper. */
      remembered: boolean;
    };
  };
  /** Print what your clipboard holds: what you wrote there, or copied in a page. */
  readClipboard: {
    params: Pick<OftenGiven, "system" | "offset" | "maxLength"> & {
      /** Its HTML instead of its text. */
      html: boolean;
    };
    result: Pick<OftenTold, "truncated" | "nextOffset"> & {
      /** Its text; empty if it has none. */
      text: string;
      /** Its formats, such as text/plain and text/html. */
      types: string[];
      /** The address of the page that it was copied in, if it was. */
      source: string | null;
    };
  };
  /** Put text on your clipboard, to be pasted with clz clipboard paste. */
  writeClipboard: {
    params: Pick<OftenGiven, "system"> & {
      /** The text; - reads it from standard input. */
      text: string;
      /** The same as HTML. */
      html?: string;
    };
    result: Pick<OftenTold, "length"> & {
      /** What the clipboard holds now. */
      types: string[];
    };
  };
  /** Paste what your clipboard holds into an element, or wherever the focus is. */
  pasteClipboard: {
    params: Pick<OftenGiven, "system" | "force" | "waitMs" | "waitRequest" | "frame" | "nth" | "tabId"> & {
      /** Element to paste into. Default: the focused one. */
      target?: string;
    };
    result: Pick<OftenTold, "length" | "tagName" | "text" | "id" | "className" | "tabId" | "url" | "navigated" | "openedTab" | "openedAndClosed" | "navigationRefused" | "refusedBy" | "onItsWayTo" | "notSent" | "tabClosed" | "popupsRefused" | "dialog" | "dialogs" | "lateDialogs" | "fileChooser" | "download" | "downloads" | "lateDownloads" | "downloadRefused" | "request" | "focus"> & {
      /** Whether a script of the page took it, or the field itself. */
      takenBy: 'page' | 'field';
      /** True if the page cannot tell the paste from a person's. */
      trusted: boolean;
    };
  };
  /** Ask for a tab when the pool is full; the next free slot is kept for you for 30 seconds. */
  requestTabSpace: {
    params: object;
    result: Pick<OftenTold, "requests" | "reservations" | "holders" | "yours" | "tabCount" | "maxTabs">;
  };
  /** Give up your oldest tab to the agent that has waited longest. */
  grantTabSpace: {
    params: object;
    result: Pick<OftenTold, "tabCount"> & {
      /** True. */
      granted: boolean;
      /** Your tab that was closed. */
      closedTabId: number;
      /** The agent that gets the slot, its id cut short. */
      grantedTo: string;
    };
  };
  /** Show who waits for a tab, for whom slots are kept, and who holds many. */
  getSlotRequests: {
    params: object;
    result: Pick<OftenTold, "requests" | "reservations" | "holders" | "yours" | "tabCount" | "maxTabs">;
  };
  /** Close all your tabs and forget you; the host asks this for an agent that is gone. */
  cleanupOrphanedTabs: {
    params: object;
    result: {
      /** The tabs that were closed. */
      closed: number[];
    };
  };
  /** Show your settings and the policy that applies to you. */
  getConfig: {
    params: {
      /** The one part of the policy to show. Default: all. */
      key?: "allowedDomains" | "rights" | "handleConsent";
    };
    result: Pick<OftenTold, "settings" | "files"> & {
      /** Lists of domains that an address must be in, each with where it is set; none: every address is allowed. */
      allowedDomains?: Array<{ rule: string; domains: string[] }>;
      /** What you may do, each with where it is set. */
      rights?: Record<string, { allowed: boolean; rule: string; asked?: boolean }>;
      /** The latest requests of your tabs that were refused. */
      blocked?: Array<{ tabId: number; url: string; type: string; rule: string }>;
      /** True if consent banners in your tabs are answered automatically. */
      handleConsent?: boolean;
    };
  };
  /** List every setting and where its value is set. */
  listConfig: {
    params: object;
    result: Pick<OftenTold, "allowedDomains" | "rights" | "blocked" | "handleConsent" | "settings" | "files">;
  };
  /** Change a setting for good, or restrict where your own tabs may go for as long as you are connected. */
  setConfig: {
    params: {
      /** Domains that your tabs may reach from now on; each must be allowed already. */
      allowedDomains?: string[];
      /** Refuse the consent banner of every page in your tabs, or stop doing so. */
      handleConsent?: boolean;
    };
    result: Pick<OftenTold, "allowedDomains" | "rights" | "blocked" | "handleConsent" | "settings" | "files"> & {
      /** The file that was written. */
      path?: string;
    };
  };
  /** Say whether the policy lets you open an address; if not, which rule forbids it. */
  canNavigate: {
    params: {
      /** Address of the page: http, https, about, file, data. */
      url: string;
    };
    result: {
      /** True if the policy lets you open it. */
      allowed: boolean;
      /** The address. */
      url: string;
      /** The rule that forbids it. */
      rule: string | null;
      /** The site that you have read, if that is why. */
      read: string | null;
      /** True if `clz open` asks the person. */
      asks: boolean;
    };
  };
  /** Keep the file: pages of your tabs to some folders, as they are without links; frames too. */
  boundFiles: {
    params: {
      /** The folders; none: no file: page at all. */
      folders: string[];
    };
    result: object;
  };
  /** Show whether your tabs open in the shared window or in a private one. */
  getWindowMode: {
    params: object;
    result: Pick<OftenTold, "mode" | "privateAllowed">;
  };
  /** Open your tabs in a private window from now on, if the person allows that. */
  setPrivateMode: {
    params: {
      /** Private, or with --no-enabled in the shared window again. */
      enabled: boolean;
    };
    result: Pick<OftenTold, "mode" | "privateAllowed">;
  };
  /** Say that the agent is about to run a program. */
  admitScript: {
    params: object;
    result: object;
  };
  /** Report what a person does in a tab, from now on until it is asked to end. */
  watchPerson: {
    params: Pick<OftenGiven, "tabId"> & {
      /** Only what came after this cursor of an earlier answer. */
      since?: number;
      /** Wait this long, in milliseconds, if nothing was done yet. */
      waitMs: number;
      /** Stop listening. */
      end: boolean;
    };
    result: Pick<OftenTold, "cursor" | "tabId"> & {
      /** What was done, as the commands that do the same; oldest first. */
      actions: Array<{ seq: number; command: string; params: Record<string, unknown>; url: string; left?: string; locator?: { durable: string; kind: string; role?: string; name?: string; nth?: number; frame?: string; secret: boolean } }>;
      /** True if the tab was closed: nothing more will come. */
      closed: boolean;
      /** The title that the page got by itself, as far as that is known. */
      title?: string;
    };
  };
  /** Ask a person to point at an element, and print its locator: a durable one, as clz record would write it. Escape cancels. In a Firefox without a window they point in the picture of clz show. */
  pickElement: {
    params: Pick<OftenGiven, "tabId"> & {
      /** Pick the element here without asking: a place in the part in view, in CSS pixels, as in a screenshot. */
      point?: string;
      /** Let the person write a note at one element after another; Escape ends. See clz notes. */
      note: boolean;
      /** How long to wait, in milliseconds. */
      waitMs: number;
    };
    result: Pick<OftenTold, "tabId"> & {
      /** The locator. */
      locator: string;
      /** Its kind. */
      kind: 'role' | 'label' | 'testid' | 'text' | 'css';
      /** The element's role. */
      role?: string;
      /** Its accessible name. */
      name?: string;
      /** Which of several matches it is, if the locator matches several. */
      nth?: number;
      /** The locator of the element that holds its frame. */
      frame?: string;
      /** True if what is typed there is a secret. */
      secret: boolean;
      /** Where it was pointed at. */
      by: 'firefox' | 'show' | 'point';
      /** With --note: how many; the locator is the last one's. */
      notes?: number;
    };
  };
  /** Take off a tab the marks of notes that are not open any more. */
  markNotes: {
    params: Pick<OftenGiven, "tabId"> & {
      /** The numbers of those that are. */
      open: string[];
    };
    result: object;
  };
  /** Tell how a tab is now, for a trace: its documents, a picture, and what it said and asked for since. */
  traceMoment: {
    params: Pick<OftenGiven, "tabId"> & {
      /** Tell the documents of its frames. */
      documents: boolean;
      /** Take a picture of what is in view. */
      picture: boolean;
      /** Messages after this cursor of an earlier answer. */
      consoleSince: number;
      /** Requests after this cursor of an earlier answer. */
      requestsSince: number;
      /** What the frames' addresses begin with. */
      prefix: string;
      /** Tell images with the documents. */
      images: boolean;
      /** Tell what changed in the storage of its pages, without values. */
      storage: boolean;
      /** Tell this moment now, and not with the next one. */
      wait: boolean;
    };
    result: Pick<OftenTold, "tabId" | "url" | "title" | "status" | "certificateError" | "noWebgl"> & {
      /** The number of this moment. */
      moment: number;
      /** Those that were not reported yet and are whole, in their order. */
      moments: Array<{ moment: number; frames: Array<{ frameId: number; url: string; html: unknown; doctype: string; width: number; height: number; dark: boolean; ms: number; cut: boolean }>; picture: { image: string; width: number; height: number; viewWidth: number; viewHeight: number } | null }>;
      /** What it said. */
      logs: Array<{ seq: number; level: 'debug' | 'log' | 'info' | 'warn' | 'error'; kind: 'console' | 'error' | 'rejection' | 'refusal'; timestamp: string; message: string; url: string; line: number | null; column: number | null; source?: string; frame: string; page: number }>;
      /** Pass it as consoleSince. */
      logsCursor: number;
      /** What it asked for. */
      requests: Array<{ seq: number; id: string; url: string; method: string; type: string; status: number | null; statusText: string; state: 'pending' | 'done' | 'failed'; error: string | null; fromCache: boolean; ip: string | null; startedAt: string; durationMs: number | null; waitMs: number | null; responseBytes: number | null; requestBytes: number | null; mimeType: string; redirectTo: string | null; frame: string; requestHeaders?: Array<{ name: string; value: string }>; responseHeaders?: Array<{ name: string; value: string }>; requestBody?: { state: 'whole' | 'partial' | 'cut' | 'aborted' | 'dropped' | 'empty' | 'skipped' | 'unseen'; bytes: number; mimeType: string; text?: string }; responseBody?: { state: 'whole' | 'partial' | 'cut' | 'aborted' | 'dropped' | 'empty' | 'skipped' | 'unseen'; bytes: number; mimeType: string; text?: string } }>;
      /** Pass it as requestsSince. */
      requestsCursor: number;
      /** Where it went, and what changed in its storage. */
      pageEvents: Array<{ at: string; kind: 'navigation' | 'storage'; text: string }>;
      /** True if bodies are recorded. */
      recorded: boolean;
    };
  };
  /** Add a frame to the film of an agent: its tab as it is now. */
  filmFrame: {
    params: Pick<OftenGiven, "film" | "tabId"> & {
      /** Its width at most. */
      width: number;
      /** Its height at most. */
      height: number;
      /** What is written below. */
      caption?: string;
      /** It has failed. */
      failed: boolean;
      /** Keys that were pressed. */
      keys?: string;
      /** Where the pointer is, and whether it presses: x, y, pressed. */
      point?: Record<string, unknown>;
    };
    result: {
      /** What has come since, and where in the file it is to be. */
      pieces: Array<{ at: number; data: string }>;
      /** True if it is blank because it might have shown a secret. */
      covered: boolean;
    };
  };
  /** End the film of an agent. */
  endFilm: {
    params: Pick<OftenGiven, "film">;
    result: {
      /** The rest of it. */
      pieces: Array<{ at: number; data: string }>;
    };
  };
  /** Profile the page of your tab with Firefox until `clz profile stop`: JavaScript, layout, painting and waiting. */
  startProfile: {
    params: Pick<OftenGiven, "tabId"> & {
      /** Milliseconds between two samples. At 1 the last two minutes or so are kept, at 10 ten times as much. */
      interval: number;
    };
    result: Pick<OftenTold, "tabId" | "url"> & {
      /** Milliseconds between two samples. */
      interval: number;
    };
  };
  /** End the profile, and write it to a file that profiler.firefox.com opens. */
  stopProfile: {
    params: Pick<OftenGiven, "tabId">;
    result: Pick<OftenTold, "tabId" | "url" | "bytes"> & {
      /** The profile, as JSON. */
      profile: string;
      /** How long it lasted. */
      seconds: number;
      /** How many samples of threads it has. */
      samples: number;
    };
  };
  /** Tell whether something has changed in the tabs of all agents, and nothing of what. */
  watchTabs: {
    params: object;
    result: {
      /** Numbers that go up: of address and title, and of its paintings. */
      tabs: Array<{ tabId: number; owner: string; told: number; painted: number | null }>;
    };
  };
  /** Take a picture of a tab as it is now, for a person who watches. */
  lookAtTab: {
    params: Pick<OftenGiven, "tabId"> & {
      /** How large. */
      scale: number;
      /** Of the JPEG. */
      quality: number;
      /** The number of the picture that is known. */
      known: number;
    };
    result: {
      /** A JPEG in base64; empty if it is the one that is known. */
      image: string;
      /** Its width. */
      width: number;
      /** Its height. */
      height: number;
      /** Its number. */
      picture: number;
    };
  };
  /** Ask the person something, and wait for Done or No. */
  ask: {
    params: {
      /** What to ask. */
      question: string;
      /** The tab that the question is about. Default: your current tab. */
      tabId?: number;
      /** How long to wait, in milliseconds. */
      waitMs: number;
    };
    result: Pick<OftenTold, "elapsedMs"> & {
      /** What the person said. No is exit code 1. */
      answer: 'done' | 'no';
      /** Where the person answered. */
      by: 'firefox' | 'terminal' | 'show' | 'client';
    };
  };
  /** Check that the extension answers. */
  ping: {
    params: object;
    result: {
      /** True. */
      pong: boolean;
    };
  };
  /** Say what of Firefox's inside is not where the helper looks for it. */
  movedParts: {
    params: object;
    result: {
      /** Each after what it is for; none in a build without the helper. */
      moved: string[];
    };
  };
  /** Make the Firefox that clz started close its windows, so that it exits with everything saved. */
  quitBrowser: {
    params: object;
    result: {
      /** True: Firefox ends now. */
      quitting: boolean;
    };
  };
  /** Load the extension again, as after an update; tabs stay open, but are no longer yours. */
  reloadExtension: {
    params: object;
    result: {
      /** True: the extension stops now and connects again. */
      reloading: boolean;
    };
  };
}

export type CommandName = keyof Commands;

/** What holds of a command, as its declaration says. */
export interface Facts {
  /** It acts in a tab of its agent's own. */
  tab?: true;
  /** The page's content script carries it out. */
  inPage?: true;
  /** There, it acts. */
  acts?: true;
  changes?: true;
  /** It waits for those before it in its tab. */
  lock?: true;
  /** It can be given while a dialog is open there. */
  underDialog?: true;
  /** It can be given in a page that is not allowed. */
  leavesPage?: true;
  /** It can be given of a tab that is closed since; one that is under way then has something to say. */
  afterClosing?: true;
  /** It shows another page. */
  loads?: true;
  /** The result is the page's own words, or is kept to be put back: else addresses in it are redacted. */
  answers?: "as_asked" | "as_kept";
  /** Parameters that are addresses. */
  addresses?: readonly string[];
}

const FACTS = {
  createWindow: { changes: true, loads: true, addresses: ["url"] },
  navigate: { tab: true, changes: true, leavesPage: true, loads: true, addresses: ["url"] },
  back: { tab: true, changes: true, leavesPage: true, loads: true },
  forward: { tab: true, changes: true, leavesPage: true, loads: true },
  reload: { tab: true, changes: true, loads: true },
  getTabs: {},
  closeTab: { tab: true, changes: true, underDialog: true, leavesPage: true },
  selectTab: { tab: true, changes: true, underDialog: true, leavesPage: true },
  getWindows: {},
  closeWindow: { changes: true },
  resizeWindow: { changes: true },
  setViewport: { tab: true, changes: true, lock: true },
  emulate: { tab: true, changes: true, lock: true },
  addInitScript: { changes: true },
  listInitScripts: {},
  removeInitScripts: { changes: true },
  getAccessibilitySnapshot: { tab: true, inPage: true },
  getContent: { tab: true, inPage: true },
  get: { tab: true, inPage: true, answers: "as_asked" },
  getElementInfo: { tab: true, inPage: true },
  getPageState: { tab: true, inPage: true },
  screenshot: { tab: true, inPage: true },
  pdf: { tab: true },
  click: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  dblclick: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  hover: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  drag: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  mouse: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  mouseWheel: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  tap: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  swipe: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  focus: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  type: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  fill: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  pressKey: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  select: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  check: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  uncheck: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  selectText: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  scroll: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  upload: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  download: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  takeDownloads: { tab: true },
  getDownload: { tab: true },
  endDownload: { tab: true, changes: true },
  dialogStatus: { tab: true, underDialog: true, answers: "as_asked" },
  acceptDialog: { tab: true, changes: true, underDialog: true, answers: "as_asked" },
  dismissDialog: { tab: true, changes: true, underDialog: true, answers: "as_asked" },
  setDialogPolicy: { changes: true },
  waitFor: { tab: true, inPage: true },
  expect: { tab: true, inPage: true },
  getVitals: { tab: true, inPage: true },
  evaluate: { tab: true, inPage: true, changes: true, answers: "as_asked" },
  getConsoleLogs: { tab: true },
  getNetworkRequests: { tab: true },
  addRoute: { changes: true, addresses: ["redirect"] },
  listRoutes: {},
  removeRoutes: { changes: true },
  takeHeld: {},
  answerHeld: { changes: true },
  fetchHeld: { changes: true, addresses: ["url"] },
  exposeFunction: { changes: true },
  answerCall: { changes: true },
  recordBodies: { tab: true, changes: true, lock: true },
  getRequestBody: { tab: true },
  getSocketMessages: { tab: true },
  getHar: { tab: true, changes: true, lock: true },
  setExtraHeaders: { changes: true },
  clearExtraHeaders: { changes: true },
  setOffline: { changes: true },
  throttleNetwork: { changes: true },
  getNetworkConditions: {},
  sendRequest: { tab: true, changes: true, lock: true, addresses: ["url"] },
  handleConsent: { tab: true, changes: true, lock: true },
  getCookies: { tab: true, addresses: ["url"] },
  getCookie: { tab: true, addresses: ["url"] },
  setCookie: { tab: true, changes: true, lock: true, addresses: ["url"] },
  deleteCookie: { tab: true, changes: true, lock: true, addresses: ["url"] },
  clearCookies: { tab: true, changes: true, lock: true, addresses: ["url"] },
  importCookies: { tab: true, changes: true, lock: true, addresses: ["url"] },
  getStorage: { tab: true, inPage: true },
  localStorage: { tab: true, inPage: true, changes: true, lock: true },
  sessionStorage: { tab: true, inPage: true, changes: true, lock: true },
  clearStorage: { tab: true, inPage: true, changes: true, lock: true },
  saveState: { tab: true, changes: true, lock: true, answers: "as_kept" },
  applyState: { tab: true, changes: true, lock: true },
  addVirtualAuthenticator: { changes: true },
  removeVirtualAuthenticator: { changes: true },
  getCredentials: {},
  addCredentials: { changes: true },
  saveCredentials: { changes: true, answers: "as_kept" },
  removeCredentials: { changes: true },
  setUserVerified: { changes: true },
  setAuth: { changes: true, addresses: ["origin"] },
  listAuth: {},
  clearAuth: { changes: true, addresses: ["origin"] },
  readClipboard: {},
  writeClipboard: { changes: true },
  pasteClipboard: { tab: true, inPage: true, acts: true, changes: true, lock: true },
  requestTabSpace: { changes: true },
  grantTabSpace: { changes: true },
  getSlotRequests: {},
  cleanupOrphanedTabs: { changes: true },
  getConfig: {},
  listConfig: {},
  setConfig: { changes: true },
  canNavigate: { addresses: ["url"] },
  boundFiles: { changes: true },
  getWindowMode: {},
  setPrivateMode: { changes: true },
  admitScript: {},
  watchPerson: { tab: true, afterClosing: true },
  pickElement: { tab: true },
  markNotes: { tab: true, underDialog: true },
  traceMoment: { tab: true, inPage: true },
  filmFrame: { tab: true, underDialog: true },
  endFilm: {},
  startProfile: { tab: true, changes: true, lock: true },
  stopProfile: { tab: true, changes: true, lock: true },
  watchTabs: {},
  lookAtTab: { tab: true, underDialog: true },
  ask: {},
  ping: {},
  movedParts: {},
  quitBrowser: { changes: true },
  reloadExtension: { changes: true },
} as const satisfies Record<CommandName, Facts>;

export const COMMANDS: Record<CommandName, Facts> = FACTS;

type With<F extends keyof Facts> = {
  [K in CommandName]: (typeof FACTS)[K] extends Record<F, true> ? K : never;
}[CommandName];

function having<F extends keyof Facts>(fact: F): Array<With<F>> {
  return Object.keys(FACTS).filter((name): name is With<F> => COMMANDS[name as CommandName][fact] === true);
}

export type ContentName = With<"inPage">;
export const CONTENT_COMMANDS = /* @__PURE__ */ having("inPage");

export type ActionName = With<"acts">;
export const ACTIONS = /* @__PURE__ */ having("acts");
