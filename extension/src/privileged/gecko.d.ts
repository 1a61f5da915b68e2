// The little of Firefox's own interfaces that the helper uses.

interface GeckoBrowsingContext {
  readonly id: number;
  /** Of the tab: stays when its process changes. */
  readonly browserId: number;
  readonly top: GeckoBrowsingContext;
  readonly opener: GeckoBrowsingContext | null;
  /** In the main process alone: also of one that does not know its opener (noopener). */
  readonly crossGroupOpener: GeckoBrowsingContext | null;
  readonly isDiscarded: boolean;
  readonly embedderElement: Element | null;
  readonly currentWindowGlobal: GeckoWindowGlobal | null;
  /** Of a tab. */
  readonly sessionHistory: { readonly index: number; readonly count: number } | null;
  prefersColorSchemeOverride: string;
  touchEventsOverride: "enabled" | "none";
  overrideDPPX: number;
  customUserAgent: string;
  forceOffline: boolean;
  /** Null where it is of another process. */
  readonly docShell: object | null;
  print(settings: GeckoPrintSettings): Promise<void>;
  getAllBrowsingContextsInSubtree(): GeckoBrowsingContext[];
}

interface GeckoWindowGlobal {
  readonly documentPrincipal: GeckoPrincipal;
  /** Whom it keeps things for: what a frame of another site keeps is apart. */
  readonly documentStoragePrincipal: GeckoPrincipal;
  readonly osPid: number;
  readonly innerWindowId: number;
  /** Null where it is in the main process. */
  readonly domProcess: { readonly childID: number } | null;
  getActor(name: string): JSWindowActorParent;
}

interface GeckoTab {
  readonly linkedBrowser: GeckoBrowser;
  readonly ownerDocument: {
    readonly defaultView: {
      readonly gBrowser: { removeTab(tab: GeckoTab, options: { skipPermitUnload: boolean }): void };
    };
  };
}

interface GeckoBrowser extends HTMLElement {
  /** Not in every Firefox. */
  readonly popupAndRedirectBlocker?: { getBlockedPopupCount(): number };
  readonly browsingContext: GeckoBrowsingContext;
  readonly contentPrincipal: GeckoPrincipal;
  /** Of the connection that its page came by. */
  readonly securityUI: { readonly state: number; readonly secInfo: unknown } | null;
  /** Whether Firefox draws it and lets it run like one that is looked at. */
  docShellIsActive: boolean;
  readonly ownerDocument: Document & { synchronouslyUpdateRemoteBrowserDimensions(includeInactive: boolean): void };
  loadURI(uri: GeckoURI, options: { triggeringPrincipal: unknown; loadFlags?: number }): void;
}

interface GeckoPrincipal {
  readonly originAttributes: object;
  readonly isContentPrincipal: boolean;
  readonly origin: string;
  readonly URI: GeckoURI;
}

interface GeckoURI {
  readonly spec: string;
  readonly scheme: string;
}

interface GeckoPrintSettings {
  outputStream: unknown;
  outputDestination: number;
  [name: string]: unknown;
}

interface GeckoTextInputProcessor {
  beginInputTransactionForTests(window: Window): boolean;
  keydown(event: KeyboardEvent, flags?: number): number;
  keyup(event: KeyboardEvent, flags?: number): boolean;
  commitCompositionWith(text: string): boolean;
  getModifierState(name: string): boolean;
  readonly KEY_NON_PRINTABLE_KEY: number;
  readonly KEY_FORCE_PRINTABLE_KEY: number;
  readonly KEY_KEEP_KEYCODE_ZERO: number;
}

interface GeckoDataTransfer extends DataTransfer {
  mozCloneForEvent(type: string): DataTransfer;
}

interface GeckoWindowUtils {
  /** Counts what the window's root has painted; not in every Firefox. */
  readonly lastTransactionId?: number;
  readonly DEFAULT_MOUSE_POINTER_ID: number;
  readonly DEFAULT_TOUCH_POINTER_ID: number;
  enableDialogs(): void;
  sendContentCommandEvent(type: string, transferable?: unknown, text?: string): void;
  sendWheelEvent(
    x: number,
    y: number,
    deltaX: number,
    deltaY: number,
    deltaZ: number,
    deltaMode: number,
    modifiers: number,
    lineOrPageDeltaX: number,
    lineOrPageDeltaY: number,
    options: number,
  ): void;
}

