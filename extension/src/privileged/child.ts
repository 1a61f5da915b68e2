// The helper's actor in a page's process. It gives trusted input to the content script of clz in that page, and to
// nothing else: what the page itself runs has no way to it.

import type { Evaluated, Evaluation, Evaluator, Hold, Named } from "../shared/values/evaluator";
import type { PerformActions, HasFiles, ActionsResult } from "../shared/input/trusted-input";
import type { AltPressed, ContentGlobals, Marked, Pointed } from "../shared/content-globals";
import type { PageClipboard } from "../shared/input/clipboard";
import type { SaidMessage } from "../shared/messages";
import type { Drawn } from "../shared/panel";
import type { CallReply, FunctionCall, Place, StoredEntry } from "../shared/privileged";
import type { SocketSettings } from "../shared/sockets";
import type { InputAction } from "../shared/input/input-actions";
import { PageConsole } from "./reading/console";
import { hasDebugger } from "./reading/debugger";
import { evaluateIn, Held } from "./reading/evaluator";
import { ACTOR, takeFocus } from "./input/focus";
import { Input } from "./input/input";
import { missingMeans } from "./input/means";
import { entriesOf, fill } from "./storage/page-storage";
import { stopOutside } from "./documents/file-bounds";
import { PageCopies } from "./documents/page-copies";
import { SocketListener } from "./network/socket-listener";
import { SOCKETS_DATA } from "./network/socket-names";
import { applyPlace } from "./emulation/emulated-place";
import { runExtensionScript, type ScriptRequest } from "./documents/extension-scripts";
import { expose } from "./documents/exposed-functions";
import { agentTabOf, runInitScripts } from "./documents/init-scripts";
import { seemFocused } from "./documents/seeming-focus";
import { guardPasskeys } from "./passkeys/gate";
import { madeBy } from "./reading/components";
import { listenersIn } from "./reading/event-listeners";
import { pdfText } from "./reading/pdf-text";
import { isAsLoaded, rulesOf } from "./reading/style-sheets";
import { Overlay } from "./tabs/overlay";
import { Marks } from "./tabs/marks";
import { AltPresses, Pointing } from "./tabs/pointing";

/** What the actor is asked for: trusted input for an extension's content script, with the files of a command. */
export interface TrustedInputRequest {
  extension: string;
  id: string;
  files: File[];
}

/** Firefox says so of the input whose chooser it is about to open. */
const CHOOSER_OPENING = "file-input-picker-opening";

/** Commands whose files may wait in one document. */
const MAX_WAITING = 64;

interface Message {
  name: string;
  data: unknown;
}

/** Firefox's keeper of the content scripts in this process. */
interface ContentModule {
  ExtensionContent: { getContextByExtensionId(id: string, window: Window): { sandbox: object } | undefined };
}

declare const Cu: {
  exportFunction(from: object, to: object, options: { defineAs: string }): void;
  waiveXrays(sandbox: object): { __clz?: ContentGlobals };
};

/** Firefox remembers it, and shows it to nobody else. */
const wasPassword = (element: Element): boolean =>
  (element as { hasBeenTypePassword?: boolean }).hasBeenTypePassword === true;

interface Timers {
  getTimers(): Array<{ name: string; delay: number }>;
}

/** By this name Firefox sets the next timer of a window. */
const TIMER_OF_PAGE = "TimeoutExecutor Runnable";

const timersWithin = (ms: number): boolean =>
  (Cc["@mozilla.org/timer-manager;1"]?.getService(Ci.nsITimerManager) as Timers)
    .getTimers()
    .some(({ name, delay }) => name === TIMER_OF_PAGE && delay <= ms);

/** Pages keep them to themselves. */
const internal = (element: Element, name: string): string | null => {
  const said = (element as { internals?: Record<string, unknown> | null }).internals?.[name];
  return typeof said === "string" ? said : null;
};

const eachShadowHost = (of: Document, take: (host: Element) => void): void => {
  type Host = Element & { isNativeAnonymous: boolean };
  const roots = (of as Document & { getConnectedShadowRoots: () => ShadowRoot[] }).getConnectedShadowRoots();
  // What is drawn over the page, as by a recorder, is Firefox's own: content scripts may not touch it.
  for (const { host } of roots) if (!(host as Host).isNativeAnonymous) take(host);
};