interface GeckoTouchData {
  identifier: number;
  offsetX: number;
  offsetY: number;
  radiiX: number;
  radiiY: number;
  rotationAngle: number;
  pressure: number;
}

interface GeckoMouseData {
  inputSource?: number;
  button: number;
  buttons: number;
  clickCount: number;
  modifiers: number;
}

/** Content of Firefox's own that lies over a page, out of its reach. */
interface GeckoAnonymousContent {
  readonly root: ShadowRoot;
}

/** Inside of shadow trees too. */
interface Event {
  readonly composedTarget: Element | null;
  /** In what Firefox itself has made as well. */
  readonly originalTarget: Node | null;
}

interface GeckoWindow extends Window {
  readonly windowGlobalChild: { getActor(name: string): JSWindowActorChild };
  /** What events go through before they come to the page. */
  readonly windowRoot: EventTarget;
  readonly docShell: {
    readonly browsingContext: GeckoBrowsingContext;
    readonly currentDocumentChannel: { readonly loadInfo: { readonly triggeringPrincipal: GeckoPrincipal } } | null;
  };
  readonly PointerEvent: typeof PointerEvent;
  readonly MutationObserver: typeof MutationObserver;
  readonly document: Document & {
    readonly documentURIObject: GeckoURI;
    readonly documentLoadGroup: { readonly requests: Iterable<unknown> } | null;
    notifyUserGestureActivation(): void;
    insertAnonymousContent(): GeckoAnonymousContent;
    removeAnonymousContent(content: GeckoAnonymousContent): void;
  };
  readonly windowUtils: GeckoWindowUtils;
  readonly KeyboardEvent: typeof KeyboardEvent;
  readonly Event: typeof Event;
  readonly FocusEvent: typeof FocusEvent;
  readonly HTMLElement: typeof HTMLElement;
  readonly HTMLAnchorElement: typeof HTMLAnchorElement;
  readonly HTMLAreaElement: typeof HTMLAreaElement;
  readonly File: typeof File;
  readonly DataTransfer: typeof DataTransfer;
  readonly ClipboardEvent: typeof ClipboardEvent;
  readonly InputEvent: typeof InputEvent;
  readonly StaticRange: typeof StaticRange;
  readonly DOMException: typeof DOMException;
  readonly DragEvent: typeof DragEvent;
  synthesizeTouchEvent(
    type: string,
    touches: GeckoTouchData[],
    modifiers: number,
    options: { isDOMEventSynthesized?: boolean },
  ): boolean;
  synthesizeMouseEvent(
    type: string,
    x: number,
    y: number,
    data: GeckoMouseData,
    options: { isDOMEventSynthesized?: boolean; isWidgetEventSynthesized?: boolean },
  ): boolean;
}

declare class JSWindowActorParent {
  readonly browsingContext: GeckoBrowsingContext;
  readonly manager: { readonly osPid: number };
  sendQuery(name: string, data: unknown): Promise<unknown>;
  sendAsyncMessage(name: string, data: unknown): void;
}

declare class JSWindowActorChild {
  sendQuery(name: string, data: unknown): Promise<unknown>;
  sendAsyncMessage(name: string, data: unknown): void;
  readonly contentWindow: GeckoWindow | null;
  readonly browsingContext: GeckoBrowsingContext;
  readonly manager: {
    readonly innerWindowId: number;
    getActor(name: string): object;
    getExistingActor(name: string): object | null;
  };
  readonly document: Document | null;
}

interface GeckoExtension {
  readonly id: string;
  readonly rootURI: GeckoURI;
  readonly policy: unknown;
  once(event: string, listener: () => void): void;
  emit(event: string): void;
}

interface GeckoContext {
  readonly viewType: string;
  readonly extension: GeckoExtension;
  readonly xulBrowser: { readonly frameLoader: { readonly remoteTab: unknown } };
}

declare class ExtensionAPI {
  readonly extension: GeckoExtension;
}

interface GeckoFire {
  async(...values: unknown[]): Promise<unknown>;
}

declare const ExtensionCommon: {
  EventManager: new (options: { context: GeckoContext; name: string; register: (fire: GeckoFire) => () => void }) => {
    api(): unknown;
  };
};

declare const Cu: { forceGC(): void };

declare const ChromeUtils: {
  importESModule<T>(url: string): T;
  registerWindowActor(name: string, options: object): void;
  unregisterWindowActor(name: string): void;
  clearResourceCache(options: { target: "content" }): void;
  /** Rejects for one that cannot be read. Nothing of it runs. */
  compileScript(url: string): Promise<unknown>;
  generateQI(interfaces: string[]): unknown;
  idleDispatch(act: (deadline: unknown) => void, options: { timeout: number }): void;
};

declare const Services: {
  ppmm: {
    loadProcessScript(url: string, allowDelayedLoad: boolean): void;
    removeDelayedProcessScript(url: string): void;
    addMessageListener(name: string, listener: (message: { data: unknown }) => unknown): void;
    removeMessageListener(name: string, listener: (message: { data: unknown }) => unknown): void;
    readonly sharedData: { set(key: string, value: unknown): void; delete(key: string): void; flush(): void };
  };
  cpmm: {
    sendSyncMessage(name: string, data?: unknown): unknown[];
    readonly sharedData: { get(key: string): unknown };
  };
  tm: { dispatchToMainThread(run: () => void): void; readonly currentThread: unknown };
  startup: { readonly shuttingDown: boolean };
  dns: { clearCache(trustedToo: boolean): void };
  env: { exists(name: string): boolean; get(name: string): string };
  catMan: {
    addCategoryEntry(category: string, name: string, value: string, persists: boolean, replaces: boolean): string;
  };
  uuid: { generateUUID(): unknown };
  console: {
    getMessageArray(): object[];
    logMessage(message: object): void;
    registerListener(listener: { observe(message: object): void }): void;
    unregisterListener(listener: { observe(message: object): void }): void;
  };
  focus: { focusedWindow: Window; setFocus(element: Element, flags: number): void; readonly FLAG_NOSCROLL: number };
  profiler: {
    IsActive(): boolean;
    StartProfiler(
      entries: number,
      interval: number,
      features: string[],
      threads: string[],
      browserId: number,
    ): Promise<unknown>;
    StopProfiler(): Promise<unknown>;
    getProfileDataAsync(): Promise<unknown>;
  };
  prefs: {
    getDefaultBranch(root: string): { setBoolPref(name: string, value: boolean): void };
    getIntPref(name: string): number;
    setIntPref(name: string, value: number): void;
    setBoolPref(name: string, value: boolean): void;
    clearUserPref(name: string): void;
  };
  obs: {
    addObserver(observer: (subject: never, topic: string, data: string) => void, topic: string): void;
    removeObserver(observer: (subject: never, topic: string, data: string) => void, topic: string): void;
    notifyObservers(subject: null, topic: string, data: string): void;
  };
  io: {
    newURI(spec: string, charset?: null, base?: GeckoURI): GeckoURI;
    getProtocolHandler(scheme: string): GeckoObject;
  };
  scriptSecurityManager: {
    getSystemPrincipal(): unknown;
    getChannelResultPrincipal(channel: unknown): GeckoPrincipal;
    createNullPrincipal(attributes: object): GeckoPrincipal;
    createContentPrincipal(
      uri: unknown,
      attributes: { userContextId?: number; privateBrowsingId?: number },
    ): GeckoPrincipal;
  };
  perms: Record<
    "addFromPrincipalForBrowser" | "removeFromPrincipalForBrowser",
    (principal: GeckoPrincipal, type: string, ...rest: number[]) => void
  >;
  tm: { dispatchToMainThread(act: () => void): void };
  wm: {
    getMostRecentWindow(kind: string): unknown;
    getEnumerator(kind: string): Iterable<{ readonly gBrowser: { readonly browsers: GeckoBrowser[] } }>;
  };
  scriptloader: { loadSubScript(url: string, target: object): void };
  domStorageManager: {
    createStorage(
      window: unknown,
      principal: unknown,
      storagePrincipal: unknown,
      documentURI: string,
      isPrivate: boolean,
    ): Storage;
  };
  qms: { listOrigins(): { callback: (request: { result: string[] | null }) => void } };
};