export class ClzHelperChild extends JSWindowActorChild {
  #input: Input | null = null;
  /** Brought for a command, by its id, until it takes them: what was brought for another one is never in the way. */
  readonly #files = new Map<string, File[]>();
  #console: PageConsole | null = null;
  #overlay: Overlay | null = null;

  didDestroy(): void {
    this.#console?.stop();
    this.#input?.stop();
    this.#pointing?.end();
    this.#altPresses?.end();
  }

  async receiveMessage({ name, data }: Message): Promise<unknown> {
    if (name === "trustedInput") return this.#exportTrustedInput(data as TrustedInputRequest);
    if (name === "script")
      return this.contentWindow !== null && runExtensionScript(this.contentWindow, data as ScriptRequest);
    if (name === "listen") return this.#listen(data as number);
    if (name === "overlay") return this.#show(data as Drawn);
    if (name === "cover") return this.#cover(data as boolean);
    if (name === "pdfText") return pdfText(this.contentWindow);
    if (name === "painted") return this.contentWindow?.windowUtils.lastTransactionId ?? null;
    if (name === "acting") return PageCopies.acting(this.browsingContext.browserId);
    if (name === "readSession") return entriesOf(this.contentWindow?.sessionStorage);
    if (name === "writeSession") return fill(this.contentWindow?.sessionStorage, data as StoredEntry[]);
    if (name !== "takeFocus") throw new Error(`the helper knows no ${name}`);
    if (this.contentWindow) await takeFocus(this.contentWindow);
    return true;
  }

  #show(look: Drawn): boolean {
    if (this.contentWindow) (this.#overlay ??= new Overlay(this.contentWindow)).show(look);
    return true;
  }