interface GeckoObject {
  QueryInterface(iface: unknown): GeckoSubstitution;
}

/** What an observer gets. */
interface GeckoSubject {
  QueryInterface(iface: unknown): unknown;
}

interface GeckoSubstitution {
  ALLOW_CONTENT_ACCESS: number;
  setSubstitution(name: string, uri: GeckoURI | null): void;
}

interface GeckoServiceWorkerManager {
  getAllRegistrations(): {
    readonly length: number;
    queryElementAt(at: number, iface: unknown): { readonly principal: GeckoPrincipal };
  };
}

declare const Cc: Record<string, { createInstance(iface: unknown): unknown; getService(iface: unknown): unknown }>;
declare const Ci: Record<string, unknown>;
declare const Cr: Record<string, number>;

/** Of Firefox's Debugger API: https://firefox-source-docs.mozilla.org/devtools-user/debugger-api/ */
type GeckoCompletion = { return: unknown } | { throw: unknown };

interface GeckoScript {
  getEffectfulOffsets(): number[];
  setBreakpoint(offset: number, handler: { hit(): null | undefined }): void;
}

interface GeckoFrame {
  readonly script: GeckoScript;
  onStep: (() => null | undefined) | undefined;
  onPop: ((completion: GeckoCompletion | null) => null | undefined) | undefined;
}

/** A Debugger.Object: an object of a page, seen from outside. */
interface GeckoDebuggee {
  readonly class: string;
  readonly name: string | undefined;
  readonly callable: boolean;
  /** Of functions that a script wrote. */
  readonly script: GeckoScript | undefined;
  readonly isProxy: boolean;
  readonly isPromise: boolean;
  readonly promiseState: "pending" | "fulfilled" | "rejected";
  readonly promiseValue: unknown;
  readonly promiseReason: unknown;
  readonly isBoundFunction: boolean;
  readonly boundTargetFunction: GeckoDebuggee;
  readonly boundThis: unknown;
  readonly boundArguments: unknown[] | undefined;
  /** Throws for a proxy. */
  readonly proto: GeckoDebuggee | null;
  readonly proxyHandler: GeckoDebuggee | null;
  readonly proxyTarget: GeckoDebuggee | null;
  readonly errorMessageName: string | undefined;
  getOwnPropertyNames(): string[];
  getOwnPropertyDescriptor(key: string | symbol): { value?: unknown; get?: unknown; enumerable: boolean } | undefined;
  getProperty(key: string): GeckoCompletion | null;
  call(self: unknown, ...given: unknown[]): GeckoCompletion | null;
  executeInGlobal(source: string, options: { url: string; hideFromDebugger?: boolean }): GeckoCompletion | null;
  /** The bindings are values that `makeDebuggeeValue` gave; those of the page come first, unless they are inner ones. */
  executeInGlobalWithBindings(
    source: string,
    bindings: Record<string, unknown>,
    options: { url: string; useInnerBindings?: boolean },
  ): GeckoCompletion | null;
  makeDebuggeeValue(raw: unknown): unknown;
  isSameNativeWithJitInfo(native: unknown): boolean;
  unsafeDereference(): unknown;
}

/** Null ends the evaluation. */
interface GeckoDebugger {
  exclusiveDebuggerOnEval: boolean;
  shouldAvoidSideEffects: boolean;
  onEnterFrame: ((frame: GeckoFrame) => null | undefined) | undefined;
  /** With it, `onNativeCall` gets what a native is called on and with. */
  inspectNativeCallArguments: boolean;
  onNativeCall:
    | ((
        callee: GeckoDebuggee,
        reason: "get" | "set" | "call",
        self: unknown,
        given: GeckoDebuggee | undefined,
      ) => null | undefined)
    | undefined;
  findAllGlobals(): GeckoDebuggee[];
  addDebuggee(global: unknown): GeckoDebuggee;
  makeGlobalObjectReference(global: unknown): GeckoDebuggee;
  removeAllDebuggees(): void;
}