  #listen(since: number): boolean {
    const window = this.contentWindow;
    const document = { begun: window?.performance.timeOrigin ?? 0, top: window !== null && window.parent === window };
    this.#console ??= new PageConsole(this.manager.innerWindowId, async (said, dropped) => {
      const frame = this.contentWindow?.location.href ?? "";
      return (
        (await this.sendQuery("said", { clz: "said", frame, ...document, said, dropped } satisfies SaidMessage)) ===
        true
      );
    });
    this.#console.listen(since);
    return true;
  }

  /** False if nobody is there to take it: the page is gone, or so new that no content script has come yet. */
  #exportTrustedInput({ extension, id, files }: TrustedInputRequest): boolean {
    const window = this.contentWindow;
    if (!window) return false;
    const { ExtensionContent } = ChromeUtils.importESModule<ContentModule>(
      "resource://gre/modules/ExtensionContent.sys.mjs",
    );
    const sandbox = ExtensionContent.getContextByExtensionId(extension, window)?.sandbox;
    const globals = sandbox && Cu.waiveXrays(sandbox).__clz;
    if (!globals) return false;
    if (files.length > 0) this.#keep(id, files);
    // All of them come at once.
    if (globals.performActions) return true;
    const given = {
      performActions: this.#performActions,
      hasFiles: this.#hasFiles,
      listeners: listenersIn,
      ...{ rulesOf, isAsLoaded, wasPassword, internal, timersWithin, eachShadowHost },
      has: this.#has,
      evaluator: this.#evaluator,
      hold: this.#hold,
      pointed: this.#pointed,
      altPressed: this.#altPressed,
      ...{ madeBy, marked: this.#marked },
    } satisfies Partial<ContentGlobals>;
    for (const [name, work] of Object.entries(given)) Cu.exportFunction(work, globals, { defineAs: name });
    return true;
  }

  /** Commands that ended before they took their files leave them here; the oldest go. */
  #keep(id: string, files: File[]): void {
    this.#files.set(id, files);
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= MAX_WAITING) return;
      this.#files.delete(oldest);
    }
  }

  /** Given once. */
  #filesOf(id: string): File[] {
    const files = this.#files.get(id) ?? [];
    this.#files.delete(id);
    return files;
  }

  readonly #has = (what: "input" | "debugger"): boolean => {
    if (what === "debugger") return hasDebugger();
    const window = this.contentWindow;
    return !window || missingMeans(window).length === 0;
  };

  readonly #hasFiles: HasFiles = (id) => this.#files.has(id);

  readonly #performActions: PerformActions = (id, inputActions, isOver, done) => {
    const parsed = JSON.parse(inputActions) as InputAction[];
    void this.#perform(parsed, parsed.some((action) => action.do === "files") ? this.#filesOf(id) : [], isOver)
      .catch((thrown: Error): ActionsResult => ({ problem: `${thrown.name}: ${thrown.message}` }))
      .then((outcome) => done(JSON.stringify(outcome)))
      // The page is gone, and with it who asked.
      .catch(() => undefined);
  };

  readonly #evaluator: Evaluator = (request, done, name, ...named) => {
    void this.#evaluate(JSON.parse(request) as Evaluation, name, named)
      .catch((thrown: Error): Evaluated => ({ is: "problem", problem: `${thrown.name}: ${thrown.message}` }))
      .then((evaluated) => done(JSON.stringify(evaluated)))
      .catch(() => undefined);
  };

  #pointing: Pointing | null = null;

  readonly #pointed: Pointed = (pressed, done, noted) => {
    this.#pointing?.end();
    const window = this.contentWindow;
    this.#pointing = done && window ? new Pointing(window, pressed, done, noted) : null;
  };

  #marks: Marks | null = null;

  readonly #marked: Marked = (element, number) => {
    const window = this.contentWindow;
    if (window && element) (this.#marks ??= new Marks(window)).add(element, Number(number));
    else if (this.#marks?.keep(number.split(",").map(Number))) this.#marks = null;
  };

  #cover(on: boolean): boolean {
    this.#marks?.cover(on);
    this.#pointing?.cover(on);
    return true;
  }

  #altPresses: AltPresses | null = null;

  readonly #altPressed: AltPressed = (begun) => {
    this.#altPresses?.end();
    const window = this.contentWindow;
    this.#altPresses = begun && window ? new AltPresses(window, begun) : null;
  };

  #held: Held | null = null;

  readonly #hold: Hold = (tell, workMs, what, self, ...given) => {
    if (what === null) {
      this.#held?.end();
      this.#held = null;
      return;
    }
    const window = this.contentWindow;
    if (!window) return tell("refused", "belongs to a page that is gone");
    this.#held ??= new Held(window, workMs);
    if (typeof what === "string") this.#held.read(what, tell);
    else this.#held.call(what, self, given, tell);
  };

  async #evaluate(request: Evaluation, name: keyof Named | undefined, named: Element[]): Promise<Evaluated> {
    const window = this.contentWindow;
    if (!window) throw new Error("the page is gone");
    return evaluateIn(window, request, name, named);
  }

  async #perform(inputActions: InputAction[], files: File[], isOver: () => boolean): Promise<ActionsResult> {
    const window = this.contentWindow;
    if (!window) throw new Error("the page is gone");
    // A frame gets it with its page, or with what is done in it.
    if (!window.document.hasFocus()) await this.sendQuery("focus", null);
    this.#input ??= new Input(window);
    this.#acting();
    let chooser = false;
    const opening = (input: { ownerDocument?: Document }): void => {
      chooser ||= input.ownerDocument === this.document;
    };
    Services.obs.addObserver(opening, CHOOSER_OPENING);
    try {
      return { ...(await this.#input.run(inputActions, files, isOver)), chooser };
    } finally {
      Services.obs.removeObserver(opening, CHOOSER_OPENING);
      this.#acting();
    }
  }

  /** An action lets frames of other sites do more as well, in other processes. */
  #acting(): void {
    const { browserId, top } = this.browsingContext;
    PageCopies.acting(browserId);
    if (top.getAllBrowsingContextsInSubtree().some(({ docShell }) => !docShell)) this.sendAsyncMessage("acting", null);
  }
}

/** Listens to the sockets of one document, in tabs where that is asked for. */
export class ClzSocketsChild extends JSWindowActorChild {
  #listener: SocketListener | null = null;

  didDestroy(): void {
    this.#listener?.stop();
  }

  handleEvent({ type }: Event): void {
    if (type === "pagehide") {
      const rest = this.#listener?.take();
      if (rest && rest.messages.length > 0) this.sendAsyncMessage("sockets", rest);
      return;
    }
    const tabs = Services.cpmm.sharedData.get(SOCKETS_DATA) as Map<number, SocketSettings> | undefined;
    this.#listen(tabs?.get(this.browsingContext.browserId) ?? null);
  }

  receiveMessage({ data }: Message): boolean {
    this.#listen(data as SocketSettings | null);
    return true;
  }

  #listen(settings: SocketSettings | null): void {
    if (!settings) return this.#listener?.stop();
    this.#listener ??= new SocketListener(
      this.manager.innerWindowId,
      () => this.contentWindow,
      async (batch) => (await this.sendQuery("sockets", batch)) === true,
    );
    this.#listener.listen(settings);
  }
}

/** Prepares one document of an agent's tab, before its first script. */
export class ClzDocumentChild extends JSWindowActorChild {
  #copies: PageCopies | null = null;
  readonly #exposed = new Set<string>();

  handleEvent(): void {
    const window = this.contentWindow;
    const tab = window && agentTabOf(window, this.browsingContext);
    if (!tab || stopOutside(window, tab.folders)) return;
    layOutFrame(this.browsingContext);
    // A page whose dialogs Firefox shows no more is gone; the tab, of which Firefox notes that, is not.
    if (this.browsingContext === this.browsingContext.top) window.windowUtils.enableDialogs();
    if (tab.ownClipboard) {
      this.#copies = this.#copiesOf(window);
      seemFocused(window);
    }
    this.#expose(tab.functions);
    runInitScripts(window, tab.ids, this.manager.innerWindowId);
  }

  receiveMessage({ data }: Message): void {
    const window = this.contentWindow;
    if (window && agentTabOf(window, this.browsingContext)) this.#expose(data as string[]);
  }

  /** Passes calls of the page's exposed functions to the program. */
  #expose(names: readonly string[]): void {
    const window = this.contentWindow;
    if (!window) return;
    const ask = (name: string, args: string): Promise<CallReply> => {
      const frame = this.contentWindow?.location.href ?? "";
      const helper = this.manager.getActor(ACTOR) as JSWindowActorChild;
      return helper.sendQuery("called", { name, args, frame } satisfies FunctionCall) as Promise<CallReply>;
    };
    for (const name of names) if (!this.#exposed.has(name)) expose(window, name, ask);
    for (const name of names) this.#exposed.add(name);
  }

  didDestroy(): void {
    this.#copies?.end();
  }

  #copiesOf(window: GeckoWindow): PageCopies {
    const { innerWindowId } = this.manager;
    return new PageCopies(window, innerWindowId, this.browsingContext.browserId, (message) => this.#ask(message));
  }

  async #ask(message: PageClipboard): Promise<unknown> {
    return (this.manager.getActor(ACTOR) as JSWindowActorChild).sendQuery("clipboard", message);
  }
}

/** Tells one document where it is. */
export class ClzPlaceChild extends JSWindowActorChild {
  handleEvent(): void {
    applyPlace(this.browsingContext);
  }

  receiveMessage({ data }: Message): void {
    applyPlace(this.browsingContext, data as Place | null);
  }
}

/** Firefox shows a colour scheme to frames that are laid out, which a frame's first script may be too early for. */
function layOutFrame({ top, embedderElement }: GeckoBrowsingContext): void {
  if (top.prefersColorSchemeOverride !== "none") embedderElement?.getBoundingClientRect();
}

/** Has a document's requests for passkeys wait for their turn. */
export class ClzPasskeysChild extends JSWindowActorChild {
  handleEvent(): void {
    if (this.contentWindow) guardPasskeys(this.contentWindow);
  }

  receiveMessage(): boolean {
    this.handleEvent();
    return true;
  }
}
